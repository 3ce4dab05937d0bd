import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { openWire } from '#test/servers/wire.ts';
import { inTransaction, openDatabase, openPool, type Transaction } from './database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

let database: TestDatabase;
/** Ends connections of `database`. */
let operator: pg.Client;
beforeAll(async () => {
  database = await openTestDatabase();
  operator = new pg.Client({ connectionString: database.url });
  await operator.connect();
});
afterAll(async () => {
  await operator.end();
  await database.close();
});

const backendOf = async (tx: Transaction): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
  return rows[0]?.pid ?? 0;
};

/** What happens to all connections when the database server is ended. */
async function endBackend(pid: number): Promise<void> {
  const { rows } = await operator.query('SELECT pg_terminate_backend($1, 5000) AS "isEnded"', [pid]);
  expect(rows).toEqual([{ isEnded: true }]);
}

/** An error that nobody listens to would end the process, here the test run. */
test('a broken connection fails its transaction, not the process', async () => {
  const between = inTransaction(database.db, async (tx) => {
    await endBackend(await backendOf(tx));
    await sql`SELECT 1`.execute(tx);
  });
  await expect(between).rejects.toThrow();

  const during = inTransaction(database.db, async (tx) => {
    const pid = await backendOf(tx);
    await Promise.all([sql`SELECT pg_sleep(20)`.execute(tx), endBackend(pid)]);
  });
  await expect(during).rejects.toThrow();

  expect((await sql`SELECT 1 AS one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
});

test('a silent database connection is abandoned, and replaced once it answers', async () => {
  const wire = await openWire(database.url);
  const { db } = openDatabase({ url: wire.url, poolSize: 1, onError: () => undefined, socketTimeoutMs: 2_000 });
  await sql`SELECT 1`.execute(db);
  wire.cut();
  await expect(sql`SELECT 1`.execute(db)).rejects.toThrow('Connection terminated');
  wire.mend();
  expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await db.destroy();
  wire.close();
});

test('a statement on a connection that broke before it means that the database is unavailable', async () => {
  const failures: Error[] = [];
  const work = inTransaction(database.db, async (tx) => {
    await endBackend(await backendOf(tx));
    for (let statement = 0; statement < 3; statement += 1) {
      await sql`SELECT 1`.execute(tx).catch((error: Error) => failures.push(error));
    }
  });
  await work.catch((error: Error) => failures.push(error));
  expect(failures.map(({ message }) => message)).toContain(
    'Client has encountered a connection error and is not queryable',
  );
  expect(failures.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
});

test('a write on a server that has become a standby means that the database is unavailable', async () => {
  const demoted = await openTestDatabase();
  const name = new URL(demoted.url).pathname.slice(1);
  await operator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const failure = await demoted.db
    .deleteFrom('session')
    .execute()
    .catch((error: Error) => error);
  await demoted.close();
  expect(failure).toMatchObject({ message: 'cannot execute DELETE in a read-only transaction' });
  expect(isDatabaseUnavailable(failure as Error)).toBe(true);
});

test('a connection that is checked for longer than its statement waits is used by the next one', async () => {
  const check = Promise.withResolvers<void>();
  let opened = 0;
  const pool = openPool({
    url: database.url,
    poolSize: 1,
    connectTimeoutMs: 1_000,
    onError: () => undefined,
    onNewConnection: async () => {
      opened += 1;
      if (opened === 2) await check.promise;
    },
  });
  const first = await pool.connect();
  const waiting = pool.connect();
  const gaveUp = expect(waiting).rejects.toThrow('timeout exceeded');
  first.release(new Error('broken'));
  await gaveUp;
  expect(opened).toBe(2);
  check.resolve();
  const next = await pool.connect();
  next.release();
  expect([opened, pool.totalCount]).toEqual([2, 1]);
  await pool.end();
});

test('a connection that fails its check is closed, and makes room for the next one', async () => {
  let opened = 0;
  const pool = openPool({
    url: database.url,
    poolSize: 1,
    onError: () => undefined,
    async onNewConnection(client) {
      opened += 1;
      await client.query('SELECT 1');
      if (opened === 1) throw new Error('Another server');
    },
  });
  await expect(pool.connect()).rejects.toThrow('Another server');
  const { rows } = await pool.query('SELECT 2 AS two');
  expect([rows, opened, pool.totalCount]).toEqual([[{ two: 2 }], 2, 1]);
  await pool.end();
});
