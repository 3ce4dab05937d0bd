import { useNavigate } from 'react-router';
import { loadCart } from '#web/shared/cart/cart.ts';
import { clearDraft } from '#web/shared/checkout/draft.ts';
import type { CardForm } from './card/card-form.ts';
import { type CheckoutProblem, expired } from './checkout-problem.ts';
import { type CheckoutChoices, explainRefusal, requestOf } from './order-request.ts';
import { placeOrder } from './place-order.ts';
import type { Quote } from './quote.ts';
import { useLine } from './use-line.ts';
import { useOpenPayment } from './use-open-payment.ts';
import { type Outcome, useOperation } from './use-operation.ts';
import { usePay } from './use-pay.ts';

export type Checkout = ReturnType<typeof useCheckout>;

/**
 * The state of the checkout, and its operations, of which one runs at a time. Two tabs share one payment, which the provider
 * charges once.
 * @param earlierProblem of an attempt that left the page
 */
export function useCheckout(userId: number, quote: Quote | null, earlierProblem: CheckoutProblem | null) {
  const navigate = useNavigate();
  const { pending, problem, run, report } = useOperation(earlierProblem);
  const { line, sendInTurn } = useLine();
  const { payment, openPayment } = useOpenPayment(userId, quote, sendInTurn);

  const showOrder = async (orderNumber: string): Promise<Outcome> => {
    clearDraft();
    await navigate(`/order-success/${orderNumber}`, { replace: true });
    void loadCart();
    return 'ordered';
  };
  const { pay, settle } = usePay(userId, showOrder);

  const orderNow = async (choices: CheckoutChoices): Promise<Outcome> => {
    if (!quote) return null;
    const { shipping_method, totals, currency } = quote;
    const body = {
      ...requestOf(choices),
      shipping_method,
      total: totals.total,
      currency,
      payment_method: choices.paymentMethod,
    };
    const place = () => placeOrder(body);
    try {
      return await showOrder(await sendInTurn(place));
    } catch (error) {
      return explainRefusal(error, quote);
    }
  };

  return {
    payment,
    pending,
    problem,
    line,
    /**
     * Opens the payment and continues to the card.
     * @param problemAfter shown then: that of an earlier attempt
     * @throws ApiError 422 with the invalid address fields
     */
    open: (choices: CheckoutChoices, problemAfter: CheckoutProblem | null = null) =>
      run('opening', () => openPayment(choices, problemAfter)),
    /** Places an order that is paid later. @throws ApiError 422 with the invalid address fields */
    orderNow: (choices: CheckoutChoices) => run('opening', () => orderNow(choices)),
    pay: (form: CardForm | null) => run('paying', async () => payment && form && pay(payment, form)),
    /** Asks again for the order of a payment whose result is unknown. Nothing is charged. */
    confirmAgain: () => run('confirming', async () => payment && settle(payment)),
    expire: () => report(expired()),
  };
}
