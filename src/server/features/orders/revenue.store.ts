import { type RawBuilder, sql } from 'kysely';
import type { DaySpan } from '#domain/shop/analytics-period.ts';
import type { Database } from '#server/platform/database/database.ts';

/** Whether a row of `orders` counts as revenue. */
const counts = (currency: string) => sql<boolean>`orders.status <> 'cancelled' AND orders.currency = ${currency}`;

/**
 * Revenue, as shown everywhere in the back office: totals of orders that are not cancelled, minus refunds (including
 * pending ones); an order counts on the day it was placed. In cents, for a row of `orders` joined with its `payment`,
 * if any. Currencies cannot be added up: orders in another currency count as zero.
 * @param currency of the shop, as stored with orders: `usd`
 */
export const orderRevenue = (currency: string): RawBuilder<number> => sql<number>`
  CASE WHEN ${counts(currency)} THEN orders.total_cents - coalesce(payment.refunded_cents, 0) ELSE 0 END`;

export interface SalesFigures {
  readonly totalOrders: number;
  readonly todayOrders: number;
  /** Today's orders that count as revenue. */
  readonly todayCounted: number;
  readonly weekOrders: number;
  /** Cents. */
  readonly totalRevenue: number;
  readonly todayRevenue: number;
}

/**
 * Orders and revenue of all time and since the two timestamps. The same as the sum of `orderRevenue`, from two indexes
 * instead of two tables.
 */
export async function readSalesFigures(
  db: Database,
  { today, week, currency }: { readonly today: Date; readonly week: Date; readonly currency: string },
): Promise<SalesFigures> {
  const { rows } = await sql<SalesFigures>`
    SELECT placed."totalOrders", placed."todayOrders", placed."todayCounted", placed."weekOrders",
      placed.gross - refunded.total AS "totalRevenue",
      placed.today_gross - refunded.today AS "todayRevenue"
    FROM (
      SELECT count(*) AS "totalOrders",
        count(*) FILTER (WHERE created_at >= ${today}) AS "todayOrders",
        count(*) FILTER (WHERE ${counts(currency)} AND created_at >= ${today}) AS "todayCounted",
        count(*) FILTER (WHERE created_at >= ${week}) AS "weekOrders",
        coalesce(sum(total_cents) FILTER (WHERE ${counts(currency)}), 0)::bigint AS gross,
        coalesce(sum(total_cents) FILTER (WHERE ${counts(currency)} AND created_at >= ${today}), 0)::bigint
          AS today_gross
      FROM orders
    ) placed, (
      SELECT coalesce(sum(payment.refunded_cents), 0)::bigint AS total,
        coalesce(sum(payment.refunded_cents) FILTER (WHERE orders.created_at >= ${today}), 0)::bigint AS today
      FROM payment JOIN orders ON orders.id = payment.order_id
      WHERE payment.refunded_cents > 0 AND ${counts(currency)}
    ) refunded`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('An aggregate without a row');
  return figures;
}

export interface SalesPeriod extends DaySpan {
  readonly timeZone: string;
  readonly currency: string;
}

export interface DaySales {
  /** `2026-11-21` */
  readonly date: string;
  readonly orders: number;
  readonly cancelled: number;
  /** Cents. */
  readonly revenue: number;
}

/**
 * Orders and revenue per day of a period, oldest first, including days without orders. The same as the sums of
 * `orderRevenue`: each day is a range of one index, from its midnight to the next in the shop's time zone, so days with
 * a clock change have 23 or 25 hours.
 */
export async function listDaySales(db: Database, period: SalesPeriod): Promise<DaySales[]> {
  const { from, to, timeZone, currency } = period;
  const { rows } = await sql<DaySales>`
    SELECT day::date AS date, placed.orders, placed.cancelled,
      placed.gross - coalesce(refunded.cents, 0)::bigint AS revenue
    FROM generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') day
    CROSS JOIN LATERAL (
      SELECT count(*) AS orders,
        count(*) FILTER (WHERE orders.status = 'cancelled') AS cancelled,
        coalesce(sum(total_cents) FILTER (WHERE ${counts(currency)}), 0)::bigint AS gross
      FROM orders
      WHERE created_at >= day AT TIME ZONE ${timeZone}
        AND created_at < (day + interval '1 day') AT TIME ZONE ${timeZone}
    ) placed
    LEFT JOIN (
      SELECT (orders.created_at AT TIME ZONE ${timeZone})::date AS date, sum(payment.refunded_cents) AS cents
      FROM payment JOIN orders ON orders.id = payment.order_id
      WHERE payment.refunded_cents > 0 AND ${counts(currency)}
        AND orders.created_at >= ${from}::date::timestamp AT TIME ZONE ${timeZone}
        AND orders.created_at < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}
      GROUP BY 1
    ) refunded ON refunded.date = day::date
    ORDER BY day`.execute(db);
  return rows;
}
