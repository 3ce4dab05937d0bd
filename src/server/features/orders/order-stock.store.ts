import { sql } from 'kysely';
import { returnSold, sellAvailable } from '#server/features/catalogue/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';

interface StockUnits {
  /** Null for a deleted product or variant. */
  readonly stock_id: number | null;
  readonly quantity: number;
  readonly name: string;
}

/** Returned units without a stock row. */
export interface LeftOver {
  readonly name: string;
  readonly quantity: number;
}

/** In id order, the lock order used everywhere. */
async function unitsOf(tx: Transaction, orderId: number): Promise<StockUnits[]> {
  const { rows } = await sql<StockUnits>`
    SELECT stock_id, sum(quantity)::int AS quantity, min(product_name) AS name
      FROM order_line WHERE order_id = ${orderId}
     GROUP BY stock_id ORDER BY stock_id NULLS FIRST`.execute(tx);
  return rows;
}

/**
 * Returns the units of an order to the stock.
 * @returns those without a stock row, because their product or variant was deleted.
 */
export async function returnStock(tx: Transaction, orderId: number): Promise<readonly LeftOver[]> {
  for (const { stock_id, quantity } of await unitsOf(tx, orderId)) {
    if (stock_id === null) continue;
    await returnSold(tx, stock_id, quantity);
  }
  const { rows } = await sql<LeftOver>`
    SELECT concat_ws(', ', product_name, variant_name) AS name, sum(quantity)::int AS quantity
      FROM order_line WHERE order_id = ${orderId} AND stock_id IS NULL
     GROUP BY 1 ORDER BY 1`.execute(tx);
  return rows;
}

/**
 * Takes the units of an order from the stock again.
 * @returns the name of the first item without enough units; then the transaction must roll back.
 */
export async function takeStockAgain(tx: Transaction, orderId: number): Promise<string | undefined> {
  for (const { stock_id, quantity, name } of await unitsOf(tx, orderId)) {
    if (stock_id === null) return name;
    if (!(await sellAvailable(tx, stock_id, quantity))) return name;
  }
  return undefined;
}
