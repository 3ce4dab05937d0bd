import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { asRefusal } from '../http/failures.ts';
import { FORCE_CUSTOM_PLAN, statementTimeout } from './database.ts';
import { isRead } from './is-read.ts';

let database: TestDatabase;
beforeAll(async () => {
  // The next statement uses the same connection.
  database = await openTestDatabase(1);
});
afterAll(() => database.close());

const sleepAtMost = (milliseconds: number) => sql.raw(`${statementTimeout(milliseconds)} SELECT pg_sleep(10)`);

test('a statement that takes longer than its own timeout is cancelled, and the shop answers that it is busy', async () => {
  const failure = await sleepAtMost(20)
    .execute(database.db)
    .catch((error: Error) => error);
  expect(failure).toMatchObject({ code: '57014' });
  expect(asRefusal(failure as Error)).toMatchObject({ code: 'server.overloaded', status: 503, retryAfterSeconds: 2 });
});

test('the timeout does not apply to later statements on the connection', async () => {
  const { db } = database;
  const timeout = async () => (await sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(db)).rows;
  const before = await timeout();
  await expect(sleepAtMost(20).execute(db)).rejects.toThrow('statement timeout');
  const { rows } = await sql<{
    sum: number;
  }>`${sql.raw(statementTimeout(5_000))} SELECT 1 + ${1}::integer AS sum`.execute(db);
  expect(rows).toEqual([{ sum: 2 }]);
  expect(await timeout()).toEqual(before);
});

test('a read replica can run a statement with its own timeout', () => {
  expect(isRead(`${statementTimeout(5)}${FORCE_CUSTOM_PLAN}\n SELECT 1`)).toBe(true);
});
