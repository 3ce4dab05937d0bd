import type { RefusalCode } from '#contract/refusals.ts';
import { cartView, readCart } from '#server/features/cart/index.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CheckoutServices } from './checkout-services.ts';

/** Refusals after which the shopper has to look at the cart again. */
const CART_REFUSALS: readonly RefusalCode[] = ['cart.empty', 'cart.changed', 'stock.insufficient', 'coupon.refused'];

/** Adds the current cart to refusals that concern it. */
export async function withFreshCart<T>(
  { db, now, settings, loadCartPricing }: Pick<CheckoutServices, 'db' | 'now' | 'settings' | 'loadCartPricing'>,
  userId: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = CART_REFUSALS.find((known) => error instanceof Refusal && error.code === known);
    if (!(error instanceof Refusal) || code === undefined) throw error;
    const { currency } = await settings.get('site');
    const pricing = await loadCartPricing();
    const cart = cartView(await readCart(db, userId, { now: now(), currency, pricing }));
    throw new Refusal(code, { message: error.message, data: cart });
  }
}
