import { AsyncLocalStorage } from 'node:async_hooks';

interface Scope {
  /** Shared with the scopes inside. */
  readonly replica: { isAllowed: boolean };
  readonly mayLag: boolean;
}

const scope = new AsyncLocalStorage<Scope>();

/**
 * Runs work whose reads may be answered by a read replica. Writes and transactions in it use the primary, and so does
 * every read after the first of them, which may need what it wrote. The replica must have every announced change, because
 * the result may be cached until the next one.
 */
export function allowReplica<T>(work: () => T): T {
  return scope.run({ replica: { isAllowed: true }, mayLag: false }, work);
}

/**
 * The same for work whose result is not cached, such as the orders of a customer: the replica may be up to a second behind.
 * In a shop that changes all the time, it would otherwise hardly be used.
 */
export function allowLaggingReplica<T>(work: () => T): T {
  return scope.run({ replica: { isAllowed: true }, mayLag: true }, work);
}

const reading = new AsyncLocalStorage<true>();

/** Runs work that usually only reads, on connections reserved for such work. Writes are possible too. */
export function withReservedConnections<T>(work: () => T): T {
  return reading.run(true, work);
}

/** Whether the current code runs inside `withReservedConnections`. */
export function usesReservedConnections(): boolean {
  return reading.getStore() ?? false;
}

/**
 * Runs work that fills a cache of the node, which is dropped when a change is announced: a replica that may lag does not
 * answer it, and no request waits for it because another one has to wait for a connection.
 */
export function fillCache<T>(work: () => T): T {
  const current = scope.getStore();
  const upToDate = current && { ...current, mayLag: false };
  return reading.run(true, () => (upToDate ? scope.run(upToDate, work) : work()));
}

/** Reads what never changes, such as the file of a picture. The replica may still lack a new one: then the primary is asked. */
export function readImmutable<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
  return reading.run(true, async () => (await allowLaggingReplica(read)) ?? read());
}

/** Whether a replica may answer the current code, which has written nothing yet. */
export function isReplicaAllowed(): boolean {
  return scope.getStore()?.replica.isAllowed ?? false;
}

/** Whether that replica may lack announced changes. */
export function mayReplicaLag(): boolean {
  return scope.getStore()?.mayLag ?? false;
}

/** The current work has written something. */
export function forbidReplica(): void {
  const current = scope.getStore();
  if (current) current.replica.isAllowed = false;
}
