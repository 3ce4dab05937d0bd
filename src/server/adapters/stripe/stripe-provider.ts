import type Stripe from 'stripe';
import {
  type Intent,
  type IntentStatus,
  type IntentTerms,
  InvalidSignature,
  type OnlineProvider,
  type ProviderEvent,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
  type SavedCard,
} from '#server/features/payments/index.ts';
import { refusalText } from './refusal-text.ts';

export interface StripeOptions {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Undefined: webhooks are not trusted; the provider is polled every few minutes. */
  readonly webhookSecret: string | undefined;
  /** Base URLs to use instead of Stripe's, for tests. */
  readonly apiUrl?: string | undefined;
  /** Undefined: Stripe. */
  readonly sandbox?: {
    /** Base URL for the shop. */
    readonly apiUrl: string;
    /** Base URL for browsers. */
    readonly browserUrl: string;
  };
  /** Timeout of one attempt. */
  readonly timeoutMs?: number;
}

/** A call, with one retry and its pause, finishes within the browser's timeout of ten seconds (storefront §9). */
const TIMEOUT_MS = 4_500;
const RETRIES = 1;
const SIGNATURE_TOLERANCE_SECONDS = 300;

/**
 * Cents: at least $0.50, at most eight digits. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const MIN_PAYMENT = 50;
const MAX_PAYMENT = 99_999_999;

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

function readIntent(intent: Stripe.PaymentIntent): Intent {
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

function readRefund(refund: Stripe.Refund): ProviderRefund {
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

/** Stripe's maximum, far above the shop's own. */
const CARDS_PER_PAGE = 100;

function readSavedCard({ id, card }: Stripe.PaymentMethod): SavedCard[] {
  if (!card) return [];
  const { brand, last4, exp_month: expMonth, exp_year: expYear, fingerprint } = card;
  return [{ id, brand, last4, expMonth, expYear, fingerprint: fingerprint ?? id }];
}

function termsOf({ amount, currency, checkoutKey, revision, userId }: IntentTerms) {
  return {
    amount,
    currency,
    metadata: { checkout: checkoutKey, revision: String(revision), customer: String(userId) },
  };
}

/** With the first call: the SDK takes 150 ms and 6 MB to load, which a start should not wait for. */
async function loadSdk(): Promise<typeof Stripe> {
  return (await import('stripe')).default;
}

type StripeErrors = typeof Stripe.errors;

function isMissing(error: unknown, { StripeInvalidRequestError }: StripeErrors): boolean {
  return error instanceof StripeInvalidRequestError && error.code === 'resource_missing';
}

/** The SDK's errors contain the whole response, including client secrets: pass on only their messages. */
function translate(error: unknown, errors: StripeErrors): Error {
  if (!(error instanceof errors.StripeError)) return error as Error;
  if (error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError) {
    return new ProviderRefused(error.message);
  }
  const hasFailed = error instanceof errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
  const kind = error.code === 'idempotency_key_in_use' ? 'busy' : hasFailed ? 'failed' : 'silent';
  return new ProviderUnavailable(`${error.type}: ${error.message}`, kind);
}

async function openClient({ secretKey, apiUrl, sandbox, timeoutMs = TIMEOUT_MS }: StripeOptions) {
  const Sdk = await loadSdk();
  const address = apiUrl ?? sandbox?.apiUrl;
  const url = address === undefined ? undefined : new URL(address);
  const stripe = new Sdk(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(url && { host: url.hostname, port: url.port, protocol: url.protocol === 'http:' ? 'http' : 'https' }),
  });
  return { stripe, errors: Sdk.errors };
}

/** The request that created the intent already has it: there is nothing to read. */
const NEW_INTENT = 'payment_intent.created';

function subjectOf(object: string | undefined): ProviderEvent['about'] {
  if (object === 'payment_intent') return 'intent';
  return object === 'refund' ? 'refund' : 'other';
}

/** https://docs.stripe.com/security/guide#content-security-policy */
function pagePolicyOf({ sandbox }: StripeOptions): OnlineProvider['pagePolicy'] {
  if (sandbox) return { connect: [sandbox.browserUrl], scripts: [], frames: [] };
  const forms = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  return { connect: ['https://api.stripe.com'], scripts: forms, frames: [...forms, 'https://hooks.stripe.com'] };
}

