import type { Order, OrderReference } from '#contract/storefront/orders.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Span } from '#server/platform/database/find-page.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { orderView } from './order.view.ts';
import { listOrderRows, type OrderFilter } from './order-lists.store.ts';
import { findOrderRow, listLineRows, type OrderLineRow } from './orders.store.ts';

/** One page of a customer's orders, newest first, and the total. */
export async function listOwnOrders(
  db: Database,
  filter: OrderFilter & { readonly userId: number },
  span: Span,
): Promise<{ orders: Order[]; total: number }> {
  const { rows, total } = await listOrderRows(db, filter, span);
  const lines = await listLineRows(
    db,
    rows.map(({ id }) => id),
  );
  return { orders: rows.map((row) => orderView(row, lines.get(row.id) ?? [])), total };
}

/**
 * The items of a customer's order.
 * @throws Refusal `order.not_found`.
 */
export async function findOwnLines(
  db: Database,
  reference: OrderReference,
  userId: number,
): Promise<readonly OrderLineRow[]> {
  const row = await findOrderRow(db, reference, userId);
  if (!row) throw new Refusal('order.not_found');
  return (await listLineRows(db, [row.id])).get(row.id) ?? [];
}
