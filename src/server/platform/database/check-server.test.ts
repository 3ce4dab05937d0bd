import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { checkPooler } from './check-server.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = 'migrations';

/** A migrated database with a default setting for its connections. */
async function openDatabaseWith(setting: string): Promise<string> {
  const database = await openTestDatabase();
  onTestFinished(database.close);
  const name = sql.id(new URL(database.url).pathname.slice(1));
  await sql`ALTER DATABASE ${name} SET ${sql.raw(setting)}`.execute(database.db);
  return database.url;
}

const WRONG = [
  ["DateStyle = 'German, DMY'", 'DateStyle is German, DMY for the role'],
  ["default_transaction_isolation = 'serializable'", 'default_transaction_isolation is serializable for the role'],
  ['default_transaction_read_only = on', 'default_transaction_read_only is on for the role'],
  ['standard_conforming_strings = off', 'standard_conforming_strings is off for the role'],
  ["search_path = 'elsewhere'", 'selects no schema for new tables, not public'],
  ['search_path = pg_catalog', 'selects the schema pg_catalog for new tables, not public'],
] as const;

test.each(WRONG)(
  'the start fails for a database with %s, and the statement in the message fixes it',
  async (setting, said) => {
    const url = await openDatabaseWith(setting);
    const failure = await migrate(url, MIGRATIONS).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: 'StartError', message: expect.stringContaining(said) });
    await expect(checkPooler(url)).rejects.toThrow(/: .+ Run ALTER ROLE .+ Then restart the connection pooler/);

    const [, statement = ''] = /Run (ALTER ROLE .+)\.$/.exec((failure as Error).message) ?? [];
    const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' });
    await client.connect();
    await client.query(statement).finally(() => client.end());
    expect(await migrate(url, MIGRATIONS)).toEqual([]);
  },
);

const HARMLESS = ["TimeZone = 'Pacific/Kiritimati'", "DateStyle = 'ISO, DMY'", "IntervalStyle = 'sql_standard'"];

test.each(HARMLESS)('a database with %s is accepted', async (setting) => {
  expect(await migrate(await openDatabaseWith(setting), MIGRATIONS)).toEqual([]);
});

test('the start fails if the shop is in the schema of its role, and the statements in the message move it', async () => {
  const { db, url, close } = await openTestDatabase();
  onTestFinished(close);
  // As a release created it that did not check where.
  await sql`ALTER SCHEMA public RENAME TO stoa; CREATE SCHEMA public`.execute(db);
  await sql`INSERT INTO stoa.search_synonym (terms) VALUES ('{lamp,light}')`.execute(db);
  const failure = await migrate(url, MIGRATIONS).catch((error: Error) => error);
  const [, statements = ''] = /Run (DROP SCHEMA .+)\.$/i.exec((failure as Error).message) ?? [];
  await sql.raw(statements).execute(db);
  expect(await migrate(url, MIGRATIONS)).toEqual([]);
  expect(await db.selectFrom('search_synonym').select('terms').execute()).toEqual([{ terms: ['lamp', 'light'] }]);
});

test('the start fails for a database that is not in UTF-8', async () => {
  const url = new URL(inject('postgresUrl'));
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const name = `stoa_ascii_${process.pid}`;
  await client.query(`CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`);
  onTestFinished(async () => {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`).finally(() => client.end());
  });
  url.pathname = `/${name}`;
  await expect(migrate(url.href, MIGRATIONS)).rejects.toThrow(`${name} has the encoding SQL_ASCII. Create one with`);
});
