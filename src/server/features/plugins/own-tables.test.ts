import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { schemaOf } from './open-plugins.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

const KYSELY = /\b(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*['"`]([\w.]+)/g;
const SQL =
  /\b(?:INSERT INTO|DELETE FROM|MERGE INTO|TRUNCATE(?: TABLE)?|(?<!FOR )(?<!DO )UPDATE|COPY)\s+(?:ONLY\s+)?([a-z_][\w.]*|\$\{[^}]*\})/g;

/** The tables that a piece of code names and writes to; not those behind constants. */
function writtenTables(code: string): string[] {
  const text = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)(\/\/|--).*$/gm, '$1');
  return [KYSELY, SQL].flatMap((pattern) => [...text.matchAll(pattern)].map(([, table = '']) => table));
}

const isOwn = (table: string, plugin: string): boolean => table.startsWith(`${schemaOf(plugin)}.`);

test('plug-ins write only to tables of their own schema', () => {
  const files = globSync('{plugins,examples}/*/**/*.ts', { cwd: ROOT }).filter((file) => !/\.test\.ts$/.test(file));
  const foreign = files.flatMap((file) => {
    const plugin = file.split(/[\\/]/)[1] ?? '';
    return writtenTables(readFileSync(join(ROOT, file), 'utf8'))
      .filter((table) => !isOwn(table, plugin))
      .map((table) => `${file} writes to ${table}`);
  });
  expect(foreign).toEqual([]);
});

test.each([
  ["tx.updateTable('product').set({ name })", false],
  ["tx.insertInto('plugin_price_alerts.alert').values(row)", true],
  ["tx.insertInto('plugin_reviews.review').values(row)", false],
  ['sql`UPDATE orders SET status = 1`', false],
  ['sql`DELETE FROM plugin_price_alerts.alert`', true],
])('%s in the plug-in price-alerts is its own: %s', (code, expected) => {
  expect(writtenTables(code).map((table) => isOwn(table, 'price-alerts'))).toEqual([expected]);
});
