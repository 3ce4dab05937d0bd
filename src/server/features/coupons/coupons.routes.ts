import type { AdminCoupon, adminCouponEndpoints } from '#contract/admin/coupons.ts';
import { paymentCurrency } from '#domain/money/currency.ts';
import { couponState } from '#domain/money/discount.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal, refuseWithCurrent } from '#server/platform/refusal.ts';
import type { CouponServices } from './coupon-services.ts';
import { type CouponRow, findCouponRow, listCouponRows } from './coupons.store.ts';
import { deleteCoupon } from './delete-coupon.ts';
import { changeCoupon, createCoupon } from './save-coupon.ts';

function couponView(row: CouponRow, at: Date): AdminCoupon {
  return {
    id: row.id,
    code: row.code,
    kind: row.kind,
    value: formatDecimal(row.value),
    minimum: formatDecimal(row.minimum_cents),
    starts_at: row.starts_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    usage_limit: row.usage_limit,
    usage_limit_per_customer: row.usage_limit_per_customer,
    times_used: row.times_used,
    is_active: row.is_active,
    state: couponState(
      {
        isActive: row.is_active,
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        usageLimit: row.usage_limit,
        timesUsed: row.times_used,
      },
      at,
    ),
    orders: row.orders,
    discount_given: formatDecimal(row.discount_given),
    revision: row.revision,
    created_at: row.created_at.toISOString(),
  };
}

export function couponHandlers(services: CouponServices): Handlers<typeof adminCouponEndpoints> {
  const { db, now, settings } = services;
  const currency = async () => paymentCurrency((await settings.get('site')).currency);
  const read = async (id: number) => {
    const row = await findCouponRow(db, id, await currency());
    if (!row) throw new Refusal('coupon.record_not_found');
    return { coupon: couponView(row, now()) };
  };
  return {
    'GET /admin/coupons': async ({ query: { page, per_page, search, state } }) => {
      const at = now();
      const filter = { search: search || undefined, state: state === 'all' ? undefined : state };
      const span = rangeOf({ page, per_page });
      const { rows, total } = await listCouponRows(db, filter, at, span, await currency());
      const data = rows.map((row) => couponView(row, at));
      return respond(pageOf({ page, per_page }, total, data));
    },
    'POST /admin/coupons': async ({ caller, request, body }) => {
      const id = await createCoupon(services, body, { actor: caller, request });
      return respond(await read(id), 'Coupon created successfully');
    },
    'PUT /admin/coupons/{id}': async ({ caller, request, params, body }) => {
      const change = changeCoupon(services, params.id, body, { actor: caller, request });
      await refuseWithCurrent('coupon.changed', change, () => read(params.id));
      return respond(await read(params.id), 'Coupon updated successfully');
    },
    'DELETE /admin/coupons/{id}': async ({ caller, request, params }) => {
      await deleteCoupon(services, params.id, { actor: caller, request });
      return respond(null, 'Coupon deleted successfully');
    },
  };
}
