import type { Decline } from '../cards/declines.ts';
import { type Connection, firstRow, writtenRow } from '../database.ts';
import type { IntentDetails } from '../payment-intents/intents.store.ts';
import type { MetadataChange } from '../requests/fields.ts';

export interface ChargeRow {
  readonly id: string;
  readonly payment_intent: string;
  readonly payment_method: string;
  readonly amount: number;
  readonly amount_refunded: number;
  readonly currency: string;
  readonly status: 'succeeded' | 'failed';
  readonly decline: Decline | null;
  /** Whether the payer passed a 3-D Secure challenge. */
  readonly authenticated: boolean;
  readonly details: IntentDetails;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: Date;
}

export const CHARGE_COLUMNS = `
  id, payment_intent, payment_method, amount, amount_refunded, currency, status, decline, authenticated,
  details, metadata, created`;

export interface RefundRow {
  readonly id: string;
  readonly charge: string;
  readonly payment_intent: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly settles_at: Date | null;
  readonly created: Date;
}

export const REFUND_COLUMNS = `
  id, charge, payment_intent, amount, currency, status, reason, metadata, settles_at, created`;

export function insertCharge(db: Connection, row: Omit<ChargeRow, 'amount_refunded'>): Promise<ChargeRow> {
  return writtenRow(
    db,
    `INSERT INTO sandbox.charges (id, payment_intent, payment_method, amount, currency, status, decline,
       authenticated, details, metadata, created)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING ${CHARGE_COLUMNS}`,
    [
      row.id,
      row.payment_intent,
      row.payment_method,
      row.amount,
      row.currency,
      row.status,
      row.decline,
      row.authenticated,
      row.details,
      row.metadata,
      row.created,
    ],
  );
}

export function findCharge(db: Connection, id: string): Promise<ChargeRow | undefined> {
  return firstRow(db, `SELECT ${CHARGE_COLUMNS} FROM sandbox.charges WHERE id = $1`, [id]);
}

/** The charge that a refund of this intent applies to. */
export function findPaidCharge(db: Connection, intentId: string): Promise<ChargeRow | undefined> {
  return firstRow(
    db,
    `SELECT ${CHARGE_COLUMNS} FROM sandbox.charges WHERE payment_intent = $1 AND status = 'succeeded'`,
    [intentId],
  );
}

/**
 * Deducts an amount, or everything left, from a paid charge.
 * @returns undefined when the charge is not paid or has less than the amount left.
 */
export async function deductFromCharge(
  db: Connection,
  id: string,
  amount: number | undefined,
): Promise<(ChargeRow & { readonly taken: number }) | undefined> {
  return firstRow(
    db,
    // Lock first, so that the remainder is read after all other refunds of this charge.
    `WITH before AS MATERIALIZED (
       SELECT id AS charge_id, amount - amount_refunded AS unrefunded FROM sandbox.charges WHERE id = $1 FOR UPDATE
     )
     UPDATE sandbox.charges AS c
     SET amount_refunded = c.amount_refunded + coalesce($2::integer, before.unrefunded)
     FROM before
     WHERE c.id = before.charge_id AND c.status = 'succeeded' AND before.unrefunded > 0
       AND c.amount_refunded + coalesce($2::integer, before.unrefunded) <= c.amount
     RETURNING ${CHARGE_COLUMNS}, coalesce($2::integer, before.unrefunded) AS taken`,
    [id, amount ?? null],
  );
}

/** Returns the amount of a failed refund to the charge. */
export function returnToCharge(db: Connection, id: string, amount: number): Promise<ChargeRow> {
  return writtenRow(
    db,
    `UPDATE sandbox.charges SET amount_refunded = amount_refunded - $2 WHERE id = $1 RETURNING ${CHARGE_COLUMNS}`,
    [id, amount],
  );
}

export function insertRefund(db: Connection, row: RefundRow): Promise<RefundRow> {
  return writtenRow(
    db,
    `INSERT INTO sandbox.refunds (id, charge, payment_intent, amount, currency, status, reason, metadata, settles_at,
       created)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${REFUND_COLUMNS}`,
    [
      row.id,
      row.charge,
      row.payment_intent,
      row.amount,
      row.currency,
      row.status,
      row.reason,
      row.metadata,
      row.settles_at,
      row.created,
    ],
  );
}

export function findRefund(db: Connection, id: string): Promise<RefundRow | undefined> {
  return firstRow(db, `SELECT ${REFUND_COLUMNS} FROM sandbox.refunds WHERE id = $1`, [id]);
}

export function changeRefund(db: Connection, id: string, metadata: MetadataChange): Promise<RefundRow | undefined> {
  return firstRow(
    db,
    `UPDATE sandbox.refunds SET
       metadata = ((CASE WHEN $2::boolean THEN '{}'::jsonb ELSE metadata END) || $3::jsonb) - $4::text[]
     WHERE id = $1 RETURNING ${REFUND_COLUMNS}`,
    [id, metadata.clear, metadata.set, metadata.unset],
  );
}

/** Settles the next refund whose delayed result is due: a pending one succeeds, a succeeded one fails. */
export function settleNextRefund(db: Connection, now: Date): Promise<RefundRow | undefined> {
  return firstRow(
    db,
    `UPDATE sandbox.refunds
     SET status = CASE status WHEN 'pending' THEN 'succeeded' ELSE 'failed' END, settles_at = NULL
     WHERE id = (
       SELECT id FROM sandbox.refunds WHERE settles_at <= $1 ORDER BY settles_at LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     RETURNING ${REFUND_COLUMNS}`,
    [now],
  );
}
