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

/** What the address of a page below `/collections` says. */
export interface CollectionAddress {
  /** Undefined: the list of all collections. */
  readonly slug?: string | undefined;
  readonly page: number;
  /** Undefined: the collection's own order. */
  readonly sort?: Sort | undefined;
}

/** Anything that is not a page or an order counts as missing. */
export function readAddress(slug: string | undefined, query: URLSearchParams): CollectionAddress {
  const page = Number(query.get('page') ?? 1);
  const sort = SORT_WORDS.find(([name]) => name === query.get('sort'))?.[0];
  return { slug, page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1, sort };
}

export function addressOf({ slug, page, sort }: CollectionAddress): string {
  const query = new URLSearchParams({ ...(sort && { sort }), ...(page > 1 && { page: String(page) }) }).toString();
  return `/collections${slug === undefined ? '' : `/${slug}`}${query && `?${query}`}`;
}
