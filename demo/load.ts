import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { demoCategories, demoProducts } from './catalogue/catalogue.ts';
import { loadCategories, loadProducts, loadStock } from './loading/load-catalogue.ts';
import { loadCoupons } from './loading/load-coupons.ts';
import { hasShop, moveIdsOn } from './loading/empty-database.ts';

/**
 * Fills an empty database with the demo shop, all or nothing.
 * @param today the day on which the order history ends.
 * @returns false when the database holds anything already; nothing is touched then.
 */
export async function loadDemoShop(db: Database, today: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (await hasShop(tx)) return false;
    await loadCategories(tx, demoCategories, today);
    const loaded = await loadProducts(tx, demoProducts, today);
    await loadStock(tx, loaded, new Map());
    await loadCoupons(tx);
    await moveIdsOn(tx);
    return true;
  });
}
