import { ApiError, messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { SESSION_EXPIRED } from '#web/api/saved-session.ts';
import type { AddressDraft } from './draft.ts';

/** The shop's answer about a payment that the provider has taken, or may have taken. */
export type Settlement =
  | { readonly outcome: 'ordered'; readonly orderNumber: string }
  /** Nothing was charged: the card can be tried again. */
  | { readonly outcome: 'unpaid'; readonly message: string }
  /** Charged and refunded, because nothing was left to sell. */
  | { readonly outcome: 'refunded'; readonly message: string }
  | { readonly outcome: 'expired'; readonly message: string }
  | { readonly outcome: 'signed-out'; readonly message: string }
  /** Unknown: asking again is safe, because the same payment makes one order. */
  | { readonly outcome: 'unknown'; readonly message: string };

const PAUSE_MS = 1_500;
/** Polling interval for slow banks; retry interval for a shop that does not answer. */
const PATIENCE = { 'in-progress': 20, unanswered: 2 };

/**
 * Asks the shop to create the order of a payment, and polls while the provider is still processing it. Repeating it
 * returns the same order and never charges twice.
 */
export async function settlePayment(intentId: string, address?: AddressDraft): Promise<Settlement> {
  const asked = { 'in-progress': 0, unanswered: 0 };
  for (;;) {
    try {
      const body = { payment_intent_id: intentId, shipping_address: address };
      const { order_number } = await call('POST /payments/confirm', { body });
      return { outcome: 'ordered', orderNumber: order_number };
    } catch (error) {
      const pending = reasonToWait(error);
      if (!pending || asked[pending] >= PATIENCE[pending]) return readRefusal(error);
      asked[pending] += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function reasonToWait(error: unknown): keyof typeof PATIENCE | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'payment.in_progress') return 'in-progress';
  return error.status === 0 || error.status >= 500 ? 'unanswered' : null;
}

function readRefusal(error: unknown): Settlement {
  const message = messageOf(error, 'Failed to create order');
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: undefined };
  if (status === 401) return { outcome: 'signed-out', message: SESSION_EXPIRED };
  if (code === 'payment.not_completed') return { outcome: 'unpaid', message };
  if (code === 'payment.refunded') return { outcome: 'refunded', message };
  if (code === 'checkout.expired') return { outcome: 'expired', message };
  return { outcome: 'unknown', message };
}
