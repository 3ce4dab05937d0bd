import { centsOf, formatShortPrice, freeShippingFrom } from '#web/shared/money.ts';
import { fromShop, shop } from './shop.ts';

/*
 * Statements about delivery that follow the current settings. Storefront §1 and §2 require 'free
 * shipping above $50' on the home page and each product, while §9 charges a flat $10: the promise stays where it is
 * required, with `flatRateInstead` (`terms.ts`) beside it.
 */

/** Shipping cost, in one line. */
export const deliveryCost = fromShop(({ shipping }): string => {
  const { checkoutShipping, flatShippingCost, standardShippingCost } = shipping;
  const isFlat = checkoutShipping === 'flat';
  if (centsOf(isFlat ? flatShippingCost : standardShippingCost) === 0) return 'Free standard delivery on every order';
  if (isFlat) return `Standard delivery for a flat ${formatShortPrice(flatShippingCost)} per order`;
  return `Free standard delivery above ${freeShippingFrom()}`;
});

/** How long standard delivery takes: '3-5 business days' unless the merchant has set others (storefront §2). */
export function deliveryTime(): string {
  const { deliveryDaysFrom: from, deliveryDaysTo: to } = shop().shipping;
  return `${from === to ? '' : `${from}-`}${to} business days`;
}
