import { METHOD_COLUMNS } from '../cards/payment-methods.store.ts';
import { CHARGE_COLUMNS, REFUND_COLUMNS } from '../charges/charges.store.ts';
import type { Connection } from '../database.ts';
import { EVENT_COLUMNS } from '../events/events.store.ts';
import { INTENT_COLUMNS } from '../payment-intents/intents.store.ts';

/** Tables that can be listed, newest first; each has an increasing `seq`. */
export type ListedTable = 'payment_intents' | 'payment_methods' | 'charges' | 'refunds' | 'events';

const COLUMNS: Readonly<Record<ListedTable, string>> = {
  payment_intents: INTENT_COLUMNS,
  payment_methods: METHOD_COLUMNS,
  charges: CHARGE_COLUMNS,
  refunds: REFUND_COLUMNS,
  events: EVENT_COLUMNS,
};

export interface ListQuery {
  /** Columns that must have one of the given values. */
  readonly where: readonly {
    readonly column: 'payment_intent' | 'charge' | 'customer' | 'type';
    readonly values: readonly string[];
  }[];
  readonly from: Date | undefined;
  /** Exclusive. */
  readonly until: Date | undefined;
  /** The id of the last object on the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** One page, newest first; `undefined` when `after` does not exist. */
export async function listRows<Row extends object>(
  db: Connection,
  table: ListedTable,
  query: ListQuery,
): Promise<readonly Row[] | undefined> {
  const values: unknown[] = [query.from ?? null, query.until ?? null, query.limit];
  const conditions = ['($1::timestamptz IS NULL OR created >= $1)', '($2::timestamptz IS NULL OR created < $2)'];
  if (query.after !== undefined) {
    const { rows } = await db.query<{ seq: string }>(`SELECT seq FROM sandbox.${table} WHERE id = $1`, [query.after]);
    if (rows[0] === undefined) return undefined;
    values.push(rows[0].seq);
    conditions.push(`seq < $${values.length}`);
  }
  for (const { column, values: allowed } of query.where) {
    values.push([...allowed]);
    conditions.push(`${column} = ANY ($${values.length}::text[])`);
  }
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS[table]} FROM sandbox.${table} WHERE ${conditions.join(' AND ')} ORDER BY seq DESC LIMIT $3`,
    values,
  );
  return rows;
}
