import { normaliseCouponCode } from '#domain/money/coupon-code.ts';
import type { Currency } from '#domain/money/currency.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findCouponIdByCode, setCartCoupon } from './cart.store.ts';
import type { CartPricing } from './cart-pricing.ts';
import { type PricedCart, readCart } from './read-cart.ts';

/**
 * Applies a coupon to the cart, replacing an earlier one.
 * @throws Refusal `coupon.not_found`, `cart.empty`, or `coupon.refused` with the reason; the earlier coupon stays then.
 */
export function applyCoupon(
  db: Database,
  userId: number,
  code: string,
  { at, currency, pricing }: { readonly at: Date; readonly currency: Currency; readonly pricing: CartPricing },
): Promise<PricedCart> {
  return inTransaction(db, async (tx) => {
    const normal = normaliseCouponCode(code);
    const couponId = normal === undefined ? undefined : await findCouponIdByCode(tx, normal);
    if (couponId === undefined) throw new Refusal('coupon.not_found', couponError());
    await setCartCoupon(tx, userId, couponId, at);
    const cart = await readCart(tx, userId, { now: at, currency, pricing });
    if (cart.lines.length === 0) throw new Refusal('cart.empty');
    const reason = cart.coupon?.refusal;
    if (reason) throw new Refusal('coupon.refused', couponError(reason));
    return cart;
  });
}

function couponError(message?: string) {
  return message === undefined ? {} : { message, errors: { code: [message] } };
}
