import { type Filters, filterValues, type ListQuery } from '#domain/list-address.ts';
import { ApiError, messageOf, refusalStatus } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Api, Data, Input } from '#web/api/calls.ts';
import { type CardProduct, cardProduct } from '#web/shared/catalogue/card-product.ts';
import { SAMPLE_CATEGORIES } from '#web/shared/catalogue/sample-categories.ts';
import { formatCount } from '#web/shared/numbers.ts';
import type { PageFacts } from '#web/shared/page-meta.ts';
import { deliveryCost } from '#web/shared/shop/promises.ts';
import { shop, titled } from '#web/shared/shop/shop.ts';
import type { SearchFilter } from './chips.ts';
import type { ListFacets } from './list-facets.ts';
import { type OpenedCategory, readOpenedCategory } from './opened-category.ts';
import { shownFilters } from './shown-filters.ts';

/** Storefront §9: default page size. */
const PAGE_SIZE = 12;
const FAILURE = 'Error fetching products';
/** Popular products for an empty list. */
const MAX_POPULAR = 4;

type ListCall = NonNullable<Input<'GET /products'>['query']>;

export interface ListCategory {
  readonly id: number;
  readonly name: string;
  /** From 0; missing on the first level. */
  readonly level?: number;
}

export interface ListData {
  /** Computed here to keep it out of the page's scripts. */
  head: Omit<PageFacts, 'data'>;
  /** Whether the merchant has put the category's products into an order, which is its default. */
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
  /** Where a search found nothing: categories that may hold what is meant. */
  nearCategories: readonly { id: number; name: string }[];
  /** The page that the merchant shows instead. */
  redirectTo: string | null;
  /** Of the first level, and below the chosen one those on the path to it and directly below it. */
  categories: ListCategory[];
  /** The chosen category. */
  category: OpenedCategory | null;
  /** Product counts of further filters; null when the list failed. */
  facets: ListFacets | null;
  /** Popular products when nothing was found. */
  popular: CardProduct[];
  /** Why the list failed; it may contain fallback products. */
  failure: string | null;
  /** HTTP status of the page. */
  status: number;
}

/** The list for a URL. */
export async function readList(api: Api, query: ListQuery): Promise<ListData> {
  const [first, category, list] = await Promise.all([
    readCategories(api),
    readOpenedCategory(api, query.filters.category),
    readProducts(api, query),
  ]);
  const categories = withBranch(first, category);
  return { ...list, category, categories, head: headOf(query, categories, category) };
}

function headOf(
  { filters, page }: ListQuery,
  categories: readonly ListCategory[],
  opened: OpenedCategory | null,
): ListData['head'] {
  const { category, ...others } = filters;
  const name = categories.find(({ id }) => String(id) === category)?.name;
  const what = filters.search ? `Search: ${filters.search}` : (name ?? 'Products');
  return {
    title: titled(`${what}${page > 1 ? `, page ${page}` : ''}`),
    description: name
      ? opened?.metaDescription || `${name} at ${shop().siteName}: fairly priced. ${deliveryCost()}, 30-day returns.`
      : `All products of ${shop().siteName}. ${deliveryCost()}, 30-day returns.`,
    path: `/products${category ? `/category/${category}` : ''}${page > 1 ? `?page=${page}` : ''}`,
    hidden: Object.keys(others).length > 0,
    picture: opened?.preview ?? undefined,
  };
}

/** The categories with the branch of the chosen one. */
function withBranch(first: readonly ListCategory[], chosen: OpenedCategory | null): ListCategory[] {
  if (!chosen) return [...first];
  const [top, ...below] = chosen.path.map(({ id, name }, level) => ({ id, name, level }));
  const children = chosen.children.map(({ id, name }) => ({ id, name, level: chosen.path.length }));
  return first.flatMap((category) => (category.id === top?.id ? [category, ...below, ...children] : category));
}

/** The same with the browser's own calls. */
export const fetchList = (query: ListQuery) => readList(call, query);

async function readProducts(api: Api, query: ListQuery): Promise<Omit<ListData, 'categories' | 'category' | 'head'>> {
  try {
    const found = await api('GET /products', { query: listCall(query) });
    const { filters: searchFilters = [], words } = found.understood_search ?? {};
    return {
      products: found.data.map(cardProduct),
      total: found.total,
      page: found.current_page,
      lastPage: found.last_page,
      countText: countText(found),
      searchFilters,
      shown: shownFilters(query.filters, searchFilters, words),
      nearCategories: found.suggested_categories ?? [],
      redirectTo: found.redirect_to ?? null,
      isFeatured: found.has_featured_order ?? false,
      facets: found.facets ?? null,
      popular: found.total === 0 ? (await readFeatured(api)).slice(0, MAX_POPULAR) : [],
      failure: null,
      status: 200,
    };
  } catch (error) {
    const status = refusalStatus(error);
    const products = status === 503 ? await readFeatured(api) : [];
    return {
      products,
      total: products.length,
      page: 1,
      lastPage: 1,
      countText: '',
      searchFilters: [],
      shown: query.filters,
      nearCategories: [],
      redirectTo: null,
      isFeatured: false,
      facets: null,
      popular: [],
      failure: failureOf(error),
      status,
    };
  }
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

function listCall({ filters: { sortBy, sortOrder, ...filters }, page }: ListQuery): ListCall {
  const { search, category, brand } = filters;
  // By relevance, or in the merchant's order of the category, unless the shopper has chosen.
  const byDefault = search || category ? undefined : 'name';
  const order = { sortBy: sortBy ?? byDefault, sortOrder: sortOrder ?? 'asc' };
  // The URL is free text; the contract's validation refuses an invalid sort key with 422.
  const brands = brand && { brand: filterValues('brand', brand) };
  return {
    ...filters,
    ...brands,
    ...(order as Pick<ListCall, 'sortBy' | 'sortOrder'>),
    page,
    per_page: PAGE_SIZE,
    facets: true,
  };
}

/** Fallback for a failed list (storefront §7). */
const readFeatured = (api: Api): Promise<CardProduct[]> =>
  api('GET /products/featured').then(
    (products: Data<'GET /products/featured'>) => products.map(cardProduct),
    () => [],
  );

const readCategories = (api: Api): Promise<ListCategory[]> =>
  api('GET /categories').then(
    (categories) => categories.map(({ id, name }) => ({ id, name })),
    () => SAMPLE_CATEGORIES.map(({ id, name }) => ({ id, name })),
  );
