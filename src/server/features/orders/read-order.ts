import type { AdminOrderDetail } from '#contract/admin/orders.ts';
import type { Order, OrderReference } from '#contract/storefront/orders.ts';
import { findPaymentOfOrder, listRefundRowsOfOrder } from '#server/features/payments/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { adminOrderDetailView } from './admin-order.view.ts';
import { orderView } from './order.view.ts';
import { findOrderRow, listLineRows, listStatusChangeRows } from './orders.store.ts';

/**
 * @param ownerId the customer it must belong to; undefined for any.
 * @throws Refusal `order.not_found`, for another customer's order too.
 */
export async function readOrder(db: Database, reference: OrderReference, ownerId: number | undefined): Promise<Order> {
  const row = await findOrderRow(db, reference, ownerId);
  if (!row) throw new Refusal('order.not_found');
  const lines = await listLineRows(db, [row.id]);
  return orderView(row, lines.get(row.id) ?? []);
}

/** @throws Refusal `order.not_found`. */
export async function readOrderDetail(db: Database, orderId: number): Promise<AdminOrderDetail> {
  const row = await findOrderRow(db, { id: orderId }, undefined);
  if (!row) throw new Refusal('order.not_found');
  const [lines, payment, refunds, history] = await Promise.all([
    listLineRows(db, [row.id]),
    findPaymentOfOrder(db, row.id),
    listRefundRowsOfOrder(db, row.id),
    listStatusChangeRows(db, row.id),
  ]);
  return adminOrderDetailView(row, { lines: lines.get(row.id) ?? [], payment, refunds, history });
}
