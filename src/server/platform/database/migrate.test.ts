import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { openPooler } from '#test/servers/pooler.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'stoa-migrations-'));
  await cp('migrations', folder, { recursive: true });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.close();
});

test('a migrated database needs no migration', async () => {
  expect(await migrate(database.url, folder)).toEqual([]);
});

test('a file without a statement, as npm run db:migration creates it, is applied once it has one', async () => {
  const file = join(folder, '9000_pallet.sql');
  const created = "-- Why; see docs.\nSET LOCAL lock_timeout = '5s';\n\n";
  await writeFile(file, created);
  expect(await migrate(database.url, folder)).toEqual([]);
  await writeFile(file, `${created}CREATE TABLE pallet (id integer PRIMARY KEY);\n`);
  expect(await migrate(database.url, folder)).toEqual(['9000_pallet.sql']);
});

test('two nodes starting at once apply a new migration once', async () => {
  await writeFile(join(folder, '9001_crate.sql'), 'CREATE TABLE crate (id integer PRIMARY KEY)');
  const applied = await Promise.all([migrate(database.url, folder), migrate(database.url, folder)]);
  expect(applied.flat()).toEqual(['9001_crate.sql']);
});

/** A connection that holds the migration lock for its session, as a pooler's does after a node died. */
async function holdLock(): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: database.url, application_name: 'pgbouncer' });
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(7286001)');
  return holder;
}

test('a node waiting for the migration lock logs it, its holder, and when it continues', async () => {
  const holder = await holdLock();
  const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const lines: string[] = [];
  const migrating = migrate(database.url, folder, (line) => lines.push(line));
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^Waiting for the migration lock: connection \d+ \(pgbouncer, idle for \d+ s\) holds it\./);
  expect(lines[0]).toContain(`SELECT pg_terminate_backend(${rows[0]?.pid})`);
  await holder.end();
  expect(await migrating).toEqual([]);
  expect(lines[1]).toMatch(/^Got the migration lock after \d+ s\.$/);
});

test('a lock that a pooler has kept from a dead node is released', async () => {
  const holder = await holdLock();
  holder.on('error', () => undefined);
  const lines: string[] = [];
  expect(await migrate(database.url, folder, (line) => lines.push(line), [], 1)).toEqual([]);
  expect(lines).toContainEqual(
    expect.stringMatching(/^Ended connection \d+: it kept the migration lock without migrating\.$/),
  );
  await holder.end().catch(() => undefined);
});

test('a node that finds the lock free logs nothing', async () => {
  const report = vi.fn();
  await migrate(database.url, folder, report);
  expect(report).not.toHaveBeenCalled();
});

