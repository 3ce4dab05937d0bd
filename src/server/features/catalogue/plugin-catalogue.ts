import type { ProductCard } from '#contract/storefront/products.ts';
import type { CustomField } from '#domain/custom-fields.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { CustomFields } from './custom-fields/custom-fields.ts';
import type { CatalogueQuery, CatalogueSearch, ListedCategory } from './search-engine.ts';
import type { ShopCategories } from './shop-categories.ts';
import { createCardReader } from './storefront/card-reader.ts';
import { type LoadExtensions, productExtender } from './storefront/extend-products.ts';
import { createProductReader } from './storefront/product-reader.ts';

/** What products can be filtered by. */
export interface ProductFilterOptions {
  /** The active categories in the merchant's order. */
  readonly categories: readonly ListedCategory[];
  /** The thirty most frequent ones. */
  readonly brands: readonly string[];
  /** The custom fields that are filters. */
  readonly customFields: readonly CustomField[];
}

/** The catalogue as shoppers see it, for plug-ins (`#plugin`): found by the search engine, read from the database. */
export interface PluginCatalogue {
  /** A page of product ids. Costs no statement. */
  find(query: CatalogueQuery): Promise<{ readonly ids: readonly number[]; readonly total: number }>;
  /** A page of products as `GET /products` answers them. */
  list(query: CatalogueQuery): Promise<{ readonly products: readonly ProductCard[]; readonly total: number }>;
  filterOptions(): Promise<ProductFilterOptions>;
}

export function createPluginCatalogue({
  db,
  search,
  customFields,
  categories,
  loadProducts,
}: {
  readonly db: Database;
  readonly search: CatalogueSearch;
  readonly customFields: Pick<CustomFields, 'all'>;
  readonly categories: Pick<ShopCategories, 'current'>;
  readonly loadProducts: LoadExtensions | undefined;
}): PluginCatalogue {
  const readCards = createCardReader({ products: createProductReader(db), categories });
  const extend = productExtender(loadProducts);
  return {
    async find(query) {
      const { ids, total } = await search.list(query);
      return { ids, total };
    },
    async list(query) {
      const { ids, total } = await search.list(query);
      return { products: await extend(await readCards(ids)), total };
    },
    async filterOptions() {
      const [listed, { facets }, fields] = await Promise.all([
        search.categories(),
        search.listWithFacets({ offset: 0, limit: 0 }),
        customFields.all(),
      ]);
      return {
        categories: listed.map(({ id, name, slug, parentId }) => ({ id, name, slug, parentId })),
        brands: facets.brands.map(({ name }) => name),
        customFields: fields.filter(({ isFilter }) => isFilter),
      };
    },
  };
}
