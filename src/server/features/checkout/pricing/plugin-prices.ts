import { isDeepStrictEqual } from 'node:util';
import type { ChosenCheckoutOption } from '#domain/checkout/checkout-options.ts';
import { paymentCurrency } from '#domain/money/currency.ts';
import { type PricedCart, readCart } from '#server/features/cart/index.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CheckoutCart } from '../checkout-ports.ts';
import type { CheckoutRules, CheckoutServices } from '../checkout-services.ts';
import {
  chooseDelivery,
  type DeliveryChoice,
  NO_PLUGIN_PRICES,
  type PluginPrices,
  priceCheckout,
} from './price-checkout.ts';

/** Prices of plug-ins, with the cart that they are valid for. */
export interface PluginQuote extends PluginPrices {
  readonly cart: CheckoutCart;
}

type QuoteServices = Pick<CheckoutServices, 'checkoutPricing'>;

function checkoutCart(cart: PricedCart, { currency }: CheckoutRules, { country }: DeliveryChoice): CheckoutCart {
  return {
    lines: cart.lines.map(({ row, unitPrice, total, options }) => ({
      productId: row.product_id,
      variantId: row.variant_id,
      sku: row.sku,
      name: row.name,
      quantity: row.quantity,
      unitPrice,
      total,
      weight: row.weight_grams,
      custom: row.custom,
      options,
    })),
    subtotal: cart.subtotal,
    discount: cart.discount,
    merchandise: cart.total,
    currency: paymentCurrency(currency),
    country,
  };
}

/**
 * Reads shipping rates and tax for a cart from the plug-ins. Never called in a transaction.
 * @throws Refusal `request.invalid` as {@link chooseDelivery}; `checkout.price_unavailable`.
 */
export async function readPluginPrices(
  { checkoutPricing }: QuoteServices,
  cart: PricedCart,
  rules: CheckoutRules,
  choice: DeliveryChoice,
): Promise<PluginQuote | undefined> {
  if (!checkoutPricing.hasPlugins) return undefined;
  const asked = checkoutCart(cart, rules, choice);
  const offers = await checkoutPricing.offersFor(asked);
  const { method, cost } = chooseDelivery(cart, rules, choice, offers);
  const { address } = choice;
  const tax = await checkoutPricing.taxOn({
    ...asked,
    shipping: { method, cost },
    address: address && {
      line1: address.line1,
      city: address.city,
      state: address.state,
      postalCode: address.postal_code,
    },
  });
  return { cart: asked, offers, tax };
}

/** The cart differs from the one that the plug-ins priced. */
class StalePrices extends Error {
  override readonly name = 'StalePrices';
}

/**
 * The plug-ins' prices for the cart as read under the lock.
 * @throws StalePrices: {@link withPluginPrices} then reads the prices again.
 */
export function pricesFor(
  cart: PricedCart,
  rules: CheckoutRules,
  choice: DeliveryChoice,
  asked: PluginQuote | undefined,
): PluginPrices {
  if (!asked) return NO_PLUGIN_PRICES;
  if (!isDeepStrictEqual(asked.cart, checkoutCart(cart, rules, choice))) throw new StalePrices();
  return asked;
}

/** How often a changing cart is priced again. */
const MAX_ATTEMPTS = 3;

/** Whether plug-ins price or check a cart before it is bought. */
export const hasCheckoutPlugins = ({ checkoutPricing, checkoutChecks }: CheckingServices): boolean =>
  checkoutPricing.hasPlugins || checkoutChecks.hasValidators;

type CheckingServices = Pick<CheckoutServices, 'checkoutPricing' | 'checkoutChecks'>;

interface Purchase {
  readonly userId: number;
  readonly rules: CheckoutRules;
  readonly choice: DeliveryChoice;
  readonly options: readonly ChosenCheckoutOption[];
}

/**
 * Reads the plug-ins' prices for a cart that is about to be bought, and validates it.
 * @throws Refusal those of {@link readPluginPrices} and of `CheckoutChecks.validate`.
 */
async function checkPurchase(
  services: CheckingServices,
  cart: PricedCart,
  { userId, rules, choice, options }: Purchase,
): Promise<PluginQuote> {
  const asked = checkoutCart(cart, rules, choice);
  const prices = await readPluginPrices(services, cart, rules, choice);
  const { address } = choice;
  if (services.checkoutChecks.hasValidators && address) {
    const { totals, shipping } = priceCheckout(cart, rules, choice, prices);
    const { name, line1, line2, city, state, postal_code: postalCode, country } = address;
    await services.checkoutChecks.validate({
      ...asked,
      customerId: userId,
      address: { name, line1, line2, city, state, postalCode, country },
      shipping: { method: shipping.method, cost: shipping.cost },
      tax: totals.tax,
      total: totals.total,
      options: Object.fromEntries(options.map(({ key, value }) => [key, value])),
    });
  }
  return { ...NO_PLUGIN_PRICES, ...prices, cart: asked };
}

/**
 * Asks the plug-ins about a customer's cart before `work`, which opens a transaction and prices the cart with {@link
 * pricesFor}. If the cart has changed in between, both are repeated. Without such plug-ins, only `work` runs.
 * @throws Refusal those of {@link checkPurchase}; `cart.changed`.
 */
export async function withPluginPrices<T>(
  services: Pick<CheckoutServices, 'db' | 'now'> & CheckingServices,
  purchase: Purchase,
  work: (asked: PluginQuote | undefined) => Promise<T>,
): Promise<T> {
  const { db, now } = services;
  const { userId, rules } = purchase;
  if (!hasCheckoutPlugins(services)) return work(undefined);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const cart = await readCart(db, userId, { now: now(), ...rules });
    if (cart.lines.length === 0) throw new Refusal('cart.empty');
    try {
      return await work(await checkPurchase(services, cart, purchase));
    } catch (error) {
      if (!(error instanceof StalePrices)) throw error;
    }
  }
  throw new Refusal('cart.changed');
}
