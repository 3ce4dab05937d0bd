import { type Insertable, type Selectable, sql } from 'kysely';
import type { SettledRefund } from '#domain/checkout/refund.ts';
import type { Database, Handle, Transaction } from '#server/platform/database/database.ts';
import type { Refund } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';
import type { ProviderRefund } from './payment-provider.ts';
import { turnOfProvider } from './provider-turns.ts';

/** A refund with its payment. */
export interface RefundRow extends Selectable<Refund> {
  readonly order_id: number | null;
  readonly intent_id: string | null;
  readonly currency: string;
  readonly order_number: string | null;
}

export interface RefundWithRequester extends Selectable<Refund> {
  readonly requested_by_name: string | null;
}

function refunds(db: Handle) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .leftJoin('orders', 'orders.id', 'payment.order_id')
    .select(columnsOf('refund'))
    .select(['payment.order_id', 'payment.intent_id', 'payment.currency', 'orders.order_number']);
}

export async function insertRefund(tx: Transaction, row: Insertable<Refund>): Promise<number> {
  const { id } = await tx.insertInto('refund').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export function findRefundRow(db: Handle, id: number): Promise<RefundRow | undefined> {
  return refunds(db).where('refund.id', '=', id).executeTakeFirst();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** By the provider's id, or by our key stored with the provider, because the webhook may arrive before the response. */
export function findRefundRowOfProvider(
  db: Handle,
  provider: string,
  { id: providerRefundId, refundKey: key }: Pick<ProviderRefund, 'id' | 'refundKey'>,
): Promise<RefundRow | undefined> {
  return refunds(db)
    .where('refund.provider', '=', provider)
    .where((eb) =>
      eb.or([
        eb('refund.provider_refund_id', '=', providerRefundId),
        ...(key !== undefined && UUID.test(key) ? [eb('refund.key', '=', key)] : []),
      ]),
    )
    .executeTakeFirst();
}

export interface RefundOutcome {
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly providerRefundId: string | undefined;
  readonly error: string | undefined;
}

/** A pending refund can succeed or fail; a succeeded one can still fail days later, when the bank returns it. */
const settledFrom = (status: RefundOutcome['status']): readonly RefundOutcome['status'][] =>
  status === 'failed' ? ['pending', 'succeeded'] : ['pending'];

/**
 * Records the result of a refund.
 * @param from the states that it can have had.
 * @returns false when it was already recorded.
 */
export async function settleRefundRow(
  tx: Transaction,
  id: number,
  { status, providerRefundId, error }: RefundOutcome,
  at: Date,
  from = settledFrom(status),
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refund')
    .set((eb) => ({
      status,
      provider_refund_id: eb.fn.coalesce('provider_refund_id', eb.val(providerRefundId ?? null)),
      error: error ?? null,
      settled_at: status === 'pending' ? null : at,
    }))
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns true for the one caller that mails the customer about a refund that has not failed. */
export async function takeDueMail(tx: Transaction, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refund')
    .set({ mail_due: false })
    .where('id', '=', id)
    .where('mail_due', '=', true)
    .where('status', '!=', 'failed')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Refunds that have succeeded and whose customer is not mailed yet: a node of an earlier release has settled them. */
export function listUnmailedRefunds(db: Database, limit: number): Promise<RefundRow[]> {
  return refunds(db)
    .where('refund.mail_due', '=', sql.lit(true))
    .where('refund.status', '=', sql.lit('succeeded'))
    .orderBy('refund.id')
    .limit(limit)
    .execute();
}

/** The refunds of a payment that succeeded or failed, in the order in which they were requested. */
export async function listSettledRefunds(tx: Transaction, paymentId: number): Promise<SettledRefund[]> {
  const rows = await tx
    .selectFrom('refund')
    .select(['amount_cents as amount', 'status', 'created_at', 'settled_at'])
    .where('payment_id', '=', paymentId)
    .where('status', '!=', 'pending')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ amount, status, created_at: requestedAt, settled_at: settledAt }) => ({
    amount,
    hasFailed: status === 'failed',
    requestedAt,
    settledAt: settledAt ?? requestedAt,
  }));
}

/** Whether a payment has pending refunds. */
export async function hasPendingRefund(tx: Transaction, paymentId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('refund')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return row !== undefined;
}

/** Pending refunds requested before a given time. */
export function listPendingRefunds(
  db: Database,
  before: Date,
  limit: number,
): Promise<{ readonly id: number; readonly provider: string }[]> {
  return (
    db
      .selectFrom('refund')
      .select(['id', 'provider'])
      // As a parameter, it would keep a prepared plan from using the index of pending refunds.
      .where('status', '=', sql.lit('pending'))
      .where('created_at', '<', before)
      .orderBy(turnOfProvider('created_at'))
      .limit(limit)
      .execute()
  );
}

/** Records that a job asks the provider about a refund. */
export async function markRefundChecked(db: Database, id: number, at: Date): Promise<void> {
  await db.updateTable('refund').set({ checked_at: at }).where('id', '=', id).execute();
}

/** The refunds of an order, oldest first. */
export function listRefundRowsOfOrder(db: Database, orderId: number): Promise<RefundWithRequester[]> {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .leftJoin('users', 'users.id', 'refund.requested_by')
    .select(columnsOf('refund'))
    .select('users.name as requested_by_name')
    .where('payment.order_id', '=', orderId)
    .orderBy('refund.created_at')
    .orderBy('refund.id')
    .execute();
}
