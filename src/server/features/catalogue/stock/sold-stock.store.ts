import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { ConditionalWrites } from '#server/platform/database/execute-together.ts';
import { keepStock } from './kept-stock.store.ts';
import { ENOUGH_UNITS, LOCKED_STOCK } from './last-stock-writes.store.ts';
import { rowsOf, type UnitsByStock } from './units-by-stock.ts';

/** Makes sold units available again. */
export async function returnSold(tx: Transaction, units: UnitsByStock): Promise<void> {
  await sql`
    WITH locked AS (
      SELECT stock.id, returned.quantity
        FROM stock JOIN ${rowsOf(units)} AS returned (stock_id, quantity) ON returned.stock_id = stock.id
       ORDER BY stock.id FOR NO KEY UPDATE OF stock
    )
    UPDATE stock SET sold = sold - locked.quantity FROM locked WHERE stock.id = locked.id`.execute(tx);
}

/** Available units by stock id. Waits for transactions that have locked the stock, and sees what they commit. */
export async function listAvailable(db: Database, stockIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; available: number }>`
    SELECT id, received - sold - held AS available FROM stock
     WHERE id = ANY (${stockIds}::integer[]) ORDER BY id FOR SHARE`.execute(db);
  return new Map(rows.map(({ id, available }) => [id, available]));
}

/** {@link sellAvailable} as the last statement of a transaction. */
export const sellingWrites = (units: UnitsByStock): ConditionalWrites => ({
  writes: {
    wanted_units: sql`SELECT stock_id, quantity FROM ${rowsOf(units)} AS wanted (stock_id, quantity)`,
    locked_stock: LOCKED_STOCK,
    changed_stock: sql`
      UPDATE stock SET sold = sold + locked_stock.quantity FROM locked_stock
       WHERE stock.id = locked_stock.id AND received - sold - held >= locked_stock.quantity
      RETURNING stock.id`,
  },
  conditions: [ENOUGH_UNITS],
});

/**
 * Sells available units, which nobody holds.
 * @returns the lowest id of a stock row without enough of them; then the caller rolls back.
 */
export async function sellAvailable(tx: Transaction, units: UnitsByStock): Promise<number | undefined> {
  await keepStock(tx, units);
  const missing = await sellThoseAvailable(tx, units);
  if (missing.length === 0) return undefined;
  // A second statement sees units that came back while the first waited for a lock. All rows are locked now.
  const left = new Map([...units].filter(([stockId]) => missing.includes(stockId)));
  const [lowest] = await sellThoseAvailable(tx, left);
  return lowest;
}

/** @returns the ids of stock rows that had too few units when the statement began, lowest first. */
async function sellThoseAvailable(tx: Transaction, units: UnitsByStock): Promise<number[]> {
  const { rows } = await sql<{ stock_id: number }>`
    WITH wanted AS (
      SELECT stock_id, quantity FROM ${rowsOf(units)} AS wanted (stock_id, quantity)
    ), locked AS (
      SELECT stock.id, wanted.quantity FROM stock JOIN wanted ON wanted.stock_id = stock.id
       ORDER BY stock.id FOR NO KEY UPDATE OF stock
    ), sold AS (
      UPDATE stock SET sold = sold + locked.quantity FROM locked
       WHERE stock.id = locked.id AND received - sold - held >= locked.quantity
      RETURNING stock.id
    )
    SELECT stock_id FROM wanted
     WHERE NOT EXISTS (SELECT FROM sold WHERE sold.id = wanted.stock_id) ORDER BY stock_id`.execute(tx);
  return rows.map((row) => row.stock_id);
}
