import { z } from 'zod';
import { formatDecimal } from '#domain/money/money.ts';
import { findPaymentOfOrder, performRefund, requestRefund } from '#server/features/payments/index.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { recordOutcome } from '#server/platform/http/idempotency/outcomes.store.ts';
import { isCommitted, unlessCommitted } from '#server/platform/http/idempotency/repeatable-write.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { orderPayments } from './order-payments.store.ts';
import type { OrderServices } from './order-services.ts';
import { lockOrder } from './orders.store.ts';
import { refuseIfRefundableChanged } from './refuse-outdated.ts';

export interface RefundInput {
  /** Cents. */
  readonly amount: number;
  readonly reason: string;
  /** The refundable amount that the admin saw, such as `46.00`; undefined: not checked. */
  readonly refundableSeen: string | undefined;
}

const requestedRefund = z.object({ refundId: z.int() });

/**
 * Refunds part or all of an order's payment; the order keeps its status.
 * @returns the refund's id.
 * @throws Refusal `order.not_found`, `order.changed`, `refund.exceeds_captured`.
 */
export async function refundOrder(
  services: OrderServices,
  orderId: number,
  { amount, reason, refundableSeen }: RefundInput,
  { actor, request }: AuditContext,
): Promise<number> {
  const { db, now } = services;
  const refund = async (tx: Transaction) => {
    const at = now();
    const order = await lockOrder(tx, { id: orderId }, 'anyone');
    if (!order) throw new Refusal('order.not_found');
    // Two admins who handle the same complaint refund it once.
    await refuseIfRefundableChanged(tx, order, refundableSeen);
    const payment = await findPaymentOfOrder(tx, order.id);
    const id =
      payment && (await requestRefund(tx, orderPayments, { payment, amount, reason, requestedBy: actor.userId, at }));
    if (id === undefined) throw new Refusal('refund.exceeds_captured', { message: 'Nothing was paid for this order.' });
    await recordAudit(tx, {
      actor,
      request,
      action: 'order.refund',
      entity: 'order',
      entityId: String(order.id),
      before: null,
      after: { amount: formatDecimal(amount), reason },
      at,
    });
    const outcome = { refundId: id };
    await recordOutcome(tx, request.write, outcome);
    return outcome;
  };
  const { refundId } = await unlessCommitted(request.write, requestedRefund, () => inTransaction(db, refund));
  await performRefund(services, refundId, { isFirstTry: !isCommitted(request.write) });
  return refundId;
}
