import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

interface Pieces {
  /** Null when the thing has left the shop. */
  readonly stock_id: number | null;
  readonly quantity: number;
  readonly name: string;
}

/** In the order in which stock is locked everywhere: by id. */
async function piecesOf(tx: Transaction, orderId: number): Promise<Pieces[]> {
  const { rows } = await sql<Pieces>`
    SELECT stock_id, sum(quantity)::int AS quantity, min(product_name) AS name
      FROM order_line WHERE order_id = ${orderId}
     GROUP BY stock_id ORDER BY stock_id NULLS FIRST`.execute(tx);
  return rows;
}

/** Puts the pieces of an order back on the shelf. What has left the shop has no shelf. */
export async function returnStock(tx: Transaction, orderId: number): Promise<void> {
  for (const { stock_id, quantity } of await piecesOf(tx, orderId)) {
    if (stock_id === null) continue;
    await tx
      .updateTable('stock')
      .set((eb) => ({ sold: eb('sold', '-', quantity) }))
      .where('id', '=', stock_id)
      .execute();
  }
}

/**
 * Takes the pieces of an order from the shelf again.
 * @returns the name of the first thing of which there is not enough; then the transaction must not commit.
 */
export async function takeStockAgain(tx: Transaction, orderId: number): Promise<string | undefined> {
  for (const { stock_id, quantity, name } of await piecesOf(tx, orderId)) {
    if (stock_id === null) return name;
    const { numUpdatedRows } = await tx
      .updateTable('stock')
      .set((eb) => ({ sold: eb('sold', '+', quantity) }))
      .where('id', '=', stock_id)
      .where(sql<boolean>`received - sold - held >= ${quantity}`)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return name;
  }
  return undefined;
}
