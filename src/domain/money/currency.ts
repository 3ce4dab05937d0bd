/**
 * Currencies that a merchant can choose (back-office §3, site settings). All have hundredths, so `Cents` works for
 * each.
 */
export const CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD'] as const;

export type Currency = (typeof CURRENCIES)[number];

/** Storefront §1: USD with two decimals. */
export const DEFAULT_CURRENCY: Currency = 'USD';

/** The currency of a code in any case, such as the payment provider's `usd`; undefined for an unknown one. */
export function parseCurrency(code: string): Currency | undefined {
  const upper = code.toUpperCase();
  return CURRENCIES.find((currency) => currency === upper);
}

/** The code as used in payment endpoints and stored orders (storefront §7: currency `usd`). */
export function paymentCurrency(currency: Currency): Lowercase<Currency> {
  return currency.toLowerCase() as Lowercase<Currency>;
}
