import { ProviderRefused, ProviderUnavailable } from '#plugin';

/** Short enough for two calls within the ten seconds that the browser waits. */
const TIMEOUT_MS = 4_500;

interface Call {
  readonly body?: object;
  /** The service performs calls with the same key only once. */
  readonly key?: string;
}

export type BankClient = <T>(call: `${'GET' | 'POST'} /${string}`, options?: Call) => Promise<T | undefined>;

/**
 * Calls the API of Bank Link. @returns undefined if the service responds with 404.
 * @throws ProviderUnavailable when the outcome is unknown, ProviderRefused when the service says no.
 */
export function createClient(apiUrl: string, apiKey: string): BankClient {
  return async <T>(call: string, { body, key }: Call = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    let response: Response;
    let content: unknown;
    try {
      const payload = body && JSON.stringify(body);
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      response = await fetch(apiUrl + path, { method, headers, ...(payload && { body: payload }), signal });
      content = await response.json();
    } catch {
      throw new ProviderUnavailable('Bank Link did not respond.', 'silent');
    }
    if (response.ok) return content as T;
    if (response.status === 404) return undefined;
    const { message } = content as { readonly message: string };
    if (response.status >= 500) throw new ProviderUnavailable(message, 'silent');
    if (response.status === 429) throw new ProviderUnavailable(message, 'silent'); // too many calls: later
    throw new ProviderRefused(message);
  };
}
