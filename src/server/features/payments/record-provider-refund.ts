import { deliverSoon, readMailShop } from '#server/features/mail/index.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import type { OrderPayments } from './order-payments.ts';
import {
  type OnlineProvider,
  type ProviderEvent,
  type ProviderRefund,
  ProviderUnavailable,
} from './payment-provider.ts';
import { clearRefundFailure, findPaymentOfIntent, lockPayment, type PaymentRow, setAside } from './payments.store.ts';
import { type PaymentServices, settleRefund } from './perform-refund.ts';
import { insertProviderEvent } from './provider-event.store.ts';
import { recordRefund } from './record-refund.ts';
import { findRefundRow, findRefundRowOfProvider, hasPendingRefund, insertRefund } from './refunds.store.ts';
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
  const refund = await provider.retrieveRefund(event.objectId);
  await inTransaction(db, async (tx) => {
    const at = now();
    if (!(await insertProviderEvent(tx, event, at)) || !refund) return;
    const payment = await findPaymentOfIntent(tx, provider.name, refund.intentId);
    if (!payment) return;
    await lockPayment(tx, payment.id);
    const known = await findRefundRowOfProvider(tx, provider.name, refund);
    if (known) {
      const outcome = { status: refund.status, providerRefundId: refund.id, error: refund.error };
      await settleRefund(tx, known, outcome, { orderPayments, shop, at });
    } else if (!(await adoptRefund(tx, orderPayments, payment, refund, at))) {
      // One of our refunds has set its amount aside, and the provider will refuse that one: then there is room.
      if (refund.status !== 'failed' && (await hasPendingRefund(tx, payment.id))) {
        throw new ProviderUnavailable('A refund made at the provider waits until another one is complete', 'busy');
      }
      log.warn(
        { refundId: refund.id, paymentId: payment.id },
        'A refund made at the provider exceeds what is left of its payment',
      );
    }
  });
  if (refund) deliverSoon(services.jobs);
}