describe('the database of another application', () => {
  async function openDatabaseWith(statements: string) {
    const other = await openTestDatabase();
    onTestFinished(() => other.close());
    const client = new pg.Client({ connectionString: other.url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${statements}`);
    const tables = async () =>
      (await client.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace")).rows;
    return { url: other.url, client, tables };
  }

  test('is refused before anything is written to it', async () => {
    const { url, tables } = await openDatabaseWith('CREATE TABLE users (id integer); CREATE TABLE "Post" (id integer)');
    const before = await tables();
    await expect(migrate(url, 'migrations')).rejects.toThrow(
      'The database is used by something else: its schema public has the tables Post, users, and none of a shop. Nothing was changed.',
    );
    expect(await tables()).toEqual(before);
  });

  test('may have tables in other schemas, and tables of extensions', async () => {
    const { url } = await openDatabaseWith(
      `CREATE SCHEMA reports; CREATE TABLE reports.my_report (id integer); CREATE EXTENSION pg_trgm;
       CREATE TABLE spatial_ref_sys (srid integer); ALTER EXTENSION pg_trgm ADD TABLE spatial_ref_sys`,
    );
    const report = vi.fn();
    expect(await migrate(url, 'migrations', report)).not.toEqual([]);
    expect(report).not.toHaveBeenCalled();
  });

  test('that has added a table to a shop is named at each start', async () => {
    const { url, client } = await openDatabaseWith('');
    await migrate(url, 'migrations');
    await client.query('CREATE TABLE my_report (id integer)');
    const report = vi.fn();
    expect(await migrate(url, 'migrations', report)).toEqual([]);
    expect(report.mock.calls).toEqual([
      [
        "The schema public has tables that are not the shop's: my_report. No backup is written until they are in another schema.",
      ],
    ]);
  });
});

test('a pooler in transaction mode keeps no lock behind', async () => {
  const pooler = await openPooler(database.url);
  await writeFile(join(folder, '9002_barrel.sql'), 'CREATE TABLE barrel (id integer PRIMARY KEY)');
  const applied = await Promise.all([migrate(pooler.url, folder), migrate(pooler.url, folder)]);
  expect(applied.flat()).toEqual(['9002_barrel.sql']);
  const { rows } = await sql<{ locks: number }>`
    SELECT count(*)::integer AS locks FROM pg_locks
     WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(
    database.db,
  );
  expect(rows).toEqual([{ locks: 0 }]);
  await pooler.close();
});

test('a migration that fails halfway leaves nothing behind', async () => {
  const file = join(folder, '9003_broken.sql');
  await writeFile(file, 'CREATE TABLE half (id integer); SELECT 1 / 0');
  await expect(migrate(database.url, folder)).rejects.toThrow('division by zero');
  await rm(file);
  const { rows } = await sql<{ found: string | null }>`SELECT to_regclass('half') AS found`.execute(database.db);
  expect(rows[0]?.found).toBeNull();
});

test('a migration may take longer than the statements of requests, which the role or database limits', async () => {
  const name = sql.id(new URL(database.url).pathname.slice(1));
  await sql`ALTER DATABASE ${name} SET statement_timeout = '200ms'`.execute(database.db);
  await writeFile(join(folder, '9005_slow.sql'), 'SELECT pg_sleep(0.4)');
  expect(await migrate(database.url, folder)).toEqual(['9005_slow.sql']);
  await sql`ALTER DATABASE ${name} RESET statement_timeout`.execute(database.db);
});

test('the start fails with instructions if the server lacks an extension that the shop needs', async () => {
  const file = join(folder, '9004_extension.sql');
  await writeFile(file, 'CREATE EXTENSION IF NOT EXISTS pg_absent');
  await expect(migrate(database.url, folder)).rejects.toThrow('The shop needs the extension pg_absent of PostgreSQL');
  await rm(file);
});

test('the start fails if a migration was changed after it was applied', async () => {
  const file = join(folder, '9001_crate.sql');
  await writeFile(file, 'CREATE TABLE crate (id bigint PRIMARY KEY)');
  await expect(migrate(database.url, folder)).rejects.toThrow(
    '9001_crate.sql was changed after it had been applied. Undo the change and add another migration; a development database starts over with npm run db:reset.',
  );
});

describe('an older version on a schema that was migrated further', () => {
  let shop: TestDatabase;
  let newer: string;
  beforeEach(async () => {
    shop = await openTestDatabase(2);
    newer = await mkdtemp(join(tmpdir(), 'stoa-newer-'));
    await cp('migrations', newer, { recursive: true });
  });
  afterEach(async () => {
    await shop.close();
    await rm(newer, { recursive: true });
  });
  const add = (name: string, text: string) => writeFile(join(newer, name), text);

  test('starts after migrations that only expand it, and says that it is older', async () => {
    await add('9001_gift_note.sql', 'ALTER TABLE orders ADD COLUMN gift_note text');
    await add('9002_crate.sql', 'CREATE TABLE crate (id integer PRIMARY KEY)');
    await migrate(shop.url, newer);
    const lines: string[] = [];
    expect(await migrate(shop.url, 'migrations', (line) => lines.push(line))).toEqual([]);
    expect(lines).toEqual([
      'The database was migrated by a newer version of the shop (9001_gift_note.sql and 1 more). This version works on it, because nothing that it uses was removed; upgrade this node too.',
    ]);
  });

  test('does not start after a contract step that its release is too old for', async () => {
    await add('9001_stop_using_phones.sql', 'SELECT 1');
    await add(
      '9002_drop_phones.sql',
      '-- contract: needs 9001_stop_using_phones.sql\nALTER TABLE users DROP COLUMN phone',
    );
    await migrate(shop.url, newer);
    await expect(migrate(shop.url, 'migrations')).rejects.toThrow(
      'The database was migrated by a newer version of the shop (9001_stop_using_phones.sql and 1 more). 9002_drop_phones.sql removed what this version still uses: start the newer version.',
    );
  });

  test('starts after a contract step that its release is ready for', async () => {
    const [last = ''] = (await readdir('migrations'))
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .reverse();
    await add('9001_drop_goals.sql', `-- contract: needs ${last}\nDROP TABLE monthly_goal`);
    await migrate(shop.url, newer);
    expect(await migrate(shop.url, 'migrations')).toEqual([]);
  });

  test('does not start when it has a migration of its own that the newer version lacks', async () => {
    await add('9001_crate.sql', 'CREATE TABLE crate (id integer PRIMARY KEY)');
    await migrate(shop.url, newer);
    await rm(join(newer, '9001_crate.sql'));
    await add('9002_barrel.sql', 'CREATE TABLE barrel (id integer PRIMARY KEY)');
    await expect(migrate(shop.url, newer)).rejects.toThrow('which does not have 9002_barrel.sql of this version');
  });
});

test('a contract step that names no earlier migration is refused', async () => {
  const broken = await mkdtemp(join(tmpdir(), 'stoa-broken-'));
  await writeFile(join(broken, '0001_crate.sql'), '-- contract: needs 0002_barrel.sql\nSELECT 1');
  await expect(migrate(database.url, broken)).rejects.toThrow(
    'Migration 0001_crate.sql: its contract line must name an earlier migration',
  );
  await rm(broken, { recursive: true });
});

test('a migration that meets a transaction of a running node is repeated until the table is free', async () => {
  const shop = await openTestDatabase(2);
  const newer = await mkdtemp(join(tmpdir(), 'stoa-busy-'));
  await cp('migrations', newer, { recursive: true });
  await writeFile(
    join(newer, '9001_note.sql'),
    "SET LOCAL lock_timeout = '50ms'; ALTER TABLE cart ADD COLUMN note text",
  );
  const buyer = new pg.Client({ connectionString: shop.url });
  await buyer.connect();
  await buyer.query('BEGIN; LOCK TABLE cart IN ROW EXCLUSIVE MODE');
  const lines: string[] = [];
  const migrating = migrate(shop.url, newer, (line) => lines.push(line));
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  expect(lines[0]).toBe(
    'Migration 9001_note.sql got no lock on a table (canceling statement due to lock timeout); trying again.',
  );
  await buyer.query('COMMIT');
  expect(await migrating).toEqual(['9001_note.sql']);
  await buyer.end();
  await shop.close();
  await rm(newer, { recursive: true });
});

test('the start fails if the database cannot be reached, with an error that contains no password', async () => {
  const wrong = new URL(database.url);
  wrong.pathname = '/no_such_shop';
  await expect(migrate(wrong.href, folder)).rejects.toThrow(/cannot be used: it has no database of this name/);
  const away = 'postgres://stoa:secret-word@127.0.0.1:1/stoa';
  await expect(migrate(away, folder)).rejects.toThrow('nothing listens there');
  await expect(migrate(away, folder)).rejects.not.toThrow('secret-word');
});
