import { ApiError, Client, Environment, OrdersController, PaymentsController } from '@paypal/paypal-server-sdk';
import { ProviderRefused, ProviderUnavailable } from '#server/features/payments/index.ts';
import { ConnectionFailed } from '#server/features/settings/index.ts';
import { checkPayPalAccount, PAYPAL_ENVIRONMENTS, type PayPalEnvironment } from './check-paypal-account.ts';

export interface PayPalAccount {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface PayPalOptions extends PayPalAccount {
  /** The shop's origin, without a trailing slash. */
  readonly appUrl: string;
  /** Base URLs to use instead of PayPal's, for tests. */
  readonly worlds?: Readonly<Record<PayPalEnvironment, string>>;
  readonly timeoutMs?: number;
}

export interface PayPalClient {
  readonly orders: OrdersController;
  readonly payments: PaymentsController;
  /** Calls an endpoint that the SDK does not cover, with its access token. */
  call(path: string, body?: string): Promise<unknown>;
}

/** A call, with one retry, finishes within the browser's timeout of ten seconds (storefront §9). */
const TIMEOUT_MS = 4_500;

const isRefusal = (status: number): boolean => [400, 403, 404, 422].includes(status);
/** Not 403: the merchant's account lacks a right, which is no fault of the request. */
const isWrongRequest = (status: number): boolean => status !== 403 && isRefusal(status);

/** Only the message of PayPal's response is passed on, never the request. */
function translate(error: unknown): Error {
  if (error instanceof ProviderRefused || error instanceof ProviderUnavailable) return error;
  if (error instanceof ConnectionFailed) return new ProviderUnavailable(error.message, 'silent');
  if (!(error instanceof ApiError)) {
    return new ProviderUnavailable(`PayPal did not answer: ${(error as Error).message}`, 'silent');
  }
  const [detail] = readDetails(error);
  const text = detail?.description ?? detail?.issue ?? `PayPal answered with status ${error.statusCode}.`;
  if (detail?.issue === 'PREVIOUS_REQUEST_IN_PROGRESS') return new ProviderUnavailable(text, 'busy');
  return isRefusal(error.statusCode) ? new PayPalRefused(text, detail?.issue) : new ProviderUnavailable(text, 'silent');
}

function readDetails(error: ApiError): readonly { readonly issue?: string; readonly description?: string }[] {
  const { details } = (error.result ?? {}) as { readonly details?: unknown };
  return Array.isArray(details) ? details : [];
}

/** A call that PayPal rejected. https://developer.paypal.com/api/rest/reference/orders/v2/errors/ */
export class PayPalRefused extends ProviderRefused {
  /** PayPal's error code, such as `INSTRUMENT_DECLINED`. */
  readonly issue: string | undefined;

  constructor(message: string, issue: string | undefined) {
    super(message);
    this.issue = issue;
  }
}

/** @throws ProviderRefused, ProviderUnavailable. */
export async function request<T>(call: Promise<{ readonly result: T }>): Promise<T> {
  try {
    return (await call).result;
  } catch (error) {
    throw translate(error);
  }
}

/** @returns undefined when PayPal does not know the object. @throws ProviderRefused, ProviderUnavailable. */
export async function requestOptional<T>(call: Promise<{ readonly result: T }>): Promise<T | undefined> {
  try {
    return (await call).result;
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return undefined;
    throw translate(error);
  }
}

/**
 * Connects to PayPal on first use. The credentials do not say whether they are live or sandbox ones, so PayPal is asked
 * once.
 */
export function createPayPalClient(options: PayPalOptions): () => Promise<PayPalClient> {
  let connecting: Promise<PayPalClient> | undefined;
  return () => {
    connecting ??= connect(options).catch((error: unknown) => {
      connecting = undefined;
      throw translate(error);
    });
    return connecting;
  };
}

async function connect(options: PayPalOptions): Promise<PayPalClient> {
  const { clientId, clientSecret, worlds = PAYPAL_ENVIRONMENTS, timeoutMs = TIMEOUT_MS } = options;
  const world = await checkPayPalAccount(clientId, clientSecret, worlds);
  const origin = worlds[world];
  const client = new Client({
    environment: world === 'live' ? Environment.Production : Environment.Sandbox,
    clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: clientSecret },
    httpClientOptions: { timeout: timeoutMs },
    ...(origin === PAYPAL_ENVIRONMENTS[world]
      ? {}
      : { unstable_httpClientOptions: redirectTo(PAYPAL_ENVIRONMENTS[world], origin) }),
  });
  let token = await client.clientCredentialsAuthManager.fetchToken();
  return {
    orders: new OrdersController(client),
    payments: new PaymentsController(client),
    async call(path, body) {
      token = await client.clientCredentialsAuthManager.updateToken(token);
      let response: Response;
      try {
        response = await fetch(`${origin}${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${token.accessToken}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (response.ok) return await response.json();
      } catch {
        throw new ProviderUnavailable('PayPal did not answer.', 'silent');
      }
      const text = `PayPal answered with status ${response.status}.`;
      throw isWrongRequest(response.status) ? new ProviderRefused(text) : new ProviderUnavailable(text, 'silent');
    },
  };
}

/** The SDK has two fixed base URLs; tests redirect its calls. */
function redirectTo(from: string, to: string) {
  const elsewhere: typeof fetch = (input, init) =>
    input instanceof Request
      ? fetch(new Request(input.url.replace(from, to), input), init)
      : fetch(String(input).replace(from, to), init);
  return { adapter: 'fetch', env: { fetch: elsewhere } };
}
