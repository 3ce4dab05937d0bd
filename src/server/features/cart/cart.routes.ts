import { z } from 'zod';
import type { cartEndpoints } from '#contract/storefront/cart.ts';
import { chooseOptions } from '#domain/cart/line-options.ts';
import type { Settings } from '#server/features/settings/index.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { unlessCommitted } from '#server/platform/http/idempotency/repeatable-write.ts';
import { addToCart } from './add-to-cart.ts';
import { applyCoupon } from './apply-coupon.ts';
import { type CartItemInput, type CartLineKey, emptyCart, setCartCoupon } from './cart.store.ts';
import { cartView } from './cart.view.ts';
import type { LoadCartPricing } from './cart-pricing.ts';
import { checkOptions, type OptionsInput, offeredOptions } from './check-options.ts';
import { limitCouponGuesses } from './limit-coupon-guesses.ts';
import { mergeGuestCart } from './merge-guest-cart.ts';
import { createCartReader } from './read-cart.ts';
import { type SetCartLineServices, setCartLine } from './set-cart-line.ts';

interface CartServices extends SetCartLineServices {
  readonly settings: Settings;
  readonly loadCartPricing: LoadCartPricing;
}

interface CartItemBody {
  readonly product_id: number;
  readonly variant_id?: number | null | undefined;
  readonly quantity: number;
  readonly options?: OptionsInput | undefined;
}

function wanted({ product_id, variant_id, quantity }: CartItemBody): CartItemInput {
  return { productId: product_id, variantId: variant_id ?? null, quantity };
}

/** Outcome of an addition to the cart: that it is recorded says that the units are in the cart. */
const addition = z.object({});

export function cartHandlers(services: CartServices): Handlers<typeof cartEndpoints> {
  const { db, now, settings, loadCartPricing, afterRemoval } = services;
  const currency = async () => (await settings.get('site')).currency;
  const readCart = createCartReader(db);
  const freshCart = async (userId: number) =>
    cartView(await readCart(userId, { now: now(), currency: await currency(), pricing: await loadCartPricing() }));
  const checked = async (options: OptionsInput | undefined, target: number | CartLineKey) =>
    options && checkOptions(db, options, target, await loadCartPricing());

  /** A login must not fail because an option is not offered any more, or not for the product: it is dropped. */
  async function mergeable(items: readonly CartItemBody[]): Promise<CartItemInput[]> {
    if (items.every(({ options }) => options === undefined)) return items.map(wanted);
    const { options } = await loadCartPricing();
    const merged: CartItemInput[] = [];
    for (const item of items) {
      const { options: asked } = item;
      const chosen = asked && chooseOptions(asked, await offeredOptions(db, options, item.product_id)).chosen;
      merged.push({ ...wanted(item), options: chosen });
    }
    return merged;
  }

  return {
    'GET /cart': async ({ caller }) => respond(await freshCart(caller.userId)),
    'POST /cart': async ({ caller, body, request: { write } }) => {
      await unlessCommitted(write, addition, async () => {
        const item = { ...wanted(body), options: await checked(body.options, body.product_id) };
        await addToCart(db, caller.userId, item, { at: now(), write });
        return {};
      });
      return respond(await freshCart(caller.userId), 'Product added to cart!');
    },
    'PUT /cart/{id}': async ({ caller, params, body }) => {
      const line = { userId: caller.userId, lineId: params.id };
      await setCartLine(services, line, { quantity: body.quantity, options: await checked(body.options, line) });
      return respond(await freshCart(caller.userId), 'Cart updated');
    },
    'DELETE /cart/{id}': async ({ caller, params }) => {
      await setCartLine(services, { userId: caller.userId, lineId: params.id }, { quantity: 0 });
      return respond(await freshCart(caller.userId), 'Product removed from cart');
    },
    'DELETE /cart': async ({ caller }) => {
      await emptyCart(db, caller.userId);
      await afterRemoval(caller.userId);
      return respond(await freshCart(caller.userId), 'Cart cleared');
    },
    'POST /cart/merge': async ({ caller, body, request: { write } }) => {
      const merged = await mergeGuestCart(db, caller.userId, await mergeable(body.items), now(), write);
      return respond({ cart: await freshCart(caller.userId), merged }, 'Cart merged');
    },
    'POST /cart/coupon': async ({ caller, body, request }) => {
      const terms = { at: now(), currency: await currency(), pricing: await loadCartPricing() };
      const apply = () => applyCoupon(db, caller.userId, body.code, terms);
      return respond(cartView(await limitCouponGuesses(db, caller, request, now, apply)), 'Coupon applied');
    },
    'DELETE /cart/coupon': async ({ caller }) => {
      await setCartCoupon(db, caller.userId, null, now());
      return respond(await freshCart(caller.userId), 'Coupon removed');
    },
  };
}
