import { addressOf, type Filters, filterValues, type ListQuery } from '#domain/catalogue/list-address.ts';
import { ApiError, messageOf, refusalStatus } from '#web/api/api-error.ts';
import type { Data } from '#web/api/calls.ts';
import { type CardProduct, cardProduct } from '#web/shared/catalogue/card-product.ts';
import { formatCount } from '#web/shared/numbers.ts';
import type { SearchFilter } from './chips.ts';
import type { ListFacets } from './list-facets.ts';
import { shownFilters } from './shown-filters.ts';

const FAILURE = 'Error fetching products';

export interface ListCategory {
  readonly id: number;
  readonly name: string;
  /** From 0; missing on the first level. */
  readonly level?: number;
}

/** A page of a list that shoppers filter. */
export interface ListResults {
  /** Whether the merchant has ordered the products by hand; that order is then the default. */
  isFeatured: boolean;
  products: CardProduct[];
  total: number;
  page: number;
  lastPage: number;
  /** How many products were found, and with which words; blank when the list failed. */
  countText: string;
  /** Parts of the search text that narrow the list, each with the text without it. */
  searchFilters: readonly SearchFilter[];
  /** The filters with those of the search text, as the panel shows them. */
  shown: Filters;
  /** How many of them narrow the list: not the search text, and not the category of a category's own page. */
  chosenCount: number;
  /** For a search without results: categories that may have what is meant. */
  nearCategories: readonly { id: number; name: string }[];
  /** Product counts of further filters; null when the list failed. */
  facets: ListFacets | null;
  /** Popular products when nothing was found. */
  popular: CardProduct[];
  /** Why the list failed; it may contain fallback products. */
  failure: string | null;
  /** HTTP status of the page. */
  status: number;
}

type ListConditions = Pick<ListQuery, 'filters' | 'pathCategory'>;

/** @param popular shown when nothing was found */
export function listResults(
  found: Data<'GET /products'>,
  query: ListConditions,
  popular: CardProduct[] = [],
): ListResults {
  const { filters: searchFilters = [], words } = found.understood_search ?? {};
  const shown = shownFilters(query.filters, searchFilters, words);
  return {
    products: found.data.map(cardProduct),
    total: found.total,
    page: found.current_page,
    lastPage: found.last_page,
    countText: countText(found),
    searchFilters,
    shown,
    chosenCount: chosenCount(shown, query),
    nearCategories: found.suggested_categories ?? [],
    isFeatured: found.has_featured_order ?? false,
    facets: found.facets ?? null,
    popular,
    failure: null,
    status: 200,
  };
}

/** @param products shown instead */
export const failedResults = (error: unknown, query: ListConditions, products: CardProduct[] = []): ListResults => ({
  products,
  total: products.length,
  page: 1,
  lastPage: 1,
  countText: '',
  searchFilters: [],
  shown: query.filters,
  chosenCount: chosenCount(query.filters, query),
  nearCategories: [],
  isFeatured: false,
  facets: null,
  popular: [],
  failure: failureOf(error),
  status: refusalStatus(error),
});

/**
 * The address without the parameters that the API refuses, such as an unknown order in an old link; null if there are none. A lowest value
 * above the highest stays: the list says so, because the visitor may have mistyped either. So does what may be half typed.
 */
export function withoutInvalidParameters({ pathname, searchParams }: URL, error: unknown): string | null {
  const { errors = {} } = error as Pick<Partial<ApiError>, 'errors'>;
  const usable = new URLSearchParams(searchParams);
  for (const name of Object.keys(errors)) {
    const mayBeHalfTyped = !import.meta.env.SSR && LIMIT.test(name);
    if (!mayBeHalfTyped && !isBackward(searchParams, name)) usable.delete(name);
  }
  if (usable.size === searchParams.size) return null;
  return addressOf({ path: pathname, parameters: [...usable] });
}

/** The lowest or highest value of a range, which is typed. */
const LIMIT = /^(min|max)Price$|\.(min|max)$/;

/** Whether this is the lowest value of a range, such as `minPrice` or `custom.width.min`, and above the highest. */
function isBackward(search: URLSearchParams, lowest: string): boolean {
  const highest = lowest.replace(/^min(?=Price$)|(?<=\.)min$/, 'max');
  const [low = Number.NaN, high = Number.NaN] = [lowest, highest].map((name) => {
    const text = search.get(name) ?? '';
    return DATE.test(text) ? Date.parse(text) : Number.parseFloat(text);
  });
  return low > high;
}

const DATE = /^\d{4}-\d\d-\d\d$/;

/** The categories that a list's products are in, as the panel offers them: below the chosen one as far as counted. */
export function facetCategories(facets: ListFacets | null): ListCategory[] {
  const below = Map.groupBy(facets?.subcategories ?? [], ({ parent_id }) => parent_id);
  const branch = (id: number, level: number): ListCategory[] =>
    (below.get(id) ?? []).flatMap((one) => [{ id: one.id, name: one.name, level }, ...branch(one.id, level + 1)]);
  return (facets?.categories ?? []).flatMap(({ id, name }) => [{ id, name }, ...branch(id, 1)]);
}

/** The parameters of a list without its order, as the API takes them. */
export const filterParameters = ({ filters: { sortBy: _, sortOrder: __, brand, ...filters } }: ListQuery) => ({
  ...filters,
  ...(brand && { brand: filterValues('brand', brand) }),
});

function chosenCount(
  { sortBy: _, sortOrder: __, search, ...narrowing }: Filters,
  { pathCategory }: ListConditions,
): number {
  const ofPage = pathCategory !== null && !search ? 1 : 0;
  return Object.keys(narrowing).length - ofPage;
}

function countText({
  total,
  corrected_search: corrected,
  understood_search: understood,
}: Data<'GET /products'>): string {
  const count = total === 1 ? '1 product' : `${formatCount(total)} products`;
  const found = corrected ? `Showing results for “${corrected}”: ${count}` : count;
  const { dropped = [] } = understood ?? {};
  if (dropped.length === 0) return found;
  return `No exact match for all words. ${found} without ${dropped.map((word) => `“${word}”`).join(', ')}`;
}

/** The server's message, by field if given; otherwise the specification's text (§8). */
function failureOf(error: unknown): string {
  if (refusalStatus(error) === 503 && !(error instanceof ApiError && error.status > 0)) return FAILURE;
  const { errors = {} } = error as Pick<Partial<ApiError>, 'errors'>;
  const fields = Object.values(errors).flat();
  return fields.length > 0 ? fields.join(' ') : messageOf(error, FAILURE);
}
