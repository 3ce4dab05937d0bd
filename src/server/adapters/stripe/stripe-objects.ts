import type Stripe from 'stripe';
import type { Intent, IntentStatus, IntentTerms, ProviderRefund } from '#server/features/payments/index.ts';
import { refusalText } from './refusal-text.ts';

const STATUS: ReadonlyMap<string, IntentStatus> = new Map([
  ['requires_payment_method', 'unpaid'],
  ['requires_confirmation', 'unpaid'],
  ['requires_action', 'unpaid'],
  ['processing', 'processing'],
  ['succeeded', 'succeeded'],
  ['canceled', 'canceled'],
]);

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

function readCard(charge: Stripe.PaymentIntent['latest_charge']): Intent['card'] {
  if (charge === null || typeof charge === 'string') return undefined;
  const card = charge.payment_method_details?.card;
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : undefined;
}

export function readIntent(intent: Stripe.PaymentIntent): Intent {
  return {
    id: intent.id,
    // Unknown states are left alone.
    status: STATUS.get(intent.status) ?? 'processing',
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    clientSecret: intent.client_secret ?? '',
    checkoutKey: intent.metadata.checkout,
    revision: readNumber(intent.metadata.revision),
    userId: readNumber(intent.metadata.customer),
    card: readCard(intent.latest_charge),
    lastError: refusalText(intent.last_payment_error),
  };
}

export function readRefund(refund: Stripe.Refund): ProviderRefund {
  const { payment_intent: intent, status } = refund;
  return {
    id: refund.id,
    intentId: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amount: refund.amount,
    status: status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
    refundKey: refund.metadata?.refund,
    error: refund.failure_reason,
  };
}

/** The terms of an intent, as Stripe takes them. */
export function termsOf({ amount, currency, checkoutKey, revision, userId }: IntentTerms) {
  return {
    amount,
    currency,
    metadata: { checkout: checkoutKey, revision: String(revision), customer: String(userId) },
  };
}
