import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

/** Units by stock id. */
export type UnitsByStock = ReadonlyMap<number, number>;

async function readHolds(tx: Transaction, checkoutId: number): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('stock_hold')
    .select(['stock_id', 'quantity'])
    .where('checkout_id', '=', checkoutId)
    .execute();
  return new Map(rows.map((row) => [row.stock_id, row.quantity]));
}

/** @returns false when not enough units are available. */
async function hold(tx: Transaction, stockId: number, more: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('stock')
    .set((eb) => ({ held: eb('held', '+', more) }))
    .where('id', '=', stockId)
    .where(sql<boolean>`received - sold - held >= ${more}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function release(tx: Transaction, stockId: number, units: number): Promise<void> {
  await tx
    .updateTable('stock')
    .set((eb) => ({ held: eb('held', '-', units) }))
    .where('id', '=', stockId)
    .execute();
}

async function writeHold(tx: Transaction, checkoutId: number, stockId: number, quantity: number): Promise<void> {
  if (quantity === 0) {
    await tx.deleteFrom('stock_hold').where('checkout_id', '=', checkoutId).where('stock_id', '=', stockId).execute();
    return;
  }
  await tx
    .insertInto('stock_hold')
    .values({ checkout_id: checkoutId, stock_id: stockId, quantity })
    .onConflict((conflict) => conflict.columns(['checkout_id', 'stock_id']).doUpdateSet({ quantity }))
    .execute();
}

/**
 * Makes a checkout hold exactly these units, whatever it held before: one conditional update per stock row, in id
 * order, the lock order used everywhere.
 * @returns the id of the first stock row without enough units. Earlier changes stay and are recorded as held: the
 * caller rolls back, or releases everything.
 */
export async function setHolds(tx: Transaction, checkoutId: number, wanted: UnitsByStock): Promise<number | undefined> {
  const held = await readHolds(tx, checkoutId);
  const stockIds = [...new Set([...held.keys(), ...wanted.keys()])].sort((a, b) => a - b);
  for (const stockId of stockIds) {
    const quantity = wanted.get(stockId) ?? 0;
    const more = quantity - (held.get(stockId) ?? 0);
    if (more === 0) continue;
    if (more < 0) await release(tx, stockId, -more);
    else if (!(await hold(tx, stockId, more))) return stockId;
    await writeHold(tx, checkoutId, stockId, quantity);
  }
  return undefined;
}

/** Releases everything that a checkout holds. */
export async function releaseHolds(tx: Transaction, checkoutId: number): Promise<void> {
  await setHolds(tx, checkoutId, new Map());
}

/** Turns the holds of a checkout into sales. */
export async function sellHeld(tx: Transaction, checkoutId: number): Promise<void> {
  const held = await readHolds(tx, checkoutId);
  for (const [stockId, quantity] of [...held].sort(([a], [b]) => a - b)) {
    await tx
      .updateTable('stock')
      .set((eb) => ({ sold: eb('sold', '+', quantity), held: eb('held', '-', quantity) }))
      .where('id', '=', stockId)
      .execute();
  }
  await tx.deleteFrom('stock_hold').where('checkout_id', '=', checkoutId).execute();
}
