import type { Currency } from '#domain/currency.ts';
import { centsOf, formatShortPrice, freeShippingFrom } from '#web/shared/money.ts';
import { shop } from './shop.ts';

/*
 * Statements about delivery, payment and countries that follow the current settings. Storefront §1 and §2 require 'free
 * shipping above $50' on the home page and each product, while §9 charges a flat $10: the promise stays where it is
 * required, with `flatRateInstead` beside it.
 */

const isNothing = (amount: string) => centsOf(amount) === 0;

/** Shipping cost, in one line. */
export function deliveryCost(): string {
  const { checkoutShipping, flatShippingCost, standardShippingCost } = shop().shipping;
  const isFlat = checkoutShipping === 'flat';
  if (isNothing(isFlat ? flatShippingCost : standardShippingCost)) return 'Free standard delivery on every order';
  if (isFlat) return `Delivery for a flat ${formatShortPrice(flatShippingCost)} per order`;
  return `Free standard delivery above ${freeShippingFrom()}`;
}

/** What is charged instead of free shipping above the threshold; null while that promise is true. */
export function flatRateInstead(): string | null {
  const { checkoutShipping, flatShippingCost } = shop().shipping;
  if (checkoutShipping !== 'flat' || isNothing(flatShippingCost)) return null;
  return `At present, delivery is a flat ${formatShortPrice(flatShippingCost)} per order instead.`;
}

const CURRENCY_NAMES = {
  USD: 'US dollars',
  EUR: 'euros',
  GBP: 'pounds sterling',
  CAD: 'Canadian dollars',
} as const satisfies Record<Currency, string>;

/** The currency of all prices, for sentences. */
export const currencyName = (): string => CURRENCY_NAMES[shop().currency];

/** Countries the shop ships to. */
export const deliveryPlaces = (): string =>
  shop().shipping.internationalShipping ? 'the United States, Canada and the United Kingdom' : 'the United States';

/** Whether the shop accepts cards. True until known, which is the default. */
export function takesCards(): boolean {
  const { paymentKinds } = shop();
  return paymentKinds.length === 0 || paymentKinds.includes('card');
}

/** Whether the shop accepts PayPal. */
export const takesPayPal = (): boolean => shop().paymentKinds.includes('paypal');

/** Whether the shop accepts orders to be paid later. */
export const takesLaterPayment = (): boolean => shop().paymentKinds.includes('offline');
