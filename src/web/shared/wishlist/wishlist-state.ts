import type { Data } from '#web/api/calls.ts';
import { createStore } from '#web/ui/external-store.ts';

export type WishlistEntry = Data<'GET /wishlist'>[number];

interface WishlistState {
  status: 'loading' | 'ready' | 'failed';
  entries: readonly WishlistEntry[];
  error: string | null;
}

/** The visitor's wishlist: on the server for customers, on this device for guests (storefront §4). */
export const wishlist = createStore<WishlistState>({ status: 'loading', entries: [], error: null });

export const useWishlist = wishlist.use;

/** Whether a product is known to be in the wishlist. */
export const isWished = (productId: number, { entries } = wishlist.read()): boolean =>
  entries.some((entry) => entry.product.id === productId);
