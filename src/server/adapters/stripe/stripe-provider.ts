import { type Intent, METHOD_LABELS, type OnlineProvider, ProviderRefused } from '#server/features/payments/index.ts';
import { createStripeClient, type StripeOptions } from './stripe-client.ts';
import { createEventReader } from './stripe-events.ts';
import { readIntent, readRefund, termsOf } from './stripe-objects.ts';
import { createSavedCards } from './stripe-saved-cards.ts';

/**
 * Cents: at least $0.50, at most eight digits. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const MIN_PAYMENT = 50;
const MAX_PAYMENT = 99_999_999;

/** https://docs.stripe.com/security/guide#content-security-policy */
function pagePolicyOf({ sandbox }: StripeOptions): OnlineProvider['pagePolicy'] {
  if (sandbox) return { connect: [sandbox.browserUrl], scripts: [], frames: [] };
  const forms = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  return {
    connect: ['https://api.stripe.com'],
    scripts: forms,
    frames: [...forms, 'https://hooks.stripe.com'],
    // The form may ask the browser for wallets.
    permissions: { payment: ['https://js.stripe.com'] },
  };
}

/** Stripe, or the sandbox that speaks its API: the same SDK with another host. */
export function createStripeProvider(options: StripeOptions): OnlineProvider {
  const client = createStripeClient(options);
  const { request, requestOptional } = client;
  const withCharge = { expand: ['latest_charge'] };

  const retrieveIntent = async (intentId: string): Promise<Intent | undefined> => {
    const intent = await requestOptional((stripe) => stripe.paymentIntents.retrieve(intentId, withCharge));
    return intent && readIntent(intent);
  };

  return {
    kind: 'online',
    name: options.sandbox ? 'sandbox' : 'stripe',
    method: 'card',
    label: METHOD_LABELS.card,
    publishableKey: options.publishableKey,
    ...(options.sandbox && { sandboxUrl: options.sandbox.browserUrl }),
    pagePolicy: pagePolicyOf(options),
    limits: { min: MIN_PAYMENT, max: MAX_PAYMENT },

    async createIntent(terms, key) {
      const wanted = { ...termsOf(terms), allowed_payment_method_types: ['card' as const] };
      return readIntent(await request((stripe) => stripe.paymentIntents.create(wanted, { idempotencyKey: key })));
    },
    async updateIntent(intentId, terms, key) {
      return readIntent(
        await request((stripe) => stripe.paymentIntents.update(intentId, termsOf(terms), { idempotencyKey: key })),
      );
    },
    retrieveIntent,
    async cancelIntent(intentId) {
      try {
        return readIntent(await request((stripe) => stripe.paymentIntents.cancel(intentId)));
      } catch (error) {
        // Already paid, processing, cancelled, or unknown: the intent's state says which.
        if (error instanceof ProviderRefused) return retrieveIntent(intentId);
        throw error;
      }
    },

    async createRefund({ intentId, amount, refundKey }) {
      const wanted = { payment_intent: intentId, amount, metadata: { refund: refundKey } };
      return readRefund(await request((stripe) => stripe.refunds.create(wanted, { idempotencyKey: refundKey })));
    },
    async retrieveRefund(refundId) {
      const refund = await requestOptional((stripe) => stripe.refunds.retrieve(refundId));
      return refund && readRefund(refund);
    },
    async findRefund({ intentId, refundKey }) {
      const refunds = await request((stripe) => stripe.refunds.list({ payment_intent: intentId, limit: 100 }));
      return refunds.data.map(readRefund).find((refund) => refund.refundKey === refundKey);
    },

    savedCards: createSavedCards(client),
    readEvent: createEventReader(client, options.webhookSecret),

    checkConnection: client.checkConnection,
  };
}
