import { messageOf } from '#web/api/api-error.ts';
import { onDevice } from '#web/api/browser-storage.ts';
import { call } from '#web/api/call.ts';
import { auth } from '#web/shared/auth/auth-state.ts';
import { notifyOtherTabs } from '#web/shared/other-tabs.ts';
import { toast } from '#web/ui/toast.ts';
import { isWished, type WishlistEntry, wishlist } from './wishlist-state.ts';

export { isWished, type WishlistEntry } from './wishlist-state.ts';

const KEY = 'guest_wishlist';
const PAGE_SIZE = 100;
/** Maximum number of entries that the API accepts at once, and stores. */
const MAX_ENTRIES = 500;

const isGuest = () => !auth.read().isAuthenticated;

const show = (entries: readonly WishlistEntry[]) => wishlist.write({ entries, status: 'ready', error: null });

/** Applies a change of this tab, and saves it on the device or notifies other tabs. */
function showChanged(entries: readonly WishlistEntry[]): void {
  show(entries);
  if (isGuest()) writeGuestWishlist(entries);
  else notifyOtherTabs('wishlist');
}

/** Asks the server whether a product is in the wishlist, then toggles it (storefront §4). Resolves to the new state. */
export async function toggleWishlist(product: WishlistEntry['product']): Promise<boolean> {
  const params = { productId: product.id };
  const { in_wishlist: isIn } = await call('GET /wishlist/check/{productId}', { params });
  if (isIn) await removeFromWishlist(product.id);
  else await addToWishlist(product);
  return !isIn;
}

/** Adds a product; no effect if it is already there. */
export async function addToWishlist(product: WishlistEntry['product']): Promise<void> {
  if (!isGuest()) await call('POST /wishlist/{productId}', { params: { productId: product.id } });
  if (isWished(product.id)) return;
  const { entries } = wishlist.read();
  const entry = { id: product.id, created_at: new Date().toISOString(), product };
  showChanged([entry, ...entries]);
}

export async function removeFromWishlist(productId: number): Promise<void> {
  if (!isGuest()) await call('DELETE /wishlist/{productId}', { params: { productId } });
  showChanged(wishlist.read().entries.filter((entry) => entry.product.id !== productId));
}

export async function clearWishlist(): Promise<void> {
  if (!isGuest()) await call('DELETE /wishlist');
  showChanged([]);
}

/** Loads the visitor's wishlist; merges a guest's into the server's first. */
export async function loadWishlist(): Promise<void> {
  if (isGuest()) return show(readGuestWishlist());
  const { user } = auth.read();
  try {
    await mergeGuestWishlist();
    await showServers();
  } catch (error) {
    if (auth.read().user?.id !== user?.id) return;
    wishlist.write({ status: 'failed', error: messageOf(error) });
  }
}

/** Reloads changes by other tabs or devices; on failure, keeps what is shown. */
export async function refreshWishlist(): Promise<void> {
  if (!isGuest())
    await mergeGuestWishlist()
      .then(showServers)
      .catch(() => undefined);
}

/** Merges this device's wishlist into the server's. */
async function mergeGuestWishlist(): Promise<void> {
  const gathered = readGuestWishlist();
  if (gathered.length === 0) return;
  const product_ids = gathered.map((entry) => entry.product.id).slice(0, MAX_ENTRIES);
  await call('POST /wishlist/merge', { body: { product_ids } });
  writeGuestWishlist([]);
  toast('The wishlist of this device is now in your account.');
}

/** Shows the server's list, unless the user changed meanwhile; reloads it if it was changed meanwhile. */
async function showServers(): Promise<void> {
  const { user } = auth.read();
  const { entries: before } = wishlist.read();
  const entries: WishlistEntry[] = [];
  for (let page = 1; entries.length === (page - 1) * PAGE_SIZE; page += 1) {
    entries.push(...(await call('GET /wishlist', { query: { page, per_page: PAGE_SIZE } })));
    if (entries.length === 0) break;
  }
  if (auth.read().user?.id !== user?.id) return;
  if (wishlist.read().entries === before) show(entries);
  else await showServers();
}

/** The guest's wishlist; an unreadable one is empty (storefront §8). */
function readGuestWishlist(): WishlistEntry[] {
  const list = onDevice.readJson(KEY);
  return Array.isArray(list)
    ? list.filter((entry) => entry?.product?.id > 0 && Number.isSafeInteger(entry.product.id))
    : [];
}

function writeGuestWishlist(entries: readonly WishlistEntry[]): void {
  if (entries.length > 0) onDevice.writeJson(KEY, entries);
  else onDevice.remove(KEY);
}
