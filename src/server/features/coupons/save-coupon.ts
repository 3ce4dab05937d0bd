import type { Selectable } from 'kysely';
import type { CouponTerms } from '#contract/admin/coupons.ts';
import { couponTermsProblem } from '#domain/money/discount.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Coupon } from '#server/platform/database/schema.ts';
import { fieldRefusal, Refusal } from '#server/platform/refusal.ts';
import type { CouponServices } from './coupon-services.ts';
import { insertCoupon, lockCoupon, updateCoupon } from './coupons.store.ts';

type Columns = Pick<
  Selectable<Coupon>,
  | 'kind'
  | 'value'
  | 'minimum_cents'
  | 'starts_at'
  | 'ends_at'
  | 'usage_limit'
  | 'usage_limit_per_customer'
  | 'is_active'
>;

/** @throws Refusal `coupon.invalid` for conditions that contradict each other or earlier uses. */
function columnsOf(terms: CouponTerms, timesUsed: number): Columns {
  const columns = {
    kind: terms.kind,
    value: terms.value,
    minimum_cents: terms.minimum,
    starts_at: terms.starts_at === null ? null : new Date(terms.starts_at),
    ends_at: terms.ends_at === null ? null : new Date(terms.ends_at),
    usage_limit: terms.usage_limit,
    usage_limit_per_customer: terms.usage_limit_per_customer,
    is_active: terms.is_active,
  };
  const problem = couponTermsProblem({
    kind: columns.kind,
    value: columns.value,
    startsAt: columns.starts_at,
    endsAt: columns.ends_at,
    usageLimit: columns.usage_limit,
    timesUsed,
  });
  if (problem) throw fieldRefusal('coupon.invalid', problem.field, problem.message);
  return columns;
}

export const auditFacts = (columns: Columns) => ({
  kind: columns.kind,
  value: formatDecimal(columns.value),
  minimum: formatDecimal(columns.minimum_cents),
  starts_at: columns.starts_at?.toISOString() ?? null,
  ends_at: columns.ends_at?.toISOString() ?? null,
  usage_limit: columns.usage_limit,
  usage_limit_per_customer: columns.usage_limit_per_customer,
  is_active: columns.is_active,
});

/** @throws Refusal `coupon.code_taken`, `coupon.invalid`. */
export function createCoupon(
  { db, now }: CouponServices,
  { code, ...terms }: CouponTerms & { readonly code: string },
  by: AuditContext,
): Promise<number> {
  const at = now();
  const columns = columnsOf(terms, 0);
  return inTransaction(db, async (tx) => {
    const id = await insertCoupon(tx, { ...columns, code, created_at: at, updated_at: at });
    if (id === undefined) throw fieldRefusal('coupon.code_taken', 'code', 'Another coupon has this code already.');
    const change = { action: 'coupon.create', entity: 'coupon', entityId: String(id) };
    await recordAudit(tx, { ...by, ...change, before: null, after: { code, ...auditFacts(columns) }, at });
    return id;
  });
}

/** @throws Refusal `coupon.record_not_found`, `coupon.changed` when another admin changed it, `coupon.invalid`. */
export function changeCoupon(
  { db, now }: CouponServices,
  id: number,
  { revision, ...terms }: CouponTerms & { readonly revision?: number | undefined },
  by: AuditContext,
): Promise<void> {
  const at = now();
  return inTransaction(db, async (tx) => {
    const before = await lockCoupon(tx, id);
    if (!before) throw new Refusal('coupon.record_not_found');
    if (revision !== undefined && revision !== before.revision) throw new Refusal('coupon.changed');
    const columns = columnsOf(terms, before.times_used);
    await updateCoupon(tx, id, { ...columns, updated_at: at });
    const change = { action: 'coupon.update', entity: 'coupon', entityId: String(id) };
    const { code } = before;
    const facts = { before: { code, ...auditFacts(before) }, after: { code, ...auditFacts(columns) } };
    await recordAudit(tx, { ...by, ...change, ...facts, at });
  });
}
