import type { Contract } from '#contract/endpoint.ts';
import type { SettingsCache } from '#server/features/settings/index.ts';
import type { PluginReports } from '#server/platform/concurrency/plugin-delays.ts';
import {
  type CallObserver,
  reportBlocks,
  TimeLimitError,
  withTimeLimit,
} from '#server/platform/concurrency/with-time-limit.ts';
import { asError } from '#server/platform/http/failures.ts';
import type { Handlers } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** The browser waits as long for a response. */
export const RESPONSE_LIMIT_MS = 10_000;
/** A cached read is also for those who come later, so it may take longer than a response waits for it. */
const CACHED_READ_LIMIT_MS = 60_000;

interface PluginFunction {
  readonly plugin: string;
  /** For the system page. */
  readonly name: string;
}

/**
 * Waits for a plug-in's part of a response.
 * @throws Refusal `plugin.unavailable` after the limit, which is logged; whatever the plug-in throws.
 */
export async function limitResponse<T>(
  { plugin, name }: PluginFunction,
  { log, delays }: PluginReports,
  work: () => T | Promise<T>,
  limitMs = RESPONSE_LIMIT_MS,
): Promise<T> {
  try {
    return await withTimeLimit(limitMs, work, delays.observe(plugin, name));
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw asError(error);
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
  {
    responseMs = RESPONSE_LIMIT_MS,
    readMs = CACHED_READ_LIMIT_MS,
    observer,
  }: { readonly responseMs?: number; readonly readMs?: number; readonly observer?: CallObserver } = {},
): SettingsCache['keep'] {
  return (key, read) =>
    withTimeLimit(responseMs, () => cache.keep(`${plugin} ${key}`, () => withTimeLimit(readMs, read)), observer);
}

type AnyHandler = (input: object) => Promise<never>;

/**
 * Adds a time limit to the reads of a plug-in, because all requests for a shared response wait for one read. Writes may go on after
 * the client has disconnected, and exports may take long, so neither has a limit.
 */
export function limitReads(
  plugin: string,
  contract: Contract,
  handlers: Handlers<Contract>,
  reports: PluginReports,
): Handlers<Contract> {
  const limited = Object.entries(handlers).map(([key, handler]) => {
    const handle = handler as unknown as AnyHandler;
    const isLimited = key.startsWith('GET ') && !contract[key]?.sends;
    const observer = reports.delays.observe(plugin, key);
    const guarded = isLimited
      ? (input: object) => limitResponse({ plugin, name: key }, reports, () => handle(input))
      : async (input: object) => {
          try {
            return await reportBlocks(observer, () => handle(input));
          } catch (error) {
            throw asError(error);
          }
        };
    return [key, guarded];
  });
  return Object.fromEntries(limited) as Handlers<Contract>;
}
