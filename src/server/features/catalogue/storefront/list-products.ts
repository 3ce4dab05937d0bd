import type { Facets, ProductPage, SortKey } from '#contract/storefront/products.ts';
import { formatDecimal } from '#domain/money.ts';
import type { CatalogueFilter, CatalogueIndex } from '../in-memory/catalogue-index.ts';
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
  readonly sortBy?: SortKey | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
  readonly page: number;
  readonly per_page: number;
  readonly facets?: boolean | undefined;
}

function filterOf(request: ListRequest): CatalogueFilter {
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
  };
}

function facetsOf(index: CatalogueIndex, filter: CatalogueFilter): Facets {
  const counts = index.facets(filter);
  const byCategory = new Map(counts.categories.map(({ id, count }) => [id, count]));
  const { price } = counts;
  return {
    categories: index.categories.flatMap(({ id, name, slug }) => {
      const count = byCategory.get(id);
      return count === undefined ? [] : [{ id, name, slug, count }];
    }),
    brands: counts.brands.map(({ name, count }) => ({ name, count })),
    ratings: counts.ratings.map(({ min, count }) => ({ min, count })),
    in_stock: counts.inStock,
    on_sale: counts.onSale,
    price: price && { min: formatDecimal(price.min), max: formatDecimal(price.max) },
  };
}

/** One page of a filtered, sorted list: which products, from the index; what they are now, from the database. */
export async function listProducts(
  index: CatalogueIndex,
  products: ProductReader,
  request: ListRequest,
): Promise<ProductPage> {
  const { page, per_page: perPage } = request;
  const filter = filterOf(request);
  const { ids, total, corrected } = index.find({
    ...filter,
    sortBy: request.sortBy,
    isDescending: request.sortOrder === 'desc',
    offset: (page - 1) * perPage,
    limit: perPage,
  });
  const facets = request.facets ? { facets: facetsOf(index, filter) } : {};
  const rows = await products.cards(ids);
  return {
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    per_page: perPage,
    total,
    data: rows.map(cardView),
    corrected_search: corrected,
    ...facets,
  };
}
