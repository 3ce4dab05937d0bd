import { z } from 'zod';
import { HOLD_MINUTES } from '#domain/checkout/hold-limits.ts';
import { COUNTRIES, SHIPPING_METHODS } from '#domain/checkout/shipping.ts';
import { CURRENCIES, type Currency } from '#domain/money/currency.ts';
import { parseDecimal } from '#domain/money/money.ts';
import { defineEndpoints } from '../endpoint.ts';
import { noData } from '../envelope.ts';
import { amount, timestamp } from '../fields.ts';
import { adjustments } from './adjustments.ts';
import { checkoutOption, wantedOptions } from './checkout-options.ts';
import { deliveryWindow, orderDetail } from './orders.ts';
import { savedCardId } from './saved-cards.ts';
import { shippingAddress } from './shipping-address.ts';

const pluginName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);

/** The code as used in payment endpoints (storefront §7: `usd`). */
const paymentCurrency = z.enum(CURRENCIES.map((currency) => currency.toLowerCase() as Lowercase<Currency>));
/** Without it, the shop’s currency; refused if the shop has changed it since the page was loaded. */
const shownCurrency = z.string().trim().toLowerCase().pipe(paymentCurrency);

/** One of the shop's own, or `<plugin>:<rate>`. */
export const shippingMethod = z.union([
  z.enum(['flat', ...SHIPPING_METHODS]),
  z.templateLiteral([pluginName, ':', z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)]),
]);

export const checkoutTotals = z.object({
  subtotal: amount,
  discount: amount,
  adjustments,
  tax: amount,
  shipping: amount,
  /** What is charged. */
  total: amount,
});
export type CheckoutTotalsView = z.output<typeof checkoutTotals>;

const shippingOption = z.object({
  method: shippingMethod,
  label: z.string(),
  cost: amount,
  /** For an order placed today; null if the method names no days. */
  expected_delivery: deliveryWindow.nullable(),
});

/** `stripe`, `sandbox`, or the name of another provider. */
export const paymentProvider = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'Must be the name of a payment provider.');

const paymentMethod = z.object({
  /** `card`, `offline`, or the name of another provider. */
  method: z.string(),
  label: z.string(),
  /** Null for a payment after the order. */
  provider: paymentProvider.nullable(),
  publishable_key: z.string().nullable(),
  sandbox_url: z.string().nullable(),
  /** The merchant's payment instructions: plain text with line breaks. */
  instructions: z.string().nullable(),
});

export const paymentMethods = z.object({
  /** The card provider; null while card payments are off. */
  provider: paymentProvider.nullable(),
  publishable_key: z.string().nullable(),
  /** URL for card data in the sandbox; null with a real provider. */
  sandbox_url: z.string().nullable(),
  currency: paymentCurrency,
  methods: z.array(paymentMethod),
});
export type PaymentMethods = z.output<typeof paymentMethods>;

export const checkoutQuote = z.object({
  items: z.array(
    z.object({
      product_id: z.int(),
      name: z.string(),
      variant_name: z.string().nullable(),
      image: z.string().nullable(),
      unit_price: amount,
      quantity: z.int(),
      adjustments,
      /** With adjustments. */
      line_total: amount,
    }),
  ),
  coupon_code: z.string().nullable(),
  /** The value to compare `amount` of create-intent with: `total` of the cart. */
  cart_total: amount,
  currency: paymentCurrency,
  totals: checkoutTotals,
  /** The method included in the totals. */
  shipping_method: shippingMethod,
  shipping_options: z.array(shippingOption),
  /** Checkout fields of plug-ins; omitted if there are none. */
  options: z.array(checkoutOption).optional(),
  countries: z.array(z.string()),
});
export type CheckoutQuote = z.output<typeof checkoutQuote>;

export const openPayment = z.object({
  /** Empty for a payment that is approved on the provider’s page. */
  client_secret: z.string(),
  /** The provider’s page on which the shopper approves the payment; null where the checkout has a form. */
  redirect_url: z.string().nullable(),
  payment_intent_id: z.string(),
  /** Until then the stock is held. */
  expires_at: timestamp,
  /** As frozen. */
  currency: z.string(),
  totals: checkoutTotals,
  shipping_method: shippingMethod,
  provider: paymentProvider,
  /** Empty if the provider has none. */
  publishable_key: z.string(),
  sandbox_url: z.string().nullable(),
  /** Other data for the provider’s form; null if none. */
  form_config: z.record(z.string(), z.unknown()).nullable(),
  /** Whether the provider can save the card: see `POST /payments/card`. */
  can_save_card: z.boolean(),
});
export type OpenPayment = z.output<typeof openPayment>;

/**
 * Dollars as summed up by the browser: floating-point errors disappear when rounding to two decimals. Only used for
 * comparison.
 */
