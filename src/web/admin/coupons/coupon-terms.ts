import { dayAfter, dayOf, startOfDay } from '#domain/shop/shop-day.ts';
import { shop } from '#web/shared/shop/shop.ts';
import type { Coupon, CouponForm } from './coupons-data.ts';

/** Values of the form: texts as typed, days in the shop's time zone. */
export interface CouponValues {
  code: string;
  kind: Coupon['kind'];
  value: string;
  minimum: string;
  starts_at: string;
  /** The last day of validity. */
  ends_at: string;
  usage_limit: string;
  usage_limit_per_customer: string;
  is_active: boolean;
}

const ONE_MS = 1;

const lastDayOf = (endsAt: string): string => dayOf(new Date(Date.parse(endsAt) - ONE_MS), shop().timezone);

export function valuesOf(coupon: Coupon | null): CouponValues {
  return {
    code: coupon?.code ?? '',
    kind: coupon?.kind ?? 'percentage',
    value: coupon?.value ?? '',
    minimum: coupon && coupon.minimum !== '0.00' ? coupon.minimum : '',
    starts_at: coupon?.starts_at ? dayOf(new Date(coupon.starts_at), shop().timezone) : '',
    ends_at: coupon?.ends_at ? lastDayOf(coupon.ends_at) : '',
    usage_limit: String(coupon?.usage_limit ?? ''),
    usage_limit_per_customer: String(coupon?.usage_limit_per_customer ?? ''),
    is_active: coupon?.is_active ?? true,
  };
}

/** @param stored keeps its times of day on days that are not changed; null: a new coupon */
export function formOf(values: CouponValues, stored: Coupon | null): CouponForm {
  const shown = valuesOf(stored);
  const count = (typed: string) => (typed.trim() === '' ? null : Number(typed));
  const moment = (day: string) => startOfDay(day, shop().timezone)?.toISOString() ?? null;
  const endOf = (day: string) => (day === '' ? null : moment(dayAfter(day)));
  return {
    code: values.code.trim(),
    kind: values.kind,
    value: values.value.trim(),
    minimum: values.minimum.trim() || '0',
    starts_at: stored && values.starts_at === shown.starts_at ? stored.starts_at : moment(values.starts_at),
    ends_at: stored && values.ends_at === shown.ends_at ? stored.ends_at : endOf(values.ends_at),
    usage_limit: count(values.usage_limit),
    usage_limit_per_customer: count(values.usage_limit_per_customer),
    is_active: values.is_active,
  };
}
