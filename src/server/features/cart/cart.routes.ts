import { z } from 'zod';
import type { cartEndpoints } from '#contract/storefront/cart.ts';
import { MAX_QUANTITY } from '#domain/cart/cart-limits.ts';
import { chooseOptions } from '#domain/cart/line-options.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { unlessCommitted } from '#server/platform/http/idempotency/repeatable-write.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { addToCart, stockRefusal } from './add-to-cart.ts';
import { applyCoupon } from './apply-coupon.ts';
import {
  type CartItemInput,
  emptyCart,
  removeCartLine,
  setCartCoupon,
  setCartLineOptions,
  setCartLineQuantity,
} from './cart.store.ts';
import { cartView } from './cart.view.ts';
import type { LoadCartPricing } from './cart-pricing.ts';
import { checkOptions, type OptionsInput } from './check-options.ts';
import { limitCouponGuesses } from './limit-coupon-guesses.ts';
import { mergeGuestCart } from './merge-guest-cart.ts';
import { createCartReader } from './read-cart.ts';

interface CartServices {
  readonly db: Database;
  readonly now: Clock;
  readonly settings: Settings;
  readonly loadCartPricing: LoadCartPricing;
  /** Called after units were removed from a cart: a checkout may hold stock for them. */
  readonly afterRemoval: (userId: number) => Promise<void>;
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
  const checked = async (options: OptionsInput | undefined) =>
    options && checkOptions(options, await loadCartPricing());

  /** A login must not fail because an option is no longer offered. */
  async function mergeable(items: readonly CartItemBody[]): Promise<CartItemInput[]> {
    if (items.every(({ options }) => options === undefined)) return items.map(wanted);
    const { options: offered } = await loadCartPricing();
    return items.map((item) => ({
      ...wanted(item),
      options: item.options && chooseOptions(item.options, offered).chosen,
    }));
  }

  async function setQuantity(userId: number, lineId: number, quantity: number): Promise<void> {
    if (quantity <= 0) {
      if (!(await removeCartLine(db, userId, lineId))) throw new Refusal('cart.line_not_found');
    } else {
      const line = await setCartLineQuantity(db, userId, lineId, quantity, now());
      // There is enough stock, but no line was updated: it was removed meanwhile.
      const isGone = !line || (!line.was_set && quantity <= Math.min(line.available, MAX_QUANTITY));
      if (isGone) throw new Refusal('cart.line_not_found');
      if (!line.was_set) throw stockRefusal(line.available);
    }
    await afterRemoval(userId);
  }

  return {
    'GET /cart': async ({ caller }) => respond(await freshCart(caller.userId)),
    'POST /cart': async ({ caller, body, request: { write } }) => {
      await unlessCommitted(write, addition, async () => {
        const item = { ...wanted(body), options: await checked(body.options) };
        await addToCart(db, caller.userId, item, now(), write);
        return {};
      });
      return respond(await freshCart(caller.userId), 'Product added to cart!');
    },
    'PUT /cart/{id}': async ({ caller, params, body }) => {
      const { quantity } = body;
      const options = await checked(body.options);
      if (quantity !== undefined) await setQuantity(caller.userId, params.id, quantity);
      const isKept = quantity === undefined || quantity > 0;
      if (options && isKept && !(await setCartLineOptions(db, caller.userId, params.id, options, now()))) {
        throw new Refusal('cart.line_not_found');
      }
      return respond(await freshCart(caller.userId), 'Cart updated');
    },
    'DELETE /cart/{id}': async ({ caller, params }) => {
      if (!(await removeCartLine(db, caller.userId, params.id))) throw new Refusal('cart.line_not_found');
      await afterRemoval(caller.userId);
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