const comparedAmount = z
  .union([z.number(), z.string()])
  .transform((value) => parseDecimal(typeof value === 'number' ? value.toFixed(2) : value))
  .refine((value) => value !== undefined, 'Must be an amount in dollars with at most two decimals.');

const intentId = z.string().regex(/^[\w-]{1,255}$/, 'Must be the id of a payment.');

export const paymentEndpoints = defineEndpoints({
  'GET /payments/methods': {
    access: 'public',
    shared: true,
    summary: 'The available payment methods, and configuration for the card form',
    data: paymentMethods,
  },
  'POST /checkout/quote': {
    access: 'customer',
    summary: 'The full cost of the cart, before the checkout starts',
    body: z.object({
      shipping_address: shippingAddress.optional(),
      /** For an estimate before there is an address; an unsupported country is ignored. */
      country: z.enum(COUNTRIES).optional(),
      shipping_method: shippingMethod.optional(),
    }),
    data: checkoutQuote,
    refusals: ['cart.empty', 'checkout.price_unavailable'],
  },
  'GET /checkout/place': {
    access: 'customer',
    current: true,
    summary: 'The place in line of a checkout that is waiting, on any node, while many customers are checking out',
    /** 1: next in line. Null: not waiting. */
    data: z.object({ place: z.int().min(1).nullable() }),
  },
  'POST /payments/create-intent': {
    access: 'customer',
    canRunAgain: true,
    summary: `Freezes the cart, holds its stock for ${HOLD_MINUTES} minutes and opens the payment; repeating it updates the same payment`,
    body: z.object({
      /** The cart total that the shopper saw. Never charged: if it differs from the server’s, nothing is opened. */
      amount: comparedAmount,
      currency: shownCurrency.optional(),
      shipping_address: shippingAddress,
      shipping_method: shippingMethod.optional(),
      options: wantedOptions,
      /** Provider of an enabled method; default: the card provider. */
      provider: paymentProvider.optional(),
    }),
    data: openPayment,
    refusals: [
      'cart.empty',
      'cart.changed',
      'stock.insufficient',
      'coupon.refused',
      'payment.method_unavailable',
      'payment.amount_unsupported',
      'payment.in_progress',
      'payment.already_completed',
      'payment.provider_failed',
      'checkout.expired',
      'checkout.too_many_pieces',
      'checkout.price_unavailable',
      'checkout.refused',
      'checkout.not_checked',
      'checkout.hold_limit',
      'server.in_line',
    ],
  },
  'POST /payments/card': {
    access: 'customer',
    summary: 'Chooses a saved card for an open payment, or whether its new card is saved; then the browser pays',
    body: z.object({
      payment_intent_id: intentId,
      /** Default: a new card. */
      saved_card: savedCardId.optional(),
      /** Whether a new card is saved after the payment. */
      save: z.boolean().default(false),
    }),
    data: noData,
    refusals: [
      'card.not_found',
      'card.expired',
      'card.too_many',
      'payment.not_found',
      'payment.method_unavailable',
      'payment.in_progress',
      'payment.already_completed',
      'payment.provider_failed',
      'checkout.expired',
    ],
  },
  'POST /payments/confirm': {
    access: 'customer',
    canRunAgain: true,
    summary: 'Confirms the payment with the provider and creates its order; repeating it returns the same order',
    body: z.object({
      payment_intent_id: intentId,
      /** Sent by the checkout form, but ignored: the address was frozen with the cart. */
      shipping_address: z
        .unknown()
        .optional()
        .transform(() => undefined),
    }),
    data: z.object({ order_id: z.int(), order_number: z.string() }),
    refusals: [
      'payment.not_found',
      'payment.not_completed',
      'payment.in_progress',
      'payment.refunded',
      'payment.method_unavailable',
      'payment.provider_failed',
      'checkout.expired',
    ],
  },
  'POST /orders': {
    access: 'customer',
    canRunAgain: true,
    status: 201,
    summary: 'Places an order to be paid later, if the merchant allows it',
    body: z.object({
      /** The `method` of an offered payment method without a provider. */
      payment_method: paymentProvider.default('offline'),
      /** The total that the shopper confirmed, from the quote. If it differs from the server’s, no order is placed. */
      total: comparedAmount.optional(),
      currency: shownCurrency.optional(),
      shipping_address: shippingAddress,
      shipping_method: shippingMethod.optional(),
      options: wantedOptions,
    }),
    data: orderDetail,
    refusals: [
      'cart.empty',
      'cart.changed',
      'stock.insufficient',
      'coupon.refused',
      'payment.method_unavailable',
      'payment.amount_unsupported',
      'payment.in_progress',
      'payment.already_completed',
      'payment.provider_failed',
      'checkout.too_many_pieces',
      'checkout.price_unavailable',
      'checkout.refused',
      'checkout.not_checked',
      'server.in_line',
    ],
  },
});
