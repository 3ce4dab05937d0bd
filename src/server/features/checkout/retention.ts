import type { RetentionRule } from '#server/platform/database/clean-up.ts';

/** A payment may arrive this late, and only its checkout tells whose it is. */
const KEEP_INTENT_DAYS = 90;

const ENDED = `status IN ('expired', 'cancelled') AND order_id IS NULL
          AND NOT EXISTS (SELECT FROM payment WHERE payment.checkout_id = checkout.id)
          AND NOT EXISTS (SELECT FROM stock_hold WHERE stock_hold.checkout_id = checkout.id)`;

const olderThan = (days: number, where: string): RetentionRule => ({
  deleteFrom: 'checkout',
  column: 'created_at',
  keepHours: days * 24,
  where: `${where} AND ${ENDED}`,
});

/** Checkouts that ended without a payment and an order, with their frozen carts. */
export const checkoutRetention = (days: number): RetentionRule[] => [
  olderThan(days, 'intent_id IS NULL'),
  olderThan(Math.max(days, KEEP_INTENT_DAYS), 'intent_id IS NOT NULL'),
];
