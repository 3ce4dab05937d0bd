import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { rowsOf, type UnitsByStock } from './units-by-stock.ts';

/**
 * Makes a checkout hold exactly these units, whatever it held before.
 * @returns the lowest id of a stock row without enough units. The others are held: the caller rolls back, or releases
 * everything.
 */
export async function setHolds(tx: Transaction, checkoutId: number, wanted: UnitsByStock): Promise<number | undefined> {
  const missing = await changeHolds(tx, checkoutId, wanted);
  // A second statement sees units that came back while the first waited for a lock. All rows are locked now.
  return missing === undefined ? undefined : changeHolds(tx, checkoutId, wanted);
}

/**
 * One statement locks the stock rows in id order, the lock order used everywhere, and updates those with enough units.
 * (FOR UPDATE would wait for every checkout whose lines refer to the same stock.)
 * @returns the lowest id of a stock row that had too few units when the statement began.
 */
async function changeHolds(tx: Transaction, checkoutId: number, wanted: UnitsByStock): Promise<number | undefined> {
  const { rows } = await sql<{ missing: number | null }>`
    WITH wanted AS (
      SELECT stock_id, quantity FROM ${rowsOf(wanted)} AS wanted (stock_id, quantity)
    ), held AS (
      SELECT stock_id, quantity FROM stock_hold WHERE checkout_id = ${checkoutId}
    ), change AS (
      SELECT stock_id, COALESCE(wanted.quantity, 0) AS quantity,
             COALESCE(wanted.quantity, 0) - COALESCE(held.quantity, 0) AS more
        FROM wanted FULL JOIN held USING (stock_id)
    ), locked AS (
      SELECT stock.id, change.quantity, change.more
        FROM stock JOIN change ON change.stock_id = stock.id
       WHERE change.more <> 0 ORDER BY stock.id FOR NO KEY UPDATE OF stock
    ), updated AS (
      UPDATE stock SET held = held + locked.more FROM locked
       WHERE stock.id = locked.id AND (locked.more < 0 OR received - sold - held >= locked.more)
      RETURNING stock.id
    ), released AS (
      DELETE FROM stock_hold USING locked
       WHERE checkout_id = ${checkoutId} AND stock_hold.stock_id = locked.id AND locked.quantity = 0
    ), recorded AS (
      INSERT INTO stock_hold (checkout_id, stock_id, quantity)
      SELECT ${checkoutId}, locked.id, locked.quantity FROM locked JOIN updated USING (id) WHERE locked.quantity > 0
      ON CONFLICT (checkout_id, stock_id) DO UPDATE SET quantity = excluded.quantity
    )
    SELECT min(change.stock_id) AS missing FROM change
     WHERE change.more > 0 AND NOT EXISTS (SELECT FROM updated WHERE updated.id = change.stock_id)`.execute(tx);
  return rows[0]?.missing ?? undefined;
}

/** Releases everything that a checkout holds. */
export async function releaseHolds(tx: Transaction, checkoutId: number): Promise<void> {
  await setHolds(tx, checkoutId, new Map());
}

/**
 * Turns the holds of a locked checkout into sales, if it holds exactly these units.
 * @returns false when it holds other units, or none; then nothing is changed.
 */
export async function sellExactlyHeld(tx: Transaction, checkoutId: number, wanted: UnitsByStock): Promise<boolean> {
  const { rows } = await sql<{ is_same: boolean }>`
    WITH wanted AS (
      SELECT stock_id, quantity FROM ${rowsOf(wanted)} AS wanted (stock_id, quantity)
    ), held AS (
      SELECT stock_id, quantity FROM stock_hold WHERE checkout_id = ${checkoutId}
    ), comparison AS (
      SELECT NOT EXISTS (SELECT FROM wanted FULL JOIN held USING (stock_id)
                          WHERE wanted.quantity IS DISTINCT FROM held.quantity) AS is_same
    ), ended AS (
      DELETE FROM stock_hold USING comparison
       WHERE checkout_id = ${checkoutId} AND comparison.is_same
      RETURNING stock_hold.stock_id, stock_hold.quantity
    ), locked AS (
      SELECT stock.id, ended.quantity FROM stock JOIN ended ON ended.stock_id = stock.id
       ORDER BY stock.id FOR NO KEY UPDATE OF stock
    ), updated AS (
      UPDATE stock SET sold = sold + locked.quantity, held = held - locked.quantity
        FROM locked WHERE stock.id = locked.id
    )
    SELECT is_same FROM comparison`.execute(tx);
  return rows[0]?.is_same ?? false;
}

/** Turns the holds of a checkout into sales. */
export async function sellHeld(tx: Transaction, checkoutId: number): Promise<void> {
  await sql`
    WITH held AS (
      DELETE FROM stock_hold WHERE checkout_id = ${checkoutId} RETURNING stock_id, quantity
    ), locked AS (
      SELECT stock.id, held.quantity FROM stock JOIN held ON held.stock_id = stock.id
       ORDER BY stock.id FOR NO KEY UPDATE OF stock
    )
    UPDATE stock SET sold = sold + locked.quantity, held = held - locked.quantity
      FROM locked WHERE stock.id = locked.id`.execute(tx);
}
