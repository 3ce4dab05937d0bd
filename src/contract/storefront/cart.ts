import { z } from 'zod';
import { MAX_ASKED_QUANTITY, MAX_CART_LINES } from '#domain/cart-limits.ts';
import { defineEndpoints } from '../endpoint.ts';
import { amount, id, idParam } from '../fields.ts';

const quantity = z.int().min(1).max(MAX_ASKED_QUANTITY);

export const cartLine = z.object({
  id: z.int(),
  product: z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    brand: z.string().nullable(),
    images: z.array(z.string()),
    price: amount,
    sale_price: amount.nullable(),
    /** Pieces of this line's product or variant that can be bought now. */
    stock: z.int(),
  }),
  variant: z
    .object({
      id: z.int(),
      name: z.string(),
      options: z.record(z.string(), z.string()),
      price_modifier: amount,
    })
    .nullable(),
  quantity: z.int(),
  /** Sale price if present, otherwise the price, plus the variant's modifier. */
  unit_price: amount,
  line_total: amount,
  /** The unit price when it was added, if it was another one. */
  previous_unit_price: amount.nullable(),
  /** Why this line cannot be bought as it stands. */
  problem: z.enum(['sold_out', 'not_enough_stock', 'not_available']).nullable(),
});

export const cart = z.object({
  items: z.array(cartLine),
  itemCount: z.int(),
  subtotal: amount,
  discount: amount,
  /** Subtotal less discount; taxes and delivery are worked out at checkout. */
  total: amount,
  coupon: z
    .object({
      code: z.string(),
      kind: z.enum(['percentage', 'fixed']),
      /** Why it takes nothing off at present; null while it does. */
      refusal: z.string().nullable(),
    })
    .nullable(),
});
export type Cart = z.output<typeof cart>;

const wanted = z.object({
  product_id: id,
  variant_id: id.nullish(),
  quantity: quantity.default(1),
});

const lineParams = z.object({ id: idParam });

export const cartEndpoints = defineEndpoints({
  'GET /cart': { access: 'customer', summary: 'The cart with today’s prices and stock', data: cart },
  'POST /cart': {
    access: 'customer',
    summary: 'Adds to the cart; the same product and variant adds to its line',
    body: wanted,
    data: cart,
    refusals: ['product.not_found', 'variant.not_found', 'variant.required', 'stock.insufficient', 'cart.full'],
  },
  'PUT /cart/{id}': {
    access: 'customer',
    summary: 'Sets the quantity of a line; zero or less removes it',
    params: lineParams,
    body: z.object({ quantity: z.int().max(MAX_ASKED_QUANTITY) }),
    data: cart,
    refusals: ['cart.line_not_found', 'stock.insufficient'],
  },
  'DELETE /cart/{id}': {
    access: 'customer',
    summary: 'Removes a line',
    params: lineParams,
    data: cart,
    refusals: ['cart.line_not_found'],
  },
  'DELETE /cart': { access: 'customer', summary: 'Empties the cart', data: cart },
  'POST /cart/merge': {
    access: 'customer',
    summary: 'Adds a guest’s cart to the server’s: quantities are summed and cut to the stock',
    body: z.object({ items: z.array(wanted).max(MAX_CART_LINES) }),
    data: z.object({
      cart,
      /** What became of each item, in the order sent. */
      merged: z.array(
        z.object({
          product_id: z.int(),
          variant_id: z.int().nullable(),
          outcome: z.enum(['added', 'cut_to_stock', 'left_out']),
        }),
      ),
    }),
  },
  'POST /cart/coupon': {
    access: 'customer',
    summary: 'Puts a coupon on the cart in place of an earlier one',
    body: z.object({ code: z.string().trim().min(1, 'Please enter a coupon code.').max(60) }),
    data: cart,
    refusals: ['coupon.not_found', 'coupon.refused', 'coupon.too_many_guesses', 'cart.empty'],
  },
  'DELETE /cart/coupon': { access: 'customer', summary: 'Takes the coupon off the cart', data: cart },
});
