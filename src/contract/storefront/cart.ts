import { z } from 'zod';
import { MAX_ASKED_QUANTITY, MAX_CART_LINES } from '#domain/cart/cart-limits.ts';
import { MAX_LINE_OPTIONS, MAX_OPTION_TEXT } from '#domain/cart/line-options.ts';
import { defineEndpoints } from '../endpoint.ts';
import { amount, id, idParam, singleLine } from '../fields.ts';
import { adjustments } from './adjustments.ts';

const quantity = z.int().min(1).max(MAX_ASKED_QUANTITY);

/** What a plug-in offers for a line, and what is chosen. */
export const cartLineOption = z.object({
  /** `<plugin>:<option>`. */
  key: z.string(),
  label: z.string(),
  kind: z.enum(['flag', 'choice', 'text']),
  /** Of a flag or a text. */
  price: amount,
  /** Whether a price counts for each piece, or once for the line. */
  per: z.enum(['unit', 'line']),
  /** Of a choice. */
  choices: z.array(z.object({ value: z.string(), label: z.string(), price: amount })),
  /** Of a text. */
  max_length: z.int().nullable(),
  /** `yes` of a flag; null: not chosen. */
  value: z.string().nullable(),
});

/** By `<plugin>:<option>`: `yes` for a flag, a value of a choice, or a text; null or empty for none. */
const chosenOptions = z
  .record(z.string().max(100), singleLine(0, MAX_OPTION_TEXT).nullable())
  .refine((options) => Object.keys(options).length <= MAX_LINE_OPTIONS, `At most ${MAX_LINE_OPTIONS} options.`);

export const cartLine = z
  .object({
    id: z.int(),
    product: z.object({
      id: z.int(),
      name: z.string(),
      slug: z.string(),
      brand: z.string().nullable(),
      images: z.array(z.string()),
      price: amount,
      sale_price: amount.nullable(),
      /** Available units of this line's product or variant. */
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
    /** Sale price if present, otherwise the price, plus the variant's modifier; without options. */
    unit_price: amount,
    /** With options and other adjustments. */
    line_total: amount,
    /** What can be chosen for the line; left out in a shop without such plug-ins. */
    options: z.array(cartLineOption).optional(),
    /** Names of options that were chosen and are not offered any more; they cost nothing. Left out when there are none. */
    unavailable_options: z.array(z.string()).optional(),
    adjustments,
    /** The unit price when it was added, if different. */
    previous_unit_price: amount.nullable(),
    /** Why this line cannot be bought at the moment. */
    problem: z.enum(['sold_out', 'not_enough_stock', 'not_available']).nullable(),
  })
  .meta({ id: 'CartLine' });

export const cart = z
  .object({
    items: z.array(cartLine),
    itemCount: z.int(),
    subtotal: amount,
    discount: amount,
    /** On the whole cart. */
    adjustments,
    /** Subtotal less discount, with adjustments; taxes and delivery are worked out at checkout. */
    total: amount,
    coupon: z
      .object({
        code: z.string(),
        kind: z.enum(['percentage', 'fixed']),
        /** Why the coupon takes nothing off at the moment; null when it does. */
        refusal: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Cart' });
export type Cart = z.output<typeof cart>;

const wanted = z.object({
  product_id: id,
  variant_id: id.nullish(),
  quantity: quantity.default(1),
  /** Replace those of the line; left out, it keeps its own. */
  options: chosenOptions.optional(),
});

const lineParams = z.object({ id: idParam });

export const cartEndpoints = defineEndpoints({
  'GET /cart': { access: 'customer', current: true, summary: 'The cart with current prices and stock', data: cart },
  'POST /cart': {
    access: 'customer',
    canRunAgain: true,
    summary: 'Adds to the cart; the same product and variant increases its line',
    body: wanted,
    data: cart,
    refusals: ['product.not_found', 'variant.not_found', 'variant.required', 'stock.insufficient', 'cart.full'],
  },
  'PUT /cart/{id}': {
    access: 'customer',
    summary: 'Sets the quantity of a line, its options or both; a quantity of zero or less removes it',
    params: lineParams,
    body: z
      .object({
        quantity: z.int().max(MAX_ASKED_QUANTITY).optional(),
        /** All of them: what is left out is no longer chosen. */
        options: chosenOptions.optional(),
      })
      .refine(({ quantity: wanted, options }) => wanted !== undefined || options !== undefined, {
        path: ['quantity'],
        message: 'Please send a quantity or options.',
      }),
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
    canRunAgain: true,
    summary: 'Merges a guest’s cart into the server’s: quantities are added and limited to the stock',
    body: z.object({ items: z.array(wanted).max(MAX_CART_LINES) }),
    data: z.object({
      cart,
      /** Result for each item, in the order sent. */
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
    summary: 'Applies a coupon to the cart, replacing an earlier one',
    body: z.object({ code: z.string().trim().min(1, 'Please enter a coupon code.').max(60) }),
    data: cart,
    refusals: ['coupon.not_found', 'coupon.refused', 'coupon.too_many_guesses', 'cart.empty'],
  },
  'DELETE /cart/coupon': { access: 'customer', summary: 'Removes the coupon from the cart', data: cart },
});
