import type { Currency } from './currency.ts';
import { type Cents, percentOf } from './money.ts';
import { formatMoney } from './money-format.ts';

export const COUPON_KINDS = ['percentage', 'fixed'] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

/** The discount of a coupon. */
export interface CouponValue {
  readonly kind: CouponKind;
  /** Basis points (1000 = 10 %) for a percentage, cents for a fixed amount. */
  readonly value: number;
}

export interface Coupon extends CouponValue {
  readonly isActive: boolean;
  /** Minimum subtotal in cents; 0 for none. */
  readonly minimum: Cents;
  /** Start of validity, inclusive; null for no start. */
  readonly startsAt: Date | null;
  /** End of validity, exclusive; null for no end. */
  readonly endsAt: Date | null;
  /** Maximum uses in total and per customer; null for unlimited. */
  readonly usageLimit: number | null;
  readonly usageLimitPerCustomer: number | null;
}

export interface CouponUse {
  /** Cents, before discount. */
  readonly subtotal: Cents;
  readonly now: Date;
  /** Uses by orders and by other open checkouts. */
  readonly timesUsed: number;
  readonly timesUsedByCustomer: number;
}

export type CouponRefusal =
  | 'inactive'
  | 'not_started'
  | 'expired'
  | 'used_up'
  | 'used_up_by_customer'
  | 'below_minimum';

/**
 * Why a coupon does not apply to this cart; undefined when it does. The minimum, which the shopper can change, is
 * checked last: nobody should add items for a coupon that has expired.
 */
export function couponRefusal(coupon: Coupon, use: CouponUse): CouponRefusal | undefined {
  if (!coupon.isActive) return 'inactive';
  if (coupon.startsAt && use.now < coupon.startsAt) return 'not_started';
  if (coupon.endsAt && use.now >= coupon.endsAt) return 'expired';
  if (coupon.usageLimit !== null && use.timesUsed >= coupon.usageLimit) return 'used_up';
  if (coupon.usageLimitPerCustomer !== null && use.timesUsedByCustomer >= coupon.usageLimitPerCustomer) {
    return 'used_up_by_customer';
  }
  return use.subtotal < coupon.minimum ? 'below_minimum' : undefined;
}

/** The discount of a valid coupon, in cents: a percentage rounded half up; never more than the subtotal. */
export function discountFor({ kind, value }: CouponValue, subtotal: Cents): Cents {
  return Math.min(subtotal, kind === 'percentage' ? percentOf(subtotal, value) : value);
}

/** The refusal in words for the shopper. */
export function explainCouponRefusal(
  refusal: CouponRefusal,
  { minimum }: Pick<Coupon, 'minimum'>,
  currency: Currency,
): string {
  const sentences: Record<CouponRefusal, string> = {
    inactive: 'This coupon is no longer valid.',
    not_started: 'This coupon is not valid yet.',
    expired: 'This coupon has expired.',
    used_up: 'This coupon has been used up.',
    used_up_by_customer: 'You have already used this coupon.',
    below_minimum: `This coupon needs a subtotal of at least ${formatMoney(minimum, currency)}.`,
  };
  return sentences[refusal];
}

/** State of a coupon for the merchant. */
export const COUPON_STATES = ['active', 'scheduled', 'expired', 'used_up', 'inactive'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

/** If several apply, the one that the merchant would have to change first. */
export function couponState(
  coupon: Pick<Coupon, 'isActive' | 'startsAt' | 'endsAt' | 'usageLimit'> & { readonly timesUsed: number },
  now: Date,
): CouponState {
  if (!coupon.isActive) return 'inactive';
  if (coupon.endsAt && now >= coupon.endsAt) return 'expired';
  if (coupon.usageLimit !== null && coupon.timesUsed >= coupon.usageLimit) return 'used_up';
  return coupon.startsAt && now < coupon.startsAt ? 'scheduled' : 'active';
}

/** 100 %. */
const WHOLE = 10_000;

/** An invalid combination of a coupon's conditions, with its form field; undefined when valid. */
export function couponTermsProblem(
  terms: CouponValue & Pick<Coupon, 'startsAt' | 'endsAt' | 'usageLimit'> & { readonly timesUsed: number },
): { readonly field: 'value' | 'ends_at' | 'usage_limit'; readonly message: string } | undefined {
  if (terms.value <= 0) return { field: 'value', message: 'The discount must be above 0.' };
  if (terms.kind === 'percentage' && terms.value > WHOLE) return { field: 'value', message: 'At most 100 percent.' };
  if (terms.startsAt && terms.endsAt && terms.endsAt <= terms.startsAt) {
    return { field: 'ends_at', message: 'The end has to be after the start.' };
  }
  if (terms.usageLimit !== null && terms.usageLimit < terms.timesUsed) {
    return { field: 'usage_limit', message: `It has been used ${terms.timesUsed} times already.` };
  }
  return undefined;
}
