import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
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

test('a migrated database has nothing to do', async () => {
  expect(await migrate(database.url, folder)).toEqual([]);
});

test('two nodes that start at the same moment apply a new migration once', async () => {
  await writeFile(join(folder, '9001_crate.sql'), 'CREATE TABLE crate (id integer PRIMARY KEY)');
  const applied = await Promise.all([migrate(database.url, folder), migrate(database.url, folder)]);
  expect(applied.flat()).toEqual(['9001_crate.sql']);
});

test('a migration that fails halfway leaves nothing behind', async () => {
  const file = join(folder, '9002_broken.sql');
  await writeFile(file, 'CREATE TABLE half (id integer); SELECT 1 / 0');
  await expect(migrate(database.url, folder)).rejects.toThrow('division by zero');
  await rm(file);
  const { rows } = await sql<{ found: string | null }>`SELECT to_regclass('half') AS found`.execute(database.db);
  expect(rows[0]?.found).toBeNull();
});

test('a migration changed after it was applied, or of a newer version, stops the start with a sentence', async () => {
  const file = join(folder, '9001_crate.sql');
  await writeFile(file, 'CREATE TABLE crate (id bigint PRIMARY KEY)');
  await expect(migrate(database.url, folder)).rejects.toThrow('9001_crate.sql was changed after it had been applied');
  await rm(file);
  await expect(migrate(database.url, folder)).rejects.toThrow('migrated by a newer version of the shop');
});

test('a database that cannot be reached or refuses stops the start with a sentence that holds no password', async () => {
  const wrong = new URL(database.url);
  wrong.pathname = '/no_such_shop';
  await expect(migrate(wrong.href, folder)).rejects.toThrow(/cannot be used: it has no database of this name/);
  const away = 'postgres://stoa:secret-word@127.0.0.1:1/stoa';
  await expect(migrate(away, folder)).rejects.toThrow('nothing listens there');
  await expect(migrate(away, folder)).rejects.not.toThrow('secret-word');
});
