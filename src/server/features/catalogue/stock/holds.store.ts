import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import type { ConditionalWrites } from '#server/platform/database/execute-together.ts';
import { ENOUGH_UNITS, LOCKED_STOCK } from './last-stock-writes.store.ts';
import { type Hold, rowsOf, rowsOfHolds, type UnitsByStock } from './units-by-stock.ts';

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

/** Makes checkouts that hold nothing hold these units, as the last statement of a transaction. Fails if there are too few. */
export const holdingWrites = (holds: readonly Hold[]): ConditionalWrites => ({
  writes: {
    wanted_hold: sql`
      SELECT checkout_id, stock_id, quantity FROM ${rowsOfHolds(holds)} AS wanted (checkout_id, stock_id, quantity)`,
    wanted_units: sql`SELECT stock_id, sum(quantity)::integer AS quantity FROM wanted_hold GROUP BY stock_id`,
    locked_stock: LOCKED_STOCK,
    changed_stock: sql`
      UPDATE stock SET held = held + locked_stock.quantity FROM locked_stock
       WHERE stock.id = locked_stock.id AND received - sold - held >= locked_stock.quantity
      RETURNING stock.id`,
    recorded_hold: sql`
      INSERT INTO stock_hold (checkout_id, stock_id, quantity) SELECT checkout_id, stock_id, quantity FROM wanted_hold`,
  },
  conditions: [ENOUGH_UNITS],
});

/** {@link releaseHolds} as the last statement of a transaction. */
export const releasingWrites = (checkoutId: number): ConditionalWrites => ({
  writes: {
    ended_hold: sql`DELETE FROM stock_hold WHERE checkout_id = ${checkoutId} RETURNING stock_id, quantity`,
    wanted_units: sql`SELECT stock_id, quantity FROM ended_hold`,
    locked_stock: LOCKED_STOCK,
    changed_stock: sql`
      UPDATE stock SET held = held - locked_stock.quantity FROM locked_stock
       WHERE stock.id = locked_stock.id
      RETURNING stock.id`,
  },
  conditions: [ENOUGH_UNITS],
});

/** SQLSTATE: serialization failure, after which a transaction is retried. */
const HOLDS_CHANGED = '40001';

/**
 * Turns holds into sales, as the last statement of a transaction that has locked their checkouts. Fails if they hold other
 * units.
 */
export const sellingHeldWrites = (holds: readonly Hold[]): ConditionalWrites => ({
  writes: {
    paid_hold: sql`
      SELECT checkout_id, stock_id, quantity FROM ${rowsOfHolds(holds)} AS paid (checkout_id, stock_id, quantity)`,
    ended_hold: sql`
      DELETE FROM stock_hold WHERE checkout_id IN (SELECT checkout_id FROM paid_hold)
      RETURNING checkout_id, stock_id, quantity`,
    wanted_units: sql`SELECT stock_id, sum(quantity)::integer AS quantity FROM ended_hold GROUP BY stock_id`,
    locked_stock: LOCKED_STOCK,
    changed_stock: sql`
      UPDATE stock SET sold = sold + locked_stock.quantity, held = held - locked_stock.quantity FROM locked_stock
       WHERE stock.id = locked_stock.id
      RETURNING stock.id`,
  },
  conditions: [
    {
      isMet: sql`NOT EXISTS (SELECT FROM paid_hold FULL JOIN ended_hold USING (checkout_id, stock_id)
                              WHERE paid_hold.quantity IS DISTINCT FROM ended_hold.quantity)`,
      code: HOLDS_CHANGED,
      reason: 'A checkout holds other units than its order has',
    },
    ENOUGH_UNITS,
  ],
});
