import { centsOf, formatCents } from '#web/shared/money.ts';
import { formatCount } from '#web/shared/numbers.ts';
import { shop, shopLocale } from '#web/shared/shop/shop.ts';
import type { Figures } from './analytics-data.ts';

/** Back-office §2: metrics of the charts. */
export const METRICS = ['revenue', 'orders', 'customers'] as const;
export type Metric = (typeof METRICS)[number];

export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  revenue: 'Revenue',
  orders: 'Orders',
  customers: 'Customers',
};

/** The value to draw: cents of revenue, or a count. */
export const figureOf = (figures: Figures, metric: Metric): number =>
  metric === 'revenue' ? centsOf(figures.revenue) : figures[metric];

/** `$1,249.00`, or `1,249` */
export const formatValue = (value: number, metric: Metric): string =>
  metric === 'revenue' ? formatCents(value) : formatCount(value);

const formatters = new Map<string, Intl.NumberFormat>();

/** Short form for axes and bars: `$1.2K`; cents have two decimals. */
export function formatCompact(value: number, metric: Metric): string {
  if (metric === 'revenue' && value < 100_000 && value % 100 !== 0) return formatCents(value);
  const { currency } = shop();
  const key = `${shopLocale()} ${metric === 'revenue' ? currency : ''}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    const money = metric === 'revenue' ? ({ style: 'currency', currency } as const) : {};
    const digits = { maximumSignificantDigits: 3, notation: 'compact' } as const;
    formatter = new Intl.NumberFormat(shopLocale(), { ...money, ...digits });
    formatters.set(key, formatter);
  }
  return formatter.format(metric === 'revenue' ? value / 100 : value);
}

/** A shop that has just opened would otherwise see thousands of percent. */
const MAX_CHANGE = 999;

/** Change from the previous value: `+12%`; null if that was zero. */
export function changeOf(now: number, before: number): { text: string; isMore: boolean } | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent > MAX_CHANGE) return { text: `over +${MAX_CHANGE}%`, isMore: true };
  return {
    text: `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${formatCount(Math.abs(percent))}%`,
    isMore: percent >= 0,
  };
}
