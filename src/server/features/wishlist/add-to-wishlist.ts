import { MAX_WISHLIST_ENTRIES } from '#contract/storefront/wishlist.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { addWishlistEntries, hasWishlistEntry } from './wishlist.store.ts';

/**
 * Adds a product to a customer's wishlist; adding it again is harmless.
 * @throws Refusal `product.not_found`, `wishlist.full`.
 */
export async function addToWishlist(db: Database, userId: number, productId: number, at: Date): Promise<void> {
  const { known, added, held } = await addWishlistEntries(db, userId, [productId], MAX_WISHLIST_ENTRIES, at);
  if (known === 0) throw new Refusal('product.not_found');
  // Not full and not added: it was already there, even if another device removes it right now.
  const isFull = added === 0 && held >= MAX_WISHLIST_ENTRIES;
  if (isFull && !(await hasWishlistEntry(db, userId, productId))) throw new Refusal('wishlist.full');
}
