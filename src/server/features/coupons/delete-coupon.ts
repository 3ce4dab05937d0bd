import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CouponServices } from './coupon-services.ts';
import { deleteCouponRow, lockCoupon } from './coupons.store.ts';
import { auditFacts } from './save-coupon.ts';

/**
 * Deletes an unused coupon; orders and open checkouts refer to used ones. @throws Refusal `coupon.record_not_found`,
 * `coupon.used`.
 */
export function deleteCoupon({ db, now }: CouponServices, id: number, by: AuditContext): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await lockCoupon(tx, id);
    if (!before) throw new Refusal('coupon.record_not_found');
    if (before.times_used > 0) throw new Refusal('coupon.used');
    await deleteCouponRow(tx, id);
    const change = { action: 'coupon.delete', entity: 'coupon', entityId: String(id) };
    const facts = { before: { code: before.code, ...auditFacts(before) }, after: null };
    await recordAudit(tx, { ...by, ...change, ...facts, at: now() });
  });
}
