import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { demoCategories, demoProducts } from './catalogue/catalogue.ts';
import { demoAdmin, demoCustomers, demoShopper } from './customers.ts';
import { hasShop, moveIdsOn } from './loading/empty-database.ts';
import { loadCategories, loadProducts, loadStock } from './loading/load-catalogue.ts';
import { loadCoupons } from './loading/load-coupons.ts';
import { loadOrders, soldPieces } from './loading/load-orders.ts';
import { loadPeople } from './loading/load-people.ts';
import { generateOrders } from './order-history.ts';

/** Any number; another one tells another year. */
const SEED = 20_261_121;

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
    const customers = [demoShopper, ...demoCustomers];
    const orders = generateOrders({ customers, products: demoProducts, seed: SEED, today });
    await loadStock(tx, loaded, soldPieces(orders));
    const couponIds = await loadCoupons(tx, orders);
    const userIds = await loadPeople(tx, [demoAdmin, ...customers], today);
    await loadOrders(tx, orders, { products: loaded, userIds, couponIds });
    await moveIdsOn(tx);
    return true;
  });
}
