import { expect, test } from 'vitest';
import { ENTRY_LIMITS } from '../../limits.ts';
import { suggestedSlug } from './suggested-slug.ts';

test('an address is suggested as the shop does for products and categories', () => {
  expect(suggestedSlug('Father’s Day: 5 gifts')).toBe('fathers-day-5-gifts');
  expect(suggestedSlug('Über uns')).toBe('uber-uns');
  expect(suggestedSlug('…')).toBe('');
});

test('an address that is too long is cut at a word', () => {
  const words = Array.from({ length: 20 }, () => 'sweater').join(' ');
  expect(suggestedSlug(words)).toBe(Array.from({ length: 12 }, () => 'sweater').join('-'));
});

test('a word that ends at the limit is kept', () => {
  const title = 'x'.repeat(ENTRY_LIMITS.slug - 2);
  expect(suggestedSlug(`${title} y z`)).toBe(`${title}-y`);
  expect(suggestedSlug(`${title} yy`)).toBe(title);
});

test('a single word that is too long is cut at the limit', () => {
  expect(suggestedSlug('x'.repeat(ENTRY_LIMITS.slug + 1))).toBe('x'.repeat(ENTRY_LIMITS.slug));
});
