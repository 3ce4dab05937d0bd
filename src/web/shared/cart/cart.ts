import { MAX_CART_LINES } from '#domain/cart/cart-limits.ts';
import { messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { auth } from '#web/shared/auth/auth-state.ts';
import { notifyOtherTabs } from '#web/shared/other-tabs.ts';
import { toast } from '#web/ui/toast.ts';
import type { CartItem, NewCartItem, ServerCart } from './cart-item.ts';
import { cart } from './cart-state.ts';
import { asCart, mergeKey, readGuestCart, withAdded, writeGuestCart } from './guest-cart.ts';
import type { GuestItem } from './guest-item.ts';
import { readLastCart, saveLastCart } from './last-cart.ts';
import { sendQueue } from './offline-queue.ts';
import { clearPendingItem, readPendingItem } from './pending-item.ts';

export { cart, useCart } from './cart-state.ts';

const isGuest = () => !auth.read().isAuthenticated;

const showGuestCart = () => cart.write({ ...asCart(readGuestCart()), status: 'ready', error: null, asOf: null });

/** Requests are serialised, so that an early response never replaces a later one. */
let asked: Promise<unknown> = Promise.resolve();

function inTurn(ask: () => Promise<ServerCart>): Promise<void> {
  const done = asked.then(async () => {
    const { user } = auth.read();
    const fresh = await ask();
    // Ignore responses after a logout.
    if (auth.read().user?.id === user?.id) adoptCart(fresh);
  });
  asked = done.catch(() => undefined);
  return done;
}

async function write(change: () => Promise<ServerCart>): Promise<void> {
  try {
    await inTurn(change);
  } catch (error) {
    // The change may have happened without a response, or been refused because the cart has changed: reload it.
    void refreshCart();
    throw error;
  }
  notifyOtherTabs('cart');
}

/** Adds to the cart; the same product with the same variant merges quantities. */
export async function addToCart(wanted: NewCartItem): Promise<void> {
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

/** @throws the refusal with its reason; an earlier coupon then stays. */
export const applyCoupon = (code: string): Promise<void> => write(() => call('POST /cart/coupon', { body: { code } }));

export const removeCoupon = (): Promise<void> => write(() => call('DELETE /cart/coupon'));

/** Shows a cart from another response, such as a refused checkout. */
export function adoptCart(fresh: ServerCart): void {
  saveLastCart(fresh);
  cart.write({ ...fresh, status: 'ready', error: null, asOf: null });
}

/** The server's cart with everything that this device still had to send, also after an earlier attempt has failed. */
async function readServerCart(): Promise<ServerCart> {
  await mergeGuestCart();
  await sendQueued();
  return call('GET /cart');
}

/** Loads the visitor's cart. A guest's cart is merged into the server's first. */
export async function loadCart(): Promise<void> {
  if (isGuest()) return showGuestCart();
  const { user } = auth.read();
  cart.write({ status: 'loading' });
  try {
    await inTurn(readServerCart);
  } catch (error) {
    // Ignore errors after a change of user as well.
    if (auth.read().user?.id !== user?.id) return;
    const kept = navigator.onLine ? null : readLastCart();
    if (kept) cart.write({ ...kept.cart, status: 'ready', error: null, asOf: kept.asOf });
    else cart.write({ status: 'failed', error: messageOf(error) });
  }
}

/** Reloads changes by other tabs, devices or the shop; on failure, keeps what is shown. */
export async function refreshCart(): Promise<void> {
  if (!isGuest()) return inTurn(readServerCart).catch(() => undefined);
  if (readGuestCart().length === 0) return;
  const { renewedGuestCart } = await import('./refresh-guest-cart.ts');
  const renewed = await renewedGuestCart();
  if (!isGuest()) return;
  writeGuestCart(renewed);
  showGuestCart();
}

/** After a reconnect, the first attempt can be too early. */
const RETRY_MS = 5_000;

async function sendQueued(): Promise<void> {
  if (navigator.onLine && (await sendQueue())) setTimeout(() => void refreshCart(), RETRY_MS);
}

/** Merges this device's cart, and the item pending for the login, into the server's cart. */
async function mergeGuestCart(): Promise<void> {
  const gathered = readGuestCart();
  if (gathered.length > 0) {
    const merged = await merge(gathered, mergeKey());
    // Only now: what the server does not have yet stays on this device.
    writeGuestCart([]);
    notifyMerged(['The cart of this device is now in your account.', ...merged]);
  }
  const waiting = readPendingItem();
  if (waiting) {
    const merged = await merge(withAdded([], waiting), waiting.mergeKey);
    clearPendingItem();
    notifyMerged(merged);
  }
}

/** @returns messages about items limited by the stock */
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

function notifyMerged(sentences: readonly string[]): void {
  if (sentences.length > 0) toast(sentences.join(' '));
}
