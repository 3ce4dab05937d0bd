import { shop, shopLocale } from './shop/shop.ts';

const STYLES = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  exact: { dateStyle: 'full', timeStyle: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Cached formatters for each style, language and time zone. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(moment: string, style: keyof typeof STYLES): string {
  const { timezone: timeZone } = shop();
  const key = `${style} ${shopLocale()} ${timeZone}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(shopLocale(), { ...STYLES[style], timeZone });
    formatters.set(key, formatter);
  }
  return formatter.format(new Date(moment));
}

/** An API timestamp as the shop's day: `Nov 21, 2026`. */
export const formatDay = (moment: string): string => format(moment, 'day');

/** `Nov 21, 2026, 3:42 PM`, without a line break before PM. */
export const formatMinute = (moment: string): string => format(moment, 'minute').replace(/\s(?=[AP]M$)/, '\u00a0');

/** `Saturday, November 21, 2026 at 3:42:10 PM EST` */
export const formatExact = (moment: string): string => format(moment, 'exact');
