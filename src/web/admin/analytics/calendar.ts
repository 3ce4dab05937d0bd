import { shopLocale } from '#web/shared/shop/shop.ts';

const STYLES = {
  day: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  year: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short' },
  wholeMonth: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * A day of the shop's calendar such as `2026-11-21`, or a month such as `2026-11`: not a timestamp, so independent of
 * time zones.
 */
function format(date: string, style: keyof typeof STYLES): string {
  const key = `${shopLocale()} ${style}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(shopLocale(), { ...STYLES[style], timeZone: 'UTC' });
    formatters.set(key, formatter);
  }
  return formatter.format(new Date(date));
}

/** `Nov 21` */
export const calendarDay = (day: string): string => format(day, 'day');
/** `Sat, Nov 21` */
export const calendarWeekday = (day: string): string => format(day, 'weekday');
/** `Nov 21, 2026` */
export const calendarDate = (day: string): string => format(day, 'year');
/** `Nov` */
export const calendarMonth = (month: string): string => format(month, 'month');
/** `November 2026` */
export const calendarWholeMonth = (month: string): string => format(month, 'wholeMonth');
