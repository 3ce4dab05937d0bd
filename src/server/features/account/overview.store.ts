import { sql } from 'kysely';
import { IN_TRANSIT } from '#domain/orders/order-status.ts';
import type { Database } from '#server/platform/database/database.ts';

export interface OrderFigures {
  readonly orders: number;
  readonly inTransit: number;
  /** Cents. */
  readonly spent: number;
}

/**
 * Figures over all orders of a customer. `spent` is what was paid minus refunds.
 * @param currency of the payments to sum, such as `usd`; currencies cannot be added up.
 */
export async function sumOrders(db: Database, userId: number, currency: string): Promise<OrderFigures> {
  const { rows } = await sql<OrderFigures>`
    SELECT count(*) AS orders,
           count(*) FILTER (WHERE o.status = ${IN_TRANSIT}) AS "inTransit",
           coalesce(sum(p.captured_cents - p.refunded_cents) FILTER (WHERE p.currency = ${currency}), 0)::bigint AS spent
      FROM orders o LEFT JOIN payment p ON p.order_id = o.id
     WHERE o.user_id = ${userId}`.execute(db);
  return rows[0] ?? { orders: 0, inTransit: 0, spent: 0 };
}
