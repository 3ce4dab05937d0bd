import { sql } from 'kysely';
import type { DaySpan } from '#domain/shop/analytics-period.ts';
import type { SalesPeriod } from '#server/features/orders/index.ts';
import { type Database, FORCE_CUSTOM_PLAN } from '#server/platform/database/database.ts';

export interface DayRegistrations {
  readonly date: string;
  readonly customers: number;
}

/** Registrations per day of a period, oldest first, without accounts deleted since. */
export async function listDayRegistrations(
  db: Database,
  { from, to, timeZone }: DaySpan & { readonly timeZone: string },
): Promise<DayRegistrations[]> {
  const { rows } = await sql<DayRegistrations>`
    SELECT day::date AS date, registered.customers
    FROM generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') day
    CROSS JOIN LATERAL (
      SELECT count(*) AS customers FROM users
      WHERE anonymised_at IS NULL AND NOT is_admin
        AND created_at >= day AT TIME ZONE ${timeZone}
        AND created_at < (day + interval '1 day') AT TIME ZONE ${timeZone}
    ) registered
    ORDER BY day`.execute(db);
  return rows;
}

export interface TopProductRow {
  readonly product_id: number | null;
  readonly name: string;
  readonly slug: string | null;
  readonly image: string | null;
  readonly pieces: number;
  /** Cents. */
  readonly sales: number;
}

/**
 * The products with the most units ordered in a period, without cancelled orders. A deleted product counts under the
 * name it was sold by. Units are counted by `sold_at` (docs/decisions/0012); revenue is summed only for the products
 * shown.
 */
export async function listTopProductRows(
  db: Database,
  { from, to, timeZone, currency }: SalesPeriod,
  limit: number,
): Promise<TopProductRow[]> {
  const isSold = sql`
    sold_at >= ${from}::date::timestamp AT TIME ZONE ${timeZone}
    AND sold_at < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`;
  const sales = sql`coalesce(sum(quantity::bigint * unit_price_cents) FILTER (WHERE currency = ${currency}), 0)::bigint`;
  const { rows } = await sql<TopProductRow>`
    ${sql.raw(FORCE_CUSTOM_PLAN)} WITH most AS (
      SELECT product_id, sum(quantity) AS pieces FROM order_line
      WHERE ${isSold} AND product_id IS NOT NULL
      GROUP BY product_id
      ORDER BY pieces DESC
      FETCH FIRST ${sql.lit(limit)} ROWS WITH TIES
    ),
    gone AS (
      SELECT product_name, sum(quantity) AS pieces, ${sales} AS sales FROM order_line
      WHERE ${isSold} AND product_id IS NULL
      GROUP BY product_name
      ORDER BY pieces DESC, sales DESC, product_name
      LIMIT ${limit}
    ),
    present AS (
      SELECT most.product_id, most.pieces, sold.sales FROM most
      CROSS JOIN LATERAL (SELECT ${sales} AS sales FROM order_line WHERE ${isSold} AND product_id = most.product_id) sold
      ORDER BY pieces DESC, sales DESC, product_id
      LIMIT ${limit}
    )
    SELECT product.id AS product_id, product.name, product.slug, product.images -> 0 ->> 'url' AS image, pieces, sales
    FROM present JOIN product ON product.id = present.product_id
    UNION ALL
    SELECT NULL, product_name, NULL, NULL, pieces, sales FROM gone
    ORDER BY pieces DESC, sales DESC, name
    LIMIT ${limit}`.execute(db);
  return rows;
}

export interface Conversion {
  readonly carts: number;
  readonly checkouts: number;
  readonly orders: number;
}

/**
 * How far signed-in shoppers came in a period: each person counts once per step. Everybody who ordered had a checkout,
 * and everybody with a checkout had a cart. Purchased lines leave the cart, so cart lines alone would miss them.
 * Emptied carts and guest carts (stored in the browser) leave nothing to count.
 */
export async function readConversion(
  db: Database,
  { from, to, timeZone }: DaySpan & { readonly timeZone: string },
): Promise<Conversion> {
  const within = (column: string) => sql<boolean>`
    ${sql.ref(column)} >= ${from}::date::timestamp AT TIME ZONE ${timeZone}
    AND ${sql.ref(column)} < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`;
  const { rows } = await sql<Conversion>`
    SELECT count(*) AS carts, count(*) FILTER (WHERE step >= 2) AS checkouts, count(*) FILTER (WHERE step = 3) AS orders
    FROM (
      SELECT user_id, max(step) AS step FROM (
        SELECT user_id, 1 AS step FROM cart_line WHERE ${within('updated_at')}
        UNION ALL
        SELECT user_id, 2 FROM checkout
        WHERE status <> 'completed' AND user_id IS NOT NULL AND ${within('created_at')}
        UNION ALL
        SELECT user_id, 3 FROM orders WHERE user_id IS NOT NULL AND ${within('created_at')}
      ) steps GROUP BY user_id
    ) shoppers`.execute(db);
  const [conversion] = rows;
  if (!conversion) throw new Error('An aggregate without a row');
  return conversion;
}
