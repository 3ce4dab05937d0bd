import type { Database, Transaction } from '../tables.ts';

/** Who has bought what they review. */
export interface Buyer {
  readonly userId: number;
  /** Only what was bought with this order counts. Undefined: with any. */
  readonly orderId?: number;
}

/** Orders that count as bought: paid or delivered, and neither cancelled nor refunded in full. */
const bought = (db: Database | Transaction, { userId, orderId }: Buyer) =>
  db
    .selectFrom('orders')
    .innerJoin('order_line', 'order_line.order_id', 'orders.id')
    .where('orders.user_id', '=', userId)
    .$if(orderId !== undefined, (query) => query.where('orders.id', '=', orderId ?? 0))
    .where('orders.status', '<>', 'cancelled')
    .where('orders.payment_status', '<>', 'refunded')
    .where((eb) =>
      eb.or([
        eb('orders.payment_status', 'in', ['completed', 'partially_refunded']),
        eb('orders.status', '=', 'delivered'),
      ]),
    );

/** @param productId undefined: anything */
export async function hasBought(db: Database, buyer: Buyer, productId?: number): Promise<boolean> {
  const row = await bought(db, buyer)
    .select('orders.id')
    .$if(productId !== undefined, (query) => query.where('order_line.product_id', '=', productId ?? 0))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The products of an order that count as bought, in their order; empty once it is cancelled or refunded in full. */
export async function listBoughtProducts(
  db: Database | Transaction,
  order: Required<Buyer>,
): Promise<{ id: number; name: string; slug: string }[]> {
  const rows = await bought(db, order)
    .innerJoin('product', 'product.id', 'order_line.product_id')
    .select(['product.id', 'product.name', 'product.slug'])
    .where('product.is_active', '=', true)
    .orderBy('order_line.id')
    .execute();
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
