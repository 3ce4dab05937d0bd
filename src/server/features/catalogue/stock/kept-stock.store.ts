import { sql } from 'kysely';
import { anyOf } from '#server/platform/database/database.ts';
import type { ConditionalWrites } from '#server/platform/database/execute-together.ts';
import type { UnitsByStock } from './units-by-stock.ts';

/** SQLSTATE: foreign key violation, after which a transaction is retried. */
const STOCK_DELETED = '23503';

/**
 * For a statement that refers to products, whose rows the foreign keys lock: waits first until the stock rows are not being
 * deleted, because a deletion locks the stock before the products. Others can sell meanwhile. Its condition has to be the first.
 */
export const keepingStockWrites = (units: UnitsByStock): ConditionalWrites => ({
  writes: {
    kept_stock: sql`
      SELECT id FROM stock WHERE id = ${anyOf([...units.keys()], 'integer')} ORDER BY id FOR KEY SHARE`,
  },
  conditions: [
    {
      isMet: sql`(SELECT count(*) FROM kept_stock) = ${units.size}::integer`,
      code: STOCK_DELETED,
      reason: 'A stock row has been deleted',
    },
  ],
});
