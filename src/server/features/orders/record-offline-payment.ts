import { z } from 'zod';
import { awaitsOfflinePayment } from '#domain/checkout/offline-payment.ts';
import { recordEvents } from '#server/features/events/index.ts';
import { insertPayment } from '#server/features/payments/index.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { recordOutcome } from '#server/platform/http/idempotency/outcomes.store.ts';
import { unlessCommitted } from '#server/platform/http/idempotency/repeatable-write.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { OrderServices } from './order-services.ts';
import { lockOrder, setPaid } from './orders.store.ts';

const paidOrder = z.object({ orderId: z.int() });

/**
 * Records that the merchant has received the money for an offline order.
 * @throws Refusal `order.not_found`, `order.takes_no_payment`.
 */
export async function recordOfflinePayment(
  { db, now }: Pick<OrderServices, 'db' | 'now'>,
  orderId: number,
  { actor, request }: AuditContext,
): Promise<void> {
  const record = async (tx: Transaction) => {
    const at = now();
    const order = await lockOrder(tx, { id: orderId }, 'anyone');
    if (!order) throw new Refusal('order.not_found');
    // A payment for a cancelled order would never be refunded.
    if (!awaitsOfflinePayment(order)) throw new Refusal('order.takes_no_payment');
    await insertPayment(tx, {
      order_id: order.id,
      provider: order.payment_method,
      currency: order.currency,
      captured_cents: order.total_cents,
      created_at: at,
      updated_at: at,
    });
    await setPaid(tx, order.id, at);
    const { order_number: orderNumber, currency, total_cents: amount, payment_method: provider } = order;
    const payload = { orderId, orderNumber, currency, amount, provider };
    await recordEvents(tx, [{ type: 'order.paid', payload }], at);
    await recordAudit(tx, {
      actor,
      request,
      action: 'order.payment',
      entity: 'order',
      entityId: String(order.id),
      before: { payment_status: order.payment_status },
      after: { payment_status: 'completed' },
      at,
    });
    const outcome = { orderId: order.id };
    await recordOutcome(tx, request.write, outcome);
    return outcome;
  };
  await unlessCommitted(request.write, paidOrder, () => inTransaction(db, record));
}
