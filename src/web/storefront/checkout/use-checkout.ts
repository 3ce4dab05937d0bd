import checkoutOptions from 'virtual:checkout-options';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Input } from '#web/api/calls.ts';
import { savedToken } from '#web/api/saved-session.ts';
import { loadCart } from '#web/shared/cart/cart.ts';
import { type AddressDraft, clearDraft, readDraft, saveDraft } from '#web/shared/checkout/draft.ts';
import { logPayment } from '#web/shared/checkout/payment-log.ts';
import { settlePayment } from '#web/shared/checkout/settle-payment.ts';
import { formatPrice } from '#web/shared/money.ts';
import { toast } from '#web/ui/toast.ts';
import type { CardForm, CardResult } from './card/card-form.ts';
import {
  type CheckoutProblem,
  changedElsewhere,
  expired,
  problemOfOpening,
  problemOfSettlement,
  refused,
  signedOut,
  unpaid,
} from './checkout-problem.ts';
import { type HeldPayment, hold } from './held-payment.ts';
import type { PaymentMethodName } from './payment-methods.ts';
import { placeOrder } from './place-order.ts';
import type { Quote, ShippingMethod } from './quote.ts';
import { useLine } from './use-line.ts';
import { type Outcome, useOperation } from './use-operation.ts';

/** The step is part of the URL, so that Back leads from the card to the address. */
const PAYMENT_STEP = '/checkout?step=payment';
const isAtPayment = () => location.pathname + location.search === PAYMENT_STEP;

export interface CheckoutChoices {
  readonly address: AddressDraft;
  readonly shippingMethod: ShippingMethod | undefined;
  readonly paymentMethod: PaymentMethodName | undefined;
}

/**
 * The state of the checkout. Two tabs share one payment, which the provider charges once.
 * @param earlierProblem of an attempt that left the page
 */
