import type { Socket } from 'node:net';
import {
  type Dialect,
  type Driver,
  Kysely,
  type Transaction as KyselyTransaction,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import pg from 'pg';
import type { ObserveStatement } from '../telemetry/slow-statements.ts';
import { DIRECT, type SessionTraits, TIMEOUTS } from './connection.ts';
import { watchOutages } from './outage.ts';
import { pooledClient } from './prepared-statements.ts';
import { usesReservedConnections } from './read-scope.ts';
import { type ReplicaRoute, RoutedDriver } from './replica-driver.ts';
import { RetryingDriver, retryAfterOutage } from './retrying-driver.ts';
import type { DB } from './schema.ts';
import { isStalePlan } from './statement-names.ts';
import { reportSecondConnection, runInScope } from './transaction-scope.ts';

export type Database = Kysely<DB>;
export type Transaction = KyselyTransaction<DB>;
/** Runs statements: the pool, or a transaction. */
export type Handle = Database | Transaction;

export { statementTimeout } from './prepared-statements.ts';
export { FORCE_CUSTOM_PLAN } from './statement-names.ts';

/**
 * Compares a column with a list of keys so that one plan serves few keys and many. PostgreSQL sees the length of a
 * plain array, estimates each short list as cheaper than its generic guess of ten keys, and plans it again each time:
 * reading one cart took 3.2 ms among 100,000 customers, and takes 0.8 this way.
 */
export function anyOf<T extends string | number | Buffer>(
  keys: readonly T[],
  type: 'integer' | 'text' | 'bytea',
): RawBuilder<T> {
  const array = sql.raw(`${type}[]`);
  // The second cast keeps the inner SELECT a scalar; without it, it would be a list of rows.
  return sql<T>`ANY((SELECT ${keys}::${array})::${array})`;
}

const types = new pg.TypeOverrides();
// count() and sum() of cents return bigint; every figure of a shop fits a double exactly.
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`A figure is too large: ${text}`);
  return value;
});
// A date is a day, not a timestamp: keep '2026-11-21'.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly onError: (error: Error) => unknown;
  /** When a silent connection is abandoned; longer than any statement may take. */
  readonly socketTimeoutMs?: number;
  /** Of connections to `url`; the default is PostgreSQL's own. */
  readonly traits?: SessionTraits;
  /** Called for every statement. */
  readonly onStatement?: ObserveStatement | undefined;
  /** How long a request waits for a connection. */
  readonly connectTimeoutMs?: number;
  /** Checks a new connection before its first use. If it throws, the connection is closed, and the statement fails. */
  readonly onNewConnection?: (client: pg.ClientBase) => Promise<void>;
}

/** A pool with the shop's types, timeouts and prepared statements. Connects with the first query. */
export function openPool({
  url,
  poolSize,
  onError,
  socketTimeoutMs = 25_000,
  traits = DIRECT,
  connectTimeoutMs = 5_000,
  onStatement,
  onNewConnection,
}: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    Client: pooledClient(traits, TIMEOUTS, onStatement),
    connectionString: url,
    // For `executeAndCommit`: the client sends a statement without waiting for the result of the previous one.
    pipeline: true,
    max: poolSize,
    types,
    application_name: 'stoa',
    connectionTimeoutMillis: connectTimeoutMs,
    // Close idle connections before their silence could mean anything.
    idleTimeoutMillis: socketTimeoutMs * 0.8,
    ...(traits.keepsSettings ? TIMEOUTS : {}),
    keepAlive: true,
    // Not `verify`: the pool would lose a connection whose check ends after its statement has given up waiting.
    ...(onNewConnection && { onConnect: onNewConnection }),
  });
  surviveBrokenConnections(pool, onError);
  closeUnresponsiveConnections(pool, socketTimeoutMs);
  return pool;
}

/** Connections of a node to the primary. */
export interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  /** Requests and jobs that wait for one. */
  readonly waiting: number;
}

const dialectOf = (createDriver: () => Driver): Dialect => ({
  createDriver,
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});

/**
 * Opens the database of the shop, with `poolSize` connections in total.
 * @param options.reservedSize how many of them only `withReservedConnections` can use. Default: none.
 * @param options.outageWaitMs how long work waits in an outage: see `outage.ts`. Default: not at all.
 * @param replica answers reads inside `allowReplica`.
 */
