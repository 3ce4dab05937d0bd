import { useNavigate } from 'react-router';
import { savedToken } from '#web/api/saved-session.ts';
import { loadCart } from '#web/shared/cart/cart.ts';
import { saveDraft } from '#web/shared/checkout/draft.ts';
import { logPayment } from '#web/shared/checkout/payment-log.ts';
import { settlePayment } from '#web/shared/checkout/settle-payment.ts';
import type { CardForm } from './card/card-form.ts';
import { sendCard } from './card/send-card.ts';
import {
  type CheckoutProblem,
  changedElsewhere,
  expired,
  problemOfSettlement,
  refused,
  signedOut,
  unpaid,
} from './checkout-problem.ts';
import type { HeldPayment } from './held-payment.ts';
import type { Outcome } from './use-operation.ts';

/**
 * Pays an open payment.
 * @param showOrder opens the page of the new order
 */
export function usePay(userId: number, showOrder: (orderNumber: string) => Promise<Outcome>) {
  const navigate = useNavigate();

  /** Asks the shop for the order of a successful payment. */
  const settle = async ({ payment_intent_id, address }: HeldPayment): Promise<Outcome> => {
    const settlement = await settlePayment(payment_intent_id, address);
    logPayment('confirmed', { payment_intent_id, outcome: settlement.outcome });
    if (settlement.outcome === 'ordered') return showOrder(settlement.orderNumber);
    const isKnown = settlement.outcome !== 'unknown' && settlement.outcome !== 'signed-out';
    if (isKnown) saveDraft(userId, { paying: undefined });
    if (settlement.outcome === 'refunded') void loadCart();
    return problemOfSettlement(settlement);
  };

  /** Returns to the address step with the current cart, because the amount on the button was outdated. */
  const reviewCart = async (): Promise<CheckoutProblem> => {
    await navigate('/checkout', { replace: true });
    void loadCart();
    return changedElsewhere();
  };

  const pay = async (payment: HeldPayment, form: CardForm): Promise<Outcome> => {
    if (!savedToken()) return signedOut('Authentication required. Please log in to complete payment.');
    if (Date.now() >= payment.heldUntil) return expired();
    const result = await sendCard(form, payment, userId);
    switch (result.outcome) {
      case 'taken':
        return settle(payment);
      case 'redirecting':
        return unpaid('The payment has not been completed.');
      case 'closed':
        return expired();
      case 'changed':
        return reviewCart();
      case 'refused':
        return result.isDeclined ? unpaid(result.message) : refused(result.message);
    }
  };

  return { pay, settle };
}
