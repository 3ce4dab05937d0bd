import { MAX_CART_LINES } from '#domain/cart-limits.ts';
import { messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { auth } from '#web/shared/auth/auth-state.ts';
import { notifyOtherTabs } from '#web/shared/other-tabs.ts';
import { toast } from '#web/ui/toast.ts';
import type { CartItem, ServerCart, Wanted } from './cart-item.ts';
import { cart } from './cart-state.ts';
import { asCart, mergeKey, readGuestCart, withAdded, writeGuestCart } from './guest-cart.ts';
import type { GuestItem } from './guest-item.ts';
import { readLastCart, saveLastCart } from './last-cart.ts';
import { clearPendingItem, readPendingItem } from './pending-item.ts';

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
  try {
    await inTurn(change);
  } catch (error) {
    // The change may have come about without an answer, or have been refused since the cart is another by now.
    void refreshCart();
    throw error;
  }
  notifyOtherTabs('cart');
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
  saveLastCart(fresh);
  cart.write({ ...fresh, status: 'ready', error: null, asOf: null });
}

/** Loads the cart of whoever is here now. What was gathered as a guest goes into the server's cart first. */
export async function loadCart(): Promise<void> {
  if (isGuest()) return showGuestCart();
  const { user } = auth.read();
  cart.write({ status: 'loading' });
  try {
    await inTurn(async () => {
      await mergeGuestCart();
      return call('GET /cart');
    });
  } catch (error) {
    // Nor does a failure of theirs stand before whoever is here now.
    if (auth.read().user?.id !== user?.id) return;
    const kept = navigator.onLine ? null : readLastCart();
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

/** What was gathered on this device, and what was waiting for the login, goes into the server's cart. */
async function mergeGuestCart(): Promise<void> {
  const gathered = readGuestCart();
  if (gathered.length > 0) {
    const merged = await merge(gathered, mergeKey());
    // Not before: what the server does not have yet stays on this device.
    writeGuestCart([]);
    tellMerged(['The cart of this device is now in your account.', ...merged]);
  }
  const waiting = readPendingItem();
  if (waiting) {
    const merged = await merge(withAdded([], waiting), waiting.mergeKey);
    clearPendingItem();
    tellMerged(merged);
  }
}

/** @returns what the stock did not allow, in sentences */
async function merge(items: readonly GuestItem[], idempotencyKey: string): Promise<string[]> {
  const wanted = items.slice(0, MAX_CART_LINES).map(({ product, quantity, selectedVariant }) => ({
    product_id: product.id,
    variant_id: selectedVariant?.id ?? null,
    quantity,
  }));
  const { merged } = await call('POST /cart/merge', { body: { items: wanted } }, { idempotencyKey });
  const nameOf = (id: number) => items.find(({ product }) => product.id === id)?.product.name ?? 'An item';
  return merged.flatMap(({ product_id, outcome }) => {
    if (outcome === 'cut_to_stock') return [`There were fewer units of ${nameOf(product_id)} left than you wanted.`];
    return outcome === 'left_out' ? [`${nameOf(product_id)} could not be added: it is out of stock.`] : [];
  });
}

function tellMerged(sentences: readonly string[]): void {
  if (sentences.length > 0) toast(sentences.join(' '));
}