export function useCheckout(userId: number, quote: Quote | null, earlierProblem: CheckoutProblem | null) {
  const navigate = useNavigate();
  const [payment, setPayment] = useState<HeldPayment | null>(null);
  const { pending, problem, run, report } = useOperation(earlierProblem);
  const { line, sendInTurn } = useLine();

  const showOrder = async (orderNumber: string): Promise<'ordered'> => {
    clearDraft();
    await navigate(`/order-success/${orderNumber}`, { replace: true });
    void loadCart();
    return 'ordered';
  };

  /** Asks the shop for the order of a payment that the provider has taken. */
  const settle = async ({ payment_intent_id, address }: HeldPayment): Promise<Outcome> => {
    const settlement = await settlePayment(payment_intent_id, address);
    logPayment('confirmed', { payment_intent_id, outcome: settlement.outcome });
    if (settlement.outcome === 'ordered') return showOrder(settlement.orderNumber);
    const isKnown = settlement.outcome !== 'unknown' && settlement.outcome !== 'signed-out';
    if (isKnown) saveDraft(userId, { paying: undefined });
    if (settlement.outcome === 'refunded') void loadCart();
    return problemOfSettlement(settlement);
  };

  const openPayment = async (choices: CheckoutChoices, { cart_total, currency }: Quote): Promise<void> => {
    const provider = providerOf(choices);
    if (!provider) void import('./card/saved-cards.ts').then((cards) => cards.loadSavedCards(), ignore);
    const body = { amount: Number(cart_total), currency, provider, ...bodyOf(choices, userId, quote) };
    const intent = await sendInTurn(() => call('POST /payments/create-intent', { body }));
    const opened = hold(intent, choices.address);
    logPayment('intent created', { payment_intent_id: opened.payment_intent_id, amount: body.amount });
    setPayment(opened);
    if (isAtPayment()) announceNewTotal(userId, opened);
    saveDraft(userId, { total: opened.totals.total });
    await navigate(PAYMENT_STEP, { replace: isAtPayment() });
  };

  /**
   * Opens the payment and continues to the card.
   * @param problemAfter shown then: that of an earlier attempt
   * @throws ApiError 422 with the invalid address fields
   */
  const open = (choices: CheckoutChoices, problemAfter: CheckoutProblem | null = null): Promise<void> =>
    run('opening', async () => {
      if (!savedToken()) return signedOut('Authentication required. Please log in to continue with payment.');
      if (!quote) return null;
      try {
        await openPayment(choices, quote);
        return problemAfter;
      } catch (error) {
        if (isAtPayment()) await navigate('/checkout', { replace: true });
        return explainRefusal(error, quote);
      }
    });

  /** Places an order that is paid later. @throws ApiError 422 with the invalid address fields */
  const orderNow = (choices: CheckoutChoices): Promise<void> =>
    run('opening', async () => {
      try {
        return await showOrder(
          await sendInTurn(() =>
            placeOrder({ ...bodyOf(choices, userId, quote), payment_method: choices.paymentMethod }),
          ),
        );
      } catch (error) {
        return explainRefusal(error, quote);
      }
    });

  const pay = (form: CardForm | null): Promise<void> =>
    run('paying', async () => {
      if (!payment || !form) return null;
      if (!savedToken()) return signedOut('Authentication required. Please log in to complete payment.');
      if (Date.now() >= payment.heldUntil) return expired();
      saveDraft(userId, { paying: payment.payment_intent_id });
      const result = await form.confirm().catch(failed);
      logPayment('card sent', { payment_intent_id: payment.payment_intent_id, outcome: result.outcome });
      if (result.outcome === 'taken') return settle(payment);
      if (result.outcome === 'redirecting') await returnFromBank();
      saveDraft(userId, { paying: undefined });
      if (result.outcome === 'closed') return expired();
      if (result.outcome === 'changed') return reviewCart();
      if (result.outcome === 'redirecting') return unpaid('The payment has not been completed.');
      return result.isDeclined ? unpaid(result.message) : refused(result.message);
    });

  /** Back to the address with the current cart, because the button's amount was outdated. */
  const reviewCart = async (): Promise<CheckoutProblem> => {
    await navigate('/checkout', { replace: true });
    void loadCart();
    return changedElsewhere();
  };

  return {
    payment,
    pending,
    problem,
    line,
    open,
    orderNow,
    pay,
    confirmAgain: () => run('confirming', async () => payment && settle(payment)),
    expire: () => report(expired()),
  };
}

/** After a return or a reload, the same payment can cost more: a price has changed meanwhile. */
function announceNewTotal(userId: number, { totals: { total }, currency }: HeldPayment): void {
  const { total: before = total } = readDraft(userId);
  if (before !== total)
    toast(`The total is now ${formatPrice(total, currency)} instead of ${formatPrice(before, currency)}.`);
}

/** @throws ApiError 422, which is shown beside the fields of the address */
async function explainRefusal(error: unknown, quote: Quote | null): Promise<CheckoutProblem | null> {
  if (error instanceof ApiError && error.status === 422) {
    checkoutOptions?.showErrors(error.errors);
    throw error;
  }
  return problemOfOpening(error, quote);
}

function bodyOf(
  { address, shippingMethod }: CheckoutChoices,
  userId: number,
  quote: Quote | null,
): Omit<Input<'POST /orders'>['body'], 'payment_method'> {
  const body = { shipping_address: address, shipping_method: shippingMethod };
  return checkoutOptions ? { ...body, options: checkoutOptions.chosen(userId, quote) } : body;
}

/** Methods other than the card are named after their provider. */
const providerOf = ({ paymentMethod }: CheckoutChoices): string | undefined =>
  paymentMethod === 'card' ? undefined : paymentMethod;

/** The form for a new card needs no saved cards. */
const ignore = () => undefined;

const failed = (error: unknown): CardResult => ({ outcome: 'refused', message: messageOf(error) });

/** The browser is leaving for the bank; only Back from the back/forward cache returns here. */
const returnFromBank = () => new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
