import type { Transaction } from '#server/platform/database/database.ts';
import type { DemoOrder } from '../order-history.ts';

/** Coupons of the demo shop: $20 off from $100 on, and 10 % off a customer's first order. */
export const DEMO_COUPONS = [
  { code: 'WELCOME10', kind: 'percentage', value: 1_000, minimum_cents: 0, usage_limit_per_customer: 1 },
  { code: 'SAVE20', kind: 'fixed', value: 2_000, minimum_cents: 10_000, usage_limit_per_customer: null },
] as const;

/** @param orders of the history; what they used counts. */
export async function loadCoupons(tx: Transaction, orders: readonly DemoOrder[]): Promise<void> {
  await tx
    .insertInto('coupon')
    .values(DEMO_COUPONS.map((coupon) => ({ ...coupon, times_used: usesOf(coupon.code, orders) })))
    .execute();
}

function usesOf(code: string, orders: readonly DemoOrder[]): number {
  return orders.filter(({ coupon, history }) => coupon === code && history.at(-1)?.status !== 'cancelled').length;
}
