import { shopLocale } from './shop/shop.ts';

const formatters = new Map<string, Intl.NumberFormat>();

/** Formats a count in the shop's language: `12345` is `12,345`. */
export function formatCount(count: number): string {
  const locale = shopLocale();
  let formatter = formatters.get(locale);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale);
    formatters.set(locale, formatter);
  }
  return formatter.format(count);
}
