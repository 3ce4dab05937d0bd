import type { PaymentStatus } from '#domain/checkout/payment-status.ts';
import type { Cents } from '#domain/money/money.ts';
import type { MailShop } from '#server/features/mail/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** What payments need from orders: a port, because the orders feature imports this one. */
export interface OrderPayments {
  /** Sets an order's payment status. Setting the current one has no effect. */
  setPaymentStatus(tx: Transaction, orderId: number, status: PaymentStatus, at: Date): Promise<void>;
  /** Mails the customer of a locked order that an amount is on its way back. */
  mailRefund(tx: Transaction, orderId: number, amount: Cents, shop: MailShop, at: Date): Promise<void>;
}
