import type { OrderStatus } from '../orders/order-status.ts';
import type { PaymentStatus } from './payment-status.ts';

/** Maximum length of payment instructions, in characters. */
export const MAX_OFFLINE_INSTRUCTIONS = 2000;

export interface PayableOrder {
  readonly status: OrderStatus;
  readonly payment_method: string;
  readonly payment_status: PaymentStatus;
}

/** Whether the customer still has to pay an order that was placed for later payment. Others are paid when they are placed. */
export function awaitsOfflinePayment({ status, payment_method, payment_status }: PayableOrder): boolean {
  return payment_method !== 'card' && payment_status === 'pending' && status !== 'cancelled';
}
