import { sql } from 'kysely';
import { anyOf, type Transaction } from '#server/platform/database/database.ts';
import type { ConditionalWrites } from '#server/platform/database/execute-together.ts';
import type { UnitsByStock } from './units-by-stock.ts';

/** SQLSTATE: foreign key violation, after which a transaction is retried. */
const STOCK_DELETED = '23503';

const keptStock = (units: UnitsByStock) => sql`
      SELECT id FROM stock WHERE id = ${anyOf([...units.keys()], 'integer')} ORDER BY id FOR KEY SHARE`;

/**
 * To be called before a statement that locks stock rows and updates them, while other transactions keep the same rows. That
 * statement sees a row as it was before it waited for the lock. PostgreSQL then queues it once more, for this older version,
 * behind transactions that wait for the row it has just locked: a deadlock. A transaction that keeps the row itself is not queued.
 */
export async function keepStock(tx: Transaction, units: UnitsByStock): Promise<void> {
  await keptStock(units).execute(tx);
}

/**
 * For a statement that refers to products, whose rows the foreign keys lock: waits first until the stock rows are not being
 * deleted, because a deletion locks the stock before the products. Others can sell meanwhile. Its condition has to be the first.
 */
export const keepingStockWrites = (units: UnitsByStock): ConditionalWrites => ({
  writes: {
    kept_stock: keptStock(units),
  },
  conditions: [
    {
      isMet: sql`(SELECT count(*) FROM kept_stock) = ${units.size}::integer`,
      code: STOCK_DELETED,
      reason: 'A stock row has been deleted',
    },
  ],
});
