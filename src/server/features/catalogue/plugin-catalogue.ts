import type { ProductCard } from '#contract/storefront/product.ts';
import type { ProductListQuery } from '#contract/storefront/product-list-query.ts';
import type { ProductPage } from '#contract/storefront/product-page.ts';
import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import { shows } from '#server/platform/http/response-cache/cache-facts.ts';
import { LISTED } from './cache-keys.ts';
import type { CustomFields } from './custom-fields/custom-fields.ts';
import type { CatalogueFacets, CatalogueQuery, ListedCategory } from './search-engine.ts';
import { createCardReader } from './storefront/card-reader.ts';
import { frequentTexts } from './storefront/custom-filters.ts';
import { type LoadExtensions, productExtender } from './storefront/extend-products.ts';
import { type ListScope, type ListServices, listProducts } from './storefront/list-products.ts';
import { createProductReader } from './storefront/product-reader.ts';

/** What products can be filtered by. */
export interface ProductFilterOptions {
  /** The active categories in the merchant's order. */
  readonly categories: readonly ListedCategory[];
  /** The thirty most frequent ones. */
  readonly brands: readonly string[];
  /**
   * The product fields and custom fields that are filters. Keys of product fields begin with `field.`; the choices of a text are
   * its thirty most frequent values.
   */
  readonly customFields: readonly CustomField[];
}

/** The catalogue as shoppers see it, for plug-ins (`#plugin`): found by the search engine, read from the database. */
export interface PluginCatalogue {
  /** A page of product ids. Costs no statement. */
  find(query: CatalogueQuery): Promise<{ readonly ids: readonly number[]; readonly total: number }>;
  /** A page of products as `GET /products` answers them. */
  list(query: CatalogueQuery): Promise<{ readonly products: readonly ProductCard[]; readonly total: number }>;
  /**
   * A page of a list that shoppers filter, as `GET /products` answers it.
   * @param query parsed by `productListQuery`; with `facets`, the result has the counts of the filters
   * @param scope which products the list is about, and their order
   * @throws Refusal `request.invalid` for an invalid filter by a field
   */
  browse(query: ProductListQuery, scope: ListScope): Promise<ProductPage>;
  filterOptions(): Promise<ProductFilterOptions>;
}

interface CatalogueSources extends Omit<ListServices, 'products'> {
  readonly customFields: Pick<CustomFields, 'all' | 'filters'>;
  readonly loadProducts: LoadExtensions | undefined;
}

function withTexts(field: CustomField, { custom }: CatalogueFacets): CustomField {
  if (field.kind !== 'text') return field;
  const { counts = [] } = custom.find(({ key }) => key === field.key) ?? {};
  return { ...field, choices: frequentTexts(counts).map((value) => ({ value, label: value })) };
}

export function createPluginCatalogue({ customFields, loadProducts, ...sources }: CatalogueSources): PluginCatalogue {
  const { search, categories } = sources;
  const products = createProductReader(sources.db);
  const readCards = createCardReader({ products, categories });
  const extend = productExtender(loadProducts);
  return {
    async find(query) {
      shows(...LISTED);
      const { ids, total } = await search.list(query);
      return { ids, total };
    },
    async list(query) {
      shows(...LISTED);
      const { ids, total } = await search.list(query);
      return { products: await extend(await readCards(ids)), total };
    },
    async browse(query, scope) {
      shows(...LISTED);
      const page = await listProducts({ ...sources, products }, query, await customFields.filters(), scope);
      return { ...page, data: await extend(page.data) };
    },
    async filterOptions() {
      shows(...LISTED);
      const [listed, { facets }, fields] = await Promise.all([
        search.categories(),
        search.listWithFacets({ offset: 0, limit: 0 }),
        customFields.filters(),
      ]);
      return {
        categories: listed.map(({ id, name, slug, parentId }) => ({ id, name, slug, parentId })),
        brands: facets.brands.map(({ name }) => name),
        customFields: fields.map(({ column: _, ...field }) => withTexts(field, facets)),
      };
    },
  };
}
