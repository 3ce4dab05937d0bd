import { type Currency, DEFAULT_CURRENCY } from './currency.ts';
import type { Cents } from './money.ts';

const LOCALE = 'en-US';

/** Making a formatter costs more than a hundred uses of it: one for each currency and locale, made when first needed. */
const formatters = new Map<string, Intl.NumberFormat>();

/** An amount as people read it, with thousands grouping: `129900` is `$1,299.00`. */
export function formatMoney(amount: Cents, currency: Currency = DEFAULT_CURRENCY, locale: string = LOCALE): string {
  const key = `${locale} ${currency}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, { style: 'currency', currency });
    formatters.set(key, formatter);
  }
  return formatter.format(amount / 100);
}
