import type { Contract } from '#contract/endpoint.ts';
import type { Handlers } from '#server/platform/http/handler.ts';
import type { Logger } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { TimeLimitError, withTimeLimit } from '#server/platform/with-time-limit.ts';
import type { SettingsCache } from '../settings/index.ts';

/** As long as the browser waits. */
export const RESPONSE_LIMIT_MS = 10_000;
/** A cached read is also for those who come later, so it may take longer than a response waits for it. */
const CACHED_READ_LIMIT_MS = 60_000;

/**
 * Waits for a plug-in's part of a response.
 * @throws Refusal `plugin.unavailable` after the limit, which is logged; whatever the plug-in throws.
 */
export async function limitResponse<T>(
  plugin: string,
  log: Pick<Logger, 'error'>,
  work: () => T | Promise<T>,
  limitMs = RESPONSE_LIMIT_MS,
): Promise<T> {
  try {
    return await withTimeLimit(limitMs, work);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    log.error({ err: error, plugin }, 'A plug-in did not respond in time');
    throw new Refusal('plugin.unavailable');
  }
}

/**
 * Reads of a plug-in that its requests share. One that is too slow for a response still fills the cache; one that does not end is
 * begun again after a minute.
 * @throws TimeLimitError when the response has waited too long
 */
export function limitCachedReads(
  plugin: string,
  cache: Pick<SettingsCache, 'keep'>,
  { responseMs = RESPONSE_LIMIT_MS, readMs = CACHED_READ_LIMIT_MS } = {},
): SettingsCache['keep'] {
  return (key, read) =>
    withTimeLimit(responseMs, () => cache.keep(`${plugin} ${key}`, () => withTimeLimit(readMs, read)));
}

type AnyHandler = (exchange: object) => Promise<never>;

/**
 * The handlers of a plug-in, of which reads end in time: all requests for a shared response wait for one of them. A write may go on
 * after its client has left, and exports may take long.
 */
export function limitReads(
  plugin: string,
  contract: Contract,
  handlers: Handlers<Contract>,
  log: Pick<Logger, 'error'>,
): Handlers<Contract> {
  const limited = Object.entries(handlers).map(([key, handler]) => {
    if (!key.startsWith('GET ') || contract[key]?.sends) return [key, handler];
    const handle = handler as unknown as AnyHandler;
    return [key, (exchange: object) => limitResponse(plugin, log, () => handle(exchange))];
  });
  return Object.fromEntries(limited) as Handlers<Contract>;
}
