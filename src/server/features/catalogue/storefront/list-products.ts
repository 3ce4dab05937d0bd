import type { ProductCard } from '#contract/storefront/product.ts';
import { FEATURED, type SortKey } from '#contract/storefront/product-list-query.ts';
import type { Facets, ProductPage } from '#contract/storefront/product-page.ts';
import type { FilterField } from '#domain/catalogue/filter-fields.ts';
import type { OptionCondition } from '#domain/catalogue/option-values.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import { withoutParts } from '#domain/search/search-intent.ts';
import { searchedSku } from '#domain/search/sku.ts';
import type { SearchLog, SearchRules } from '#server/features/search/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { cacheBriefly } from '#server/platform/http/response-cache/cache-facts.ts';
import type {
  CatalogueFacets,
  CatalogueFilter,
  CataloguePage,
  CatalogueQuery,
  CatalogueSearch,
  ListedCategory,
  SearchUnderstanding,
} from '../search-engine.ts';
import type { CategorySnapshot, ShopCategories } from '../shop-categories.ts';
import { cardsOf } from './card-reader.ts';
import { type CustomQuery, customConditions, customFacetsView } from './custom-filters.ts';
import { listParameters, matchingVariant, optionFacetsView } from './option-filters.ts';
import { cardView } from './product.view.ts';
import type { ProductReader } from './product-reader.ts';
import { findProductsBySku, type PicturedCardRow } from './products.store.ts';

export interface ListServices {
  readonly db: Database;
  readonly search: CatalogueSearch;
  readonly searchRules: SearchRules;
  readonly searchLog: SearchLog;
  readonly products: ProductReader;
  readonly categories: Pick<ShopCategories, 'current'>;
}

/** The parsed query of a list request. */
export interface ListRequest {
  readonly search?: string | undefined;
  /** Only these products, in this order. */
  readonly ids?: readonly number[] | undefined;
  readonly category?: number | undefined;
  /** Cents. */
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
  readonly inStock?: boolean | undefined;
  readonly onSale?: boolean | undefined;
  readonly brand?: readonly string[] | undefined;
  /** Stars. */
  readonly minRating?: number | undefined;
  readonly custom: CustomQuery;
  readonly options: readonly OptionCondition[];
  readonly sortBy?: SortKey | typeof FEATURED | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
  readonly page: number;
  readonly per_page: number;
  readonly facets?: boolean | undefined;
}

function filterOf(request: ListRequest, filters: readonly FilterField[]): CatalogueFilter {
  const { minRating } = request;
  return {
    text: request.search,
    categoryId: request.category,
    minPrice: request.minPrice,
    maxPrice: request.maxPrice,
    isInStock: request.inStock,
    isOnSale: request.onSale,
    brand: request.brand,
    minRating: minRating === undefined ? undefined : Math.ceil(minRating * 100 - 1e-6),
    custom: customConditions(filters, request.custom),
    options: request.options,
  };
}

function facetsView(
  { categories, brands, ratings, inStock, onSale, price, custom, options }: CatalogueFacets,
  filters: readonly FilterField[],
  { categoryId, custom: conditions, options: chosen = [] }: CatalogueFilter,
): Facets {
  return {
    categories: categories
      .filter(({ parentId }) => parentId === null)
      .map(({ id, name, slug, count }) => ({ id, name, slug, count })),
    subcategories: subcategoriesOf(categories, categoryId),
    brands: brands.map(({ name, count }) => ({ name, count })),
    ratings: ratings.map(({ min, count }) => ({ min, count })),
    in_stock: inStock,
    on_sale: onSale,
    price: price && { min: formatDecimal(price.min), max: formatDecimal(price.max) },
    custom: customFacetsView(filters, custom, { category: categoryId, custom: conditions }),
    options: optionFacetsView(options, chosen),
  };
}

/** Those on the path to the chosen category, and those directly below it. */
function subcategoriesOf(
  categories: CatalogueFacets['categories'],
  chosen: number | undefined,
): Facets['subcategories'] {
  const parents = new Map(categories.map(({ id, parentId }) => [id, parentId]));
  const shown = new Set<number | null | undefined>();
  for (let id: number | null | undefined = chosen; id != null && !shown.has(id); id = parents.get(id)) shown.add(id);
  return categories.flatMap(({ id, name, slug, parentId, count }) =>
    parentId !== null && (shown.has(id) || parentId === chosen) ? { id, name, slug, parent_id: parentId, count } : [],
  );
}

