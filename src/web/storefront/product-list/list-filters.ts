/** The filters of the list by their names in the address (storefront §2, §3). */
const FILTER_NAMES = [
  'search',
  'category',
  'brand',
  'minPrice',
  'maxPrice',
  'minRating',
  'inStock',
  'onSale',
  'sortBy',
  'sortOrder',
] as const;

export type FilterName = (typeof FILTER_NAMES)[number];
export type Filters = Partial<Record<FilterName, string>>;

/** What an address asks for. */
export interface ListQuery {
  filters: Filters;
  page: number;
  /** The category of `/products/category/{id}`, which is part of the path then. */
  pathCategory: string | null;
}

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

/** The filters in another order. */
export function withSort(filters: Filters, sort: string): Filters {
  const { sortBy: _, sortOrder: __, ...others } = filters;
  const [sortBy = '', sortOrder = ''] = sort.split('.');
  return { ...others, sortBy, sortOrder };
}

export function readListQuery(search: URLSearchParams, pathCategory: string | null = null): ListQuery {
  const page = Number(search.get('page'));
  // Where no scripts run, the order comes as one field of the form.
  const { sort, ...given } = Object.fromEntries(search);
  const filters = sort === undefined ? given : withSort(given, sort);
  return {
    filters: cleaned({ ...filters, ...(pathCategory && { category: pathCategory }) }),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pathCategory,
  };
}

/** The address of a list; a changed filter starts from page 1. */
export function listAddress({ filters, pathCategory }: Omit<ListQuery, 'page'>, page = 1): string {
  const { category, ...others } = cleaned(filters);
  const isInPath = pathCategory !== null && category === pathCategory;
  const search = new URLSearchParams(isInPath || !category ? others : { category, ...others });
  if (page > 1) search.set('page', String(page));
  const path = isInPath ? `/products/category/${pathCategory}` : '/products';
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Only what is a filter, is not blank and is not what happens anyway: name ascending, or relevance of a search. */
function cleaned(given: Readonly<Record<string, string | undefined>>): Filters {
  const filters: Filters = {};
  for (const name of FILTER_NAMES) {
    const value = given[name]?.trim();
    const isDefault =
      name === 'sortBy' ? value === 'name' && !given.search?.trim() : name === 'sortOrder' && value === 'asc';
    if (value && !isDefault) filters[name] = value;
  }
  return filters;
}
