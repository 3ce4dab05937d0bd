import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

/** Makes sold units available again. */
export async function returnSold(tx: Transaction, stockId: number, quantity: number): Promise<void> {
  await tx
    .updateTable('stock')
    .set((eb) => ({ sold: eb('sold', '-', quantity) }))
    .where('id', '=', stockId)
    .execute();
}

/** @returns false when not enough units are available. */
export async function sellAvailable(tx: Transaction, stockId: number, quantity: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('stock')
    .set((eb) => ({ sold: eb('sold', '+', quantity) }))
    .where('id', '=', stockId)
    .where(sql<boolean>`received - sold - held >= ${quantity}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
