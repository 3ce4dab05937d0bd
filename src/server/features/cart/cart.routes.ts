import type { cartEndpoints } from '#contract/storefront/cart.ts';
import { MAX_QUANTITY } from '#domain/cart-limits.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { answer, type Handlers } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { addToCart, stockRefusal } from './add-to-cart.ts';
import { applyCoupon } from './apply-coupon.ts';
import { emptyCart, removeCartLine, setCartCoupon, setCartLineQuantity } from './cart.store.ts';
import { cartView } from './cart.view.ts';
import { limitCouponGuesses } from './limit-coupon-guesses.ts';
import { mergeGuestCart } from './merge-guest-cart.ts';
import { createCartReader } from './read-cart.ts';

interface CartServices {
  readonly db: Database;
  readonly now: Clock;
  readonly settings: Settings;
  /** Called once pieces have been removed from a cart: a checkout may hold stock for them. */
  readonly afterRemoval: (userId: number) => Promise<void>;
}

interface WantedBody {
  readonly product_id: number;
  readonly variant_id?: number | null | undefined;
  readonly quantity: number;
}

function wanted({ product_id, variant_id, quantity }: WantedBody) {
  return { productId: product_id, variantId: variant_id ?? null, quantity };
}

export function cartHandlers({ db, now, settings, afterRemoval }: CartServices): Handlers<typeof cartEndpoints> {
  const currency = async () => (await settings.get('site')).currency;
  const readCart = createCartReader(db);
  const freshCart = async (userId: number) =>
    cartView(await readCart(userId, { now: now(), currency: await currency() }));
  return {
    'GET /cart': async ({ caller }) => answer(await freshCart(caller.userId)),
    'POST /cart': async ({ caller, body }) => {
      await addToCart(db, caller.userId, wanted(body), now());
      return answer(await freshCart(caller.userId), 'Product added to cart!');
    },
    'PUT /cart/{id}': async ({ caller, params, body }) => {
      if (body.quantity <= 0) {
        if (!(await removeCartLine(db, caller.userId, params.id))) throw new Refusal('cart.line_not_found');
      } else {
        const line = await setCartLineQuantity(db, caller.userId, params.id, body.quantity, now());
        // There is enough of it, and yet no line was set: it was removed meanwhile.
        const isGone = !line || (!line.was_set && body.quantity <= Math.min(line.available, MAX_QUANTITY));
        if (isGone) throw new Refusal('cart.line_not_found');
        if (!line.was_set) throw stockRefusal(line.available);
      }
      await afterRemoval(caller.userId);
      return answer(await freshCart(caller.userId), 'Cart updated');
    },
    'DELETE /cart/{id}': async ({ caller, params }) => {
      if (!(await removeCartLine(db, caller.userId, params.id))) throw new Refusal('cart.line_not_found');
      await afterRemoval(caller.userId);
      return answer(await freshCart(caller.userId), 'Product removed from cart');
    },
    'DELETE /cart': async ({ caller }) => {
      await emptyCart(db, caller.userId);
      await afterRemoval(caller.userId);
      return answer(await freshCart(caller.userId), 'Cart cleared');
    },
    'POST /cart/merge': async ({ caller, body }) => {
      const merged = await mergeGuestCart(db, caller.userId, body.items.map(wanted), now());
      return answer({ cart: await freshCart(caller.userId), merged }, 'Cart merged');
    },
    'POST /cart/coupon': async ({ caller, body, request }) => {
      const terms = { at: now(), currency: await currency() };
      const apply = () => applyCoupon(db, caller.userId, body.code, terms);
      return answer(cartView(await limitCouponGuesses(db, caller, request, now, apply)), 'Coupon applied');
    },
    'DELETE /cart/coupon': async ({ caller }) => {
      await setCartCoupon(db, caller.userId, null, now());
      return answer(await freshCart(caller.userId), 'Coupon removed');
    },
  };
}