export function openDatabase(
  {
    reservedSize = 0,
    outageWaitMs: waitMs = 0,
    ...options
  }: DatabaseOptions & { readonly reservedSize?: number; readonly outageWaitMs?: number },
  replica?: { readonly pool: pg.Pool; readonly route: ReplicaRoute },
): {
  db: Database;
  pool: pg.Pool;
  countConnections(): ConnectionCounts;
  /** From now on, work that fails in an outage does not wait. */
  stopWaiting(): void;
} {
  const pool = openPool({ ...options, poolSize: options.poolSize - reservedSize });
  const reserved = reservedSize > 0 ? openPool({ ...options, poolSize: reservedSize }) : undefined;
  /** Reads also use idle connections of the others. */
  const poolFor = (isReading: boolean): pg.Pool => {
    if (!isReading || !reserved) return pool;
    const isExhausted = reserved.idleCount === 0 && reserved.totalCount >= reservedSize;
    return isExhausted && pool.idleCount > pool.waitingCount ? pool : reserved;
  };
  const observedPool = {
    connect() {
      reportSecondConnection();
      return poolFor(usesReservedConnections()).connect();
    },
    end: async () => void (await Promise.all([pool.end(), reserved?.end()])),
    options: pool.options,
  };
  const outage = watchOutages({ url: options.url, waitMs });
  const openPrimary = () => new RetryingDriver(new PostgresDriver({ pool: observedPool }), outage);
  const openDriver = replica
    ? () => new RoutedDriver(openPrimary(), new PostgresDriver({ pool: replica.pool }), replica.route)
    : openPrimary;
  const pools = reserved ? [pool, reserved] : [pool];
  const sum = (count: (one: pg.Pool) => number) => pools.reduce((total, one) => total + count(one), 0);
  return {
    db: new Kysely<DB>({ dialect: dialectOf(openDriver) }),
    pool,
    countConnections: () => ({
      used: sum(({ totalCount, idleCount }) => totalCount - idleCount),
      idle: sum(({ idleCount }) => idleCount),
      // An idle connection is given out in the next tick.
      waiting: sum(({ waitingCount, idleCount }) => Math.max(0, waitingCount - idleCount)),
    }),
    stopWaiting: outage.close,
  };
}

/**
 * Keeps the process alive when its database server goes away: the pool replaces broken connections.
 * @param onError called for connections that break while idle. If one breaks in use, its statement fails, and so does
 * the request.
 */
export function surviveBrokenConnections(pool: pg.Pool, onError: DatabaseOptions['onError']): void {
  pool.on('error', onError);
  // The pool listens only to idle connections, and Node exits on an unhandled error event.
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/**
 * If a server vanishes silently (its host is down, a firewall drops the connection), statements wait until the network
 * gives up, which takes a quarter of an hour. This fails them after `socketTimeoutMs`.
 */
function closeUnresponsiveConnections(pool: pg.Pool, socketTimeoutMs: number): void {
  pool.on('connect', (client) => {
    const { stream } = (client as pg.PoolClient & { connection: { stream: Socket } }).connection;
    stream.setTimeout(socketTimeoutMs, () =>
      stream.destroy(new Error('Connection terminated: the database does not answer')),
    );
  });
}

/**
 * Errors after which a retry may succeed or produce a proper refusal: deadlock, serialization failure, and a referenced
 * row that was deleted between reading and writing.
 */
const RETRIABLE = new Set(['40P01', '40001', '23503']);
const MAX_ATTEMPTS = 3;

function isRetriable(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof pg.DatabaseError && RETRIABLE.has(error.code ?? ''));
}

/** Retries `work`, one statement or transaction, after a conflict with another writer: it must contain only SQL. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetriable(error)) throw error;
    }
  }
}

/**
 * Runs `work` in a transaction; rolls back when it throws. After a deadlock, when a migration has made a prepared
 * statement stale, or when the connection was lost before the commit, the whole transaction is retried, so `work` must
 * contain only SQL. All of it uses `tx`: see
 * `transaction-scope.ts`.
 */
export function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const transaction = () => db.transaction().execute((tx) => runInScope(() => work(tx)));
  return retryOnConflict(() => retryAfterOutage(transaction));
}
