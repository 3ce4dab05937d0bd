import { sql } from 'kysely';
import type { Condition } from '#server/platform/database/execute-together.ts';

/** Locks the stock rows of `wanted_units` in id order. */
export const LOCKED_STOCK = sql`
  SELECT stock.id, wanted_units.quantity FROM stock JOIN wanted_units ON wanted_units.stock_id = stock.id
   ORDER BY stock.id FOR NO KEY UPDATE OF stock`;

/** SQLSTATE of a transaction that would take more units than there are. */
const TOO_FEW_UNITS = 'SD002';

/**
 * All units were taken. Units that come back while the statement waits for a lock are not seen, so this can fail although
 * there are enough.
 */
export const ENOUGH_UNITS: Condition = {
  isMet: sql`NOT EXISTS (SELECT FROM wanted_units WHERE stock_id NOT IN (SELECT id FROM changed_stock))`,
  code: TOO_FEW_UNITS,
  reason: 'A stock row has too few units',
};
