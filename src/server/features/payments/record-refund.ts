import { recordEvents } from '#server/features/events/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { RefundRow } from './refunds.store.ts';

/** Records the event of a refund that is settled, unless its payment never made an order. The order is locked. */
export async function recordRefund(
  tx: Transaction,
  { id: refundId, order_id: orderId, order_number: orderNumber, currency, amount_cents: amount }: RefundRow,
  status: 'succeeded' | 'failed',
  at: Date,
): Promise<void> {
  if (orderId === null || orderNumber === null) return;
  const type = status === 'succeeded' ? 'order.refunded' : 'order.refund_failed';
  await recordEvents(tx, [{ type, payload: { orderId, orderNumber, refundId, currency, amount } }], at);
}
