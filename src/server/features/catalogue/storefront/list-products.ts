import type { Facets, ProductPage, SortKey } from '#contract/storefront/products.ts';
import type { CustomField } from '#domain/custom-fields.ts';
import { formatDecimal } from '#domain/money.ts';
import type {
  CatalogueFacets,
  CatalogueFilter,
  CataloguePage,
  CatalogueQuery,
  CatalogueSearch,
} from '../search-engine.ts';
import { type CustomQuery, customConditions, customFacetsView } from './custom-filters.ts';
import { cardView } from './product.view.ts';
import type { ProductReader } from './product-reader.ts';

/** What a shopper asked for, as the contract reads it from the address. */
export interface ListRequest {
  readonly search?: string | undefined;
  readonly category?: number | undefined;
  /** Cents. */
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
  readonly inStock?: boolean | undefined;
  readonly onSale?: boolean | undefined;
  readonly brand?: string | undefined;
  /** Stars. */
  readonly minRating?: number | undefined;
  readonly custom: CustomQuery;
  readonly sortBy?: SortKey | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
  readonly page: number;
  readonly per_page: number;
  readonly facets?: boolean | undefined;
}

function filterOf(request: ListRequest, filters: readonly CustomField[]): CatalogueFilter {
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
  };
}

function facetsView(
  { categories, brands, ratings, inStock, onSale, price, custom }: CatalogueFacets,
  filters: readonly CustomField[],
  { categoryId, custom: conditions }: CatalogueFilter,
): Facets {
  return {
    categories: categories.map(({ id, name, slug, count }) => ({ id, name, slug, count })),
    brands: brands.map(({ name, count }) => ({ name, count })),
    ratings: ratings.map(({ min, count }) => ({ min, count })),
    in_stock: inStock,
    on_sale: onSale,
    price: price && { min: formatDecimal(price.min), max: formatDecimal(price.max) },
    custom: customFacetsView(filters, custom, { category: categoryId, custom: conditions }),
  };
}

/**
 * One page of a filtered, sorted list: which products, from the search engine; what they are now, from the database.
 * @param customFields all that are defined
 * @throws Refusal `request.invalid` beside a filter by a custom field that cannot be read
 */
export async function listProducts(
  search: CatalogueSearch,
  products: ProductReader,
  request: ListRequest,
  customFields: readonly CustomField[],
): Promise<ProductPage> {
  const { page, per_page: perPage } = request;
  const filters = customFields.filter(({ isFilter }) => isFilter);
  const query: CatalogueQuery = {
    ...filterOf(request, filters),
    sortBy: request.sortBy,
    isDescending: request.sortOrder === 'desc',
    offset: (page - 1) * perPage,
    limit: perPage,
  };
  const found: CataloguePage & { readonly facets?: CatalogueFacets } = request.facets
    ? await search.listWithFacets(query)
    : await search.list(query);
  const rows = await products.cards(found.ids);
  return {
    current_page: page,
    last_page: Math.max(1, Math.ceil(found.total / perPage)),
    per_page: perPage,
    total: found.total,
    data: rows.map(cardView),
    corrected_search: found.corrected,
    ...(found.facets ? { facets: facetsView(found.facets, filters, query) } : {}),
  };
}
