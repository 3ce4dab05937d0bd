import type Stripe from 'stripe';
import { ProviderRefused, ProviderUnavailable } from '#server/features/payments/index.ts';

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

export interface StripeClient {
  /** The SDK itself, for what is not a request to Stripe. */
  open(): ReturnType<typeof openClient>;
  /** @throws ProviderRefused, ProviderUnavailable */
  request<T>(call: (stripe: Stripe) => Promise<T>): Promise<T>;
  /** The same, for an object that may not exist. @returns undefined if it does not */
  requestOptional<T>(call: (stripe: Stripe) => Promise<T>): Promise<T | undefined>;
  /** Requires no more permissions than taking payments. @throws ProviderRefused with what is wrong with the key */
  checkConnection(): Promise<void>;
}

/** The SDK, loaded with the first call, and its errors translated to those of the port. */
export function createStripeClient(options: StripeOptions): StripeClient {
  let opened: ReturnType<typeof openClient> | undefined;
  const open = () => {
    opened ??= openClient(options);
    return opened;
  };

  async function request<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
    const { stripe, errors } = await open();
    try {
      return await call(stripe);
    } catch (error) {
      throw translate(error, errors);
    }
  }

  async function requestOptional<T>(call: (stripe: Stripe) => Promise<T>): Promise<T | undefined> {
    const { stripe, errors } = await open();
    try {
      return await call(stripe);
    } catch (error) {
      if (isMissing(error, errors)) return undefined;
      throw translate(error, errors);
    }
  }

  async function checkConnection(): Promise<void> {
    const { stripe, errors } = await open();
    try {
      await stripe.paymentIntents.list({ limit: 1 });
    } catch (error) {
      const { StripeAuthenticationError, StripePermissionError } = errors;
      if (error instanceof StripeAuthenticationError) throw new ProviderRefused('It does not know the secret key.');
      if (error instanceof StripePermissionError) throw new ProviderRefused('The secret key may not take payments.');
      throw translate(error, errors);
    }
  }

  return { open, request, requestOptional, checkConnection };
}
