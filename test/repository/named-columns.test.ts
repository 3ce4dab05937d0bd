import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Directories with SQL that runs against an open shop. */
const FILES = globSync(['src/server/**/*.ts', 'demo/**/*.ts', 'scripts/**/*.ts', 'plugins/**/*.ts']).filter(
  (path) => !path.endsWith('.test.ts'),
);

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '');

/** `SELECT *`, `RETURNING *`, `c.*`, also after another column, and Kysely's equivalents. */
const UNNAMED = [
  /\b(?:SELECT|DISTINCT|RETURNING)\s+(?:\w+\.|"\w+"\.)?\*/gi,
  /,\s*(?:\w+\.|"\w+"\.)\*/g,
  /,\s*\*\s*(?:,|\bFROM\b)/gi,
  /\.(?:selectAll|returningAll)\(/g,
];

const unnamedIn = (source: string) => UNNAMED.flatMap((pattern) => source.match(pattern) ?? []);

test.each([
  'SELECT * FROM orders',
  'select\n  o.* FROM orders o',
  'INSERT INTO orders DEFAULT VALUES RETURNING *',
  'SELECT o.id, c.* FROM orders o',
  'SELECT 1, * FROM orders',
  "db.selectFrom('orders').selectAll('orders')",
])('a statement like %s is detected', (statement) => {
  expect(unnamedIn(statement)).toHaveLength(1);
});

test.each(['SELECT count(*) FROM orders', 'SELECT quantity * price, 2 * tax', 'SELECT count(*), id'])(
  '%s names its columns',
  (statement) => {
    expect(unnamedIn(statement)).toEqual([]);
  },
);

test('every statement names the columns that it returns', () => {
  expect(FILES.length).toBeGreaterThan(100);
  const found = FILES.flatMap((path) =>
    unnamedIn(withoutComments(readFileSync(path, 'utf8'))).map((statement) => `${path}: ${statement}`),
  );
  expect(found).toEqual([]);
});
