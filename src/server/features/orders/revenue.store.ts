import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/**
 * Revenue, wherever the back office shows it: the totals of orders that are not cancelled, less what was refunded of
 * them (refunds under way included); an order counts on the day it was placed. In cents, of one row of `orders` with its
 * `payment` joined to it, if it has one.
 */
export const orderRevenue = sql<number>`
  CASE WHEN orders.status = 'cancelled' THEN 0 ELSE orders.total_cents - coalesce(payment.refunded_cents, 0) END`;

export interface SalesFigures {
  readonly totalOrders: number;
  readonly todayOrders: number;
  readonly weekOrders: number;
  /** Cents. */
  readonly totalRevenue: number;
  readonly todayRevenue: number;
}

/**
 * Orders and revenue of all time and since the two moments. The same as the sum of `orderRevenue`, from two indexes
 * instead of two tables.
 */
export async function readSalesFigures(
  db: Database,
  { today, week }: { readonly today: Date; readonly week: Date },
): Promise<SalesFigures> {
  const { rows } = await sql<SalesFigures>`
    SELECT placed.*,
      placed.gross - refunded.total AS "totalRevenue",
      placed.today_gross - refunded.today AS "todayRevenue"
    FROM (
      SELECT count(*) AS "totalOrders",
        count(*) FILTER (WHERE created_at >= ${today}) AS "todayOrders",
        count(*) FILTER (WHERE created_at >= ${week}) AS "weekOrders",
        coalesce(sum(total_cents) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS gross,
        coalesce(sum(total_cents) FILTER (WHERE status <> 'cancelled' AND created_at >= ${today}), 0)::bigint AS today_gross
      FROM orders
    ) placed, (
      SELECT coalesce(sum(payment.refunded_cents), 0)::bigint AS total,
        coalesce(sum(payment.refunded_cents) FILTER (WHERE orders.created_at >= ${today}), 0)::bigint AS today
      FROM payment JOIN orders ON orders.id = payment.order_id
      WHERE payment.refunded_cents > 0 AND orders.status <> 'cancelled'
    ) refunded`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('An aggregate without a row');
  return figures;
}
