import { MAX_CART_LINES } from '#domain/cart-limits.ts';
import { messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { auth } from '#web/shared/auth/auth-state.ts';
import { tellOtherTabs } from '#web/shared/other-tabs.ts';
import { toast } from '#web/ui/toast.ts';
import type { CartItem, ServerCart, Wanted } from './cart-item.ts';
import { cart } from './cart-state.ts';
import { asCart, readGuestCart, withAdded, writeGuestCart } from './guest-cart.ts';
import type { GuestItem } from './guest-item.ts';
import { keepCart, keptCart } from './kept-cart.ts';
import { forgetWaitingItem, waitingItem } from './waiting-item.ts';

export { cart, useCart } from './cart-state.ts';

const isGuest = () => !auth.read().isAuthenticated;

const showGuestCart = () => cart.write({ ...asCart(readGuestCart()), status: 'ready', error: null, asOf: null });

/** The server is asked one thing after the other, so that an early answer never replaces a later one. */
let asked: Promise<unknown> = Promise.resolve();

function inTurn(ask: () => Promise<ServerCart>): Promise<void> {
  const done = asked.then(async () => {
    const { user } = auth.read();
    const fresh = await ask();
    // Somebody who has logged out meanwhile leaves nothing behind.
    if (auth.read().user?.id === user?.id) adoptCart(fresh);
  });
  asked = done.catch(() => undefined);
  return done;
}

async function write(change: () => Promise<ServerCart>): Promise<void> {
  await inTurn(change);
  tellOtherTabs('cart');
}

/** Adds to the cart; the same product with the same variant merges quantities. */
export async function addToCart(wanted: Wanted): Promise<void> {
  if (isGuest()) {
    writeGuestCart(withAdded(readGuestCart(), wanted));
    return showGuestCart();
  }
  const { product, variant, quantity } = wanted;
  await write(() =>
    call('POST /cart', { body: { product_id: product.id, variant_id: variant?.id ?? null, quantity } }),
  );
}

/** Sets the quantity of a line; zero or less removes it. */
export async function setQuantity({ id }: CartItem, quantity: number): Promise<void> {
  if (quantity <= 0) return removeFromCart({ id });
  if (typeof id === 'number') return write(() => call('PUT /cart/{id}', { params: { id }, body: { quantity } }));
  writeGuestCart(readGuestCart().map((item) => (item.id === id ? { ...item, quantity } : item)));
  showGuestCart();
}

export async function removeFromCart({ id }: Pick<CartItem, 'id'>): Promise<void> {
  if (typeof id === 'number') return write(() => call('DELETE /cart/{id}', { params: { id } }));
  writeGuestCart(readGuestCart().filter((item) => item.id !== id));
  showGuestCart();
}

/** @throws the refusal with its reason; an earlier coupon stays then. */
export const applyCoupon = (code: string): Promise<void> => write(() => call('POST /cart/coupon', { body: { code } }));

export const removeCoupon = (): Promise<void> => write(() => call('DELETE /cart/coupon'));

/** Shows a cart that came with another answer, such as the fresh one of a refused checkout. */
export function adoptCart(fresh: ServerCart): void {
  keepCart(fresh);
  cart.write({ ...fresh, status: 'ready', error: null, asOf: null });
}

/** Loads the cart of whoever is here now. What was gathered as a guest goes into the server's cart first. */
export async function loadCart(): Promise<void> {
  if (isGuest()) return showGuestCart();
  cart.write({ status: 'loading' });
  try {
    await inTurn(async () => (await mergeGuestCart()) ?? call('GET /cart'));
  } catch (error) {
    const kept = navigator.onLine ? null : keptCart();
    if (kept) cart.write({ ...kept.cart, status: 'ready', error: null, asOf: kept.asOf });
    else cart.write({ status: 'failed', error: messageOf(error) });
  }
}

/** What another tab or device, or the shop, has changed since; a failure leaves what is shown. */
export async function refreshCart(): Promise<void> {
  if (!isGuest()) return inTurn(() => call('GET /cart')).catch(() => undefined);
  if (readGuestCart().length === 0) return;
  const { renewedGuestCart } = await import('./refresh-guest-cart.ts');
  const renewed = await renewedGuestCart();
  if (!isGuest()) return;
  writeGuestCart(renewed);
  showGuestCart();
}

async function mergeGuestCart(): Promise<ServerCart | null> {
  const waiting = waitingItem();
  const gathered = readGuestCart();
  const wanted = waiting ? withAdded(gathered, waiting) : gathered;
  const items = wanted.slice(0, MAX_CART_LINES).map(({ product, quantity, selectedVariant }) => ({
    product_id: product.id,
    variant_id: selectedVariant?.id ?? null,
    quantity,
  }));
  if (items.length === 0) return null;
  const answer = await call('POST /cart/merge', { body: { items } });
  // Not before: what the server does not have yet stays on this device.
  writeGuestCart([]);
  forgetWaitingItem();
  tellMerged(wanted, answer.merged, gathered.length > 0);
  return answer.cart;
}

/** Says what came along from this device, and what the stock did not allow. */
function tellMerged(wanted: readonly GuestItem[], merged: Data<'POST /cart/merge'>['merged'], hadCart: boolean): void {
  const nameOf = ({ product_id }: { product_id: number }) =>
    wanted.find(({ product }) => product.id === product_id)?.product.name ?? 'An item';
  const sentences = merged.flatMap((item) => {
    if (item.outcome === 'cut_to_stock') return [`There were fewer left of ${nameOf(item)} than you wanted.`];
    return item.outcome === 'left_out' ? [`${nameOf(item)} could not be added: no more of it can be bought.`] : [];
  });
  if (hadCart) sentences.unshift('The cart of this device is now in your account.');
  if (sentences.length > 0) toast(sentences.join(' '));
}
