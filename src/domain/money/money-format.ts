import { type Currency, DEFAULT_CURRENCY } from './currency.ts';
import type { Cents } from './money.ts';

const LOCALE = 'en-US';

/** A pure cache, one entry per currency and locale: creating a formatter costs more than a hundred uses. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf(currency: Currency, locale: string, isShort: boolean): Intl.NumberFormat {
  const key = `${locale} ${currency} ${isShort}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    const cents = isShort ? { trailingZeroDisplay: 'stripIfInteger' as const } : {};
    formatter = new Intl.NumberFormat(locale, { style: 'currency', currency, ...cents });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** Formats an amount with thousands separators: `129900` is `$1,299.00`. */
export function formatMoney(amount: Cents, currency: Currency = DEFAULT_CURRENCY, locale: string = LOCALE): string {
  return formatterOf(currency, locale, false).format(amount / 100);
}

/** Formats an amount for a sentence: `5000` is `$50`, `4950` is `$49.50`. */
export function formatShortMoney(amount: Cents, currency: Currency, locale: string = LOCALE): string {
  return formatterOf(currency, locale, true).format(amount / 100);
}
