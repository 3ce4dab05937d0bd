import { sql } from 'kysely';
import type { SalesOfPair } from '#domain/catalogue/association.ts';
import type { Database } from '#server/platform/database/database.ts';

/** The latest sales of each product that are looked at, so that a bestseller costs no more than any other. */
const LATEST_SALES = 100;

/** A single order with both products can be a coincidence. */
const SHARED_ORDERS = 2;

/** Products that were bought in several of the same orders and can be bought now, most often first. */
export async function findBoughtTogether(
  db: Database,
  productIds: readonly number[],
  limit: number,
): Promise<number[]> {
  if (productIds.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    WITH latest AS (
      SELECT DISTINCT sale.order_id
        FROM unnest(${productIds}::int[]) AS wanted (id)
       CROSS JOIN LATERAL (
         SELECT order_id FROM order_line
          WHERE product_id = wanted.id AND sold_at IS NOT NULL
          ORDER BY sold_at DESC LIMIT ${LATEST_SALES}
       ) sale
    )
    SELECT p.id
      FROM latest
      JOIN order_line other ON other.order_id = latest.order_id
      JOIN product p ON p.id = other.product_id AND p.is_active
      JOIN category c ON c.id = p.category_id AND c.is_active
     WHERE p.id <> ALL (${productIds}::int[])
       AND EXISTS (SELECT FROM stock s WHERE s.product_id = p.id AND s.received - s.sold - s.held > 0)
     GROUP BY p.id
    HAVING count(DISTINCT other.order_id) >= ${SHARED_ORDERS}
     ORDER BY count(DISTINCT other.order_id) DESC, p.id
     LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The latest lines of orders in which pairs are looked for. */
const LATEST_LINES = 50_000;

/** A pair in a single order can be a coincidence. */
const PAIR_ORDERS = 2;

export interface SoldPair extends SalesOfPair {
  readonly product: number;
  readonly other: number;
}

/** Products that were bought together in the latest orders, each pair once. */
export async function readSoldPairs(db: Database): Promise<SoldPair[]> {
  const { rows } = await sql<SoldPair>`
    WITH sale AS MATERIALIZED (
      SELECT DISTINCT order_id, product_id
        FROM (SELECT order_id, product_id FROM order_line
               WHERE sold_at IS NOT NULL ORDER BY sold_at DESC LIMIT ${LATEST_LINES}) latest
       WHERE product_id IS NOT NULL
    ), seller AS (
      SELECT product_id, count(*)::integer AS orders FROM sale GROUP BY product_id
    )
    SELECT pair.product, pair.other, pair.both, first.orders AS first, second.orders AS second,
           (SELECT count(DISTINCT order_id) FROM sale)::integer AS orders
      FROM (SELECT a.product_id AS product, b.product_id AS other, count(*)::integer AS both
              FROM sale a JOIN sale b ON b.order_id = a.order_id AND b.product_id > a.product_id
             GROUP BY a.product_id, b.product_id HAVING count(*) >= ${PAIR_ORDERS}) pair
      JOIN seller first ON first.product_id = pair.product
      JOIN seller second ON second.product_id = pair.other`.execute(db);
  return rows;
}
