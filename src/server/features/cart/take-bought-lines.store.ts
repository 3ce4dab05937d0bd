import { sql } from 'kysely';
import type { Writes } from '#server/platform/database/execute-together.ts';

/** A line of the order. */
export interface BoughtLine {
  /** Null for a deleted product. */
  readonly product_id: number | null;
  readonly variant_id: number | null;
  readonly quantity: number;
}

export interface BoughtCart {
  readonly userId: number;
  readonly lines: readonly BoughtLine[];
  /** Null: none was used. */
  readonly couponId: number | null;
}

/**
 * Writes that remove purchased items and used coupons from the carts of some customers. What was added meanwhile stays: other
 * products, or the additional units of the same product.
 */
export function boughtFromCartWrites(carts: readonly BoughtCart[]): Writes {
  const lines = carts.flatMap((cart) => cart.lines.map((line) => ({ ...line, userId: cart.userId })));
  const [users, products, variants, quantities] = [
    lines.map((line) => line.userId),
    lines.map((line) => line.product_id),
    lines.map((line) => line.variant_id),
    lines.map((line) => line.quantity),
  ];
  const withCoupon = carts.filter(({ couponId }) => couponId !== null);
  return {
    bought: sql`
      SELECT user_id, product_id, variant_id, sum(quantity)::int AS quantity
        FROM unnest(${users}::integer[], ${products}::integer[], ${variants}::integer[], ${quantities}::integer[])
          AS line (user_id, product_id, variant_id, quantity)
       WHERE product_id IS NOT NULL
       GROUP BY user_id, product_id, variant_id`,
    removed_cart_line: sql`
      DELETE FROM cart_line l USING bought b
       WHERE l.user_id = b.user_id AND l.product_id = b.product_id
         AND l.variant_id IS NOT DISTINCT FROM b.variant_id AND l.quantity <= b.quantity`,
    reduced_cart_line: sql`
      UPDATE cart_line l SET quantity = l.quantity - b.quantity
        FROM bought b
       WHERE l.user_id = b.user_id AND l.product_id = b.product_id
         AND l.variant_id IS NOT DISTINCT FROM b.variant_id AND l.quantity > b.quantity`,
    ...(withCoupon.length > 0 && {
      cart_without_coupon: sql`
        UPDATE cart SET coupon_id = NULL
          FROM unnest(${withCoupon.map(({ userId }) => userId)}::integer[],
                      ${withCoupon.map(({ couponId }) => couponId)}::integer[]) AS used (user_id, coupon_id)
         WHERE cart.user_id = used.user_id AND cart.coupon_id = used.coupon_id`,
    }),
  };
}
