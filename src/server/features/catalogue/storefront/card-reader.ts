import type { ProductCard } from '#contract/storefront/product.ts';
import { shows } from '#server/platform/http/response-cache/cache-facts.ts';
import { productKey } from '../cache-keys.ts';
import type { CategorySnapshot, ShopCategories } from '../shop-categories.ts';
import { cardView } from './product.view.ts';
import type { ProductReader } from './product-reader.ts';
import type { CardRow } from './products.store.ts';

/** Reads products as lists show them: in the order of `ids`, without those no longer visible. */
export type CardReader = (ids: readonly number[]) => Promise<ProductCard[]>;

export interface CardSources {
  readonly products: Pick<ProductReader, 'cards'>;
  readonly categories: Pick<ShopCategories, 'current'>;
}

export const createCardReader =
  ({ products, categories }: CardSources): CardReader =>
  (ids) =>
    cardsOf(products.cards(ids), categories);

/** The cards of rows. */
export async function cardsOf<R extends CardRow>(
  reading: Promise<readonly R[]>,
  categories: CardSources['categories'],
  view: (row: R, categories: CategorySnapshot['all']) => ProductCard = cardView,
): Promise<ProductCard[]> {
  const [rows, { all }] = await Promise.all([reading, categories.current()]);
  shows('category', ...rows.map(({ id }) => productKey(id)));
  return rows.map((row) => view(row, all));
}
