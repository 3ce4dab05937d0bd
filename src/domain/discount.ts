import { type Cents, formatDecimal, percentOf } from './money.ts';

export interface Coupon {
  readonly kind: 'percentage' | 'fixed';
  /** Hundredths of a percent, or cents. */
  readonly value: number;
  /** Cents the subtotal must reach. */
  readonly minimum: Cents;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly usageLimit: number | null;
  readonly usageLimitPerCustomer: number | null;
  readonly isActive: boolean;
}

export interface CouponUse {
  /** Cents. */
  readonly subtotal: Cents;
  readonly now: Date;
  readonly timesUsed: number;
  readonly timesUsedByCustomer: number;
}

/** Why a coupon takes nothing off, as a sentence for the shopper; undefined when it does. */
export function couponRefusal(coupon: Coupon, use: CouponUse): string | undefined {
  if (!coupon.isActive) return 'This coupon is no longer valid.';
  if (coupon.startsAt && use.now < coupon.startsAt) return 'This coupon is not valid yet.';
  if (coupon.endsAt && use.now >= coupon.endsAt) return 'This coupon has expired.';
  if (coupon.usageLimit !== null && use.timesUsed >= coupon.usageLimit) return 'This coupon has been used up.';
  if (coupon.usageLimitPerCustomer !== null && use.timesUsedByCustomer >= coupon.usageLimitPerCustomer) {
    return 'You have already used this coupon.';
  }
  if (use.subtotal < coupon.minimum) return `This coupon needs a subtotal of at least $${formatDecimal(coupon.minimum)}.`;
  return undefined;
}

/** Cents that a valid coupon takes off: never more than the subtotal. */
export function discountFor(coupon: Pick<Coupon, 'kind' | 'value'>, subtotal: Cents): Cents {
  return Math.min(subtotal, coupon.kind === 'percentage' ? percentOf(subtotal, coupon.value) : coupon.value);
}

/** Codes are typed in any case and with stray spaces. */
export function normaliseCouponCode(code: string): string {
  return code.trim().toUpperCase();
}
