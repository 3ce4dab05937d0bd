import { sql } from 'kysely';
import type { Condition } from '#server/platform/database/execute-together.ts';

/** Locks the stock rows of `wanted_units` in id order. */
export const LOCKED_STOCK = sql`
  SELECT stock.id, wanted_units.quantity FROM stock JOIN wanted_units ON wanted_units.stock_id = stock.id
   ORDER BY stock.id FOR NO KEY UPDATE OF stock`;

/** SQLSTATE of a transaction that would take more units than there are. */
const TOO_FEW_UNITS = 'SD002';

/** All units were taken. They can be missing only because they came back while the statement waited for a lock. */
export const ENOUGH_UNITS: Condition = {
  isMet: sql`NOT EXISTS (SELECT FROM wanted_units WHERE stock_id NOT IN (SELECT id FROM changed_stock))`,
  code: TOO_FEW_UNITS,
  reason: 'A stock row has too few units',
};
