import { ProviderUnavailable } from '#server/features/payments/index.ts';
import type { Logger } from '#server/platform/log.ts';

const AT_ONCE = 4;

/**
 * Works through items that each need the payment provider, a few at a time. One that fails does not stop the others; a
 * provider that does not answer ends the run, and the next one goes on.
 */
export async function forEachReachable<T>(
  log: Logger,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let isReachable = true;
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      try {
        await work(item);
      } catch (error) {
        if (error instanceof ProviderUnavailable) {
          isReachable = false;
          log.warn({ reason: error.message }, 'The payment provider does not answer; the rest waits for the next run');
        } else {
          log.error({ err: error }, 'A payment could not be settled');
        }
      }
      if (!isReachable) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
