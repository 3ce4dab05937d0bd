import { type Connection, firstRow, writtenRow } from '../database.ts';
import type { MetadataChange } from '../requests/fields.ts';

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** Fields that the sandbox stores and returns without using them. */
export interface IntentDetails {
  readonly allowed_payment_method_types?: readonly string[];
  readonly automatic_payment_methods?: { enabled: boolean; allow_redirects: string } | null;
  readonly capture_method?: string;
  readonly customer?: string | null;
  readonly description?: string | null;
  readonly receipt_email?: string | null;
  readonly setup_future_usage?: string | null;
  readonly shipping?: object | null;
  readonly statement_descriptor?: string | null;
  readonly statement_descriptor_suffix?: string | null;
}

export interface IntentRow {
  readonly id: string;
  readonly client_secret: string;
  readonly status: IntentStatus;
  readonly amount: number;
  readonly amount_received: number;
  readonly currency: string;
  readonly details: IntentDetails;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payment_method: string | null;
  readonly return_url: string | null;
  readonly challenge: string | null;
  readonly last_payment_error: object | null;
  readonly latest_charge: string | null;
  readonly cancellation_reason: string | null;
  readonly canceled_at: Date | null;
  readonly created: Date;
}

export const INTENT_COLUMNS = `
  id, client_secret, status, amount, amount_received, currency, details, metadata, payment_method,
  return_url, challenge, last_payment_error, latest_charge, cancellation_reason, canceled_at, created`;

export type NewIntent = Pick<
  IntentRow,
  'id' | 'client_secret' | 'status' | 'amount' | 'currency' | 'details' | 'metadata' | 'payment_method' | 'created'
>;

export function insertIntent(db: Connection, row: NewIntent): Promise<IntentRow> {
  return writtenRow(
    db,
    `INSERT INTO sandbox.payment_intents
       (id, client_secret, status, amount, currency, details, metadata, payment_method, created)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${INTENT_COLUMNS}`,
    [
      row.id,
      row.client_secret,
      row.status,
      row.amount,
      row.currency,
      row.details,
      row.metadata,
      row.payment_method,
      row.created,
    ],
  );
}

export function findIntent(db: Connection, id: string): Promise<IntentRow | undefined> {
  return firstRow(db, `SELECT ${INTENT_COLUMNS} FROM sandbox.payment_intents WHERE id = $1`, [id]);
}

/** What an update may change about the payment itself. */
export interface PaymentChange {
  readonly amount?: number;
  readonly currency?: string;
  readonly paymentMethod?: string;
}

/**
 * Updates the description in any state, and the payment itself only in one of `statuses`. A changed payment must be
 * confirmed again, and an open challenge becomes invalid.
 * @returns undefined when the intent is in another state.
 */
export function changeIntent(
  db: Connection,
  id: string,
  change: { payment: PaymentChange | undefined; details: IntentDetails; metadata: MetadataChange },
  statuses: readonly IntentStatus[],
): Promise<IntentRow | undefined> {
  const { payment, details, metadata } = change;
  return firstRow(
    db,
    `UPDATE sandbox.payment_intents SET
       amount = coalesce($3::integer, amount),
       currency = coalesce($4::text, currency),
       payment_method = coalesce($5::text, payment_method),
       status = CASE WHEN NOT $2::boolean THEN status
         WHEN coalesce($5::text, payment_method) IS NULL THEN 'requires_payment_method'
         ELSE 'requires_confirmation' END,
       challenge = CASE WHEN $2::boolean THEN NULL ELSE challenge END,
       details = details || $6::jsonb,
       metadata = ((CASE WHEN $7::boolean THEN '{}'::jsonb ELSE metadata END) || $8::jsonb) - $9::text[]
     WHERE id = $1 AND (NOT $2::boolean OR status = ANY ($10::text[]))
     RETURNING ${INTENT_COLUMNS}`,
    [
      id,
      payment !== undefined,
      payment?.amount ?? null,
      payment?.currency ?? null,
      payment?.paymentMethod ?? null,
      details,
      metadata.clear,
      metadata.set,
      metadata.unset,
      statuses,
    ],
  );
}

/**
 * Locks the intent for a payment attempt until the transaction ends.
 * @returns undefined when it is in none of `statuses`, or has no payment method.
 */
