import type { Analytics } from '#contract/admin/analytics.ts';
import {
  type AnalyticsPeriod,
  chartMonths,
  type DaySpan,
  daysOfMonth,
  monthOf,
  spansOf,
} from '#domain/shop/analytics-period.ts';
import { dayOf } from '#domain/shop/shop-day.ts';
import type { Database } from '#server/platform/database/database.ts';
import { listActivityRows } from './activity.store.ts';
import { listTopProductRows, readConversion } from './analytics.store.ts';
import { activityView, dayView, sumView, topProductView } from './analytics.view.ts';
import { readDays, type ShopContext } from './read-days.ts';

/** Number of rows in the lists. */
const TOP_PRODUCTS = 8;
const ACTIVITIES = 12;

/** All figures of the analytics page (back-office §2) as of now. */
export async function readAnalytics(
  db: Database,
  { period, place, now }: { readonly period: AnalyticsPeriod; readonly place: ShopContext; readonly now: Date },
): Promise<Analytics> {
  const { timeZone, currency } = place;
  const today = dayOf(now, timeZone);
  const { current, previous } = spansOf(period, today);
  const months = chartMonths(today);
  const firstMonth = daysOfMonth(months[0] ?? monthOf(today)).from;
  // One query for the period, the previous period and the six months, because they overlap.
  const [from = today] = [previous.from, firstMonth].sort();
  const [days, topProducts, conversion, activity] = await Promise.all([
    readDays(db, { from, to: today }, place),
    listTopProductRows(db, { ...current, timeZone, currency }, TOP_PRODUCTS),
    readConversion(db, { ...current, timeZone }),
    listActivityRows(db, ACTIVITIES),
  ]);
  const within = (span: DaySpan) => days.filter(({ date }) => date >= span.from && date <= span.to);
  const [own, before] = [within(current), within(previous)];
  return {
    period,
    timeZone,
    ...current,
    totals: sumView(own),
    days: own.map(dayView),
    previous: { ...previous, totals: sumView(before), days: before.map(dayView) },
    months: months.map((month) => ({ month, ...sumView(days.filter(({ date }) => monthOf(date) === month)) })),
    topProducts: topProducts.map(topProductView),
    conversion,
    activity: activity.map(activityView),
  };
}
