import { MAX_FEATURED, MAX_RELATED, type productEndpoints } from '#contract/storefront/products.ts';
import { answer, type Handlers } from '#server/platform/http/handler.ts';
import { dependsOn } from '#server/platform/http/response-cache/cache-facts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { categoryKey, LISTED, productKey, RELATED } from '../cache-keys.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { ShopCategories } from '../shop-categories.ts';
import type { BoughtTogether } from './bought-together.ts';
import { cardsOf, createCardReader } from './card-reader.ts';
import { type LoadExtensions, productExtender } from './extend-products.ts';
import { type ListRequest, type ListServices, listProducts } from './list-products.ts';
import { productView } from './product.view.ts';
import { createProductReader, productIdOf } from './product-reader.ts';
import { readFeaturedCardRows } from './products.store.ts';
import { recommendProducts } from './recommend-products.ts';
import { suggestProducts } from './suggest-products.ts';

export interface ProductServices extends Omit<ListServices, 'products'> {
  readonly customFields: Pick<CustomFields, 'all' | 'filters'>;
  readonly boughtTogether: Pick<BoughtTogether, 'with'>;
  readonly categories: Pick<ShopCategories, 'current'>;
  readonly plugins: { readonly loadProducts: LoadExtensions | undefined };
}

export function productHandlers(services: ProductServices): Handlers<typeof productEndpoints> {
  const { db, search, searchLog, customFields, boughtTogether, categories, plugins } = services;
  const products = createProductReader(db);
  const extend = productExtender(plugins.loadProducts);
  const readCards = createCardReader({ products: { cards: products.cardsWithProducts }, categories });
  /** Does not wait for the product if the key is an id, so that both are read in the same statement. */
  const readRelated = async (key: string, product: Promise<{ readonly id: number }>) => {
    const id = productIdOf(key) ?? (await product).id;
    return readCards(await search.related(id, MAX_RELATED, boughtTogether.with(id)));
  };
  const list = async (request: ListRequest) => {
    dependsOn(...LISTED);
    const page = await listProducts({ ...services, products }, request, await customFields.filters());
    return answer({ ...page, data: await extend(page.data) });
  };
  return {
    'GET /products': ({ query }) => list(query),
    'GET /products/featured': async () => {
      dependsOn(...LISTED);
      return answer(await extend(await cardsOf(readFeaturedCardRows(db, MAX_FEATURED), categories)));
    },
    'GET /products/search': ({ query }) => list({ ...query, search: query.q }),
    'GET /products/suggestions': async ({ query }) => {
      dependsOn(...LISTED);
      return answer(await suggestProducts(search, products, query.q));
    },
    'GET /products/recommendations': async ({ query }) => {
      dependsOn(...LISTED);
      return answer(
        await extend(await recommendProducts({ db, search, products, categories, boughtTogether }, query.for ?? [])),
      );
    },
    'POST /search/clicks': async ({ body }) => {
      searchLog.recordClick(body.search);
      return answer(null);
    },
    'GET /products/{id}': async ({ params }) => {
      const [row, definitions, { all }] = await Promise.all([
        products.product(params.id),
        customFields.all(),
        categories.current(),
      ]);
      dependsOn(productKey(row.id), 'category', 'custom_field');
      const product = productView(row, { customFields: definitions, categories: all });
      const [extended = product] = await extend([product], 'page');
      return answer({ product: extended });
    },
    'GET /products/{id}/related': async ({ params }) => {
      const product = products.product(params.id);
      const [{ id, category_id }, related] = await Promise.all([product, readRelated(params.id, product)]);
      dependsOn(productKey(id), categoryKey(category_id), RELATED, 'category');
      return answer(await extend(related));
    },
    'GET /categories/{id}/products': async ({ params, query }) => {
      dependsOn('category');
      const categories = await search.categories();
      if (!categories.some(({ id }) => id === params.id)) throw new Refusal('category.not_found');
      return list({ ...query, category: params.id });
    },
  };
}
