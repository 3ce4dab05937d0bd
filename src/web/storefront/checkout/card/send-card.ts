import { messageOf } from '#web/api/api-error.ts';
import { saveDraft } from '#web/shared/checkout/draft.ts';
import { logPayment } from '#web/shared/checkout/payment-log.ts';
import type { CardForm, CardResult, OpenPayment } from './card-form.ts';

/**
 * Sends the form to the provider. Until the result is known, the draft contains the payment, so that a page that was
 * left or reloaded resolves it first. A successful payment stays in the draft until the shop responds.
 */
export async function sendCard(form: CardForm, payment: OpenPayment, userId: number): Promise<CardResult> {
  const { payment_intent_id } = payment;
  saveDraft(userId, { paying: payment_intent_id });
  const result = await form.confirm().catch(failed);
  logPayment('card sent', { payment_intent_id, outcome: result.outcome });
  if (result.outcome === 'redirecting') await returnFromBank();
  if (result.outcome !== 'taken') saveDraft(userId, { paying: undefined });
  return result;
}

const failed = (error: unknown): CardResult => ({ outcome: 'refused', message: messageOf(error) });

/** The browser is going to the bank's page. It comes back here only from the back/forward cache. */
const returnFromBank = () => new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
