import type { ShippingAddress } from '#contract/storefront/shipping-address.ts';
import { type CheckoutTotals, checkoutTotals } from '#domain/cart/cart-totals.ts';
import {
  type Country,
  chooseShipping,
  deliveryCountries,
  type ShippingMethod,
  type ShippingOption,
  shippingOptions,
} from '#domain/checkout/shipping.ts';
import { sumOfAdjustments } from '#domain/money/price-adjustments.ts';
import type { PricedCart } from '#server/features/cart/index.ts';
import { fieldRefusal } from '#server/platform/refusal.ts';
import type { CheckoutRules } from '../checkout-services.ts';

export interface PricedCheckout {
  readonly totals: CheckoutTotals;
  /** The chosen shipping method. */
  readonly shipping: ShippingOption;
  readonly shippingOptions: readonly ShippingOption[];
}

/** The shopper's choices so far. */
export interface DeliveryChoice {
  readonly country: Country | undefined;
  readonly address: ShippingAddress | undefined;
  readonly method: ShippingMethod | undefined;
}

/** Results of the plug-ins for a cart. */
export interface PluginPrices {
  readonly offers: readonly ShippingOption[];
  /** Cents; undefined: the merchant's percentage. */
  readonly tax: number | undefined;
}

export const NO_PLUGIN_PRICES: PluginPrices = { offers: [], tax: undefined };

/** @throws Refusal `request.invalid` for a country or shipping method that the shop does not offer. */
export function chooseDelivery(
  cart: PricedCart,
  { shipping }: Pick<CheckoutRules, 'shipping'>,
  { country, method }: DeliveryChoice,
  offers: readonly ShippingOption[],
): ShippingOption {
  if (country !== undefined && !deliveryCountries(shipping).includes(country)) {
    throw fieldRefusal('request.invalid', 'shipping_address.country', 'We do not ship to this country.');
  }
  const option = chooseShipping(shipping, cart.total, method, offers);
  if (!option) throw fieldRefusal('request.invalid', 'shipping_method', 'This shipping method is not available.');
  return option;
}

/**
 * The total cost of a cart, with shipping method and country.
 * @throws Refusal `request.invalid` for a country or shipping method that the shop does not offer.
 */
export function priceCheckout(
  cart: PricedCart,
  rules: CheckoutRules,
  choice: DeliveryChoice,
  { offers, tax }: PluginPrices = NO_PLUGIN_PRICES,
): PricedCheckout {
  const shipping = chooseDelivery(cart, rules, choice, offers);
  const totals = checkoutTotals({
    lines: cart.lines.map(({ unitPrice, row, adjustments }) => ({
      unitPrice,
      quantity: row.quantity,
      adjustment: sumOfAdjustments(adjustments),
    })),
    discountCents: cart.discount,
    adjustmentCents: sumOfAdjustments(cart.adjustments),
    taxBasisPoints: rules.taxBasisPoints,
    taxCents: tax,
    shippingCents: shipping.cost,
  });
  return { totals, shipping, shippingOptions: shippingOptions(rules.shipping, cart.total, offers) };
}
