import { ConnectionFailed } from '#server/features/settings/index.ts';

/** https://developer.paypal.com/api/rest/#link-apirequests: each account belongs to one of the two environments. */
export const PAYPAL_ENVIRONMENTS = {
  live: 'https://api-m.paypal.com',
  test: 'https://api-m.sandbox.paypal.com',
} as const;

export type PayPalEnvironment = keyof typeof PAYPAL_ENVIRONMENTS;

/** Both environments are tried within the browser's timeout of ten seconds (storefront §9). */
const TIMEOUT_MS = 4_000;

/**
 * Requests an access token with these credentials, the first step of every PayPal call.
 * https://developer.paypal.com/api/rest/authentication/
 * @returns the environment that accepts them. @throws ConnectionFailed.
 */
export async function checkPayPalAccount(
  clientId: string,
  clientSecret: string,
  worlds: Readonly<Record<PayPalEnvironment, string>>,
): Promise<PayPalEnvironment> {
  for (const world of ['live', 'test'] as const) {
    if (await isKnownAt(worlds[world], clientId, clientSecret)) return world;
  }
  throw new ConnectionFailed('PayPal does not know this client ID with this secret.');
}

async function isKnownAt(origin: string, clientId: string, clientSecret: string): Promise<boolean> {
  const credentials = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  let response: Response;
  let body: { readonly access_token?: unknown } | null;
  try {
    response = await fetch(`${origin}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials.toString('base64')}`, accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    body = (await response.json().catch(() => null)) as typeof body;
  } catch {
    throw new ConnectionFailed('PayPal cannot be reached from this server.');
  }
  if (response.status === 401 || response.status === 400) return false;
  if (response.ok && typeof body?.access_token === 'string') return true;
  throw new ConnectionFailed(`PayPal answered with status ${response.status}. Please try again later.`);
}
