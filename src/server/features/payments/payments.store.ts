import { type Insertable, type Selectable, sql } from 'kysely';
import { anyOf, type Database, type Transaction } from '#server/platform/database/database.ts';
import type { Payment } from '#server/platform/database/schema.ts';
import { columnList, columnsOf } from '#server/table-columns.ts';

type Handle = Database | Transaction;

export type PaymentRow = Selectable<Payment>;

/** The provider's intent makes a payment unique: the same money is never written down twice. */
export async function insertPayment(tx: Transaction, row: Insertable<Payment>): Promise<number> {
  const { id } = await tx.insertInto('payment').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

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

/** Locks a payment, and before it the order it belongs to: wherever both are locked, in this order. */
export async function lockPayment(tx: Transaction, paymentId: number): Promise<void> {
  await sql`
    SELECT id FROM orders WHERE id = (SELECT order_id FROM payment WHERE id = ${paymentId}) FOR UPDATE`.execute(tx);
  await sql`SELECT id FROM payment WHERE id = ${paymentId} FOR UPDATE`.execute(tx);
}

/**
 * Sets a sum of a payment aside to be sent back.
 * @returns false when less than that is left.
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

/** Sets aside whatever is left. @returns the sum in cents, 0 when nothing was. */
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

/** Gives the sum of a refund that failed back to its payment, and shows the payment to the merchant. */
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

/** A payment that has gone back in full after all needs nobody's eyes any more. */
export async function endRefundTrouble(tx: Transaction, paymentId: number, at: Date): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ problem: null, updated_at: at })
    .where('id', '=', paymentId)
    .where('problem', '=', 'refund_failed')
    .whereRef('refunded_cents', '=', 'captured_cents')
    .execute();
}

/** What came in and what went back for an order, in cents; undefined when nothing ever came in. */
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
  /** Checkouts whose payment is open with the providers. */
  readonly payments: number;
  /** Refunds that the providers have not sent yet. */
  readonly refunds: number;
}

/** Counts what only the account can finish in which it was begun. Null stands for checkouts without a stored provider. */
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

export interface TroubledPaymentRow extends PaymentRow {
  readonly problem: NonNullable<PaymentRow['problem']>;
  readonly order_number: string | null;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly user_email: string | null;
}

/** Payments with a problem, newest first, with whom they came from. */
export async function listTroubledPaymentRows(
  db: Database,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: TroubledPaymentRow[]; total: number }> {
  const { rows } = await sql<TroubledPaymentRow>`
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
