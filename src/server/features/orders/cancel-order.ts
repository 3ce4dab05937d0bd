import { z } from 'zod';
import type { OrderReference } from '#contract/storefront/orders.ts';
import { isCancellableByShopper, orderStatusLabel } from '#domain/orders/order-status.ts';
import { deliverSoon } from '#server/features/mail/index.ts';
import { performRefund } from '#server/features/payments/index.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { recordOutcome } from '#server/platform/http/idempotency/outcomes.store.ts';
import {
  isCommitted,
  type RepeatableWrite,
  unlessCommitted,
} from '#server/platform/http/idempotency/repeatable-write.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { changeStatus } from './change-status.ts';
import { mailOrderCancelled } from './order-mails.ts';
import { type OrderServices, readShopFacts } from './order-services.ts';
import { lockOrder } from './orders.store.ts';

/** The refund to perform after the commit. */
const cancellation = z.object({ refundId: z.int().optional() });

/**
 * Cancels a customer's own order: its units are returned and everything paid is refunded.
 * @throws Refusal `order.not_found`, or `order.not_cancellable` after shipping.
 */
export async function cancelOrder(
  services: OrderServices,
  userId: number,
  reference: OrderReference,
  write: RepeatableWrite | undefined,
): Promise<void> {
  const { db, now, jobs } = services;
  const shop = await readShopFacts(services);
  const cancel = async (tx: Transaction) => {
    const at = now();
    const order = await lockOrder(tx, reference, userId);
    if (!order) throw new Refusal('order.not_found');
    if (!isCancellableByShopper(order.status)) throw notCancellable(order.status);
    const refundId = await changeStatus(tx, order, {
      to: 'cancelled',
      actorId: userId,
      by: 'customer',
      note: 'Cancelled by the customer',
      trackingNumber: order.tracking_number,
      at,
    });
    await mailOrderCancelled(tx, order, { isRefunded: refundId !== undefined, shop, at });
    const outcome = { refundId };
    await recordOutcome(tx, write, outcome);
    return outcome;
  };
  const { refundId } = await unlessCommitted(write, cancellation, () => inTransaction(db, cancel));
  if (refundId !== undefined) await performRefund(services, refundId, { isFirstTry: !isCommitted(write) });
  deliverSoon(jobs);
}

function notCancellable(status: Parameters<typeof orderStatusLabel>[0]): Refusal {
  const message =
    status === 'cancelled'
      ? 'This order has already been cancelled.'
      : `This order can no longer be cancelled: it is ${orderStatusLabel(status).toLowerCase()}.`;
  return new Refusal('order.not_cancellable', { message });
}
