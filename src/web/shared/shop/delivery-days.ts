import { fromShop, shopLocale } from './shop.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Expected days of a delivery: `Wed, Nov 25 – Fri, Nov 27`. Not `formatRange`, whose separators differ between the
 * server and browsers.
 */
export function formatDays({ from, to }: { readonly from: string; readonly to: string }): string {
  const locale = shopLocale();
  const options = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  const formatter = formatters.get(locale) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(locale, formatter);
  return [...new Set([from, to])].map((day) => formatter.format(new Date(day))).join(' – ');
}

/** When an order placed today is expected to arrive: `Wed, Nov 25 – Fri, Nov 27`; null if the shop does not say. */
export const expectedDays = fromShop(
  ({ shipping }) => shipping.expectedDelivery && formatDays(shipping.expectedDelivery),
);
