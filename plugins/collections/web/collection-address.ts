import type { Sort } from '../sorts.ts';

/** Sort orders that shoppers choose from, with their labels. */
export const SORT_WORDS: readonly (readonly [Sort, string])[] = [
  ['best-selling', 'Best selling'],
  ['newest', 'Newest first'],
  ['price-low', 'Price, low to high'],
  ['price-high', 'Price, high to low'],
  ['rating', 'Best rated first'],
  ['name', 'Name, A to Z'],
  ['name-desc', 'Name, Z to A'],
  ['oldest', 'Oldest first'],
];

/** The address of the list of collections, or of one of them. */
export const addressOf = (slug?: string, page = 1): string =>
  `/collections${slug === undefined ? '' : `/${encodeURIComponent(slug)}`}${page > 1 ? `?page=${page}` : ''}`;
