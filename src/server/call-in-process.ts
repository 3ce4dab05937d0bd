import type { Contract, DataOf, InputOf } from '#contract/endpoint.ts';
import { type CallKey, contract, type ShopContract } from '#contract/index.ts';
import type { Plugins } from './features/plugins/index.ts';
import { asRefusal, logFailure } from './platform/http/failures.ts';
import type { Answer, Handlers } from './platform/http/handler.ts';
import { validateInput } from './platform/http/requests/validation.ts';
import { collectCacheFacts } from './platform/http/response-cache/cache-facts.ts';
import type { Logger } from './platform/log.ts';
import { Refusal } from './platform/refusal.ts';

/** Calls a public endpoint without HTTP, for loaders during server rendering. */
export type InProcessCall = <K extends CallKey>(
  key: K,
  input?: InputOf<ShopContract[K]>,
) => Promise<DataOf<ShopContract[K]>>;

/**
 * Logs unexpected errors here and converts them as over HTTP, because pages show error messages to everybody.
 * @throws Refusal as over HTTP; `auth.required` for endpoints that are not public.
 */
export function inProcessCalls(
  handlers: Handlers<ShopContract>,
  plugins: Pick<Plugins, 'contract' | 'handlers'>,
  log: Logger,
): InProcessCall {
  const endpoints: Contract = { ...contract, ...plugins.contract };
  const all = { ...handlers, ...plugins.handlers };
  return async (key, input) => {
    const endpoint = endpoints[key];
    if (!endpoint) throw new Refusal('route.not_found');
    if (endpoint.access !== 'public') throw new Refusal('auth.required');
    const valid = validateInput(endpoint, { params: undefined, query: undefined, body: undefined, ...input });
    const handler = all[key] as unknown as (exchange: object) => Promise<Answer<DataOf<ShopContract[typeof key]>>>;
    const exchange = { ...valid, caller: undefined, request: { address: 'in-process', userAgent: undefined } };
    try {
      const { result } = await collectCacheFacts(() => handler(exchange));
      return result.data;
    } catch (error) {
      const refusal = asRefusal(error as Error);
      logFailure(error as Error, refusal, log);
      throw refusal;
    }
  };
}
