import type { Logger } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { ProviderRefused, ProviderUnavailable } from './payment-provider.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Converts a provider failure into a refusal. The request can be repeated.
 * @param level of the log entry
 */
export async function orProviderFailed<T>(
  log: Logger,
  work: () => Promise<T>,
  level: 'debug' | 'error' = 'error',
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) && !(error instanceof ProviderRefused)) throw error;
    log[level]({ reason: error.message }, 'The payment provider failed');
    throw new Refusal('payment.provider_failed', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
