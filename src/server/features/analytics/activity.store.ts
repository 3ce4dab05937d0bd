import { sql } from 'kysely';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { Database } from '#server/platform/database/database.ts';

export interface ActivityRow {
  readonly kind: 'order' | 'status' | 'refund' | 'registration';
  readonly id: number;
  readonly at: Date;
  readonly name: string;
  readonly order_id: number | null;
  readonly order_number: string | null;
  readonly user_id: number | null;
  /** Cents. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly status: OrderStatus | null;
}

/**
 * Recent activity, newest first: the newest of each kind from its index, then the newest overall. Notes are not status
 * changes.
 */
export async function listActivityRows(db: Database, limit: number): Promise<ActivityRow[]> {
  const newest = sql`ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
  const { rows } = await sql<ActivityRow>`
    SELECT kind, id, at, name, order_id, order_number, user_id, amount, currency, status FROM (
      (SELECT 'order' AS kind, id, created_at AS at, customer_name AS name, id AS order_id, order_number, user_id,
        total_cents AS amount, currency, NULL AS status FROM orders ${newest})
      UNION ALL
      SELECT 'status', change.id, change.created_at, orders.customer_name, orders.id, orders.order_number,
        orders.user_id, NULL, NULL, change.to_status
      FROM (SELECT id, order_id, created_at, to_status FROM order_status_change WHERE from_status IS NOT NULL AND from_status <> to_status ${newest}) change
        JOIN orders ON orders.id = change.order_id
      UNION ALL
      SELECT 'refund', sent.id, sent.created_at, coalesce(orders.customer_name, ''), orders.id, orders.order_number,
        orders.user_id, sent.amount_cents, payment.currency, NULL
      FROM (SELECT id, payment_id, created_at, amount_cents FROM refund WHERE status <> 'failed' ${newest}) sent
        JOIN payment ON payment.id = sent.payment_id
        LEFT JOIN orders ON orders.id = payment.order_id
      UNION ALL
      (SELECT 'registration', id, created_at, name, NULL, NULL, id, NULL, NULL, NULL
        FROM users WHERE anonymised_at IS NULL AND NOT is_admin ORDER BY created_at DESC LIMIT ${limit})
    ) happened
    ORDER BY at DESC, kind, id DESC
    LIMIT ${limit}`.execute(db);
  return rows;
}
