import type { RetentionRule } from '#server/platform/database/clean-up.ts';

/** Checkouts that ended without a payment and an order, with their frozen carts. */
export const checkoutRetention = (days: number): RetentionRule => ({
  deleteFrom: 'checkout',
  column: 'created_at',
  keepHours: days * 24,
  where: `status IN ('expired', 'cancelled') AND order_id IS NULL
          AND NOT EXISTS (SELECT FROM payment WHERE payment.checkout_id = checkout.id)
          AND NOT EXISTS (SELECT FROM stock_hold WHERE stock_hold.checkout_id = checkout.id)`,
});
