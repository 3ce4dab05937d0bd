import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDERS = ['src', 'plugins', 'examples', 'demo', 'scripts', 'bench', 'test', 'e2e', 'docs'];
const FILES = globSync(FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx,md}`));

/** Counts with another type than `number`, which is what `openPool()` makes of a bigint. */
const WRONG = [/\bcount(?:All)?<(?!number\b)[^>]*>\(/g, /\bsql<(?!number\b)[^>]*>\s*`\s*count\(/gi];

const wrongIn = (source: string) => WRONG.flatMap((pattern) => source.match(pattern) ?? []);

test.each([
  "fn.countAll<string>().as('count')",
  "fn.count<bigint>('id').distinct()",
  'sql<string>`count(DISTINCT product_id)`',
])('the type of %s is wrong', (source) => {
  expect(wrongIn(source)).toHaveLength(1);
});

test.each(['fn.countAll<number>()', 'fn.countAll()', 'sql<number>`count(*)`'])('%s is accepted', (source) => {
  expect(wrongIn(source)).toEqual([]);
});

test('every count is a number', () => {
  expect(FILES.length).toBeGreaterThan(1000);
  const found = FILES.filter((path) => !path.endsWith('count-types.test.ts')).flatMap((path) =>
    wrongIn(readFileSync(path, 'utf8')).map((count) => `${path}: ${count}`),
  );
  expect(found).toEqual([]);
});
