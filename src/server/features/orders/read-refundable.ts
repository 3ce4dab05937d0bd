import { refundable } from '#domain/checkout/refund.ts';
import type { Cents } from '#domain/money/money.ts';
import { findPaymentOfOrder } from '#server/features/payments/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** What is left to refund of an order: nothing if it is unpaid. */
export async function readRefundable(tx: Transaction, orderId: number): Promise<Cents> {
  const payment = await findPaymentOfOrder(tx, orderId);
  return payment ? refundable({ captured: payment.captured_cents, refunded: payment.refunded_cents }) : 0;
}
