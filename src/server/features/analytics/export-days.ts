import { CSV_START, csvLine } from '#csv/csv-line.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { type AnalyticsPeriod, spansOf } from '#domain/shop/analytics-period.ts';
import { dayOf } from '#domain/shop/shop-day.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readDays, type ShopContext } from './read-days.ts';

const COLUMNS = ['Date', 'Revenue', 'Currency', 'Orders', 'Cancelled orders', 'New customers'];

/** Daily figures of a period as CSV, oldest first; at most one year. */
export async function exportDays(
  db: Database,
  { period, place, now }: { readonly period: AnalyticsPeriod; readonly place: ShopContext; readonly now: Date },
): Promise<{ name: string; content: string }> {
  const { current } = spansOf(period, dayOf(now, place.timeZone));
  const days = await readDays(db, current, place);
  const lines = days.map(({ date, revenue, orders, cancelled, customers }) =>
    csvLine([date, formatDecimal(revenue), place.currency.toUpperCase(), orders, cancelled, customers]),
  );
  return {
    name: `analytics-${current.from}-to-${current.to}.csv`,
    content: CSV_START + csvLine(COLUMNS) + lines.join(''),
  };
}
