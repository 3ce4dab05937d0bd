import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Network errors of an unreachable database, and SQLSTATE classes and codes that mean the same or that connections are
 * not allowed. 25006: a write on a server that has just become a standby.
 */
const UNAVAILABLE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** Messages of `pg` errors without a code. A rollback on a broken connection is `not queryable`. */
const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|connection timeout|connection error and is not queryable/i;
const UNAVAILABLE_STATES = /^(08|28|57P|53|3D000|55000|25006)/;

export function isDatabaseUnavailable(error: Error & { readonly code?: string }): boolean {
  if (error.code !== undefined && (UNAVAILABLE_CODES.has(error.code) || UNAVAILABLE_STATES.test(error.code)))
    return true;
  return UNAVAILABLE_MESSAGES.test(error.message);
}

/** Pause before the retry: by then the pool has closed its other broken connections. */
const RECONNECT_MS = 100;

/** Retries `work` once if its connection broke. Only for work that is safe to repeat. */
export async function retryOnBrokenConnection<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseUnavailable(error as Error)) throw error;
    await sleep(RECONNECT_MS);
    return work();
  }
}

const LINE_EVERY_MS = 10_000;
let lastLineAt = Number.NEGATIVE_INFINITY;

/** While the database is unavailable, every request and job would log it: limit this to one line per ten seconds. */
export function logDatabaseUnavailable(log: Pick<FastifyBaseLogger, 'error'>, error: Error): void {
  const at = performance.now();
  if (at - lastLineAt < LINE_EVERY_MS) return;
  lastLineAt = at;
  log.error({ reason: error.message }, 'The database cannot be reached');
}
