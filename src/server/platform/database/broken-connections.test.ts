import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { inTransaction, type Transaction } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const backendOf = async (tx: Transaction): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
  return rows[0]?.pid ?? 0;
};

/** What happens to all connections when the database server is ended. */
async function endBackend(pid: number): Promise<void> {
  const { rows } = await sql<{ isEnded: boolean }>`SELECT pg_terminate_backend(${pid}, 5000) AS "isEnded"`.execute(
    database.db,
  );
  expect(rows).toEqual([{ isEnded: true }]);
}

/** An error that nobody listens to would end the process, here the test run. */
test('a connection that breaks in the middle of a transaction fails the transaction, not the process', async () => {
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
