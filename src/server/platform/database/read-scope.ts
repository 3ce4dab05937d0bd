import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<{ isAllowed: boolean }>();

/**
 * Runs work whose reads may be answered by a read replica. Writes and transactions in it use the primary, and so does
 * every read after the first of them, which may need what it wrote.
 */
export function allowReplica<T>(work: () => T): T {
  return scope.run({ isAllowed: true }, work);
}

const reading = new AsyncLocalStorage<true>();

/** Runs work that usually only reads, on connections reserved for such work. Writes are possible too. */
export function useReservedConnections<T>(work: () => T): T {
  return reading.run(true, work);
}

/** Whether the current code runs inside `useReservedConnections`. */
export function usesReservedConnections(): boolean {
  return reading.getStore() ?? false;
}

/** Whether the current code runs inside `allowReplica` and has written nothing yet. */
export function isReplicaAllowed(): boolean {
  return scope.getStore()?.isAllowed ?? false;
}

/** The current work has written something. */
export function forbidReplica(): void {
  const current = scope.getStore();
  if (current) current.isAllowed = false;
}
