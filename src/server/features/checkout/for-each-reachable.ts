import { ProviderUnavailable } from '#server/features/payments/index.ts';
import type { Logger } from '#server/platform/log.ts';

const AT_ONCE = 4;
/** After this many failures in one run the provider is skipped until the next run. */
const MAX_FAILURES = 20;

/**
 * Processes items that each need their payment provider, a few at a time. A failed item does not stop the others; if a
 * provider does not answer, its other items wait for the next run.
 */
export async function forEachReachable<T extends { readonly provider: string | null }>(
  log: Logger,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  for (const ofOneProvider of Map.groupBy(items, ({ provider }) => provider).values()) {
    await workThrough(log, ofOneProvider, work);
  }
}

async function workThrough<T>(log: Logger, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  let failures = 0;
  let isReachable = true;
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      try {
        await work(item);
      } catch (error) {
        if (error instanceof ProviderUnavailable && error.kind !== 'silent' && ++failures < MAX_FAILURES) {
          log.warn(
            { reason: error.message },
            'The payment provider failed to process a payment; the next run tries again',
          );
        } else if (error instanceof ProviderUnavailable) {
          isReachable = false;
          log.warn(
            { reason: error.message },
            'The payment provider does not respond; the remaining payments wait for the next run',
          );
        } else {
          log.error({ err: error }, 'A payment could not be settled');
        }
      }
      if (!isReachable) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
