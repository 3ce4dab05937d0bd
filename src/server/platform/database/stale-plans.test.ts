import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { type Database, inTransaction, type Transaction } from './database.ts';

const opened: TestDatabase[] = [];
let database: TestDatabase;
beforeEach(async () => {
  // A single connection: every statement meets the plan that it left there.
  database = await openTestDatabase(1);
  opened.push(database);
  await sql`CREATE TABLE crate (id integer PRIMARY KEY, weight integer NOT NULL)`.execute(database.db);
  await sql`CREATE TABLE pallet (id integer PRIMARY KEY, weight integer NOT NULL)`.execute(database.db);
  await sql`INSERT INTO crate VALUES (1, 20)`.execute(database.db);
  await sql`INSERT INTO pallet VALUES (1, 30)`.execute(database.db);
});
afterAll(() => Promise.all(opened.map((each) => each.close())));

type Handle = Database | Transaction;
const crateOf = async (db: Handle, id: number) => (await sql`SELECT * FROM crate WHERE id = ${id}`.execute(db)).rows;
const palletOf = async (db: Handle, id: number) => (await sql`SELECT * FROM pallet WHERE id = ${id}`.execute(db)).rows;

async function migrateAll(db: Database): Promise<void> {
  await sql`ALTER TABLE crate ADD COLUMN label text`.execute(db);
  await sql`ALTER TABLE pallet ALTER COLUMN weight TYPE numeric(8, 2)`.execute(db);
}

test('a stale statement is prepared again transparently', async () => {
  const { db } = database;
  expect(await crateOf(db, 1)).toEqual([{ id: 1, weight: 20 }]);
  await migrateAll(db);
  expect(await crateOf(db, 1)).toEqual([{ id: 1, weight: 20, label: null }]);
  await sql`ALTER TABLE crate DROP COLUMN label`.execute(db);
  expect(await crateOf(db, 1)).toEqual([{ id: 1, weight: 20 }]);
});

test('a transaction with several stale statements is retried once', async () => {
  const { db } = database;
  await crateOf(db, 1);
  await palletOf(db, 1);
  await migrateAll(db);
  let runs = 0;
  const found = await inTransaction(db, async (tx) => {
    runs += 1;
    await sql`INSERT INTO crate (id, weight) VALUES (${2}, ${50})`.execute(tx);
    return [...(await crateOf(tx, 2)), ...(await palletOf(tx, 1))];
  });
  expect(found).toEqual([
    { id: 2, weight: 50, label: null },
    { id: 1, weight: '30.00' },
  ]);
  expect(runs).toBe(2);
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM crate`.execute(db);
  expect(rows).toEqual([{ count: 2 }]);
});

test('many connections survive a migration at once', async () => {
  const busy = await openTestDatabase(6);
  opened.push(busy);
  await sql`CREATE TABLE crate AS SELECT 1 AS id, 20 AS weight`.execute(busy.db);
  const read = () => Promise.all(Array.from({ length: 60 }, () => crateOf(busy.db, 1)));
  await read();
  for (const column of ['a', 'b', 'c']) {
    const [, found] = await Promise.all([
      sql`ALTER TABLE crate ADD COLUMN ${sql.ref(column)} integer`.execute(busy.db),
      read(),
    ]);
    expect(found).toHaveLength(60);
  }
});

test('other statement errors are not retried', async () => {
  const { db } = database;
  let runs = 0;
  const refused = inTransaction(db, async (tx) => {
    runs += 1;
    await sql`INSERT INTO crate (id, weight) VALUES (${1}, ${1})`.execute(tx);
  });
  await expect(refused).rejects.toMatchObject({ code: '23505' });
  expect(runs).toBe(1);
});
