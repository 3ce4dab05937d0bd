import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { anyOf, type Database } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  // A connection lists only its own prepared statements.
  database = await openTestDatabase(1);
  await sql`CREATE TABLE thing AS SELECT n::int AS id, 'thing ' || n AS name, sha256(n::text::bytea) AS hash
    FROM generate_series(1, 20000) n`.execute(database.db);
  await sql`CREATE UNIQUE INDEX ON thing (id); CREATE UNIQUE INDEX ON thing (name)`.execute(database.db);
  await sql`ANALYZE thing`.execute(database.db);
});
afterAll(() => database.close());

async function plansOf(db: Database, text: string): Promise<{ generic: number; custom: number } | undefined> {
  const { rows } = await sql<{ generic: number; custom: number }>`
    SELECT generic_plans AS generic, custom_plans AS custom FROM pg_prepared_statements
     WHERE starts_with(statement, ${text})`.execute(db);
  return rows[0];
}

test('one plan serves few keys and many', async () => {
  const { db } = database;
  const sizes = [1, 1, 2, 1, 3, 1, 1, 40, 1, 2, 1, 1];
  for (const size of sizes) {
    const ids = Array.from({ length: size }, (_, n) => n * 7 + 1);
    const { rows } = await sql<{ id: number }>`SELECT id FROM thing WHERE id = ${anyOf(ids, 'integer')}`.execute(db);
    expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
  }
  // PostgreSQL tries the first five.
  expect(await plansOf(db, 'SELECT id FROM thing')).toEqual({ generic: sizes.length - 5, custom: 5 });
});

test('keys can be texts and bytes, or none at all', async () => {
  const { db } = database;
  const names = ['thing 7', "thing 'of'", 'thing {8,9}', 'thing 12'];
  const byName = await sql<{ id: number }>`
    SELECT id FROM thing WHERE name = ${anyOf(names, 'text')} ORDER BY id`.execute(db);
  expect(byName.rows).toEqual([{ id: 7 }, { id: 12 }]);
  const { rows } = await sql<{ hash: Buffer }>`SELECT hash FROM thing WHERE id IN (3, 5) ORDER BY id`.execute(db);
  const hashes = rows.map(({ hash }) => hash);
  const byHash = await sql<{ id: number }>`
    SELECT id FROM thing WHERE hash = ${anyOf(hashes, 'bytea')} ORDER BY id`.execute(db);
  expect(byHash.rows).toEqual([{ id: 3 }, { id: 5 }]);
  const none = await sql`SELECT FROM thing WHERE id = ${anyOf([], 'integer')}`.execute(db);
  expect(none.rows).toEqual([]);
});
