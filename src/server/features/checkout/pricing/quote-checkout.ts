import type { ShippingAddress } from '#contract/storefront/shipping-address.ts';
import type { CheckoutOption } from '#domain/checkout/checkout-options.ts';
import { deliveryCountries, type ShippingMethod } from '#domain/checkout/shipping.ts';
import { type PricedCart, readCart } from '#server/features/cart/index.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type CheckoutRules, type CheckoutServices, readCheckoutRules } from '../checkout-services.ts';
import { readPluginPrices } from './plugin-prices.ts';
import { type DeliveryChoice, type PricedCheckout, priceCheckout } from './price-checkout.ts';

/** What the shopper has entered so far. */
export interface QuoteInput {
  /** Of the form, before there is an address. */
  readonly country?: string | undefined;
  readonly shipping_address?: ShippingAddress | undefined;
  readonly shipping_method?: ShippingMethod | undefined;
}

export interface QuotedCheckout {
  readonly cart: PricedCart;
  readonly prices: PricedCheckout;
  readonly rules: CheckoutRules;
  readonly options: readonly CheckoutOption[];
  readonly now: Date;
}

/** A country without an address is a default, which the shop may not ship to. */
function quotedChoice(input: QuoteInput, { shipping }: CheckoutRules): DeliveryChoice {
  const { shipping_address: address, shipping_method: method } = input;
  const guess = deliveryCountries(shipping).find((country) => country === input.country);
  return { country: address ? address.country : guess, address, method };
}

/**
 * What a customer's cart costs with delivery and tax.
 * @throws Refusal `cart.empty`, those of {@link readPluginPrices} and of {@link priceCheckout}.
 */
export async function quoteCheckout(
  services: CheckoutServices,
  userId: number,
  input: QuoteInput,
): Promise<QuotedCheckout> {
  const rules = await readCheckoutRules(services);
  const now = services.now();
  const cart = await readCart(services.db, userId, { now, ...rules });
  if (cart.lines.length === 0) throw new Refusal('cart.empty');
  const choice = quotedChoice(input, rules);
  const [pluginPrices, options] = await Promise.all([
    readPluginPrices(services, cart, rules, choice),
    services.checkoutChecks.offered(),
  ]);
  return { cart, prices: priceCheckout(cart, rules, choice, pluginPrices), rules, options, now };
}
