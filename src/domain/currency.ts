/**
 * The currencies a merchant can choose from (back-office §3, site settings). All of them have hundredths, which is
 * what lets `Cents` stand for any of them.
 */
export const CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD'] as const;

export type Currency = (typeof CURRENCIES)[number];

/** Storefront §1: USD with two decimals. */
export const DEFAULT_CURRENCY: Currency = 'USD';

/** The currency of a code in any case, such as the payment provider's `usd`; undefined for one the shop does not know. */
export function parseCurrency(code: string): Currency | undefined {
  const upper = code.toUpperCase();
  return CURRENCIES.find((currency) => currency === upper);
}

/** The code as the payment calls and stored orders spell it (storefront §7: currency `usd`). */
export function paymentCurrency(currency: Currency): Lowercase<Currency> {
  return currency.toLowerCase() as Lowercase<Currency>;
}
