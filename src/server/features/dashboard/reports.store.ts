import { type Selectable, sql } from 'kysely';
import { orderRevenue } from '#server/features/orders/index.ts';
import { type Database, PLANNED_ANEW } from '#server/platform/database/database.ts';
import type { Orders } from '#server/platform/database/schema.ts';

const anew = sql.raw(PLANNED_ANEW);

/** Days of the shop's calendar, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** Of the shop: only amounts of one currency add up. */
  readonly currency: string;
}

/** Whether an order was placed in the period. */
const isWithin = ({ from, to, timeZone }: Period) => sql<boolean>`
  orders.created_at >= ${from}::date::timestamp AT TIME ZONE ${timeZone}
  AND orders.created_at < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`;

export interface ReportedOrderRow extends Omit<Selectable<Orders>, 'shipping_address' | 'billing_address'> {
  readonly items: number;
  readonly refunded_cents: number;
  readonly revenue_cents: number;
}

export async function countOrdersWithin(db: Database, period: Period): Promise<number> {
  const { total } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(isWithin(period))
    .executeTakeFirstOrThrow();
  return total;
}

/** The orders of a period in the order of their ids, from the one after `after` on. */
export async function listReportedOrderRows(
  db: Database,
  period: Period,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ReportedOrderRow[]> {
  const { rows } = await sql<ReportedOrderRow>`
    SELECT orders.*, coalesce(payment.refunded_cents, 0) AS refunded_cents, ${orderRevenue(period.currency)} AS revenue_cents,
      (SELECT coalesce(sum(quantity), 0)::integer FROM order_line WHERE order_id = orders.id) AS items
    FROM orders LEFT JOIN payment ON payment.order_id = orders.id
    WHERE ${isWithin(period)} AND orders.id > ${after}
    ORDER BY orders.id
    LIMIT ${limit}`.execute(db);
  return rows;
}

export interface SalesDayRow {
  readonly date: string;
  readonly orders: number;
  readonly cancelled: number;
  readonly items: number;
  readonly revenue_cents: number;
}

/** The days of a period on which something was ordered; items and revenue are of what was not cancelled. */
export async function listSalesDayRows(db: Database, period: Period): Promise<SalesDayRow[]> {
  const { from, to, timeZone } = period;
  const [{ rows }, { rows: pieces }] = await Promise.all([
    sql<Omit<SalesDayRow, 'items'>>`
      ${anew} SELECT (orders.created_at AT TIME ZONE ${timeZone})::date AS date,
        count(*) AS orders,
        count(*) FILTER (WHERE orders.status = 'cancelled') AS cancelled,
        sum(${orderRevenue(period.currency)})::bigint AS revenue_cents
      FROM orders LEFT JOIN payment ON payment.order_id = orders.id AND payment.refunded_cents > 0
      WHERE ${isWithin(period)}
      GROUP BY 1
      ORDER BY 1`.execute(db),
    sql<{ date: string; items: number }>`
      ${anew} SELECT (sold_at AT TIME ZONE ${timeZone})::date AS date, sum(quantity) AS items
      FROM order_line
      WHERE sold_at >= ${from}::date::timestamp AT TIME ZONE ${timeZone}
        AND sold_at < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}
      GROUP BY 1`.execute(db),
  ]);
  const itemsOn = new Map(pieces.map(({ date, items }) => [date, items]));
  return rows.map((row) => ({ ...row, items: itemsOn.get(row.date) ?? 0 }));
}
