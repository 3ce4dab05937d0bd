import { isPaid } from '#domain/checkout/payment-status.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { counted } from '#web/shared/counted.ts';
import type { AdminOrder, StatusPreview } from './orders-data.ts';

/** Maximum order numbers in the sentence. */
const NAMED = 5;
const MAILS = ['email', 'emails'] as const;

/** Whether the change would ship an unpaid order or mark it as delivered. */
export const isSentUnpaid = ({ status, paymentStatus }: AdminOrder, to: OrderStatus): boolean =>
  (to === 'shipped' || to === 'delivered') && status !== to && !isPaid(paymentStatus);

/** `2 of 5 orders are unpaid: ORD-1, ORD-2.` */
export function describeUnpaid({ orders, unpaid }: StatusPreview): string {
  if (unpaid.length === 0) return orders === 1 ? 'This order is paid.' : 'All orders are paid.';
  if (orders === 1) return `Order ${unpaid[0]} is unpaid.`;
  const more = unpaid.length > NAMED ? ` and ${unpaid.length - NAMED} more` : '';
  const are = unpaid.length === 1 ? 'is' : 'are';
  return `${unpaid.length} of ${orders} orders ${are} unpaid: ${unpaid.slice(0, NAMED).join(', ')}${more}.`;
}

/** `3 mails will be sent to customers.` */
export function describeMails({ mails, orders }: StatusPreview): string {
  if (mails === 0) return 'No email will be sent.';
  return `${counted(mails, MAILS)} will be sent to ${orders === 1 ? 'the customer' : 'customers'}.`;
}
