import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countWaiting, openTestDatabase, type TestDatabase } from '#test/database.ts';
import { type Database, inTransaction } from './database.ts';
import { type ConditionalWrites, executeAndCommit } from './execute-together.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase(3);
  db = database.db;
  await sql`CREATE TABLE crate (id integer PRIMARY KEY, weight integer NOT NULL)`.execute(db);
});
afterAll(() => database.close());
beforeEach(() => sql`TRUNCATE crate`.execute(db));

const insert = (id: number, weight: number, isMet = true): ConditionalWrites => ({
  writes: { inserted: sql`INSERT INTO crate (id, weight) VALUES (${id}, ${weight})` },
  conditions: [{ isMet: sql`${isMet}::boolean`, code: 'SD999', reason: `crate ${id}` }],
});
const add = (id: number, weight: number): ConditionalWrites => ({
  writes: { updated: sql`UPDATE crate SET weight = weight + ${weight} WHERE id = ${id}` },
  conditions: [],
});
const commit = (...statements: readonly ConditionalWrites[]) =>
  inTransaction(db, (tx) => executeAndCommit(tx, ...statements));
const crates = async () => (await sql`SELECT id, weight FROM crate ORDER BY id`.execute(db)).rows;

test('statements that are sent together see the writes of earlier ones, and commit', async () => {
  await commit(insert(1, 10), add(1, 5), insert(2, 20));
  expect(await crates()).toEqual([
    { id: 1, weight: 15 },
    { id: 2, weight: 20 },
  ]);
});

test.each([0, 1, 2])('nothing is written if a condition of statement %i is not met', async (failing) => {
  const statements = [0, 1, 2].map((index) => insert(index, 1, index !== failing));
  await expect(commit(...statements)).rejects.toMatchObject({ code: 'SD999', message: `crate ${failing}` });
  expect(await crates()).toEqual([]);
  // The connection is usable again.
  await Promise.all([commit(insert(4, 1)), commit(insert(5, 1)), commit(insert(6, 1))]);
});

test('a transaction that throws between its last statements writes nothing', async () => {
  const broken = { writes: {}, conditions: [] } as unknown as ConditionalWrites;
  await expect(commit(insert(1, 1), { ...broken, writes: undefined as never })).rejects.toThrow();
  expect(await crates()).toEqual([]);
  await commit(insert(2, 1));
});

test('nothing can be executed after the last statements', async () => {
  const late = inTransaction(db, async (tx) => {
    await executeAndCommit(tx, insert(1, 1), insert(2, 1));
    await sql`DELETE FROM crate`.execute(tx);
  });
  await expect(late).rejects.toThrow('has ended');
});

test('a row of the last statement is not locked while an earlier one waits', async () => {
  await commit(insert(1, 1), insert(2, 1));
  let committing: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`SELECT FROM crate WHERE id = 1 FOR UPDATE`.execute(tx);
    committing = commit(add(1, 1), add(2, 1));
    await expect.poll(() => countWaiting(tx)).toBe(1);
    await sql`SELECT FROM crate WHERE id = 2 FOR UPDATE NOWAIT`.execute(tx);
  });
  await committing;
  expect(await crates()).toEqual([
    { id: 1, weight: 2 },
    { id: 2, weight: 2 },
  ]);
});

test('a transaction is retried if one of the statements is stale', async () => {
  const moved = () => ({
    writes: { moved: sql`SELECT * FROM crate WHERE weight > ${0}` },
    conditions: [{ isMet: sql<boolean>`(SELECT count(*) FROM moved) >= 0`, code: 'SD999', reason: 'none' }],
  });
  await Promise.all([commit(moved(), add(1, 1)), commit(moved(), add(1, 1)), commit(moved(), add(1, 1))]);
  await sql`ALTER TABLE crate ALTER COLUMN weight TYPE bigint`.execute(db);
  for (const id of [1, 2, 3]) await commit(moved(), insert(id, 1));
  expect(await crates()).toHaveLength(3);
});
