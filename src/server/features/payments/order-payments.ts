import type { PaymentStatus } from '#domain/checkout/payment-status.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** What payments need from orders: a port, because the orders feature imports this one. */
export interface OrderPayments {
  /** Sets an order's payment status. Setting the current one has no effect. */
  setPaymentStatus(tx: Transaction, orderId: number, status: PaymentStatus, at: Date): Promise<void>;
}
