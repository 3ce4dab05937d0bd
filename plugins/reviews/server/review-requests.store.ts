import type { Database, Transaction } from '../tables.ts';

/** Notes that the customer of an order is to be asked. An order is noted once. */
export async function insertRequest(
  db: Database,
  request: { readonly orderId: number; readonly userId: number; readonly deliveredAt: Date },
): Promise<void> {
  await db
    .insertInto('plugin_reviews.request')
    .values({ order_id: request.orderId, user_id: request.userId, delivered_at: request.deliveredAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The account that placed an order; null: none, or it was deleted. */
export async function findCustomerOf(db: Database, orderId: number): Promise<number | null> {
  const order = await db.selectFrom('orders').select('user_id').where('id', '=', orderId).executeTakeFirst();
  return order?.user_id ?? null;
}

/** Orders that were delivered before a time and whose customers have not been asked. */
export async function listDueOrders(db: Database, before: Date, limit: number): Promise<number[]> {
  const due = await db
    .selectFrom('plugin_reviews.request')
    .select('order_id')
    .where('done_at', 'is', null)
    .where('delivered_at', '<=', before)
    .orderBy('delivered_at')
    .limit(limit)
    .execute();
  return due.map(({ order_id }) => order_id);
}

/** Marks requests for orders that were delivered before a time as done, without a mail. */
export async function finishOldRequests(db: Database, before: Date, at: Date): Promise<void> {
  await db
    .updateTable('plugin_reviews.request')
    .set({ done_at: at })
    .where('done_at', 'is', null)
    .where('delivered_at', '<', before)
    .execute();
}

/** Marks the request for an order as done. @returns its customer; undefined: it was done before */
export async function finishRequest(
  tx: Transaction,
  orderId: number,
  tokenHash: Buffer,
  at: Date,
): Promise<number | undefined> {
  const request = await tx
    .updateTable('plugin_reviews.request')
    .set({ done_at: at, token_hash: tokenHash })
    .where('order_id', '=', orderId)
    .where('done_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return request?.user_id;
}

/** A delivered order whose customer can be asked: active, and not opted out. */
export const findAskableOrder = (tx: Transaction, orderId: number) =>
  tx
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.order_number', 'users.name', 'users.email'])
    .where('orders.id', '=', orderId)
    .where('orders.status', '=', 'delivered')
    .where('users.is_active', '=', true)
    .where('users.id', 'not in', (eb) => eb.selectFrom('plugin_reviews.opt_out').select('user_id'))
    .executeTakeFirst();

/** The order and the customer of a mailed link. @param since links of earlier mails no longer work */
export const findRequestByToken = (db: Database, tokenHash: Buffer, since: Date) =>
  db
    .selectFrom('plugin_reviews.request as request')
    .innerJoin('orders', 'orders.id', 'request.order_id')
    .innerJoin('users', 'users.id', 'request.user_id')
    .select(['orders.id', 'orders.order_number', 'users.id as user_id', 'users.name'])
    .where('request.token_hash', '=', tokenHash)
    .where('request.done_at', '>', since)
    .where('users.is_active', '=', true)
    .executeTakeFirst();

export async function insertOptOut(db: Database, userId: number, at: Date): Promise<void> {
  await db
    .insertInto('plugin_reviews.opt_out')
    .values({ user_id: userId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasOptedOut(db: Database, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('plugin_reviews.opt_out')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes what is stored about requests to a customer. */
export async function deleteRequestsTo(tx: Transaction, userId: number): Promise<void> {
  for (const table of ['plugin_reviews.request', 'plugin_reviews.opt_out'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}
