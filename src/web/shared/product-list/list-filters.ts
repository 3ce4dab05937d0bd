import type { Filters } from '#domain/catalogue/list-address.ts';

/** The form's id for the sort select, without scripts. */
export const FILTER_FORM = 'filters';

/** A sort order and its label. */
export type SortChoice = readonly [value: string, label: string];

/** Sort orders as one value: `sortBy.sortOrder` (storefront §2). */
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

/** The selected sort order; blank: the default, if it has a name of its own. */
export const sortOf = ({ sortBy, sortOrder }: Filters, byDefault: string | false): string =>
  sortBy || !byDefault ? `${sortBy ?? 'name'}.${sortOrder ?? 'asc'}` : '';
