import type { PaymentStatus } from '#domain/payment-status.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** What payments need of orders: a port, because the orders feature imports this one. */
export interface OrderPayments {
  /** Sets what the order shows as its payment status. The same status again changes nothing. */
  setPaymentStatus(tx: Transaction, orderId: number, status: PaymentStatus, at: Date): Promise<void>;
}
