import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

export interface AdminActivity {
  readonly orders: number;
  readonly users: number;
  readonly products: number;
}

/** Entity types of audit rows for exports, which concern no single order or account. */
const ALL = 'all';

/** Counts an admin's work from the audit log: each order, account and product once. */
export async function countAdminActivity(db: Database, userId: number): Promise<AdminActivity> {
  const { rows } = await sql<AdminActivity>`
    SELECT count(DISTINCT entity_id) FILTER (WHERE entity = 'order') AS orders,
           count(DISTINCT entity_id) FILTER (WHERE entity = 'user' AND entity_id <> ${String(userId)}) AS users,
           count(DISTINCT entity_id) FILTER (WHERE entity = 'product' AND action = 'product.create') AS products
      FROM audit_entry WHERE actor_id = ${userId} AND entity_id <> ${ALL}`.execute(db);
  return rows[0] ?? { orders: 0, users: 0, products: 0 };
}