/** @param options what the list's products have; undefined without facets */
function understoodView(
  text: string,
  { filters, dropped }: SearchUnderstanding,
  options: CatalogueFacets['options'] | undefined,
): ProductPage['understood_search'] {
  const read = filters.map(({ condition, ...part }) => ({
    ...part,
    parameters: condition && listParameters(condition, options),
  }));
  return {
    filters: read.map(({ label, without, parameters }) => ({ label, without, ...(parameters && { parameters }) })),
    words: withoutParts(
      text,
      read.filter(({ parameters }) => parameters),
    ),
    dropped: [...dropped],
  };
}

const categoryView = ({ id, name, slug }: ListedCategory) => ({ id, name, slug });

interface SearchDecision extends Pick<CatalogueFilter, 'pins' | 'among'> {
  readonly redirectTo?: string | null;
}

/** Applied before the search engine: the merchant's rules, and SKUs. */
async function decideSearch({ db, searchRules }: ListServices, text: string | undefined): Promise<SearchDecision> {
  if (text === undefined) return {};
  const rule = await searchRules.find(text);
  if (rule) return { pins: { pinned: rule.pinned, hidden: rule.hidden }, redirectTo: rule.redirect_to };
  const sku = searchedSku(text);
  const bySku = sku === undefined ? [] : await findProductsBySku(db, sku);
  return bySku.length > 0 ? { among: bySku } : {};
}

function pictured(
  row: PicturedCardRow,
  categories: CategorySnapshot['all'],
  conditions: readonly OptionCondition[],
): ProductCard {
  const matching = matchingVariant(row.variants, conditions);
  return { ...cardView(row, categories), ...(matching && { matching_variant: matching }) };
}

/** The merchant's order of a category is its default order. */
function sortOf(
  { sortBy, sortOrder }: ListRequest,
  order: readonly number[] | undefined,
): Pick<CatalogueQuery, 'sortBy' | 'isDescending' | 'first'> {
  const isDescending = sortOrder === 'desc';
  if (sortBy === FEATURED) return { first: order };
  return { sortBy, isDescending, ...(sortBy === undefined && !isDescending && { first: order }) };
}

/** The products that a list is about, before the shopper's filters. */
export type ListScope = Pick<CatalogueQuery, 'among' | 'rule' | 'sortBy' | 'isDescending'>;

/**
 * One page of a list: ids from the search engine, products from the database.
 * @param filters the fields that are filters
 * @param scope replaces the order of the request
 * @throws Refusal `request.invalid` for an invalid filter by a field
 */
export async function listProducts(
  services: ListServices,
  request: ListRequest,
  filters: readonly FilterField[],
  scope?: ListScope,
): Promise<ProductPage> {
  const { search, products, categories, searchLog } = services;
  const page = { page: request.page, per_page: request.per_page };
  // Each search is counted, and finds SKUs, whose changes drop no list.
  if (request.search !== undefined) cacheBriefly();
  const { redirectTo, ...decided } = await decideSearch(services, request.search);
  const order =
    request.category === undefined || scope ? undefined : (await categories.current()).orders.get(request.category);
  const query: CatalogueQuery = {
    ...filterOf(request, filters),
    ...decided,
    ...(request.ids && { among: request.ids }),
    ...(scope ?? sortOf(request, order)),
    ...rangeOf(page),
  };
  const found: CataloguePage & { readonly facets?: CatalogueFacets } = request.facets
    ? await search.listWithFacets(query)
    : await search.list(query);
  if (request.search !== undefined && page.page === 1) searchLog.recordSearch(request.search, found.total);
  const conditions = [
    ...request.options,
    ...(found.understood?.filters ?? []).flatMap(({ condition }) => condition?.options ?? []),
  ];
  const cards =
    conditions.length > 0
      ? await cardsOf(products.picturedCards(found.ids), categories, (row, tree) => pictured(row, tree, conditions))
      : await cardsOf(products.cards(found.ids), categories);
  return {
    ...pageOf(page, found.total, cards),
    corrected_search: found.corrected,
    ...(found.understood && {
      understood_search: understoodView(request.search ?? '', found.understood, found.facets?.options),
    }),
    ...(found.categories && { suggested_categories: found.categories.map(categoryView) }),
    ...(order && { has_featured_order: true }),
    ...(redirectTo != null && { redirect_to: redirectTo }),
    ...(found.facets ? { facets: facetsView(found.facets, filters, query) } : {}),
  };
}
