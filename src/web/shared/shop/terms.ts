import type { Currency } from '#domain/money/currency.ts';
import { centsOf, formatShortPrice } from '#web/shared/money.ts';
import { fromShop, shop } from './shop.ts';

/*
 * Statements about currency, countries, payment and the flat rate that follow the current settings. Apart from `promises.ts`,
 * which is on every page.
 */

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
  const { paymentMethods } = shop();
  return paymentMethods.length === 0 || paymentMethods.some(({ method }) => method === 'card');
}

/** Whether the shop accepts PayPal. */
export const takesPayPal = (): boolean => shop().paymentMethods.some(({ method }) => method === 'paypal');

/** Whether the shop accepts orders to be paid later. */
export const takesLaterPayment = (): boolean => shop().paymentMethods.some(({ isPaidLater }) => isPaidLater);

/** What is charged instead of free shipping above the threshold; null while that promise is true. */
export const flatRateInstead = fromShop(({ shipping }): string | null => {
  const { checkoutShipping, flatShippingCost } = shipping;
  if (checkoutShipping !== 'flat' || centsOf(flatShippingCost) === 0) return null;
  return `At present, standard delivery is a flat ${formatShortPrice(flatShippingCost)} per order instead.`;
});
