import type { AdminOrderDetail } from '#contract/admin/order-fields.ts';
import type { OrderDetail, OrderReference } from '#contract/storefront/orders.ts';
import { findPaymentOfOrder, listRefundRowsOfOrder } from '#server/features/payments/index.ts';
import { createBatchedReader } from '#server/platform/concurrency/batched-reader.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { adminOrderDetailView } from './admin-order.view.ts';
import { orderDetailView, type PaymentTexts } from './order.view.ts';
import type { OrderOwner } from './order-owner.ts';
import type { OrderServices } from './order-services.ts';
import {
  findOrderRow,
  findOrderWithLines,
  listLineRows,
  listOrdersWithLines,
  listStatusChangeRows,
  type OrderRow,
} from './orders.store.ts';
import { readPaymentInstructions } from './payment-instructions.ts';

/** @throws Refusal `order.not_found`, also for another customer's order. */
export async function readOrder(
  services: Pick<OrderServices, 'db' | 'paymentProviders'>,
  reference: OrderReference,
  owner: OrderOwner,
): Promise<OrderDetail> {
  const row = await findOrderWithLines(services.db, reference, owner);
  if (!row) throw new Refusal('order.not_found');
  return orderDetailView(row, row.lines, await readPaymentTexts(services, row));
}

/**
 * Reads orders that have just been placed: those placed together share a statement.
 * @returns a function that throws Refusal `order.not_found`, also for another customer's order.
 */
export function createPlacedOrderReader(
  services: Pick<OrderServices, 'db' | 'paymentProviders'>,
): (orderId: number, ownerId: number) => Promise<OrderDetail> {
  const orders = createBatchedReader(
    (ids: number[]) => listOrdersWithLines(services.db, ids),
    ({ id }) => id,
  );
  return async (orderId, ownerId) => {
    const row = (await orders.read([orderId])).get(orderId);
    if (row?.user_id !== ownerId) throw new Refusal('order.not_found');
    return orderDetailView(row, row.lines, await readPaymentTexts(services, row));
  };
}

/** Call this outside transactions: a provider may read its settings. */
async function readPaymentTexts(
  { paymentProviders }: Pick<OrderServices, 'paymentProviders'>,
  row: OrderRow,
): Promise<PaymentTexts> {
  const [label, instructions] = await Promise.all([
    paymentProviders.labelOf(row.payment_method),
    readPaymentInstructions(paymentProviders.namedOrLeftOut, row),
  ]);
  return { label, instructions };
}

/** @throws Refusal `order.not_found`. */
export async function readOrderDetail(
  { db, paymentProviders }: Pick<OrderServices, 'db' | 'paymentProviders'>,
  orderId: number,
): Promise<AdminOrderDetail> {
  const row = await findOrderRow(db, { id: orderId }, 'anyone');
  if (!row) throw new Refusal('order.not_found');
  const [paymentLabel, lines, payment, refunds, history] = await Promise.all([
    paymentProviders.labelOf(row.payment_method),
    listLineRows(db, [row.id]),
    findPaymentOfOrder(db, row.id),
    listRefundRowsOfOrder(db, row.id),
    listStatusChangeRows(db, row.id),
  ]);
  return adminOrderDetailView(row, { paymentLabel, lines: lines.get(row.id) ?? [], payment, refunds, history });
}
