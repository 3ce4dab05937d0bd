import { readFileSync } from 'node:fs';
import { type Selectable, sql } from 'kysely';
import { expect, expectTypeOf, onTestFinished, test } from 'vitest';
import type { ShopTables } from '#plugin';
import type { DB } from '#server/platform/database/schema.ts';
import { openTestDatabase } from '#test/database.ts';

type Rows<Tables> = { [T in keyof Tables]: Selectable<Tables[T]> };

/** The columns that the public surface promises, such as `orders.id`. */
function promisedColumns(): string[] {
  const { imports } = JSON.parse(readFileSync('docs/plugin-surface.json', 'utf8'));
  const names: string[] = imports['#plugin'].types.ShopTables;
  return names.filter((name) => name.includes('.'));
}

test('the tables that plug-ins may read have the columns that the surface promises', async () => {
  const database = await openTestDatabase(1);
  onTestFinished(() => database.close());
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name
      FROM information_schema.columns WHERE table_schema = 'public'`.execute(database.db);
  const columns = new Set(rows.map(({ name }) => name));
  const promised = promisedColumns();
  expect(promised.length).toBeGreaterThan(50);
  expect(promised.filter((name) => !columns.has(name))).toEqual([]);
  // Checked by the compiler: the types of the values.
  expectTypeOf<Rows<Pick<DB, keyof ShopTables>>>().toExtend<Rows<ShopTables>>();
});
