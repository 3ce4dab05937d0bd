import { type Insertable, type Selectable, sql } from 'kysely';
import { unpaidFailures } from '#domain/checkout/refund.ts';
import { anyOf, type Database, type Handle, type Transaction } from '#server/platform/database/database.ts';
import type { Writes } from '#server/platform/database/execute-together.ts';
import type { Payment } from '#server/platform/database/schema.ts';
import { columnList, columnsOf } from '#server/tables/table-columns.ts';
import { listSettledRefunds } from './refunds.store.ts';

export type PaymentRow = Selectable<Payment>;

/** Unique by the provider's intent: a payment is never recorded twice. */
export async function insertPayment(tx: Transaction, row: Insertable<Payment>): Promise<number> {
  const { id } = await tx.insertInto('payment').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The write of {@link insertPayment}, to be executed together with others. */
export const paymentWrites = (tx: Transaction, row: Insertable<Payment>): Writes => ({
  recorded_payment: tx.insertInto('payment').values(row),
});

export function findPaymentOfOrder(db: Handle, orderId: number): Promise<PaymentRow | undefined> {
  return db.selectFrom('payment').select(columnsOf('payment')).where('order_id', '=', orderId).executeTakeFirst();
}

export function findPaymentOfIntent(db: Handle, provider: string, intentId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payment')
    .select(columnsOf('payment'))
    .where('intent_id', '=', intentId)
    .where('provider', '=', provider)
    .executeTakeFirst();
}

/** Locks a payment, after its order: always lock both in this order. */
export async function lockPayment(tx: Transaction, paymentId: number): Promise<void> {
  await sql`
    SELECT id FROM orders WHERE id = (SELECT order_id FROM payment WHERE id = ${paymentId}) FOR UPDATE`.execute(tx);
  await sql`SELECT id FROM payment WHERE id = ${paymentId} FOR UPDATE`.execute(tx);
}

/**
 * Sets an amount of a payment aside for a refund.
 * @returns false when less is left.
 */
export async function setAside(tx: Transaction, paymentId: number, amount: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment')
    .set((eb) => ({ refunded_cents: eb('refunded_cents', '+', amount), updated_at: at }))
    .where('id', '=', paymentId)
    .where((eb) => eb(eb('refunded_cents', '+', amount), '<=', eb.ref('captured_cents')))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sets aside everything left. @returns the amount in cents, possibly 0. */
export async function setRestAside(tx: Transaction, paymentId: number, at: Date): Promise<number> {
  const { rows } = await sql<{ rest: number }>`
    WITH before AS MATERIALIZED (
      SELECT id, captured_cents - refunded_cents AS rest FROM payment WHERE id = ${paymentId} FOR UPDATE
    )
    UPDATE payment SET refunded_cents = captured_cents, updated_at = ${at}
      FROM before
     WHERE payment.id = before.id AND before.rest > 0
    RETURNING before.rest`.execute(tx);
  return rows[0]?.rest ?? 0;
}

/** Returns the amount of a failed refund to its payment, and flags the payment for the merchant. */
export async function giveBack(tx: Transaction, paymentId: number, amount: number, at: Date): Promise<void> {
  await tx
    .updateTable('payment')
    .set((eb) => ({
      refunded_cents: eb('refunded_cents', '-', amount),
      problem: 'refund_failed' as const,
      updated_at: at,
    }))
    .where('id', '=', paymentId)
    .execute();
}

/** Clears the flag of a payment once later refunds have paid what failed, or all of the payment. */
export async function clearRefundFailure(tx: Transaction, paymentId: number, at: Date): Promise<void> {
  const isPaid = unpaidFailures(await listSettledRefunds(tx, paymentId)) === 0;
  let update = tx
    .updateTable('payment')
    .set({ problem: null, updated_at: at })
    .where('id', '=', paymentId)
    .where('problem', '=', 'refund_failed');
  if (!isPaid) update = update.whereRef('refunded_cents', '=', 'captured_cents');
  await update.execute();
}

/** Captured and refunded cents of an order; undefined when it has no payment. */
export async function readMoneyOfOrder(
  db: Handle,
  orderId: number,
): Promise<{ readonly captured: number; readonly refunded: number } | undefined> {
  return db
    .selectFrom('payment')
    .select(['captured_cents as captured', 'refunded_cents as refunded'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

export interface OpenPaymentCounts {
  /** Checkouts with an open payment at a provider. */
  readonly payments: number;
  /** Refunds that the providers have not sent yet. */
  readonly refunds: number;
}

/**
 * Counts payments that only the current account can complete, by provider. Null stands for checkouts without a stored
 * provider.
 */
export async function countOpenPayments(db: Handle, providers: readonly (string | null)[]): Promise<OpenPaymentCounts> {
  const names = providers.filter((name) => name !== null);
  const { rows } = await sql<OpenPaymentCounts>`
    SELECT (SELECT count(*) FROM checkout
             WHERE status = 'open' AND intent_id IS NOT NULL
               AND (provider = ${anyOf(names, 'text')} OR (provider IS NULL AND ${providers.includes(null)})))::integer AS payments,
           (SELECT count(*) FROM refund
             WHERE status = 'pending' AND provider = ${anyOf(names, 'text')})::integer AS refunds`.execute(db);
  return rows[0] ?? { payments: 0, refunds: 0 };
}

export interface FlaggedPaymentRow extends PaymentRow {
  readonly problem: NonNullable<PaymentRow['problem']>;
  readonly order_number: string | null;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly user_email: string | null;
}

/** Flagged payments, newest first, with their customers. */
export async function listFlaggedPaymentRows(
  db: Database,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: FlaggedPaymentRow[]; total: number }> {
  const { rows } = await sql<FlaggedPaymentRow>`
    SELECT ${columnList('payment', 'p')}, o.order_number, u.id AS user_id, u.name AS user_name, u.email AS user_email
      FROM payment p
      LEFT JOIN orders o ON o.id = p.order_id
      LEFT JOIN checkout c ON c.id = p.checkout_id
      LEFT JOIN users u ON u.id = COALESCE(o.user_id, c.user_id)
     WHERE p.problem IS NOT NULL
     ORDER BY p.created_at DESC, p.id DESC
     LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const { total } = await db
    .selectFrom('payment')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('problem', 'is not', null)
    .executeTakeFirstOrThrow();
  return { rows, total };
}
