import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Refusal } from '#server/platform/refusal.ts';

/**
 * How long orders wait for a lock: on a busy machine, far longer than other orders hold one. Something else holds it, and
 * other buyers may be waiting for the locks that these orders hold already.
 */
export const LOCK_TIMEOUT_MS = 2_000;
/** Time for other buyers before the next attempt. */
const PAUSE_MS = 300;
/** Sixteen seconds in total, about as long as a statement may take. */
const ATTEMPTS = 7;
const RETRY_AFTER_SECONDS = 2;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Retries a transaction as long as another one has locked its customer or its stock.
 * @param work a transaction with {@link LOCK_TIMEOUT_MS}.
 * @throws Refusal `server.overloaded` when a lock is never free.
 */
export async function retryWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
      if (attempt === ATTEMPTS) throw new Refusal('server.overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      await sleep(PAUSE_MS);
    }
  }
}
