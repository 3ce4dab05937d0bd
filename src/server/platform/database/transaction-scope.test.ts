import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { takeSecondConnections } from '#test/no-second-connection.ts';
import { inTransaction } from './database.ts';
import { logSecondConnections } from './transaction-scope.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const readFromPool = () => sql`SELECT 1`.execute(database.db);

test('a read from the pool inside a transaction is reported with its place, and logged once', async () => {
  const lines: object[] = [];
  onTestFinished(logSecondConnections({ warn: (line: object) => void lines.push(line) }));
  for (let time = 1; time <= 2; time += 1) await inTransaction(database.db, readFromPool);
  expect(takeSecondConnections()).toEqual([expect.stringContaining('transaction-scope.test.ts')]);
  expect(lines).toEqual([{ err: expect.any(Error) }]);
});

test('a second transaction inside a transaction is reported', async () => {
  await inTransaction(database.db, () => inTransaction(database.db, (tx) => sql`SELECT 1`.execute(tx)));
  expect(takeSecondConnections()).toHaveLength(1);
});

test('reads in the transaction, before it, after it and beside it are fine', async () => {
  await readFromPool();
  let late: Promise<unknown> = Promise.resolve();
  const committed = Promise.withResolvers<void>();
  await Promise.all([
    inTransaction(database.db, async (tx) => {
      late = committed.promise.then(readFromPool);
      await sql`SELECT 1`.execute(tx);
    }),
    readFromPool(),
  ]);
  committed.resolve();
  await late;
  await readFromPool();
  expect(takeSecondConnections()).toEqual([]);
});
