import type { Database, Transaction } from '../tables.ts';

/** Orders that count as bought: paid or delivered, and neither cancelled nor refunded in full. */
const bought = (db: Database | Transaction, userId: number) =>
  db
    .selectFrom('orders')
    .innerJoin('order_line', 'order_line.order_id', 'orders.id')
    .where('orders.user_id', '=', userId)
    .where('orders.status', '<>', 'cancelled')
    .where('orders.payment_status', '<>', 'refunded')
    .where((eb) =>
      eb.or([
        eb('orders.payment_status', 'in', ['completed', 'partially_refunded']),
        eb('orders.status', '=', 'delivered'),
      ]),
    );

export async function hasBought(db: Database | Transaction, userId: number, productId: number): Promise<boolean> {
  const row = await bought(db, userId)
    .select('orders.id')
    .where('order_line.product_id', '=', productId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The products of an order that count as bought, in their order; empty once it is cancelled or refunded in full. */
export async function listBoughtProducts(
  db: Database | Transaction,
  { userId, orderId }: { readonly userId: number; readonly orderId: number },
): Promise<{ id: number; name: string; slug: string }[]> {
  const rows = await bought(db, userId)
    .innerJoin('product', 'product.id', 'order_line.product_id')
    .select(['product.id', 'product.name', 'product.slug'])
    .where('orders.id', '=', orderId)
    .where('product.is_active', '=', true)
    .orderBy('order_line.id')
    .execute();
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
