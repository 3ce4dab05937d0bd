import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

/** Releases the coupon use of a cancelled order. Lock order: after the stock, before the order counter. */
export async function returnCouponUse(tx: Transaction, orderId: number): Promise<void> {
  await sql`
    WITH returned AS (DELETE FROM coupon_use WHERE order_id = ${orderId} RETURNING coupon_id)
    UPDATE coupon SET times_used = times_used - 1 FROM returned WHERE coupon.id = returned.coupon_id`.execute(tx);
}

/** Takes it again. The order keeps its price even if no use is left. */
export async function takeCouponUseAgain(tx: Transaction, orderId: number): Promise<void> {
  await sql`
    WITH bought AS (
      SELECT checkout.id AS checkout_id, orders.coupon_id, orders.user_id
        FROM orders JOIN checkout ON checkout.order_id = orders.id
       WHERE orders.id = ${orderId}
         AND NOT EXISTS (SELECT FROM coupon_use WHERE coupon_use.checkout_id = checkout.id)
    ), taken AS (
      UPDATE coupon SET times_used = times_used + 1 FROM bought
       WHERE coupon.id = bought.coupon_id AND (usage_limit IS NULL OR times_used < usage_limit)
      RETURNING coupon.id
    )
    INSERT INTO coupon_use (checkout_id, coupon_id, user_id, order_id)
    SELECT checkout_id, coupon_id, user_id, ${orderId} FROM bought JOIN taken ON taken.id = bought.coupon_id`.execute(
    tx,
  );
}
