import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { noData } from '../envelope.ts';
import { amount, id, idParam, page, timestamp } from '../fields.ts';

/** Maximum number of wishlist entries; the list is returned whole up to the page size. */
export const MAX_WISHLIST_ENTRIES = 500;

export const wishlistEntry = z.object({
  id: z.int(),
  created_at: timestamp,
  product: z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    image: z.string().nullable(),
    category: z.object({ id: z.int(), name: z.string() }),
    description: z.string(),
    price: amount,
    sale_price: amount.nullable(),
    stock_quantity: z.int(),
    /** A product with variants is chosen on its own page. */
    has_variants: z.boolean(),
  }),
});
export type WishlistEntry = z.output<typeof wishlistEntry>;

const productParams = z.object({ productId: idParam });

export const wishlistEndpoints = defineEndpoints({
  'GET /wishlist': {
    access: 'customer',
    summary: 'The wishlist, newest first',
    query: z.object({ page, per_page: z.coerce.number().int().min(1).max(100).default(100) }),
    data: z.array(wishlistEntry),
  },
  'GET /wishlist/check/{productId}': {
    access: 'customer',
    summary: 'Whether a product is in the wishlist',
    params: productParams,
    data: z.object({ in_wishlist: z.boolean() }),
  },
  'POST /wishlist/{productId}': {
    access: 'customer',
    summary: 'Adds a product; no effect if it is already there',
    params: productParams,
    data: z.object({ in_wishlist: z.literal(true) }),
    refusals: ['product.not_found', 'wishlist.full'],
  },
  'POST /wishlist/merge': {
    access: 'customer',
    summary: 'Merges a guest’s wishlist into the server’s',
    body: z.object({ product_ids: z.array(id).max(MAX_WISHLIST_ENTRIES) }),
    data: z.object({ added: z.int() }),
  },
  'DELETE /wishlist/{productId}': {
    access: 'customer',
    summary: 'Removes a product',
    params: productParams,
    data: z.object({ in_wishlist: z.literal(false) }),
    refusals: ['wishlist.entry_not_found'],
  },
  'DELETE /wishlist': { access: 'customer', summary: 'Empties the wishlist', data: noData },
});
