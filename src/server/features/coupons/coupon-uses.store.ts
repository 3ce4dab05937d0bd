import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Writes } from '#server/platform/database/execute-together.ts';

interface Use {
  readonly checkoutId: number;
  readonly userId: number | null;
  readonly couponId: number;
}

/** @returns false when all uses are taken, in total or by this customer. */
async function takeUse(tx: Transaction, { checkoutId, userId, couponId }: Use): Promise<boolean> {
  // Locks the coupon, so that the count below is valid until the commit.
  const { numUpdatedRows } = await tx
    .updateTable('coupon')
    .set((eb) => ({ times_used: eb('times_used', '+', 1) }))
    .where('id', '=', couponId)
    .where(sql<boolean>`(usage_limit IS NULL OR times_used < usage_limit)`)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  const { numAffectedRows } = await sql`
    INSERT INTO coupon_use (checkout_id, coupon_id, user_id)
    SELECT ${checkoutId}, coupon.id, ${userId}
      FROM coupon
     WHERE id = ${couponId}
       AND (usage_limit_per_customer IS NULL OR usage_limit_per_customer >
            (SELECT count(*) FROM coupon_use u WHERE u.coupon_id = coupon.id AND u.user_id = ${userId}))`.execute(tx);
  if (numAffectedRows === 1n) return true;
  await giveUseBack(tx, couponId);
  return false;
}

async function giveUseBack(tx: Transaction, couponId: number): Promise<void> {
  await tx
    .updateTable('coupon')
    .set((eb) => ({ times_used: eb('times_used', '-', 1) }))
    .where('id', '=', couponId)
    .execute();
}

/** The coupon whose use a checkout holds. */
export function findCouponUse(
  tx: Transaction,
  checkoutId: number,
): Promise<{ readonly coupon_id: number } | undefined> {
  return tx.selectFrom('coupon_use').select('coupon_id').where('checkout_id', '=', checkoutId).executeTakeFirst();
}

/**
 * Makes a checkout hold a use of this coupon, or of none, whatever it held before. Lock order: after the stock, before
 * the order counter.
 * @returns false when no use is left; then the checkout holds none.
 */
export async function setCouponUse(
  tx: Transaction,
  checkout: { readonly id: number; readonly user_id: number | null },
  couponId: number | null,
): Promise<boolean> {
  const held = await findCouponUse(tx, checkout.id);
  if (held?.coupon_id === couponId || (!held && couponId === null)) return true;
  if (held) {
    await tx.deleteFrom('coupon_use').where('checkout_id', '=', checkout.id).execute();
    await giveUseBack(tx, held.coupon_id);
  }
  if (couponId === null) return true;
  return takeUse(tx, { checkoutId: checkout.id, userId: checkout.user_id, couponId });
}

/** The write with which the use belongs to the order. */
export const couponUseWrites = (checkoutId: number, orderId: number): Writes => ({
  bound_coupon_use: sql`UPDATE coupon_use SET order_id = ${orderId} WHERE checkout_id = ${checkoutId}`,
});
