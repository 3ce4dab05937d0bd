import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { openPooler, type PoolerOptions } from '#test/servers/pooler.ts';
import { checkBackupAddress, DIRECT, inspectConnection } from './connection.ts';
import { type Database, inTransaction, openDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function poolerUrl(options: PoolerOptions = {}): Promise<string> {
  const pooler = await openPooler(database.url, options);
  onTestFinished(() => pooler.close());
  return pooler.url;
}

describe('the addresses of the database', () => {
  test('PostgreSQL itself keeps settings and statements', async () => {
    const { url } = database;
    expect(await inspectConnection(url, undefined)).toEqual({ url, directUrl: url, traits: DIRECT });
    expect(await inspectConnection(url, url)).toEqual({ url, directUrl: url, traits: DIRECT });
  });

  test('the start fails with instructions if a pooler in transaction mode has no direct address', async () => {
    const url = await poolerUrl();
    await expect(inspectConnection(url, undefined)).rejects.toThrow(
      'DATABASE_URL leads to a connection pooler in transaction mode: set DATABASE_DIRECT_URL',
    );
    await expect(inspectConnection(url, url)).rejects.toThrow('DATABASE_DIRECT_URL leads to a connection pooler');
  });

  test('with the direct address a pooler in transaction mode works, without session settings and statements', async () => {
    const url = await poolerUrl();
    const traits = { keepsSettings: false, keepsStatements: false };
    expect(await inspectConnection(url, database.url)).toEqual({ url, directUrl: database.url, traits });
  });

  test.each([1, 2, 3])('a pooler of %i backends is recognised', async (backends) => {
    await expect(inspectConnection(await poolerUrl({ backends }), undefined)).rejects.toThrow('in transaction mode');
  });

  test('a pooler in session mode works without startup parameters', async () => {
    const url = await poolerUrl({ mode: 'session' });
    const traits = { keepsSettings: false, keepsStatements: true };
    expect(await inspectConnection(url, undefined)).toEqual({ url, directUrl: url, traits });
  });

  test('the start fails if the two addresses lead to different databases', async () => {
    const other = await openTestDatabase();
    onTestFinished(() => other.close());
    await expect(inspectConnection(await poolerUrl(), other.url)).rejects.toThrow('lead to different databases');
  });

  test('backups can have an address of their own, which has to be PostgreSQL with the same database', async () => {
    const url = await poolerUrl();
    const other = await openTestDatabase();
    onTestFinished(() => other.close());
    await checkBackupAddress(url, database.url);
    await expect(checkBackupAddress(url, url)).rejects.toThrow('DATABASE_BACKUP_URL leads to a connection pooler');
    await expect(checkBackupAddress(url, other.url)).rejects.toThrow(
      'DATABASE_URL and DATABASE_BACKUP_URL lead to different databases.',
    );
  });

  test('the start fails if the role of DATABASE_URL lacks the rights of the one that migrates', async () => {
    const admin = new pg.Client({ connectionString: inject('superuserUrl') });
    await admin.connect();
    const name = `stoa_guest_${process.pid}`;
    await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'guest'`);
    onTestFinished(async () => void (await admin.query(`DROP ROLE ${name}`).finally(() => admin.end())));
    const { href } = Object.assign(new URL(database.url), { username: name, password: 'guest' });
    await expect(inspectConnection(href, database.url)).rejects.toThrow(
      `DATABASE_URL uses the role ${name}, which does not have the rights of`,
    );
    await admin.query(`GRANT ${name} TO ${new URL(database.url).username}`);
    expect((await inspectConnection(database.url, href)).directUrl).toBe(href);
  });

  test('an address that lacks a password is reported, and its connection closed', async () => {
    const other = await openTestDatabase();
    const { href } = Object.assign(new URL(other.url), { password: '' });
    await expect(inspectConnection(href, undefined)).rejects.toThrow('it requires a password. Check DATABASE_URL.');
    // Drops the database. While a connection was still authenticating, this would take a minute: longer than the test may.
    await other.close();
  });

  test('an unreachable address is named', async () => {
    const nowhere = 'postgres://stoa:secret-word@127.0.0.1:1/stoa';
    await expect(inspectConnection(database.url, nowhere)).rejects.toThrow(
      /nothing listens there. Check DATABASE_DIRECT_URL/,
    );
  });
});

describe('behind a pooler that gives every transaction another backend', () => {
  async function openPooled(): Promise<Database> {
    const { url, traits } = await inspectConnection(await poolerUrl(), database.url);
    const { db } = openDatabase({ url, traits, poolSize: 6, onError: () => undefined });
    onTestFinished(() => db.destroy());
    return db;
  }

  test('statements can be repeated, alone and in transactions', async () => {
    const db = await openPooled();
    const double = async (handle: Database, n: number) =>
      (await sql<{ twice: number }>`SELECT ${n}::integer * 2 AS twice`.execute(handle)).rows[0]?.twice;
    for (let round = 1; round <= 5; round += 1) {
      const alone = await Promise.all(Array.from({ length: 10 }, (_, n) => double(db, n)));
      expect(alone).toEqual(Array.from({ length: 10 }, (_, n) => n * 2));
      expect(await inTransaction(db, (tx) => double(tx, round))).toBe(round * 2);
    }
  });

  test('transactions set their own timeouts', async () => {
    const db = await openPooled();
    const limits = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ statement: string; idle: string }>`
        SELECT current_setting('statement_timeout') AS statement,
               current_setting('idle_in_transaction_session_timeout') AS idle`.execute(tx);
      return rows[0];
    });
    expect(limits).toEqual({ statement: '15s', idle: '20s' });
  });

  test('a transaction leaves nothing on its backend', async () => {
    const db = await openPooled();
    await inTransaction(db, (tx) => sql`SELECT ${1}::integer`.execute(tx));
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(
      "SELECT count(*)::integer AS locks FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    await client.end();
    expect(rows).toEqual([{ locks: 0 }]);
  });
});
