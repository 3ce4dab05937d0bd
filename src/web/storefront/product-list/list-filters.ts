import type { Filters } from '#domain/list-address.ts';

/** The id of the form that the choice of an order belongs to where no scripts run. */
export const FILTER_FORM = 'filters';

/** The orders of a list as one choice: `sortBy.sortOrder` (storefront §2). */
export const SORTS = [
  ['name.asc', 'Name, A to Z'],
  ['name.desc', 'Name, Z to A'],
  ['price.asc', 'Price, low to high'],
  ['price.desc', 'Price, high to low'],
  ['created_at.desc', 'Newest first'],
  ['created_at.asc', 'Oldest first'],
  ['average_rating.desc', 'Best rated first'],
  ['average_rating.asc', 'Lowest rated first'],
] as const;

/** The choice that an address amounts to; blank: by relevance. */
export const sortOf = ({ search, sortBy, sortOrder }: Filters): string =>
  sortBy || !search ? `${sortBy ?? 'name'}.${sortOrder ?? 'asc'}` : '';
