import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { createBatchedReader } from '../concurrency/batched-reader.ts';
import { type Database, openDatabase, openPool } from './database.ts';
import { allowLaggingReplica, allowReplica, fillCache, withoutReplica } from './read-scope.ts';

/** A node whose replica is usable when a test says so. It is the same database: only who answers is of interest. */
let database: TestDatabase;
let db: Database;
let isUsable: boolean;
let readsOfReplica: number;
beforeAll(async () => {
  database = await openTestDatabase();
  const options = { url: database.url, poolSize: 2, onError: () => undefined };
  const pool = openPool(options);
  pool.on('acquire', () => {
    readsOfReplica += 1;
  });
  ({ db } = openDatabase(options, { pool, route: { isUsable: () => isUsable, onFailure: () => undefined } }));
});
beforeEach(() => {
  isUsable = true;
  readsOfReplica = 0;
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});

const read = () => sql`SELECT 1`.execute(db);
const numbers = createBatchedReader(
  async (keys: number[]) => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM unnest(${keys}::integer[]) AS id`.execute(db);
    return rows;
  },
  ({ id }) => id,
);

test.each([
  ['may lag', allowLaggingReplica],
  ['must not lag', allowReplica],
])(
  'after a read that the primary answered, the primary answers the request, even if the replica %s',
  async (_, allow) => {
    await allow(async () => {
      await read();
      expect(readsOfReplica).toBe(1);
      isUsable = false;
      await read();
      isUsable = true;
      await read();
      await numbers.read([7]);
      expect(readsOfReplica).toBe(1);
    });
    await allow(read);
    expect(readsOfReplica).toBe(2);
  },
);

test('a batched read that the primary answered counts for each request in it, and for no other', async () => {
  isUsable = false;
  const reads = [1, 2].map((key) =>
    allowLaggingReplica(async () => {
      await numbers.read([key]);
      isUsable = true;
      await read();
    }),
  );
  await Promise.all(reads);
  expect(readsOfReplica).toBe(0);
  await allowLaggingReplica(() => numbers.read([3]));
  expect(readsOfReplica).toBe(1);
});

test('a cache that the primary has filled leaves the request to the replica', async () => {
  await allowLaggingReplica(async () => {
    isUsable = false;
    await fillCache(read);
    isUsable = true;
    await read();
    expect(readsOfReplica).toBe(1);
    isUsable = false;
    await read();
    isUsable = true;
    await fillCache(read);
  });
  expect(readsOfReplica).toBe(1);
});

test('the primary answers what requests share', async () => {
  await allowLaggingReplica(() => withoutReplica(read));
  expect(readsOfReplica).toBe(0);
});
