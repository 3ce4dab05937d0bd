import { expect, test } from 'vitest';
import {
  countOf,
  FAQ_CATEGORIES,
  FAQ_ENTRIES,
  type FaqCategory,
  faqQuery,
  filterFaq,
  readFaqFilter,
} from './faq-entries.ts';

test('there are twelve questions, some in each of six categories', () => {
  expect(FAQ_ENTRIES).toHaveLength(12);
  const counts = Object.keys(FAQ_CATEGORIES).map((category) => countOf(category as FaqCategory));
  expect(counts).toHaveLength(6);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

test.each([
  ['PASSWORD', null, [1, 2]],
  ['  overnight ', null, [5]],
  ['overnight', 'returns', []],
  ['', 'support', [11, 12]],
  ['$9.99', 'shipping', [5]],
] as const)('looking for %j in %j finds %j', (search, category, ids) => {
  expect(filterFaq({ search, category }).map(({ id }) => id)).toEqual(ids);
});

test('the address keeps the filter, and a category that does not exist is none', () => {
  const filter = { search: '50 & more', category: 'orders' } as const;
  expect(readFaqFilter(new URLSearchParams(faqQuery(filter)))).toEqual(filter);
  expect(faqQuery({ search: ' ', category: null })).toBe('');
  expect(readFaqFilter(new URLSearchParams('category=constructor')).category).toBeNull();
});
