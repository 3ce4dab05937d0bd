import type { DataOf, Endpoint, InputOf } from '#contract/endpoint.ts';
import { type CallKey, contract, type ShopContract } from '#contract/index.ts';
import { asRefusal, logFailure } from './platform/http/failures.ts';
import type { Answer, Handlers } from './platform/http/handler.ts';
import { validateInput } from './platform/http/validation.ts';
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
export function inProcessCalls(handlers: Handlers<ShopContract>, log: Logger): InProcessCall {
  return async (key, input) => {
    const endpoint: Endpoint = contract[key];
    if (endpoint.access !== 'public') throw new Refusal('auth.required');
    const valid = validateInput(endpoint, { params: undefined, query: undefined, body: undefined, ...input });
    const handler = handlers[key] as unknown as (exchange: object) => Promise<Answer<DataOf<ShopContract[typeof key]>>>;
    const exchange = { ...valid, caller: undefined, request: { address: 'in-process', userAgent: undefined } };
    try {
      return (await handler(exchange)).data;
    } catch (error) {
      const refusal = asRefusal(error as Error);
      logFailure(error as Error, refusal, log);
      throw refusal;
    }
  };
}
