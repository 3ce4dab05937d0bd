import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Refusal } from '#server/platform/refusal.ts';

/**
 * How long orders wait for a lock: on a busy machine, far longer than other orders hold one. Something else holds it, and
 * other buyers may be waiting for the locks that these orders hold already.
 */
export const LOCK_TIMEOUT_MS = 2_000;
/** Minimum for an order that begins after its deadline: enough to wait for the locks of other orders. */
const SHORTEST_LOCK_TIMEOUT_MS = 250;
/** Time for other buyers before the next attempt. */
const PAUSE_MS = 300;
const RETRY_AFTER_SECONDS = 2;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Retries a transaction while another one has locked its customer or its stock. No attempt begins after the deadline, and the
 * last one ends at most {@link LOCK_TIMEOUT_MS} after it.
 * @param work a transaction that waits this long for a lock.
 * @param deadline by `performance.now()`.
 * @throws Refusal `server.overloaded` when a lock is not free in time.
 */
export async function retryWhileLocked<T>(work: (lockTimeoutMs: number) => Promise<T>, deadline: number): Promise<T> {
  for (;;) {
    const leftMs = Math.round(deadline + LOCK_TIMEOUT_MS - performance.now());
    try {
      return await work(Math.min(LOCK_TIMEOUT_MS, Math.max(SHORTEST_LOCK_TIMEOUT_MS, leftMs)));
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
      if (performance.now() + PAUSE_MS >= deadline) {
        throw new Refusal('server.overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      await sleep(PAUSE_MS);
    }
  }
}
