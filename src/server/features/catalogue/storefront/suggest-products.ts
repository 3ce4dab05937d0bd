import { MAX_SUGGESTED_CATEGORIES, MAX_SUGGESTED_PRODUCTS, type Suggestions } from '#contract/storefront/products.ts';
import { formatDecimal } from '#domain/money.ts';
import type { CatalogueIndex } from '../in-memory/catalogue-index.ts';
import type { ProductReader } from './product-reader.ts';

/** What somebody may mean who has typed `text` so far: names that go on like it, else what is spelt nearly like it. */
export async function suggestProducts(
  index: CatalogueIndex,
  products: ProductReader,
  text: string,
): Promise<Suggestions> {
  const typed = index.suggest(text, MAX_SUGGESTED_PRODUCTS);
  const found =
    typed.length > 0 ? { ids: typed, corrected: null } : index.find({ text, offset: 0, limit: MAX_SUGGESTED_PRODUCTS });
  const categories = index.suggestCategories(found.corrected ?? text, MAX_SUGGESTED_CATEGORIES);
  const rows = await products.cards(found.ids);
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
    corrected_search: found.corrected,
  };
}
