import { type CheckoutTotals, checkoutTotals } from '#domain/cart-totals.ts';
import { type Country, chooseShipping, deliveryCountries, type ShippingMethod } from '#domain/shipping.ts';
import type { PricedCart } from '#server/features/cart/index.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CheckoutRules } from './checkout-services.ts';

export interface PricedCheckout {
  readonly totals: CheckoutTotals;
  readonly shippingMethod: ShippingMethod;
}

/**
 * What a cart costs in all, delivered that way to that country.
 * @throws Refusal `request.invalid` for a country or a way of delivery that the shop does not offer.
 */
export function priceCheckout(
  cart: PricedCart,
  { shipping, taxBasisPoints }: CheckoutRules,
  { country, method }: { readonly country: Country | undefined; readonly method: ShippingMethod | undefined },
): PricedCheckout {
  if (country !== undefined && !deliveryCountries(shipping).includes(country)) {
    throw invalid('shipping_address.country', 'We do not deliver to this country.');
  }
  const option = chooseShipping(shipping, cart.total, method);
  if (!option) throw invalid('shipping_method', 'This way of delivery is not offered.');
  const lines = cart.lines.map(({ unitPrice, row }) => ({ unitPrice, quantity: row.quantity }));
  const totals = checkoutTotals({
    lines,
    discountCents: cart.discount,
    taxBasisPoints,
    shippingCents: option.cost,
  });
  return { totals, shippingMethod: option.method };
}

function invalid(field: string, message: string): Refusal {
  return new Refusal('request.invalid', { message, errors: { [field]: [message] } });
}
