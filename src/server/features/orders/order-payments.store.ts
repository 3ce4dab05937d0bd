import type { OrderPayments } from '#server/features/payments/index.ts';

export const orderPayments: OrderPayments = {
  async setPaymentStatus(tx, orderId, status, at) {
    await tx
      .updateTable('orders')
      .set({ payment_status: status, updated_at: at })
      .where('id', '=', orderId)
      .where('payment_status', '!=', status)
      .execute();
  },
};
