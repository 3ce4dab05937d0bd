import { z } from 'zod';
import { isAnonymousEmail } from '#domain/accounts/anonymous-email.ts';
import { deliverSoon, queueMail } from '#server/features/mail/index.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { recordOutcome } from '#server/platform/http/idempotency/outcomes.store.ts';
import { unlessCommitted } from '#server/platform/http/idempotency/repeatable-write.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { mailOrderShipped, orderPlacedMail } from './order-mails.ts';
import { type OrderServices, readShopFacts } from './order-services.ts';
import { findOrderRow, type LockedOrder, listLineRows, lockOrder } from './orders.store.ts';
import { readPaymentInstructions } from './payment-instructions.ts';

export type ResentMail = 'order-placed' | 'order-shipped';

/** Whether a mail's statement is true for the order now. */
const IS_TRUE_OF: Record<ResentMail, (order: LockedOrder) => boolean> = {
  'order-placed': ({ status, payment_status: payment }) => status !== 'cancelled' && payment !== 'refunded',
  'order-shipped': ({ status }) => status === 'shipped' || status === 'delivered',
};

const mailedOrder = z.object({ orderId: z.int() });

/**
 * Queues a mail about an order again, with the order's current data.
 * @throws Refusal `order.not_found`, `order.mail_untrue` when the order is not in the mail's state, or its customer was
 * deleted. @throws ProviderUnavailable when the provider of an unpaid order cannot say how to pay it.
 */
export async function resendOrderMail(
  services: OrderServices,
  orderId: number,
  kind: ResentMail,
  { actor, request }: AuditContext,
): Promise<void> {
  const { db, now, jobs } = services;
  const shop = await readShopFacts(services);
  const seen = await findOrderRow(db, { id: orderId }, 'anyone');
  const instructions = seen ? await readPaymentInstructions(services.paymentProviders.named, seen) : '';
  const queue = async (tx: Transaction) => {
    const order = await lockOrder(tx, { id: orderId }, 'anyone');
    if (!order) throw new Refusal('order.not_found');
    if (isAnonymousEmail(order.customer_email)) {
      throw new Refusal('order.mail_untrue', { message: 'The customer of this order has deleted their account.' });
    }
    if (!IS_TRUE_OF[kind](order)) throw new Refusal('order.mail_untrue');
    const at = now();
    if (kind === 'order-placed') {
      const lines = (await listLineRows(tx, [order.id])).get(order.id) ?? [];
      const payment = { isPaid: order.payment_status !== 'pending', instructions };
      await queueMail(tx, orderPlacedMail(order, { lines, payment, shop }), at);
    } else {
      await mailOrderShipped(tx, order, { trackingNumber: order.tracking_number, shop, at });
    }
    await recordAudit(tx, {
      actor,
      request,
      action: 'order.mail',
      entity: 'order',
      entityId: String(order.id),
      before: null,
      after: { mail: kind, to: order.customer_email },
      at,
    });
    const outcome = { orderId: order.id };
    await recordOutcome(tx, request.write, outcome);
    return outcome;
  };
  await unlessCommitted(request.write, mailedOrder, () => inTransaction(db, queue));
  deliverSoon(jobs);
}
