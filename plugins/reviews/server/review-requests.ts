import { hashToken, newToken, refuse } from '#plugin';
import { reviewRefusals } from '../contract.ts';
import { reviewRequest } from '../mails.ts';
import type { Services, Transaction } from '../tables.ts';
import { listBoughtProducts } from './purchases.store.ts';
import {
  findAskableOrder,
  findCustomerOf,
  findRequestByToken,
  finishOldRequests,
  finishRequest,
  insertRequest,
  listDueOrders,
} from './review-requests.store.ts';
import { listOwn } from './reviews.store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH = 50;
/** How long the link of a mail works. */
const LINK_DAYS = 90;
/** Mails can be late after they were switched off. Nobody is asked about an order that arrived long ago. */
const MAX_LATE_DAYS = 30;

/** Notes that the customer of a delivered order is to be asked. An order is noted once. */
export async function planRequest(services: Services, orderId: number, deliveredAt: Date): Promise<void> {
  const { isEnabled, sendsRequests } = await services.settings();
  if (!isEnabled || !sendsRequests) return;
  const userId = await findCustomerOf(services.db, orderId);
  if (userId !== null) await insertRequest(services.db, { orderId, userId, deliveredAt });
}

/** Job: sends the mails that are due, each exactly once. */
export async function sendRequests(services: Services): Promise<void> {
  const { isEnabled, sendsRequests, requestDays } = await services.settings();
  if (!isEnabled || !sendsRequests) return;
  const before = new Date(services.now().getTime() - requestDays * DAY_MS);
  await finishOldRequests(services.db, new Date(before.getTime() - MAX_LATE_DAYS * DAY_MS), services.now());
  for (;;) {
    const due = await listDueOrders(services.db, before, BATCH);
    if (due.length === 0) break;
    for (const orderId of due) await services.transaction((tx) => sendRequest(services, tx, orderId));
    await services.deliverMails();
  }
}

/** Marks the request as done and queues its mail in one transaction, unless there is a reason not to ask. */
async function sendRequest(services: Services, tx: Transaction, orderId: number): Promise<void> {
  const token = newToken();
  const userId = await finishRequest(tx, orderId, hashToken(token), services.now());
  if (userId === undefined) return;
  const order = await findAskableOrder(tx, orderId);
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

/** The customer whom the link of a mail belongs to. It is for the products of one order. */
export interface OpenRequest {
  readonly userId: number;
  readonly name: string;
  readonly orderId: number;
  readonly orderNumber: string;
}

/** @throws a refusal `reviews.link_invalid` for one that is unknown or too old */
export async function openRequest({ db, now }: Services, token: string): Promise<OpenRequest> {
  const since = new Date(now().getTime() - LINK_DAYS * DAY_MS);
  const row = await findRequestByToken(db, hashToken(token), since);
  if (!row) throw refuse(reviewRefusals.link_invalid);
  return { userId: row.user_id, name: row.name, orderId: row.id, orderNumber: row.order_number };
}
