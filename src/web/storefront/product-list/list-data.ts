import type { ListQuery } from '#domain/catalogue/list-address.ts';
import { refusalStatus } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Api, Data, Input } from '#web/api/calls.ts';
import { type CardProduct, cardProduct } from '#web/shared/catalogue/card-product.ts';
import { SAMPLE_CATEGORIES } from '#web/shared/catalogue/sample-categories.ts';
import type { PageMeta } from '#web/shared/page-meta.ts';
import {
  failedResults,
  filterParameters,
  type ListCategory,
  type ListResults,
  listResults,
  withoutInvalidParameters,
} from '#web/shared/product-list/results-data.ts';
import { deliveryCost } from '#web/shared/shop/promises.ts';
import { pageTitle, setShop, shop, shopJson } from '#web/shared/shop/shop.ts';
import { type OpenedCategory, readOpenedCategory } from './opened-category.ts';

/** Storefront §9: default page size. */
const PAGE_SIZE = 12;
/** Popular products for an empty list. */
const MAX_POPULAR = 4;

type ListCall = NonNullable<Input<'GET /products'>['query']>;

export interface ListData extends ListResults {
  /** Computed here to keep it out of the page's scripts. */
  head: Omit<PageMeta, 'data'>;
  /** The page that the merchant shows instead, or the list without unusable parameters. */
  redirectTo: string | null;
  /** Of the first level, and below the chosen one those on the path to it and directly below it. */
  categories: ListCategory[];
  /** The chosen category. */
  category: OpenedCategory | null;
}

/** The list for a URL. @param query what the URL asks for */
export async function readList(api: Api, url: URL, query: ListQuery): Promise<ListData> {
  const [first, category, list] = await Promise.all([
    readCategories(api),
    readOpenedCategory(api, query.filters.category),
    readProducts(api, url, query),
  ]);
  const categories = withBranch(first, category);
  // The head needs the current settings, which the layout sets only when it is rendered.
  if (import.meta.env.SSR) setShop(shopJson(await api('GET /shop').catch(shop)));
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
    title: pageTitle(`${what}${page > 1 ? `, page ${page}` : ''}`),
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
export const fetchList = (url: URL, query: ListQuery) => readList(call, url, query);

async function readProducts(api: Api, url: URL, query: ListQuery): Promise<ListResults & Pick<ListData, 'redirectTo'>> {
  try {
    const found = await api('GET /products', { query: listCall(query) });
    const popular = found.total === 0 ? (await readFeatured(api)).slice(0, MAX_POPULAR) : [];
    return { ...listResults(found, query, popular), redirectTo: found.redirect_to ?? null };
  } catch (error) {
    const products = refusalStatus(error) === 503 ? await readFeatured(api) : [];
    return { ...failedResults(error, query, products), redirectTo: withoutInvalidParameters(url, error) };
  }
}

function listCall(query: ListQuery): ListCall {
  const { search, category, sortBy, sortOrder } = query.filters;
  // By relevance, or in the merchant's order of the category, unless the shopper has chosen.
  const byDefault = search || category ? undefined : 'name';
  const order = { sortBy: sortBy ?? byDefault, sortOrder: sortOrder ?? 'asc' };
  return {
    ...filterParameters(query),
    // The URL is free text: the contract's validation refuses an unknown order.
    ...(order as Pick<ListCall, 'sortBy' | 'sortOrder'>),
    page: query.page,
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
