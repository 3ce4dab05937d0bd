import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { isConnectionLost, isDatabaseUnavailable, isWriteRefused } from './database-unavailable.ts';

/** As PostgreSQL reports it; the text depends on `lc_messages`. */
function refusal(code: string, routine: string, message: string): Error {
  const error = new pg.DatabaseError(message, message.length, 'error');
  return Object.assign(error, { code, routine });
}

test('a standby that refuses a function is recognised in every language', () => {
  const english = refusal('55000', 'pg_current_wal_insert_lsn', 'recovery is in progress');
  const german = refusal('55000', 'pg_current_wal_insert_lsn', 'Wiederherstellung läuft');
  for (const error of [english, german]) expect([isWriteRefused(error), isConnectionLost(error)]).toEqual([true, true]);
});

test('SQLSTATE 55000 of another function is not taken for a standby', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query('CREATE TEMPORARY SEQUENCE unused');
  const error = await client.query("SELECT currval('unused')").catch((failure: Error) => failure);
  await client.end();
  expect(error).toMatchObject({ code: '55000' });
  expect([isWriteRefused(error as Error), isConnectionLost(error as Error)]).toEqual([false, false]);
});

test('a statement that gets no answer in time means that the database is unavailable', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl'), query_timeout: 100 });
  await client.connect();
  const error = await client.query('SELECT pg_sleep(1)').catch((failure: Error) => failure);
  await client.end();
  expect(isDatabaseUnavailable(error as Error)).toBe(true);
});
