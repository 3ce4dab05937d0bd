import { AsyncLocalStorage } from 'node:async_hooks';

interface Scope {
  /** Shared with the scopes inside. */
  readonly replica: { isAllowed: boolean };
  readonly mayLag: boolean;
  /** The primary has answered a read, and the replica may lack what it contains. */
  hasReadPrimary: boolean;
}

const scope = new AsyncLocalStorage<Scope | undefined>();

/**
 * Runs work whose reads may be answered by a read replica. Writes and transactions in it use the primary, and so does
 * every read after the first of them, which may need what it wrote. So does every read after one that the primary has answered.
 * The replica must have every announced change, because the result may be cached until the next one.
 */
export function allowReplica<T>(work: () => T): T {
  return scope.run({ replica: { isAllowed: true }, mayLag: false, hasReadPrimary: false }, work);
}

/**
 * The same for work whose result is not cached, such as the orders of a customer: the replica may be up to a second behind.
 * In a shop that changes all the time, it would otherwise hardly be used.
 */
export function allowLaggingReplica<T>(work: () => T): T {
  return scope.run({ replica: { isAllowed: true }, mayLag: true, hasReadPrimary: false }, work);
}

/**
 * Runs work that requests share, such as loading what the node keeps: a replica that may answer the request that starts it can
 * be too old for the others.
 */
export function withoutReplica<T>(work: () => T): T {
  return scope.run(undefined, work);
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
 * answer it, and no request waits for it because another one has to wait for a connection. Whether the primary answers it does
 * not matter to the reads around it: another request may have filled the cache.
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

/** Whether a replica may answer the current code, which has neither written nor read anything on the primary yet. */
export function isReplicaAllowed(): boolean {
  const current = scope.getStore();
  return current?.hasReadPrimary === false && current.replica.isAllowed;
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

/** The primary has answered a read: the replica may lack a row that it contains, so that the next read would miss it. */
export function stayOnPrimary(): void {
  const current = scope.getStore();
  if (current) current.hasReadPrimary = true;
}
