import { type Selectable, sql } from 'kysely';
import type { DaySpan } from '#domain/shop/analytics-period.ts';
import { listDaySales, orderRevenue } from '#server/features/orders/index.ts';
import { type Database, FORCE_CUSTOM_PLAN } from '#server/platform/database/database.ts';
import type { Orders } from '#server/platform/database/schema.ts';
import { columnList } from '#server/tables/table-columns.ts';

const forceCustomPlan = sql.raw(FORCE_CUSTOM_PLAN);

/** Days of the shop's calendar, inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** The shop's currency: amounts in different currencies cannot be added up. */
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

/** The orders of a period by id, starting after `after`. */
export async function listReportedOrderRows(
  db: Database,
  period: Period,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ReportedOrderRow[]> {
  const { rows } = await sql<ReportedOrderRow>`
    SELECT ${columnList('orders', 'orders')}, coalesce(payment.refunded_cents, 0) AS refunded_cents, ${orderRevenue(period.currency)} AS revenue_cents,
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

/** The first and last day of a period with an order: the period may span a thousand years. */
async function readSpanOfOrders(db: Database, period: Period): Promise<DaySpan | undefined> {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    ${forceCustomPlan} SELECT (min(created_at) AT TIME ZONE ${period.timeZone})::date AS from,
      (max(created_at) AT TIME ZONE ${period.timeZone})::date AS to
    FROM orders WHERE ${isWithin(period)}`.execute(db);
  const { from = null, to = null } = rows[0] ?? {};
  return from === null || to === null ? undefined : { from, to };
}

/** Units sold per day of a period, oldest first. */
async function listDayUnits(db: Database, { from, to, timeZone }: Period): Promise<number[]> {
  const { rows } = await sql<{ units: number }>`
    SELECT sold.units
    FROM generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') day
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(quantity), 0)::bigint AS units FROM order_line
      WHERE sold_at >= day AT TIME ZONE ${timeZone} AND sold_at < (day + interval '1 day') AT TIME ZONE ${timeZone}
    ) sold
    ORDER BY day`.execute(db);
  return rows.map((row) => row.units);
}

/** The days of a period with an order; items and revenue exclude cancelled orders. */
export async function listSalesDayRows(db: Database, period: Period): Promise<SalesDayRow[]> {
  const span = await readSpanOfOrders(db, period);
  if (!span) return [];
  const within = { ...period, ...span };
  const [sales, units] = await Promise.all([listDaySales(db, within), listDayUnits(db, within)]);
  return sales.flatMap(({ revenue, ...day }, index) =>
    day.orders > 0 ? [{ ...day, items: units[index] ?? 0, revenue_cents: revenue }] : [],
  );
}
