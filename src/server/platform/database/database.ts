import type { Socket } from 'node:net';
import { Kysely, type Transaction as KyselyTransaction, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { DIRECT, type SessionTraits, TIMEOUTS } from './connection.ts';
import { isStalePlan, pooledClient } from './prepared-statements.ts';
import type { DB } from './schema.ts';

export type Database = Kysely<DB>;
export type Transaction = KyselyTransaction<DB>;

export { PLANNED_ANEW } from './prepared-statements.ts';

/**
 * What a column is compared with to read the rows of a few keys or of many by one plan. PostgreSQL sees the length of a
 * bare array, finds each short list cheaper than the ten keys that it expects of any, and so plans it anew each time:
 * reading one cart took 3.2 ms among 100,000 customers, and takes 0.8.
 */
export function anyOf<T extends string | number | Buffer>(
  keys: readonly T[],
  type: 'integer' | 'text' | 'bytea',
): RawBuilder<T> {
  const array = sql.raw(`${type}[]`);
  // The second cast keeps the inner SELECT a value; without it, it would be a list of rows.
  return sql<T>`ANY((SELECT ${keys}::${array})::${array})`;
}

const types = new pg.TypeOverrides();
// count() and sum() of cents come as bigint; every figure of a shop fits a double exactly.
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`A figure is too large: ${text}`);
  return value;
});
// A date is a day, not a moment: it stays '2026-11-21'.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly onError: (error: Error) => unknown;
  /** After how long a silent connection is given up; longer than any statement may take. */
  readonly silenceMs?: number;
  /** Of the connections to `url`; those of PostgreSQL itself unless told otherwise. */
  readonly traits?: SessionTraits;
}

/** Opens the pool. Nothing is connected until the first query. */
export function openDatabase({ url, poolSize, onError, silenceMs = 25_000, traits = DIRECT }: DatabaseOptions): {
  db: Database;
  pool: pg.Pool;
} {
  const pool = new pg.Pool({
    Client: pooledClient(traits, TIMEOUTS),
    connectionString: url,
    max: poolSize,
    types,
    application_name: 'stoa',
    connectionTimeoutMillis: 5_000,
    // What nobody uses is closed before its silence could mean anything.
    idleTimeoutMillis: silenceMs * 0.8,
    ...(traits.keepsSettings ? TIMEOUTS : {}),
    keepAlive: true,
  });
  surviveBrokenConnections(pool, onError);
  giveUpSilentConnections(pool, silenceMs);
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/**
 * Lets the process outlive its database server: connections of the pool that break are replaced by it.
 * @param onError hears of those that break while idle. In use, the statement fails, and so does what waits for it.
 */
export function surviveBrokenConnections(pool: pg.Pool, onError: DatabaseOptions['onError']): void {
  pool.on('error', onError);
  // The pool listens to idle connections alone, and Node ends a process over an error that nobody listens to.
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/**
 * A server that vanishes without a word (its host is gone, a firewall forgets the connection) leaves statements waiting
 * until the network gives up, which takes a quarter of an hour. Whoever waits hears of it after `silenceMs`.
 */
function giveUpSilentConnections(pool: pg.Pool, silenceMs: number): void {
  pool.on('connect', (client) => {
    const { stream } = (client as pg.PoolClient & { connection: { stream: Socket } }).connection;
    stream.setTimeout(silenceMs, () => stream.destroy(new Error('Connection terminated: the database is silent')));
  });
}

/**
 * Errors after which the same work, done again, may succeed or find the words for why not: deadlock, serialization
 * failure, and a row to refer to that was there when it was read and is deleted by the time it is referred to.
 */
const RETRIABLE = new Set(['40P01', '40001', '23503']);
const MAX_ATTEMPTS = 3;

function isRetriable(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof pg.DatabaseError && RETRIABLE.has(error.code ?? ''));
}

/** Runs `work`, one statement or one transaction, again when another writer came between: it must do nothing but SQL. */
export async function withoutInterference<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetriable(error)) throw error;
    }
  }
}

/**
 * Runs `work` in one transaction and commits; rolls back when it throws. After a deadlock, or when a migration has made a
 * prepared statement stale, the whole transaction is run again: so `work` must do nothing but SQL.
 */
export function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withoutInterference(() => db.transaction().execute(work));
}
