import { type FoundRecords, MAX_FOUND } from '#contract/admin/find-records.ts';
import { orderSummaryView } from '#server/features/orders/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { findOrderRows, findProductRows, findUserRows, searchTermOf } from './find-records.store.ts';

/** The orders, products and users that the command palette offers for a text. */
export async function findRecords(db: Database, typed: string): Promise<FoundRecords> {
  const wanted = searchTermOf(typed);
  const [orders, products, users] = await Promise.all([
    findOrderRows(db, wanted, MAX_FOUND),
    findProductRows(db, wanted, MAX_FOUND),
    findUserRows(db, wanted, MAX_FOUND),
  ]);
  return { orders: orders.map(orderSummaryView), products, users };
}
