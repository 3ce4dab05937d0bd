/** The filters of the list by their names in the address (storefront §2, §3). */
const FILTER_NAMES = [
  'search',
  'category',
  'minPrice',
  'maxPrice',
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

export function readListQuery(search: URLSearchParams, pathCategory: string | null = null): ListQuery {
  const page = Number(search.get('page'));
  return {
    filters: cleaned({ ...Object.fromEntries(search), ...(pathCategory && { category: pathCategory }) }),
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
