import { sql } from 'kysely';
import { LOW_STOCK_BELOW_IN_STATISTICS } from '#domain/catalogue/stock.ts';
import { ORDER_SUMMARY_COLUMNS, type OrderSummaryRow } from '#server/features/orders/index.ts';
import type { Database } from '#server/platform/database/database.ts';

/** Start of the shop's day, and of the day six days earlier. */
export async function readDayStarts(db: Database, now: Date, timeZone: string): Promise<{ today: Date; week: Date }> {
  const { rows } = await sql<{ today: Date; week: Date }>`
    SELECT today, (today AT TIME ZONE ${timeZone} - interval '6 days') AT TIME ZONE ${timeZone} AS week
    FROM (SELECT date_trunc('day', ${now}::timestamptz, ${timeZone}) AS today) day`.execute(db);
  const [starts] = rows;
  if (!starts) throw new Error('A query of constants without a row');
  return starts;
}

/** Deleted accounts are not counted. */
export async function countUsers(db: Database): Promise<{ total: number; active: number }> {
  return db
    .selectFrom('users')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('is_active', '=', true).as('active'),
    ])
    .where('anonymised_at', 'is', null)
    .executeTakeFirstOrThrow();
}

export async function countProducts(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom('product')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export interface StockCounts {
  readonly total: number;
  readonly inStock: number;
  readonly outOfStock: number;
  readonly lowStock: number;
}

/** Products by available units, summed over variants. */
export async function countStock(db: Database): Promise<StockCounts> {
  const { rows } = await sql<StockCounts>`
    SELECT count(*) AS total,
      count(*) FILTER (WHERE available > 0) AS "inStock",
      count(*) FILTER (WHERE available > 0 AND available < ${LOW_STOCK_BELOW_IN_STATISTICS}) AS "lowStock",
      count(*) FILTER (WHERE available <= 0) AS "outOfStock"
    FROM product_stock`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('An aggregate without a row');
  return counts;
}

/** Newest first. */
export function listRecentOrderRows(db: Database, limit: number): Promise<OrderSummaryRow[]> {
  return db
    .selectFrom('orders')
    .select(ORDER_SUMMARY_COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
