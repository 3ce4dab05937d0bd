import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

const DAY_MS = 86_400_000;

/** A refund with its credit note, if it has one yet. */
export interface CreditedRefund {
  readonly refundId: number;
  readonly amount: number;
  readonly reason: string | null;
  /** Null: not assigned yet. */
  readonly number: number | null;
  readonly issuedAt: Date | null;
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
    .select(['credit_note.number', 'credit_note.issued_at as issuedAt'])
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

/**
 * Assigns the next numbers to succeeded refunds of orders, in the order in which they were settled. Call
 * {@link lockCreditNoteCounter} first.
 * @returns how many it assigned.
 */
export async function insertCreditNotes(tx: Transaction, limit: number, at: Date): Promise<number> {
  const { rows } = await sql<{ issued: number }>`
    WITH pending AS (
      SELECT refund.id, row_number() OVER (ORDER BY refund.settled_at, refund.id) AS place
        FROM credit_note_counter
        JOIN refund ON refund.status = 'succeeded' AND refund.settled_at >= pending_since
        JOIN payment ON payment.id = refund.payment_id AND payment.order_id IS NOT NULL
       WHERE NOT EXISTS (SELECT FROM credit_note WHERE credit_note.refund_id = refund.id)
       ORDER BY refund.settled_at, refund.id LIMIT ${limit}
    ), issued AS (
      INSERT INTO credit_note (number, refund_id, issued_at)
      SELECT last_number + place, pending.id, ${at}::timestamptz FROM pending, credit_note_counter
      RETURNING number
    )
    UPDATE credit_note_counter SET last_number = last_number + (SELECT count(*) FROM issued)
    RETURNING (SELECT count(*) FROM issued) AS issued`.execute(tx);
  return rows[0]?.issued ?? 0;
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
