import type { Currency } from '#domain/currency.ts';
import { centsOf, formatShortPrice, freeShippingFrom } from '#web/shared/money.ts';
import { shop } from './shop.ts';

/*
 * What the shop promises about delivery, payment and places, in sentences that hold for the settings in force. Storefront
 * §1 and §2 ask for 'free shipping above $50' on the home page and on each product, while §9 charges a flat $10: the
 * promise stays where it is asked for, with `flatRateInstead` beside it.
 */

const isNothing = (amount: string) => centsOf(amount) === 0;

/** What delivery costs, in one line. */
export function deliveryCost(): string {
  const { checkoutShipping, flatShippingCost, standardShippingCost } = shop().shipping;
  const isFlat = checkoutShipping === 'flat';
  if (isNothing(isFlat ? flatShippingCost : standardShippingCost)) return 'Free standard delivery on every order';
  if (isFlat) return `Delivery for a flat ${formatShortPrice(flatShippingCost)} per order`;
  return `Free standard delivery above ${freeShippingFrom()}`;
}

/** What is charged instead of free shipping above the threshold; null while that promise holds. */
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

/** Where the shop delivers to. */
export const deliveryPlaces = (): string =>
  shop().shipping.internationalShipping ? 'the United States, Canada and the United Kingdom' : 'the United States';

/** Whether orders are paid by card. A shop that has not been asked yet takes cards, as it does by default. */
export function takesCards(): boolean {
  const { paymentKinds } = shop();
  return paymentKinds.length === 0 || paymentKinds.includes('card');
}

/** Whether orders can be paid with PayPal. */
export const takesPayPal = (): boolean => shop().paymentKinds.includes('paypal');

/** Whether an order can be placed first and paid later. */
export const takesLaterPayment = (): boolean => shop().paymentKinds.includes('offline');
