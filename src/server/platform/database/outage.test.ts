import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { type LossyWire, openLossyWire } from '#test/servers/lossy-wire.ts';
import { openWire } from '#test/servers/wire.ts';
import { type Database, inTransaction, openDatabase, type Transaction } from './database.ts';
import { executeAndCommit } from './execute-together.ts';

let database: TestDatabase;
let wire: LossyWire;
beforeAll(async () => {
  database = await openTestDatabase();
  await sql`CREATE TABLE done (work text)`.execute(database.db);
  wire = await openLossyWire(database.url);
});
beforeEach(() => wire.mend());
afterAll(async () => {
  wire.close();
  await database.close();
});

/** A node that waits in outages, and whose connections go through `wire`. */
function openNode(outageWaitMs: number, options: { poolSize?: number; connectTimeoutMs?: number } = {}): Database {
  const { db } = openDatabase({ url: wire.url, poolSize: 2, onError: () => undefined, outageWaitMs, ...options });
  onTestFinished(() => db.destroy());
  return db;
}

const record = (db: Database | Transaction, work: string) => sql`INSERT INTO done VALUES (${work})`.execute(db);

async function countDone(work: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM done WHERE work = ${work}`.execute(database.db);
  return rows[0]?.count ?? 0;
}

/** All connections break at the response to a statement that contains `text`, and new ones are refused until `mend`. */
const goDownAt = (text: string) => wire.loseCommit('outage', { sent: text, answered: 'SELECT 1\0' });

test('reads and transactions wait until the database can be reached again', async () => {
  const node = openNode(20_000);
  const isDown = goDownAt('first');
  const read = sql<{ name: string }>`SELECT 'first' AS name`.execute(node);
  await isDown;
  const written = inTransaction(node, (tx) => record(tx, 'waited'));
  await sleep(300);
  expect(await countDone('waited')).toBe(0);
  wire.mend();
  expect((await read).rows).toEqual([{ name: 'first' }]);
  await written;
  expect(await countDone('waited')).toBe(1);
});

test('a transaction whose connection broke before the commit is repeated as a whole', async () => {
  const node = openNode(20_000);
  let attempts = 0;
  await inTransaction(node, async (tx) => {
    attempts += 1;
    await record(tx, 'repeated');
    if (attempts === 1) await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  expect([attempts, await countDone('repeated')]).toEqual([2, 1]);
});

test('a transaction whose commit may have succeeded is not repeated', async () => {
  const node = openNode(20_000);
  const committed = wire.loseCommit('connection');
  await expect(inTransaction(node, (tx) => record(tx, 'committed'))).rejects.toThrow('Connection terminated');
  await committed;
  expect(await countDone('committed')).toBe(1);
});

test('a write outside a transaction is not repeated', async () => {
  const node = openNode(20_000);
  const stored = wire.loseCommit('connection', { sent: 'INSERT INTO done', answered: 'INSERT 0 1\0' });
  await expect(record(node, 'alone')).rejects.toThrow('Connection terminated');
  await stored;
  expect(await countDone('alone')).toBe(1);
});

/** A node whose database refuses writes until `promote`, as a standby does. */
async function openStandby() {
  const standby = await openTestDatabase();
  onTestFinished(() => standby.close());
  await sql`CREATE TABLE done (work text)`.execute(standby.db);
  const name = new URL(standby.url).pathname.slice(1);
  const makeReadOnly = (isReadOnly: 'on' | 'off') =>
    sql.raw(`ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly}`).execute(database.db);
  await makeReadOnly('on');
  const { db } = openDatabase({ url: standby.url, poolSize: 2, onError: () => undefined, outageWaitMs: 20_000 });
  onTestFinished(() => db.destroy());
  const findDone = async () => (await sql<{ work: string }>`SELECT work FROM done`.execute(standby.db)).rows;
  return { db, promote: () => makeReadOnly('off'), findDone };
}

test('a transaction on a standby waits until the server is the primary', async () => {
  const { db, promote, findDone } = await openStandby();
  let attempts = 0;
  const written = inTransaction(db, async (tx) => {
    attempts += 1;
    await record(tx, 'promoted');
  });
  await expect.poll(() => attempts).toBeGreaterThan(0);
  await promote();
  await written;
  expect(await findDone()).toEqual([{ work: 'promoted' }]);
});

test('a transaction whose only statement sends the commit waits on a standby too', async () => {
  const { db, promote, findDone } = await openStandby();
  let attempts = 0;
  const written = inTransaction(db, async (tx) => {
    attempts += 1;
    const writes = { done: sql`INSERT INTO done VALUES ('committed at once') RETURNING work` };
    await executeAndCommit(tx, { writes, conditions: [] });
  });
  await expect.poll(() => attempts).toBeGreaterThan(0);
  await promote();
  await written;
  expect(await findDone()).toEqual([{ work: 'committed at once' }]);
});

test('reads that a standby answers do not end the outage for writes', async () => {
  const { db, promote } = await openStandby();
  let attempts = 0;
  const written = inTransaction(db, async (tx) => {
    attempts += 1;
    await record(tx, 'waited');
  });
  await expect.poll(() => attempts).toBe(1);
  for (let read = 0; read < 20; read += 1) {
    await sql`SELECT 1`.execute(db);
    await sleep(20);
  }
  expect(attempts).toBe(1);
  await promote();
  await written;
});

test('a node that closes does not wait for the end of an outage', async () => {
  const { db, stopWaiting } = openDatabase({
    url: wire.url,
    poolSize: 2,
    onError: () => undefined,
    outageWaitMs: 60_000,
  });
  onTestFinished(() => db.destroy());
  const isDown = goDownAt('closing');
  const read = sql`SELECT 'closing' AS name`.execute(db);
  await isDown;
  await sleep(100);
  stopWaiting();
  await expect(read).rejects.toThrow('Connection terminated');
  await expect(sql`SELECT 1`.execute(db)).rejects.toThrow();
});

test('in a long outage, work waits as long as it is allowed to, and later work fails at once', async () => {
  const node = openNode(300);
  const isDown = goDownAt('long');
  await expect(sql`SELECT 'long' AS name`.execute(node)).rejects.toThrow('Connection terminated');
  await isDown;
  const began = performance.now();
  for (let read = 0; read < 20; read += 1) await expect(sql`SELECT 1`.execute(node)).rejects.toThrow();
  // Far less than if each had waited.
  expect(performance.now() - began).toBeLessThan(20 * 300);
  wire.mend();
  await expect
    .poll(() => sql`SELECT 1 AS one`.execute(node).catch(() => undefined))
    .toMatchObject({ rows: [{ one: 1 }] });
});

test('a full pool is no outage while the database answers', async () => {
  const node = openNode(20_000, { poolSize: 1, connectTimeoutMs: 1_000 });
  let isBusy = true;
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const busy = inTransaction(node, async (tx) => {
    begin();
    while (isBusy) await sql`SELECT pg_sleep(0.02)`.execute(tx);
  });
  await hasBegun;
  await expect(sql`SELECT 1`.execute(node)).rejects.toThrow('timeout exceeded when trying to connect');
  isBusy = false;
  await busy;
});

test('after a database has been silent for longer than work waits, work fails at once until it answers again', async () => {
  const network = await openWire(database.url);
  onTestFinished(network.close);
  const options = { url: network.url, poolSize: 2, connectTimeoutMs: 3_000, outageWaitMs: 500, socketTimeoutMs: 6_000 };
  const { db: node } = openDatabase({ ...options, onError: () => undefined });
  onTestFinished(() => node.destroy());
  const read = () => sql`SELECT 1 AS one`.execute(node);
  await read();
  network.cut();
  // Opens a second connection, and waits for it.
  await Promise.allSettled([read(), read()].map((each) => Promise.race([each, sleep(4_000)])));
  const timeToFail = async () => {
    const began = performance.now();
    await expect(read()).rejects.toThrow('Connection terminated');
    return performance.now() - began;
  };
  await expect.poll(timeToFail, { timeout: 10_000 }).toBeLessThan(500);
  network.mend();
  await expect
    .poll(
      () =>
        read().then(
          ({ rows }) => rows,
          () => [],
        ),
      { timeout: 10_000 },
    )
    .toEqual([{ one: 1 }]);
}, 40_000);