/** Stripe, or the sandbox that speaks its API: the same SDK with another host. */
export function createStripeProvider(options: StripeOptions): OnlineProvider {
  let opened: ReturnType<typeof openClient> | undefined;
  const client = () => {
    opened ??= openClient(options);
    return opened;
  };
  const withCharge = { expand: ['latest_charge'] };

  async function request<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
    const { stripe, errors } = await client();
    try {
      return await call(stripe);
    } catch (error) {
      throw translate(error, errors);
    }
  }

  async function requestOptional<T>(call: (stripe: Stripe) => Promise<T>): Promise<T | undefined> {
    const { stripe, errors } = await client();
    try {
      return await call(stripe);
    } catch (error) {
      if (isMissing(error, errors)) return undefined;
      throw translate(error, errors);
    }
  }

  const retrieveIntent = async (intentId: string): Promise<Intent | undefined> => {
    const intent = await requestOptional((stripe) => stripe.paymentIntents.retrieve(intentId, withCharge));
    return intent && readIntent(intent);
  };

  return {
    kind: 'online',
    name: options.sandbox ? 'sandbox' : 'stripe',
    method: 'card',
    label: 'Card',
    publishableKey: options.publishableKey,
    sandboxUrl: options.sandbox?.browserUrl ?? null,
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

    savedCards: {
      async createCustomer(userId, key) {
        const wanted = { metadata: { customer: String(userId) } };
        return (await request((stripe) => stripe.customers.create(wanted, { idempotencyKey: key }))).id;
      },
      async deleteCustomer(customerId) {
        await requestOptional((stripe) => stripe.customers.del(customerId));
      },
      async listCards(customerId) {
        const wanted = { type: 'card' as const, limit: CARDS_PER_PAGE };
        const cards = await requestOptional((stripe) => stripe.customers.listPaymentMethods(customerId, wanted));
        return cards?.data.flatMap(readSavedCard);
      },
      async removeCard(cardId) {
        try {
          await requestOptional((stripe) => stripe.paymentMethods.detach(cardId));
        } catch (error) {
          if (!(error instanceof ProviderRefused)) throw error;
          // Usually detached already.
          const card = await requestOptional((stripe) => stripe.paymentMethods.retrieve(cardId));
          if (card?.customer) throw error;
        }
      },
      async prepareIntent(intentId, { customerId, savesCard }) {
        const wanted = {
          ...(customerId !== undefined && { customer: customerId }),
          // For payments with the shopper present; an empty text unsets it.
          setup_future_usage: savesCard ? ('on_session' as const) : ('' as const),
        };
        await request((stripe) => stripe.paymentIntents.update(intentId, wanted));
      },
    },

    async checkConnection() {
      // Requires no more permissions than taking payments.
      const { stripe, errors } = await client();
      try {
        await stripe.paymentIntents.list({ limit: 1 });
      } catch (error) {
        const { StripeAuthenticationError, StripePermissionError } = errors;
        if (error instanceof StripeAuthenticationError) throw new ProviderRefused('It does not know the secret key.');
        if (error instanceof StripePermissionError) throw new ProviderRefused('The secret key may not take payments.');
        throw translate(error, errors);
      }
    },

    async readEvent({ body, headers }, receivedAt): Promise<ProviderEvent> {
      const { webhookSecret } = options;
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string') throw new InvalidSignature('The event is not signed.');
      if (webhookSecret === undefined) throw new InvalidSignature('No signing secret was entered.');
      const { stripe } = await client();
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(
          body,
          signature,
          webhookSecret,
          SIGNATURE_TOLERANCE_SECONDS,
          undefined,
          receivedAt.getTime(),
        );
      } catch {
        throw new InvalidSignature('The event is not signed by the provider, or is too old.');
      }
      const object = event.data.object as { readonly object?: string; readonly id?: string };
      const about = event.type === NEW_INTENT ? 'other' : subjectOf(object.object);
      return { id: event.id, type: event.type, about, objectId: object.id };
    },
  };
}
