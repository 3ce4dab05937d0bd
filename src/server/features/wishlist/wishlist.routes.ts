import { MAX_WISHLIST_ENTRIES, type wishlistEndpoints } from '#contract/storefront/wishlist.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  addWishlistEntries,
  clearWishlist,
  hasWishlistEntry,
  listWishlistRows,
  removeWishlistEntry,
} from './wishlist.store.ts';
import { wishlistEntryView } from './wishlist.view.ts';

interface WishlistServices {
  readonly db: Database;
  readonly now: Clock;
}

export function wishlistHandlers({ db, now }: WishlistServices): Handlers<typeof wishlistEndpoints> {
  return {
    'GET /wishlist': async ({ caller, query }) => {
      const span = { limit: query.per_page, offset: (query.page - 1) * query.per_page };
      return respond((await listWishlistRows(db, caller.userId, span)).map(wishlistEntryView));
    },
    'GET /wishlist/check/{productId}': async ({ caller, params }) =>
      respond({ in_wishlist: await hasWishlistEntry(db, caller.userId, params.productId) }),
    'POST /wishlist/{productId}': async ({ caller, params }) => {
      const result = await addWishlistEntries(db, caller.userId, [params.productId], MAX_WISHLIST_ENTRIES, now());
      if (result.known === 0) throw new Refusal('product.not_found');
      // Not full and not added: it was already there, even if another device removes it right now.
      const isFull = result.added === 0 && result.held >= MAX_WISHLIST_ENTRIES;
      if (isFull && !(await hasWishlistEntry(db, caller.userId, params.productId))) throw new Refusal('wishlist.full');
      return respond({ in_wishlist: true }, 'Product added to wishlist');
    },
    'POST /wishlist/merge': async ({ caller, body }) => {
      const { added } = await addWishlistEntries(db, caller.userId, body.product_ids, MAX_WISHLIST_ENTRIES, now());
      return respond({ added }, 'Wishlist merged');
    },
    'DELETE /wishlist/{productId}': async ({ caller, params }) => {
      if (!(await removeWishlistEntry(db, caller.userId, params.productId))) {
        throw new Refusal('wishlist.entry_not_found');
      }
      return respond({ in_wishlist: false }, 'Product removed from wishlist');
    },
    'DELETE /wishlist': async ({ caller }) => {
      await clearWishlist(db, caller.userId);
      return respond(null, 'Wishlist cleared');
    },
  };
}
