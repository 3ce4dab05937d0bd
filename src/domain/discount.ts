import { type Currency, DEFAULT_CURRENCY } from './currency.ts';
import { type Cents, percentOf } from './money.ts';
import { formatMoney } from './money-format.ts';

export const COUPON_KINDS = ['percentage', 'fixed'] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

/** What a coupon takes off. */
export interface CouponValue {
  readonly kind: CouponKind;
  /** Basis points (1000 = 10 %) of a percentage, cents of a fixed amount. */
  readonly value: number;
}

export interface Coupon extends CouponValue {
  readonly isActive: boolean;
  /** The subtotal in cents from which it can be used; 0 for any. */
  readonly minimum: Cents;
  /** The first moment it can be used; null for always. */
  readonly startsAt: Date | null;
  /** The first moment it can no longer be used; null for never. */
  readonly endsAt: Date | null;
  /** How often all customers together, and each of them, can use it; null for as often as they like. */
  readonly usageLimit: number | null;
  readonly usageLimitPerCustomer: number | null;
}

export interface CouponUse {
  /** Cents, before discount. */
  readonly subtotal: Cents;
  readonly now: Date;
  /** Uses by orders and by open checkouts, without the checkout that is asking. */
  readonly timesUsed: number;
  readonly timesUsedByCustomer: number;
}

/**
 * Why a coupon takes nothing off this cart, as the shopper reads it; undefined when it does. What the shopper can change,
 * the minimum, comes last: nobody is sent to fill the cart for a coupon that has expired.
 */
export function couponRefusal(
  coupon: Coupon,
  use: CouponUse,
  currency: Currency = DEFAULT_CURRENCY,
): string | undefined {
  if (!coupon.isActive) return 'This coupon is no longer valid.';
  if (coupon.startsAt && use.now < coupon.startsAt) return 'This coupon is not valid yet.';
  if (coupon.endsAt && use.now >= coupon.endsAt) return 'This coupon has expired.';
  if (coupon.usageLimit !== null && use.timesUsed >= coupon.usageLimit) return 'This coupon has been used up.';
  if (coupon.usageLimitPerCustomer !== null && use.timesUsedByCustomer >= coupon.usageLimitPerCustomer) {
    return 'You have already used this coupon.';
  }
  if (use.subtotal < coupon.minimum) {
    return `This coupon needs a subtotal of at least ${formatMoney(coupon.minimum, currency)}.`;
  }
  return undefined;
}

/** What a coupon that can be used takes off, in cents: a percentage rounded half up; never more than the subtotal. */
export function discountFor({ kind, value }: CouponValue, subtotal: Cents): Cents {
  return Math.min(subtotal, kind === 'percentage' ? percentOf(subtotal, value) : value);
}

/**
 * A coupon code as typed, in the form codes are kept in: capitals, without spaces (codes are copied from mails and typed
 * on phones) and without characters that a database cannot look for.
 */
export function normaliseCouponCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s\p{Cc}]/gu, '')
    .toUpperCase();
}
