import { expect, test } from 'vitest';
import { categoryWithGuide, inInches, isOfSystem, parseGuides, subjectOf } from './guide.ts';
import { settings } from './settings.ts';

const TEXT = `Clothing, Robes
Size | Chest cm
S | 89-94
M | 97
Tape level.

Shoes
US men | EU | Foot cm
9 | 42.5 | 27`;

test('a guide has categories, columns, a row for each size, and a note', () => {
  expect(parseGuides(TEXT)[0]).toEqual({
    categories: ['Clothing', 'Robes'],
    columns: [
      { name: 'Size', isMeasured: false },
      { name: 'Chest', isMeasured: true },
    ],
    rows: [
      ['S', '89-94'],
      ['M', '97'],
    ],
    note: 'Tape level.',
  });
});

test.each([
  ['', 'nothing'],
  ['Clothing', 'a category alone'],
  ['Clothing\nSize | Chest cm', 'no sizes'],
  ['Clothing\nSize\nS | 1', 'one column'],
])('%j is left out: %s', (text) => {
  expect(parseGuides(text)).toEqual([]);
});

test('a row that is too short or too long has as many cells as there are columns', () => {
  expect(parseGuides('Hats\nSize | Head cm\nS |\nM | 58 | 60')[0]?.rows).toEqual([
    ['S', ''],
    ['M', '58'],
  ]);
});

test.each([
  [['Clothing', 'Shoes'], ['US 9'], 'Shoes'],
  [['Clothing', 'Shoes', 'Boots'], ['EU 42'], 'Shoes'],
  [['clothing', 'Swimwear'], ['S', 'XL'], 'clothing'],
  [['Clothing', 'Shoes'], ['M'], 'Clothing'],
  [['Clothing', 'Bags'], ['20 l'], undefined],
  [['Home & Garden'], ['M'], undefined],
])('a product of %j in the sizes %j has the guide of %s', (path, sizes, category) => {
  expect(categoryWithGuide(parseGuides(TEXT).map(subjectOf), path, sizes)).toBe(category);
});

test('centimetres become inches, rounded to halves', () => {
  expect(['81-86', '27', '–'].map(inInches)).toEqual(['32-34', '10.5', '–']);
});

test('decimals have a point or a comma', () => {
  expect(['22,5', '22.5', '81,5-86,0'].map(inInches)).toEqual(['9', '9', '32-34']);
});

test('only a heading that ends with cm as a word has measurements', () => {
  const columnsOf = (headings: string) => parseGuides(`Shoes\n${headings}\n9 | 27`)[0]?.columns;
  expect(columnsOf('Size|Foot  CM')).toEqual([
    { name: 'Size', isMeasured: false },
    { name: 'Foot', isMeasured: true },
  ]);
  expect(columnsOf('Size|Acm')?.[1]).toEqual({ name: 'Acm', isMeasured: false });
  const started = performance.now();
  columnsOf(`Size|${' '.repeat(100_000)}x${' '.repeat(100_000)}y`);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('a column is marked when the product is sold in its system', () => {
  const columns = parseGuides(TEXT)[1]?.columns ?? [];
  expect(columns.map((column) => isOfSystem(column, ['US 8', 'US 9']))).toEqual([true, false, false]);
});

test('the default guides can be read', () => {
  expect(parseGuides(settings.fields.guides.default).map(({ rows }) => rows.length)).toEqual([6, 11]);
});
