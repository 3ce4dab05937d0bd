import { paymentStatusOf } from '#domain/checkout/payment-status.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { OrderPayments } from './order-payments.ts';
import { readMoneyOfOrder, setAside, setRestAside } from './payments.store.ts';
import { insertRefund } from './refunds.store.ts';

export interface RefundRequest {
  readonly payment: { readonly id: number; readonly order_id: number | null; readonly provider: string };
  /** Cents, or everything left. */
  readonly amount: number | 'rest';
  readonly reason: string;
  /** Null: the shop itself. */
  readonly requestedBy: number | null;
  readonly at: Date;
}

/**
 * Sets an amount aside and records the refund, in the transaction of its cause; the order must be locked.
 * `performRefund` sends it after the commit, or the reconciler if that does not happen.
 * @returns the refund's id; undefined when everything was requested and nothing was left.
 * @throws Refusal `refund.exceeds_captured`.
 */
export async function requestRefund(
  tx: Transaction,
  orderPayments: OrderPayments,
  { payment, amount, reason, requestedBy, at }: RefundRequest,
): Promise<number | undefined> {
  const sum = amount === 'rest' ? await setRestAside(tx, payment.id, at) : amount;
  if (sum === 0) return undefined;
  if (amount !== 'rest' && !(await setAside(tx, payment.id, amount, at))) throw new Refusal('refund.exceeds_captured');
  if (payment.order_id !== null) await refreshPaymentStatus(tx, orderPayments, payment.order_id, at);
  return insertRefund(tx, {
    payment_id: payment.id,
    provider: payment.provider,
    amount_cents: sum,
    reason,
    requested_by: requestedBy,
    mail_due: payment.order_id !== null,
    created_at: at,
  });
}

/** Derives the payment status of an order from its refunds. */
export async function refreshPaymentStatus(
  tx: Transaction,
  orderPayments: OrderPayments,
  orderId: number,
  at: Date,
): Promise<void> {
  const money = await readMoneyOfOrder(tx, orderId);
  if (money) await orderPayments.setPaymentStatus(tx, orderId, paymentStatusOf(money), at);
}
