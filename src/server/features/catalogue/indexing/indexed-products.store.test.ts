import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { readDatabaseState } from './indexed-products.store.ts';

test('a database identifies itself, unless its role may not ask', async () => {
  const { db, close } = await openTestDatabase(1);
  onTestFinished(close);
  const known = await readDatabaseState(db);
  expect(known).toEqual({ database: expect.stringMatching(/^\d+\/[0-9A-F]{8}\/\d+$/), horizon: expect.any(String) });
  await sql`CREATE FUNCTION pg_control_system(OUT system_identifier bigint) LANGUAGE plpgsql AS $$
    BEGIN RAISE insufficient_privilege; END $$`.execute(db);
  await sql`SET search_path = public, pg_catalog`.execute(db);
  expect(await readDatabaseState(db)).toEqual({ database: '', horizon: expect.any(String) });
});
