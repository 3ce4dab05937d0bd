import { AsyncLocalStorage } from 'node:async_hooks';
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Logger } from '../log.ts';

/** Set while code runs inside `inTransaction`. */
const scope = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Receives an `Error` for each second connection, with the place that asked for it. Tests fail for it. */
export const SECOND_CONNECTION = channel('stoa.second-connection');

/** Runs the work of a transaction so that `reportSecondConnection` recognises what it calls. */
export async function runInScope<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  try {
    return await scope.run(transaction, work);
  } finally {
    transaction.isOpen = false;
  }
}

/**
 * Reports code that reads from the pool while it holds a transaction. When as many transactions as the pool has
 * connections do so, each waits for a connection that none of them gives back. Call this wherever a connection is taken,
 * and in caches before they answer, because a cached value hides that an empty cache needs a connection.
 */
export function reportSecondConnection(): void {
  if (!scope.getStore()?.isOpen || !SECOND_CONNECTION.hasSubscribers) return;
  const { stackTraceLimit } = Error;
  // Enough to reach the shop's own code: the nearest callers are Kysely and drivers.
  Error.stackTraceLimit = 30;
  const report = new Error(
    'A transaction asked for a second connection: pass `tx`, or read before the transaction begins',
  );
  Error.stackTraceLimit = stackTraceLimit;
  SECOND_CONNECTION.publish(report);
}

/** Logs each place once. @returns a function that ends it */
export function logSecondConnections(log: Pick<Logger, 'warn'>): () => void {
  const known = new Set<string | undefined>();
  const report = (message: unknown): void => {
    const error = message as Error;
    if (known.has(error.stack)) return;
    known.add(error.stack);
    log.warn({ err: error }, 'A transaction asked for a second connection');
  };
  subscribe(SECOND_CONNECTION.name, report);
  return () => void unsubscribe(SECOND_CONNECTION.name, report);
}
