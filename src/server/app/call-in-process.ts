import type { Contract, DataOf, InputOf } from '#contract/endpoint.ts';
import { type CallKey, contract, type ShopContract } from '#contract/index.ts';
import type { Plugins } from '../features/plugins/index.ts';
import type { PluginReports } from '../platform/concurrency/plugin-delays.ts';
import { pausingTimeLimit, TimeLimitError, WorkPaused } from '../platform/concurrency/with-time-limit.ts';
import { asRefusal, logFailure } from '../platform/http/failures.ts';
import type { HandlerResponse, Handlers } from '../platform/http/handler.ts';
import { validateInput } from '../platform/http/requests/validation.ts';
import { collectCacheFacts } from '../platform/http/response-cache/cache-facts.ts';
import { Refusal } from '../platform/refusal.ts';

/** Calls a public endpoint without HTTP, for loaders during server rendering. */
export type InProcessCall = <K extends CallKey>(
  key: K,
  input?: InputOf<ShopContract[K]>,
) => Promise<DataOf<ShopContract[K]>>;

/** Few pages are rendered at the same time, so a page that waits for a plug-in delays others. */
const PLUGIN_LIMIT_MS = 3_000;

/**
 * Logs unexpected errors here and converts them as over HTTP, because pages show error messages to everybody.
 * @throws Refusal as over HTTP; `auth.required` for endpoints that are not public; `plugin.unavailable`.
 */
export function inProcessCalls(
  handlers: Handlers<ShopContract>,
  plugins: Pick<Plugins, 'all' | 'contract' | 'handlers'>,
  { log, delays }: PluginReports,
  { limitMs = PLUGIN_LIMIT_MS } = {},
): InProcessCall {
  const endpoints: Contract = { ...contract, ...plugins.contract };
  const limits = new Map(
    plugins.all.flatMap(({ name, contract: own = {} }) =>
      Object.keys(own).map((key) => {
        // The handler reports its blocks itself, also for requests.
        const observer = { ...delays.observe(name, key), blocked: () => undefined };
        return [key, pausingTimeLimit({ limitMs, observer })] as const;
      }),
    ),
  );
  const all = { ...handlers, ...plugins.handlers };
  return async (key, input) => {
    const endpoint = endpoints[key];
    if (!endpoint) throw new Refusal('route.not_found');
    if (endpoint.access !== 'public') throw new Refusal('auth.required');
    const valid = validateInput(endpoint, { params: undefined, query: undefined, body: undefined, ...input });
    const handler = all[key] as unknown as (
      exchange: object,
    ) => Promise<HandlerResponse<DataOf<ShopContract[typeof key]>>>;
    const exchange = { ...valid, caller: undefined, request: { address: 'in-process', userAgent: undefined } };
    try {
      const handle = () => handler(exchange);
      const inTime = limits.get(key);
      const { result } = await collectCacheFacts(inTime ? () => inTime(handle) : handle);
      return result.data;
    } catch (error) {
      if (error instanceof WorkPaused) throw new Refusal('plugin.unavailable');
      if (error instanceof TimeLimitError) {
        log.error({ err: error, endpoint: key }, 'A plug-in did not respond to a page in time');
        throw new Refusal('plugin.unavailable');
      }
      const refusal = asRefusal(error as Error);
      logFailure(error as Error, refusal, log);
      throw refusal;
    }
  };
}
