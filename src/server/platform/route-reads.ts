import { LRUCache } from 'lru-cache';
import type { Contract } from '#contract/endpoint.ts';
import { createBatchedReader } from './concurrency/batched-reader.ts';
import type { Database } from './database/database.ts';
import type { ReadReplica } from './database/read-replica.ts';
import { allowLaggingReplica, allowReplica, withReservedConnections } from './database/read-scope.ts';
import type { Caller, HandlerResponse } from './http/handler.ts';
import { setWrittenLsn, setWrittenLsnOfUsers } from './sessions/sessions.store.ts';

type AnyHandler = (input: { readonly caller?: Caller | undefined }) => Promise<HandlerResponse<unknown>>;

/** Routes the reads of endpoints. Returns handlers of the same endpoints. */
export type RouteReads = <H extends object>(endpoints: Contract, handlers: H) => H;

const isRead = (key: string): boolean => key.startsWith('GET ');

/** GET endpoints never wait for connections that orders and other writes use. */
const reserved =
  (handler: AnyHandler): AnyHandler =>
  (input) =>
    withReservedConnections(() => handler(input));

/** Without a replica. */
export const readPrimary: RouteReads = (_, handlers) => {
  const routed = Object.entries(handlers).map(([key, handler]: [string, AnyHandler]) => [
    key,
    isRead(key) ? reserved(handler) : handler,
  ]);
  return Object.fromEntries(routed) as typeof handlers;
};

/** Users whose last write is remembered; of others, the position in their session counts. */
const MAX_REMEMBERED_USERS = 10_000;

/**
 * Lets the replica answer GET endpoints, except those marked `current`. Users see their own writes: a node remembers when
 * a user wrote last, and the session how far the primary's log had been written by then, for the other nodes.
 */
export function routeReads(replica: ReadReplica, db: Database): RouteReads {
  const lastWrites = new LRUCache<number, number>({ max: MAX_REMEMBERED_USERS });
  // Concurrent writes of different sessions share a statement.
  const positions = createBatchedReader(
    (ids: number[]) => setWrittenLsn(db, ids),
    ({ id }) => id,
  );
  const positionsOfUsers = createBatchedReader(
    (ids: number[]) => setWrittenLsnOfUsers(db, ids),
    ({ user_id }) => user_id,
  );

  const showsWritesOf = (caller: Caller | undefined): boolean =>
    replica.isCurrent(lastWrites.get(caller?.userId ?? 0) ?? 0) &&
    (caller?.writtenLsn == null || replica.hasReplayed(caller.writtenLsn));

  const read =
    (handler: AnyHandler): AnyHandler =>
    (input) => {
      if (!showsWritesOf(input.caller)) return handler(input);
      // Responses for everybody are cached.
      const allow = input.caller ? allowLaggingReplica : allowReplica;
      return allow(() => handler(input));
    };

  const write =
    (handler: AnyHandler): AnyHandler =>
    async (input) => {
      const { caller } = input;
      let concerns = caller?.userId;
      try {
        const response = await handler(input);
        concerns ??= response.concerns;
        return response;
      } finally {
        if (concerns !== undefined) lastWrites.set(concerns, performance.now());
        // The session may have ended with this write, and a lost position only makes a read on another node stale.
        if (caller) await positions.read([caller.sessionId]).catch(() => undefined);
        // A login or a registration opens its session with this write.
        else if (concerns !== undefined) await positionsOfUsers.read([concerns]).catch(() => undefined);
      }
    };

  return (endpoints, handlers) => {
    const routed = Object.entries(handlers).map(([key, handler]: [string, AnyHandler]) => {
      if (!isRead(key)) return [key, write(handler)];
      return [key, reserved(endpoints[key]?.current ? handler : read(handler))];
    });
    return Object.fromEntries(routed) as typeof handlers;
  };
}
