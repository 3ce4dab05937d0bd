import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

const DAY_MS = 86_400_000;

/** The number of an order's invoice. Null: it has none, and gets none if its turn is over. */
export function findInvoice(
  db: Database,
  orderId: number,
): Promise<{ readonly number: number | null; readonly isOver: boolean }> {
  return db
    .selectFrom('invoice_counter')
    .leftJoin('invoice', (join) => join.on('invoice.order_id', '=', orderId))
    .select(['invoice.number', sql<boolean>`first_order_id > ${orderId}`.as('isOver')])
    .executeTakeFirstOrThrow();
}

/** Locks the numbering: one caller at a time gives numbers. */
export async function lockInvoiceCounter(tx: Transaction): Promise<void> {
  await tx.selectFrom('invoice_counter').select('last_number').forUpdate().execute();
}

/**
 * Gives the next numbers to orders without an invoice, in the order of their ids. Call {@link lockInvoiceCounter} first.
 * @returns how many it gave.
 */
export async function insertInvoices(tx: Transaction, limit: number, at: Date): Promise<number> {
  const { rows } = await sql<{ issued: number }>`
    WITH pending AS (
      SELECT orders.id, row_number() OVER (ORDER BY orders.id) AS place
        FROM orders, invoice_counter
       WHERE orders.id >= first_order_id
         AND NOT EXISTS (SELECT FROM invoice WHERE invoice.order_id = orders.id)
       ORDER BY orders.id LIMIT ${limit}
    ), issued AS (
      INSERT INTO invoice (number, order_id, issued_at)
      SELECT last_number + place, pending.id, ${at}::timestamptz FROM pending, invoice_counter
      RETURNING number
    )
    UPDATE invoice_counter SET last_number = last_number + (SELECT count(*) FROM issued)
    RETURNING (SELECT count(*) FROM issued) AS issued`.execute(tx);
  return rows[0]?.issued ?? 0;
}

/** Once all orders have their invoice: no longer looks at those that are older than any transaction. */
export async function skipOldOrders(tx: Transaction, at: Date): Promise<void> {
  const before = new Date(at.getTime() - DAY_MS);
  await sql`
    UPDATE invoice_counter SET first_order_id = GREATEST(first_order_id,
      (SELECT max(order_id) + 1 FROM invoice WHERE issued_at < ${before}))`.execute(tx);
}
