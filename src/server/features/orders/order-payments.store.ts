import type { OrderPayments } from '#server/features/payments/index.ts';
import { mailOrderRefunded } from './order-mails.ts';
import { lockOrder } from './orders.store.ts';

export const orderPayments: OrderPayments = {
  async setPaymentStatus(tx, orderId, status, at) {
    await tx
      .updateTable('orders')
      .set({ payment_status: status, updated_at: at })
      .where('id', '=', orderId)
      .where('payment_status', '!=', status)
      .execute();
  },
  async mailRefund(tx, orderId, amount, shop, at) {
    const order = await lockOrder(tx, { id: orderId }, 'anyone');
    if (order) await mailOrderRefunded(tx, order, { amount, shop, at });
  },
};
