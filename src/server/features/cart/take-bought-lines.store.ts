import { sql } from 'kysely';
import type { Writes } from '#server/platform/database/execute-together.ts';

/** A line of the order. */
export interface BoughtLine {
  /** Null for a deleted product. */
  readonly product_id: number | null;
  readonly variant_id: number | null;
  readonly quantity: number;
}

/**
 * Writes that remove purchased items and the used coupon from the customer's cart. What was added meanwhile stays: other products,
 * or the additional units of the same product.
 */
export function boughtFromCartWrites(
  userId: number,
  { lines, couponId }: { readonly lines: readonly BoughtLine[]; readonly couponId: number | null },
): Writes {
  const [products, variants, quantities] = [
    lines.map((line) => line.product_id),
    lines.map((line) => line.variant_id),
    lines.map((line) => line.quantity),
  ];
  return {
    bought: sql`
      SELECT product_id, variant_id, sum(quantity)::int AS quantity
        FROM unnest(${products}::integer[], ${variants}::integer[], ${quantities}::integer[])
          AS line (product_id, variant_id, quantity)
       WHERE product_id IS NOT NULL
       GROUP BY product_id, variant_id`,
    removed_cart_line: sql`
      DELETE FROM cart_line l USING bought b
       WHERE l.user_id = ${userId} AND l.product_id = b.product_id
         AND l.variant_id IS NOT DISTINCT FROM b.variant_id AND l.quantity <= b.quantity`,
    reduced_cart_line: sql`
      UPDATE cart_line l SET quantity = l.quantity - b.quantity
        FROM bought b
       WHERE l.user_id = ${userId} AND l.product_id = b.product_id
         AND l.variant_id IS NOT DISTINCT FROM b.variant_id AND l.quantity > b.quantity`,
    ...(couponId !== null && {
      cart_without_coupon: sql`UPDATE cart SET coupon_id = NULL WHERE user_id = ${userId} AND coupon_id = ${couponId}`,
    }),
  };
}
