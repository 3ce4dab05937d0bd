import type { PluginReports } from '#server/platform/concurrency/plugin-delays.ts';
import {
  pausingTimeLimit,
  TimeLimitError,
  WorkPaused,
  withTimeLimit,
} from '#server/platform/concurrency/with-time-limit.ts';
import { wrapMethods } from '#server/platform/wrap-methods.ts';
import { checkPluginProvider } from './check-plugin-provider.ts';
import { InvalidSignature, type PaymentProvider, ProviderRefused, ProviderUnavailable } from './payment-provider.ts';
import type { ProviderRegistration } from './provider-registration.ts';
import { checkProviderResponse } from './provider-responses.ts';

/** Connecting only reads settings in memory. A provider that takes longer would delay every page. */
const CONNECT_LIMIT_MS = 3_000;
/** The browser waits as long for a response. Providers should time out earlier, because some requests make two calls. */
const CALL_LIMIT_MS = 10_000;

/** The errors that the port defines. */
const EXPECTED = [ProviderUnavailable, ProviderRefused, InvalidSignature];

export interface ProviderLimits {
  readonly connectMs?: number;
  readonly callMs?: number;
}

/**
 * Isolates a plug-in's provider from the others: if it fails to connect, or a call fails, times out or returns an invalid response,
 * it counts as a provider that does not respond.
 * @returns a registration whose functions throw only ProviderUnavailable, which is logged.
 */
export function guardPluginProvider(
  registration: ProviderRegistration,
  plugin: string,
  { log, delays }: PluginReports,
  { connectMs = CONNECT_LIMIT_MS, callMs = CALL_LIMIT_MS }: ProviderLimits = {},
): Required<ProviderRegistration> {
  const { name, accountSettings = [] } = registration;
  // Two limits: payments that are open need no `isEnabled`, and go on while it hangs.
  const limitEnabled = pausingTimeLimit({
    limitMs: connectMs,
    observer: delays.observe(plugin, `isEnabled of ${name}`),
  });
  const limitConnect = pausingTimeLimit({ limitMs: connectMs, observer: delays.observe(plugin, `connect of ${name}`) });

  async function orUnavailable<T>(inTime: typeof limitConnect, work: () => Promise<T>): Promise<T> {
    try {
      return await inTime(work);
    } catch (error) {
      if (!(error instanceof WorkPaused)) {
        log.error({ err: error, plugin, provider: name }, 'A payment provider of a plug-in failed');
      }
      throw new ProviderUnavailable(`The plug-in ${plugin} did not connect ${name}`, 'silent');
    }
  }

  const limitCall = async (method: string, call: () => Promise<unknown>) => {
    try {
      const response = await withTimeLimit(callMs, call, delays.observe(plugin, `${method} of ${name}`));
      return checkProviderResponse(method, response);
    } catch (error) {
      if (EXPECTED.some((kind) => error instanceof kind)) throw error;
      if (error instanceof TimeLimitError) {
        throw new ProviderUnavailable(`${method} of ${name} did not end within ${callMs} ms`, 'silent');
      }
      // The provider may have completed the call. A repeated call with the same key finds out.
      log.error({ err: error, plugin, provider: name, method }, 'A payment provider of a plug-in failed');
      throw new ProviderUnavailable(`${method} of ${name} failed`, 'broken');
    }
  };

  const connect = async (): Promise<PaymentProvider | undefined> => {
    const provider = await registration.connect();
    if (provider) checkPluginProvider(name, provider);
    return provider?.kind === 'online' ? wrapMethods(provider, limitCall) : provider;
  };

  return {
    name,
    accountSettings,
    isEnabled: (isFresh) => orUnavailable(limitEnabled, () => registration.isEnabled(isFresh)),
    connect: () => orUnavailable(limitConnect, connect),
  };
}
