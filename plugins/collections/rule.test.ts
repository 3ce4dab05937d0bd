import { describe, expect, test } from 'vitest';
import { type Condition, filterOfRule, rule } from './rule.ts';

const NOW = new Date('2026-03-31T12:00:00Z');
const filterOf = (condition: Condition) => filterOfRule({ match: 'all', conditions: [condition] }, NOW).filters[0];

describe('a rule asks the catalogue', () => {
  test.each<[string, Condition, object]>([
    ['for a category', { field: 'category', id: 3 }, { categoryId: 3 }],
    ['for a brand', { field: 'brand', value: 'Acme' }, { brand: 'Acme' }],
    ['for a tag', { field: 'tag', value: 'gift' }, { tag: 'gift' }],
    ['for a range of prices, in cents', { field: 'price', min: '10', max: '49.9' }, { minPrice: 1000, maxPrice: 4990 }],
    ['for an open range of prices', { field: 'price', max: '50.00' }, { minPrice: undefined, maxPrice: 5000 }],
    ['for reduced products', { field: 'sale' }, { isOnSale: true }],
    ['for products in stock', { field: 'stock' }, { isInStock: true }],
    ['for new products', { field: 'created', days: 30 }, { createdSince: Date.parse('2026-03-01T12:00:00Z') }],
    ['for words', { field: 'words', value: 'desk lamp' }, { text: 'desk lamp' }],
    [
      'for a choice of a custom field',
      { field: 'custom', key: 'material', values: ['oak', 'brass'] },
      { custom: [{ key: 'material', values: ['oak', 'brass'] }] },
    ],
    [
      'for a number of a custom field',
      { field: 'custom', key: 'width', min: '-2.5', max: '12' },
      { custom: [{ key: 'width', min: -2.5, max: 12 }] },
    ],
    [
      'for a date of a custom field, in days',
      { field: 'custom', key: 'made', min: '1970-01-11' },
      { custom: [{ key: 'made', min: 10, max: undefined }] },
    ],
  ])('%s', (_what, condition, filter) => {
    expect(filterOf(condition)).toEqual(filter);
  });

  test.each<[string, Condition, object]>([
    ['for nothing above the largest price', { field: 'price', min: '10000000' }, { among: [] }],
    ['for any price below one that is too large', { field: 'price', min: '5', max: '999999999.99' }, { minPrice: 500 }],
  ])('of an earlier version %s', (_what, condition, filter) => {
    expect(filterOf(condition)).toEqual(filter);
  });

  test('for all or any of its conditions', () => {
    const conditions: Condition[] = [{ field: 'sale' }, { field: 'tag', value: 'gift' }];
    expect(filterOfRule({ match: 'any', conditions }, NOW)).toEqual({
      match: 'any',
      filters: [{ isOnSale: true }, { tag: 'gift' }],
    });
  });
});

describe('a rule is refused', () => {
  const problemOf = (condition: object) => rule.safeParse({ match: 'all', conditions: [condition] }).success;

  test.each<[string, object]>([
    ['with a condition that nobody knows', { field: 'weather', value: 'sunny' }],
    ['with an empty tag', { field: 'tag', value: ' ' }],
    ['without a price', { field: 'price' }],
    ['with prices the wrong way round', { field: 'price', min: '20', max: '10.50' }],
    ['with a price that is none', { field: 'price', min: '1.234' }],
    ['with a price that no product can have', { field: 'price', min: '10000000' }],
    ['with a number that no product can have', { field: 'custom', key: 'width', min: '1000000.001' }],
    ['with a negative number that no product can have', { field: 'custom', key: 'width', max: '-9999999' }],
    ['with no day at all', { field: 'created', days: 0 }],
    ['without a value of a custom field', { field: 'custom', key: 'material', values: [] }],
    ['with dates the wrong way round', { field: 'custom', key: 'made', min: '2026-02-01', max: '2026-01-01' }],
    ['with a day that the calendar does not have', { field: 'custom', key: 'made', min: '2026-02-31' }],
  ])('%s', (_what, condition) => {
    expect(problemOf(condition)).toBe(false);
  });

  test('but not with the largest price and the largest number', () => {
    const conditions = [
      { field: 'price', min: 9_999_999.99 },
      { field: 'custom', key: 'width', min: '-1000000', max: '1000000' },
    ];
    expect(rule.parse({ match: 'all', conditions }).conditions).toEqual([
      { field: 'price', min: '9999999.99' },
      { field: 'custom', key: 'width', min: '-1000000', max: '1000000' },
    ]);
  });

  test('without a condition, and with more than twenty', () => {
    const sale = { field: 'sale' };
    expect(rule.safeParse({ match: 'all', conditions: [] }).success).toBe(false);
    expect(rule.safeParse({ match: 'all', conditions: Array(20).fill(sale) }).success).toBe(true);
    expect(rule.safeParse({ match: 'all', conditions: Array(21).fill(sale) }).success).toBe(false);
  });
});
