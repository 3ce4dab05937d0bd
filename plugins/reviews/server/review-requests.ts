import { hashToken, newToken, refuse } from '#plugin';
import { reviewRefusals } from '../contract.ts';
import { reviewRequest } from '../mails.ts';
import type { Services, Transaction } from '../tables.ts';
import { listBoughtProducts } from './purchases.store.ts';
import { listOwn } from './reviews.store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH = 50;
/** How long the link of a mail works. */
const LINK_DAYS = 90;

/** Notes that the customer of a delivered order is to be asked. An order is noted once. */
export async function planRequest(services: Services, orderId: number, deliveredAt: Date): Promise<void> {
  const { isEnabled, sendsRequests } = await services.settings();
  if (!isEnabled || !sendsRequests) return;
  const order = await services.db
    .selectFrom('orders')
    .select(['id', 'user_id'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order?.user_id) return;
  await services.db
    .insertInto('plugin_reviews.request')
    .values({ order_id: order.id, user_id: order.user_id, delivered_at: deliveredAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Job: sends the mails that are due, each exactly once. */
export async function sendRequests(services: Services): Promise<void> {
  const { isEnabled, sendsRequests, requestDays } = await services.settings();
  if (!isEnabled || !sendsRequests) return;
  const before = new Date(services.now().getTime() - requestDays * DAY_MS);
  for (;;) {
    const due = await services.db
      .selectFrom('plugin_reviews.request')
      .select(['order_id'])
      .where('done_at', 'is', null)
      .where('delivered_at', '<=', before)
      .orderBy('delivered_at')
      .limit(BATCH)
      .execute();
    if (due.length === 0) break;
    for (const { order_id } of due) await services.transaction((tx) => sendRequest(services, tx, order_id));
    await services.deliverMails();
  }
}

/** Marks the request as done and queues its mail in one transaction, unless there is a reason not to ask. */
async function sendRequest(services: Services, tx: Transaction, orderId: number): Promise<void> {
  const token = newToken();
  const request = await tx
    .updateTable('plugin_reviews.request')
    .set({ done_at: services.now(), token_hash: hashToken(token) })
    .where('order_id', '=', orderId)
    .where('done_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (!request) return;
  const { user_id: userId } = request;
  const order = await tx
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.order_number', 'users.name', 'users.email'])
    .where('orders.id', '=', orderId)
    .where('orders.status', '=', 'delivered')
    .where('users.is_active', '=', true)
    .where('users.id', 'not in', (eb) => eb.selectFrom('plugin_reviews.opt_out').select('user_id'))
    .executeTakeFirst();
  if (!order) return;
  const products = await listBoughtProducts(tx, { userId, orderId });
  const own = await listOwn(
    tx,
    userId,
    products.map(({ id }) => id),
  );
  const open = products.filter(({ id }) => own.every(({ product_id }) => product_id !== id));
  if (open.length === 0) return;
  await services.queueMail(tx, reviewRequest, {
    to: { name: order.name, email: order.email },
    data: {
      customer: order.name,
      orderNumber: order.order_number,
      products: open.map(({ name }) => name),
      url: `${services.appUrl}/reviews/write?token=${encodeURIComponent(token)}`,
    },
    userId,
    orderId,
  });
}

export interface OpenRequest {
  readonly orderId: number;
  readonly orderNumber: string;
  readonly customer: { readonly userId: number; readonly name: string };
}

/** Whom the link of a mail belongs to. @throws a refusal `reviews.link_invalid` for one that is unknown or too old */
export async function openRequest({ db, now }: Services, token: string): Promise<OpenRequest> {
  const row = await db
    .selectFrom('plugin_reviews.request as request')
    .innerJoin('orders', 'orders.id', 'request.order_id')
    .innerJoin('users', 'users.id', 'request.user_id')
    .select(['orders.id', 'orders.order_number', 'users.id as user_id', 'users.name'])
    .where('request.token_hash', '=', hashToken(token))
    .where('request.done_at', '>', new Date(now().getTime() - LINK_DAYS * DAY_MS))
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  if (!row) throw refuse(reviewRefusals.link_invalid);
  return { orderId: row.id, orderNumber: row.order_number, customer: { userId: row.user_id, name: row.name } };
}

export async function optOut({ db, now }: Services, userId: number): Promise<void> {
  await db
    .insertInto('plugin_reviews.opt_out')
    .values({ user_id: userId, created_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasOptedOut({ db }: Services, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('plugin_reviews.opt_out')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
