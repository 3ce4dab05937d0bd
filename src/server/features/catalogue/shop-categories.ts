import { CategoryTree } from '#domain/catalogue/category-tree.ts';
import type { ChangeFeed } from '#server/cluster/change-feed.ts';
import type { Database } from '#server/platform/database/database.ts';
import { fillCache } from '#server/platform/database/read-scope.ts';
import { reportSecondConnection } from '#server/platform/database/transaction-scope.ts';
import { type CategoryRow, listCategoryRows, listProductOrders } from './storefront/categories.store.ts';

/** The categories at one moment. */
export interface CategorySnapshot {
  readonly all: CategoryTree<CategoryRow>;
  /** What shoppers see. */
  readonly visible: CategoryTree<CategoryRow>;
  /** By category: the products that the merchant has placed, first to last; missing where there are none. */
  readonly orders: ReadonlyMap<number, readonly number[]>;
}

/** All categories and the orders of their products, cached until any node changes one: pages and lists need no statement for them. */
export interface ShopCategories {
  current(): Promise<CategorySnapshot>;
  /** Clears the cache: this node has just changed a category or an order. */
  forget(): void;
}

/** Notifications may be lost: the categories are read again after this time. */
const UNANNOUNCED_MAX_AGE_MS = 500;

export function createShopCategories(db: Database, changes: ChangeFeed): ShopCategories {
  let kept: { readonly snapshot: Promise<CategorySnapshot>; readonly at: number } | undefined;
  changes.onChange(({ kind }) => {
    if (kind === 'category' || kind === 'category_order' || kind === 'resync') kept = undefined;
  });

  async function read(): Promise<CategorySnapshot> {
    const [rows, orders] = await Promise.all([listCategoryRows(db), listProductOrders(db)]);
    return {
      all: new CategoryTree(rows),
      visible: new CategoryTree(rows.filter(({ is_active }) => is_active)),
      orders: new Map(orders.map(({ category_id, product_ids }) => [category_id, product_ids])),
    };
  }

  return {
    forget() {
      kept = undefined;
    },
    current() {
      reportSecondConnection();
      if (kept && (changes.isLive() || performance.now() - kept.at < UNANNOUNCED_MAX_AGE_MS)) return kept.snapshot;
      const reading = { snapshot: fillCache(read), at: performance.now() };
      kept = reading;
      reading.snapshot.catch(() => {
        if (kept === reading) kept = undefined;
      });
      return reading.snapshot;
    },
  };
}
