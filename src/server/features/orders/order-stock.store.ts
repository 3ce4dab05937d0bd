import { sql } from 'kysely';
import { returnSold, sellAvailable, unitsByStock } from '#server/features/catalogue/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** Returned units without a stock row. */
export interface LeftOver {
  readonly name: string;
  readonly quantity: number;
}

interface StockUnits {
  /** Null for a deleted product or variant. */
  readonly stock_id: number | null;
  readonly quantity: number;
  readonly product_name: string;
}

function listUnits(tx: Transaction, orderId: number): Promise<StockUnits[]> {
  return tx
    .selectFrom('order_line')
    .select(['stock_id', 'quantity', 'product_name'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
}

/**
 * Returns the units of an order to the stock.
 * @returns those without a stock row, because their product or variant was deleted.
 */
export async function returnStock(tx: Transaction, orderId: number): Promise<readonly LeftOver[]> {
  await returnSold(tx, unitsByStock(await listUnits(tx, orderId)));
  const { rows } = await sql<LeftOver>`
    SELECT concat_ws(', ', product_name, variant_name) AS name, sum(quantity)::int AS quantity
      FROM order_line WHERE order_id = ${orderId} AND stock_id IS NULL
     GROUP BY 1 ORDER BY 1`.execute(tx);
  return rows;
}

/**
 * Takes the units of an order from the stock again.
 * @returns the name of an item without enough units; then the transaction must roll back.
 */
export async function takeStockAgain(tx: Transaction, orderId: number): Promise<string | undefined> {
  const lines = await listUnits(tx, orderId);
  const deleted = lines.find((line) => line.stock_id === null);
  if (deleted) return deleted.product_name;
  const missing = await sellAvailable(tx, unitsByStock(lines));
  return lines.find((line) => line.stock_id === missing)?.product_name;
}