export function lockForPayment(
  db: Connection,
  id: string,
  attempt: { paymentMethod: string | null; returnUrl: string | null; details: IntentDetails },
  statuses: readonly IntentStatus[],
): Promise<IntentRow | undefined> {
  return firstRow(
    db,
    `UPDATE sandbox.payment_intents SET
       payment_method = coalesce($2::text, payment_method),
       return_url = coalesce($3::text, return_url),
       details = details || $4::jsonb
     WHERE id = $1 AND status = ANY ($5::text[]) AND coalesce($2::text, payment_method) IS NOT NULL
     RETURNING ${INTENT_COLUMNS}`,
    [id, attempt.paymentMethod, attempt.returnUrl, attempt.details, statuses],
  );
}

/** Locks the intent for the answer to this challenge; undefined when it waits for another one or for none. */
export function lockForChallenge(db: Connection, id: string, token: string): Promise<IntentRow | undefined> {
  return firstRow(
    db,
    `SELECT ${INTENT_COLUMNS} FROM sandbox.payment_intents WHERE id = $1 AND challenge = $2 FOR UPDATE`,
    [id, token],
  );
}

/** Claims the next processing payment that is due. */
export function claimProcessing(db: Connection, now: Date): Promise<IntentRow | undefined> {
  return firstRow(
    db,
    `SELECT ${INTENT_COLUMNS} FROM sandbox.payment_intents WHERE settles_at <= $1 ORDER BY settles_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [now],
  );
}

/** Whether a payment or a refund is due to be settled. */
export async function isAnythingDue(db: Connection, now: Date): Promise<boolean> {
  const { is_due: isDue } = await writtenRow<{ is_due: boolean }>(
    db,
    `SELECT EXISTS (SELECT FROM sandbox.payment_intents WHERE settles_at <= $1)
         OR EXISTS (SELECT FROM sandbox.refunds WHERE settles_at <= $1) AS is_due`,
    [now],
  );
  return isDue;
}

/** Result of an attempt. Fields not named are cleared. */
export interface AttemptResult {
  readonly status: IntentStatus;
  readonly paymentMethod: string | null;
  readonly latestCharge?: string;
  readonly error?: object;
  readonly challenge?: string;
  readonly settlesAt?: Date;
}

/** Writes the result of an attempt to a locked intent. */
export function recordAttempt(db: Connection, id: string, result: AttemptResult): Promise<IntentRow> {
  return writtenRow(
    db,
    `UPDATE sandbox.payment_intents SET
       status = $2::text,
       payment_method = $3,
       latest_charge = coalesce($4::text, latest_charge),
       last_payment_error = $5,
       challenge = $6,
       settles_at = $7,
       amount_received = CASE WHEN $2::text = 'succeeded' THEN amount ELSE 0 END
     WHERE id = $1 RETURNING ${INTENT_COLUMNS}`,
    [
      id,
      result.status,
      result.paymentMethod,
      result.latestCharge ?? null,
      result.error ?? null,
      result.challenge ?? null,
      result.settlesAt ?? null,
    ],
  );
}

/** Cancels, if the intent is in one of `statuses`. */
export function cancelIntent(
  db: Connection,
  id: string,
  reason: string | null,
  now: Date,
  statuses: readonly IntentStatus[],
): Promise<IntentRow | undefined> {
  return firstRow(
    db,
    `UPDATE sandbox.payment_intents
     SET status = 'canceled', cancellation_reason = $2, canceled_at = $3, challenge = NULL
     WHERE id = $1 AND status = ANY ($4::text[]) RETURNING ${INTENT_COLUMNS}`,
    [id, reason, now, statuses],
  );
}

export interface ChallengeRow {
  readonly token: string;
  readonly payment_intent: string;
  readonly return_url: string | null;
}

export async function insertChallenge(db: Connection, row: ChallengeRow): Promise<void> {
  await db.query('INSERT INTO sandbox.challenges (token, payment_intent, return_url) VALUES ($1, $2, $3)', [
    row.token,
    row.payment_intent,
    row.return_url,
  ]);
}

export function findChallenge(db: Connection, token: string): Promise<ChallengeRow | undefined> {
  return firstRow(db, 'SELECT token, payment_intent, return_url FROM sandbox.challenges WHERE token = $1', [token]);
}
