import type { ProductCard } from '#contract/storefront/product.ts';
import { MAX_RECOMMENDED } from '#contract/storefront/products.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { CatalogueSearch } from '../search-engine.ts';
import type { CardReader } from './card-reader.ts';
import { findBoughtTogether } from './recommended.store.ts';

/** Cart products whose orders are read. The endpoint is public, so the work per request is limited. */
const SEARCHED = 20;
/** Cart products whose related products are read. */
const MATCHED = 3;
/** Some of the related ones may be sold out. */
const RELATED_TO_EACH = 6;

interface Sources {
  readonly db: Database;
  readonly search: CatalogueSearch;
  readonly readCards: CardReader;
}

/**
 * What goes with some products: what others bought with them, then what is related to them, then bestsellers. Only what
 * can be bought now, and none of the products themselves. Without products: the bestsellers.
 */
export async function recommendProducts(
  { db, search, readCards }: Sources,
  productIds: readonly number[],
): Promise<ProductCard[]> {
  const [together, ...related] = await Promise.all([
    findBoughtTogether(db, productIds.slice(0, SEARCHED), MAX_RECOMMENDED),
    ...productIds.slice(0, MATCHED).map((id) => search.related(id, RELATED_TO_EACH)),
  ]);
  const wanted = [...together, ...related.flat()];
  const limit = MAX_RECOMMENDED + wanted.length + productIds.length;
  const popular = await search.list({ isInStock: true, sortBy: 'popularity', offset: 0, limit });
  const ids = [...new Set([...wanted, ...popular.ids])].filter((id) => !productIds.includes(id));
  const cards = await readCards(ids.slice(0, wanted.length + MAX_RECOMMENDED));
  return cards.filter(({ stock }) => stock > 0).slice(0, MAX_RECOMMENDED);
}
