import { deliverSoon, readMailShop } from '#server/features/mail/index.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import type { OrderPayments } from './order-payments.ts';
import {
  type OnlineProvider,
  type ProviderEvent,
  type ProviderRefund,
  ProviderUnavailable,
} from './payment-provider.ts';
import { clearRefundFailure, findPaymentOfIntent, lockPayment, type PaymentRow, setAside } from './payments.store.ts';
import { mailAcceptedRefund, type PaymentServices, type Recording, settleRefund } from './perform-refund.ts';
import { insertProviderEvent } from './provider-event.store.ts';
import { recordRefund } from './record-refund.ts';
import { notifyCorrectedRefund } from './refund-notices.ts';
import {
  findRefundRow,
  findRefundRowOfProvider,
  hasPendingRefund,
  insertRefund,
  type RefundRow,
  settleRefundRow,
} from './refunds.store.ts';
import { refreshPaymentStatus } from './request-refund.ts';

/** Records a refund made in the provider's dashboard as if requested by the merchant here. */
async function adoptRefund(
  tx: Transaction,
  orderPayments: OrderPayments,
  payment: PaymentRow,
  refund: ProviderRefund,
  at: Date,
): Promise<boolean> {
  if (refund.status === 'failed' || !(await setAside(tx, payment.id, refund.amount, at))) return false;
  const id = await insertRefund(tx, {
    payment_id: payment.id,
    provider: payment.provider,
    amount_cents: refund.amount,
    status: refund.status,
    reason: 'Refunded at the payment provider',
    provider_refund_id: refund.id,
    created_at: at,
    settled_at: refund.status === 'succeeded' ? at : null,
  });
  await clearRefundFailure(tx, payment.id, at);
  if (payment.order_id !== null) await refreshPaymentStatus(tx, orderPayments, payment.order_id, at);
  const row = await findRefundRow(tx, id);
  if (row?.status === 'succeeded') await recordRefund(tx, row, 'succeeded', at);
  return true;
}

/** Records a refund that the provider has sent although it had failed. The payment is locked. */
async function correctRefund(
  tx: Transaction,
  failed: RefundRow,
  refund: ProviderRefund,
  { orderPayments, shop, at }: Recording,
): Promise<boolean> {
  if (!(await setAside(tx, failed.payment_id, failed.amount_cents, at))) return false;
  const outcome = { status: 'succeeded', providerRefundId: refund.id, error: undefined } as const;
  await settleRefundRow(tx, failed.id, outcome, at, ['failed']);
  await recordRefund(tx, failed, 'succeeded', at);
  await clearRefundFailure(tx, failed.payment_id, at);
  if (failed.order_id !== null) await refreshPaymentStatus(tx, orderPayments, failed.order_id, at);
  await notifyCorrectedRefund(tx, failed, shop, at);
  await mailAcceptedRefund(tx, failed, { orderPayments, shop, at });
  return true;
}

/** The state of a refund, read from the provider. */
interface ReadRefund {
  readonly refund: ProviderRefund | undefined;
  /** Whether its failure was recorded before it was read. */
  readonly hadFailed: boolean;
}

async function readRefund(db: Database, provider: OnlineProvider, id: string): Promise<ReadRefund> {
  const refund = await provider.retrieveRefund(id);
  const known = refund && (await findRefundRowOfProvider(db, provider.name, refund));
  if (known?.status !== 'failed') return { refund, hadFailed: false };
  // The failure may be newer than what was read.
  return { refund: await provider.retrieveRefund(id), hadFailed: true };
}

/** @returns false when the refund exceeds what is left of its payment. @throws ProviderUnavailable to get the event again. */
async function recordKnown(
  tx: Transaction,
  known: RefundRow,
  { refund, hadFailed }: ReadRefund & { readonly refund: ProviderRefund },
  recording: Recording,
): Promise<boolean> {
  if (known.status !== 'failed' || refund.status !== 'succeeded') {
    const outcome = { status: refund.status, providerRefundId: refund.id, error: refund.error };
    await settleRefund(tx, known, outcome, recording);
    return true;
  }
  if (!hadFailed) throw new ProviderUnavailable('A refund has failed since it was read', 'busy');
  return correctRefund(tx, known, refund, recording);
}

/**
 * Records a refund reported by the provider, with its current state rather than the event's.
 * @throws ProviderUnavailable, after which the provider sends it again.
 */
export async function recordProviderRefund(
  services: PaymentServices,
  provider: OnlineProvider,
  event: ProviderEvent,
): Promise<void> {
  if (event.objectId === undefined) return;
  const { db, now, log, orderPayments } = services;
  const shop = await readMailShop(services);
  const { refund, hadFailed } = await readRefund(db, provider, event.objectId);
  await inTransaction(db, async (tx) => {
    const at = now();
    if (!(await insertProviderEvent(tx, event, at)) || !refund) return;
    const payment = await findPaymentOfIntent(tx, provider.name, refund.intentId);
    if (!payment) return;
    await lockPayment(tx, payment.id);
    const known = await findRefundRowOfProvider(tx, provider.name, refund);
    const isRecorded = known
      ? await recordKnown(tx, known, { refund, hadFailed }, { orderPayments, shop, at })
      : await adoptRefund(tx, orderPayments, payment, refund, at);
    const subject = { refundId: refund.id, paymentId: payment.id };
    const isCorrected = hadFailed && refund.status === 'succeeded';
    if (isRecorded && isCorrected) log.warn(subject, 'A refund that had failed was sent after all');
    if (isRecorded) return;
    // One of our refunds has set its amount aside, and the provider will refuse that one: then there is room.
    if (refund.status !== 'failed' && (await hasPendingRefund(tx, payment.id))) {
      throw new ProviderUnavailable('A refund made at the provider waits until another one is complete', 'busy');
    }
    log.warn(subject, 'A refund made at the provider exceeds what is left of its payment');
  });
  if (refund) deliverSoon(services.jobs);
}
