import { sql } from 'kysely';
import type { TaxedNote, TaxedTotal } from '#domain/checkout/refund.ts';
import { anyOf, type Database, type Transaction } from '#server/platform/database/database.ts';

const DAY_MS = 86_400_000;

/** A refund with its credit note, if it has one yet. */
export interface CreditedRefund {
  readonly refundId: number;
  readonly amount: number;
  readonly reason: string | null;
  /** Null: not assigned yet. */
  readonly number: number | null;
  readonly issuedAt: Date | null;
  /** Cents. Null: not issued yet, or by a version that did not store it. */
  readonly tax: number | null;
  /** True if the bank returned the refund after the credit note was issued. */
  readonly isVoid: boolean;
}

/** The refunds of an order that have a credit note or will get one, by number; those without a number come last. */
export function listCreditedRefunds(db: Database, orderId: number): Promise<CreditedRefund[]> {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .innerJoin('credit_note_counter', (join) => join.onTrue())
    .leftJoin('credit_note', 'credit_note.refund_id', 'refund.id')
    .select(['refund.id as refundId', 'refund.amount_cents as amount', 'refund.reason'])
    .select(['credit_note.number', 'credit_note.issued_at as issuedAt', 'credit_note.tax_cents as tax'])
    .select(sql<boolean>`refund.status = 'failed'`.as('isVoid'))
    .where('payment.order_id', '=', orderId)
    .where((eb) =>
      eb.or([
        eb('credit_note.number', 'is not', null),
        eb.and([eb('refund.status', '=', 'succeeded'), eb('refund.settled_at', '>=', eb.ref('since'))]),
      ]),
    )
    .orderBy('credit_note.number', (order) => order.asc().nullsLast())
    .orderBy('refund.id')
    .execute();
}

/** Locks the counter, so that one caller at a time assigns numbers. */
export async function lockCreditNoteCounter(tx: Transaction): Promise<void> {
  await tx.selectFrom('credit_note_counter').select('last_number').forUpdate().execute();
}

/** A succeeded refund without a credit note. Amounts in cents. */
export interface UncreditedRefund extends TaxedTotal {
  readonly refundId: number;
  readonly orderId: number;
  readonly amount: number;
}

/** The refunds that get the next numbers, in the order in which they were settled. Call {@link lockCreditNoteCounter} first. */
export async function listUncreditedRefunds(tx: Transaction, limit: number): Promise<UncreditedRefund[]> {
  const { rows } = await sql<UncreditedRefund>`
    SELECT refund.id AS "refundId", orders.id AS "orderId", amount_cents AS amount, total_cents AS total, tax_cents AS tax
      FROM credit_note_counter
      JOIN refund ON refund.status = 'succeeded' AND refund.settled_at >= pending_since
      JOIN payment ON payment.id = refund.payment_id
      JOIN orders ON orders.id = payment.order_id
     WHERE NOT EXISTS (SELECT FROM credit_note WHERE credit_note.refund_id = refund.id)
     ORDER BY refund.settled_at, refund.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** The credit notes of these orders, by order and in the order of their numbers. */
export async function listNotesOfOrders(
  tx: Transaction,
  orderIds: readonly number[],
): Promise<Map<number, TaxedNote[]>> {
  const rows = await tx
    .selectFrom('credit_note')
    .innerJoin('refund', 'refund.id', 'credit_note.refund_id')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['payment.order_id as orderId', 'refund.amount_cents as amount', 'credit_note.tax_cents as tax'])
    .select(sql<boolean>`refund.status = 'failed'`.as('isVoid'))
    .where('payment.order_id', '=', anyOf(orderIds, 'integer'))
    .orderBy('credit_note.number')
    .execute();
  const byOrder = new Map<number, TaxedNote[]>(orderIds.map((id) => [id, []]));
  for (const { orderId, ...note } of rows) if (orderId !== null) byOrder.get(orderId)?.push(note);
  return byOrder;
}

/** Assigns the next numbers to these refunds. @param notes the tax in cents */
export async function insertCreditNotes(
  tx: Transaction,
  notes: readonly { readonly refundId: number; readonly tax: number }[],
  at: Date,
): Promise<void> {
  const numbered = notes.map((note, index) => ({ ...note, place: index + 1 }));
  await sql`
    WITH issued AS (
      INSERT INTO credit_note (number, refund_id, issued_at, tax_cents)
      SELECT last_number + place, "refundId", ${at}::timestamptz, tax
        FROM credit_note_counter,
             jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) AS note (place integer, "refundId" integer, tax bigint)
    )
    UPDATE credit_note_counter SET last_number = last_number + ${notes.length}`.execute(tx);
}

/** Call it when all refunds have a number: later calls then skip refunds settled before any running transaction. */
export async function skipOldRefunds(tx: Transaction, at: Date): Promise<void> {
  const before = new Date(at.getTime() - DAY_MS);
  await tx
    .updateTable('credit_note_counter')
    .set({ pending_since: before })
    .where('pending_since', '<', before)
    .execute();
}
