import type { Transaction } from '#server/platform/database/database.ts';
import { DEMO_COUPONS } from '../coupons.ts';
import type { DemoOrder } from '../order-history.ts';

/**
 * @param orders of the history; their coupon uses count.
 * @returns coupon ids by code.
 */
export async function loadCoupons(tx: Transaction, orders: readonly DemoOrder[]): Promise<Map<string, number>> {
  const rows = await tx
    .insertInto('coupon')
    .values(DEMO_COUPONS.map((coupon) => ({ ...coupon, times_used: usesOf(coupon.code, orders) })))
    .returning(['id', 'code'])
    .execute();
  return new Map(rows.map(({ id, code }) => [code, id]));
}

function usesOf(code: string, orders: readonly DemoOrder[]): number {
  return orders.filter(({ coupon, history }) => coupon === code && history.at(-1)?.status !== 'cancelled').length;
}
