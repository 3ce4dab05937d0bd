import type { Suggestions } from '#contract/storefront/product-page.ts';
import { MAX_SUGGESTED_CATEGORIES, MAX_SUGGESTED_PRODUCTS } from '#contract/storefront/products.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { shows } from '#server/platform/http/response-cache/cache-facts.ts';
import { productKey } from '../cache-keys.ts';
import type { CatalogueSearch } from '../search-engine.ts';
import type { ProductReader } from './product-reader.ts';

/** Suggested products and categories for an incomplete text. */
export async function suggestProducts(
  search: CatalogueSearch,
  products: ProductReader,
  text: string,
): Promise<Suggestions> {
  const limits = { products: MAX_SUGGESTED_PRODUCTS, categories: MAX_SUGGESTED_CATEGORIES };
  const { productIds, categories, corrected } = await search.suggest(text, limits);
  const rows = await products.cards(productIds);
  shows(...rows.map(({ id }) => productKey(id)));
  return {
    products: rows.map((row) => ({
      id: row.id,
      name: row.name,
      slug: row.slug,
      price: formatDecimal(row.price_cents),
      sale_price: row.sale_price_cents === null ? null : formatDecimal(row.sale_price_cents),
      image: row.images[0]?.url ?? null,
    })),
    categories: categories.map(({ id, name, slug }) => ({ id, name, slug })),
    corrected_search: corrected,
  };
}
