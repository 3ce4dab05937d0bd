import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

/**
 * Takes what was bought out of the customer's cart, and the coupon that was used. What was put there meanwhile stays:
 * another thing as it is, more of the same thing with what was not bought of it.
 */
export async function takeBoughtFromCart(
  tx: Transaction,
  userId: number,
  { checkoutId, revision, couponId }: { checkoutId: number; revision: number; couponId: number | null },
): Promise<void> {
  await sql`
    WITH bought AS (
      SELECT product_id, variant_id, sum(quantity)::int AS quantity FROM checkout_line
       WHERE checkout_id = ${checkoutId} AND revision = ${revision} AND product_id IS NOT NULL
       GROUP BY product_id, variant_id
    ), gone AS (
      DELETE FROM cart_line l USING bought b
       WHERE l.user_id = ${userId} AND l.product_id = b.product_id
         AND l.variant_id IS NOT DISTINCT FROM b.variant_id AND l.quantity <= b.quantity
    )
    UPDATE cart_line l SET quantity = l.quantity - b.quantity
      FROM bought b
     WHERE l.user_id = ${userId} AND l.product_id = b.product_id
       AND l.variant_id IS NOT DISTINCT FROM b.variant_id AND l.quantity > b.quantity`.execute(tx);
  if (couponId === null) return;
  await tx
    .updateTable('cart')
    .set({ coupon_id: null })
    .where('user_id', '=', userId)
    .where('coupon_id', '=', couponId)
    .execute();
}
