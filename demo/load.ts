import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { demoCategories, demoProducts } from './catalogue/catalogue.ts';
import { demoAdmin, demoCustomers, demoShopper } from './customers.ts';
import { hasShop, moveIdsOn } from './loading/empty-database.ts';
import { loadCategories, loadProducts, loadStock } from './loading/load-catalogue.ts';
import { loadCoupons } from './loading/load-coupons.ts';
import { loadOrders, soldPieces } from './loading/load-orders.ts';
import { loadPeople } from './loading/load-people.ts';
import { generateOrders } from './order-history.ts';

/** Seed; a different one generates a different year. */
const SEED = 20_261_121;

/**
 * Fills an empty database with the demo shop in one transaction.
 * @param today the last day of the order history.
 * @param loadMore adds what plug-ins bring, in the same transaction.
 * @returns false when the database is not empty; it is then unchanged.
 */
export async function loadDemoShop(
  db: Database,
  today: Date,
  loadMore?: (tx: Transaction, today: Date) => Promise<void>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (await hasShop(tx)) return false;
    const categoryIds = await loadCategories(tx, demoCategories, demoProducts, today);
    const loaded = await loadProducts(tx, demoProducts, categoryIds, today);
    const customers = [demoShopper, ...demoCustomers];
    const orders = generateOrders({ customers, products: demoProducts, seed: SEED, today });
    await loadStock(tx, loaded, soldPieces(orders));
    const couponIds = await loadCoupons(tx, orders);
    const userIds = await loadPeople(tx, [demoAdmin, ...customers], today);
    await loadOrders(tx, orders, { products: loaded, userIds, couponIds });
    await moveIdsOn(tx);
    await loadMore?.(tx, today);
    return true;
  });
}
