import { MAX_WISHLIST_ENTRIES, type wishlistEndpoints } from '#contract/storefront/wishlist.ts';
import { rangeOf } from '#domain/paging.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { addToWishlist } from './add-to-wishlist.ts';
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
    'GET /wishlist': async ({ caller, query }) =>
      respond((await listWishlistRows(db, caller.userId, rangeOf(query))).map(wishlistEntryView)),
    'GET /wishlist/check/{productId}': async ({ caller, params }) =>
      respond({ in_wishlist: await hasWishlistEntry(db, caller.userId, params.productId) }),
    'POST /wishlist/{productId}': async ({ caller, params }) => {
      await addToWishlist(db, caller.userId, params.productId, now());
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
