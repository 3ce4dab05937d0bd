import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/database/database.ts';
import { countWaiting } from '#test/database.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import {
  ADDRESS,
  cartTotal,
  createPaidOrder,
  createShopper,
  fillCart,
  readIntents,
  readStock,
  type Shopper,
  saveSetting,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { openSecondNode } from '#test/second-node.ts';
import { type Exchange, type LossyWire, openLossyWire } from '#test/servers/lossy-wire.ts';

/** A node whose database connections can lose the response to a commit, and another one (`shop`) that does not. */
let shop: PayingShop;
let node: FastifyInstance;
let wire: LossyWire;
let admin: string;
const undo: (() => unknown)[] = [];

async function openNode(databaseUrl: string, directUrl?: string): Promise<FastifyInstance> {
  const { app, close } = await openSecondNode(shop, { databaseUrl, ...(directUrl !== undefined && { directUrl }) });
  undo.push(close);
  return app;
}

beforeAll(async () => {
  shop = await openPayingShop();
  undo.push(() => shop.close());
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  admin = await signIn(shop, await createAdmin(shop.services.db));
  wire = await openLossyWire(shop.databaseUrl);
  undo.push(() => wire.close());
  node = await openNode(wire.url);
});
beforeEach(() => wire.mend());
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

interface Request {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly payload?: object;
  readonly token: string;
}

async function send(app: FastifyInstance, { method, path, payload, token }: Request, key: string) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
  const reply = await app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
}

/** Sends a request whose commit succeeds, while all database connections break before the node hears of it. */
async function sendInOutage(request: Request, key: string, of?: Exchange) {
  const committed = wire.loseCommit('outage', of);
  const first = await send(node, request, key);
  await committed;
  wire.mend();
  return first;
}

async function cartOf(stock: number): Promise<{ shopper: Shopper; stockId: number }> {
  const product = await createProduct(shop.services.db, { price_cents: 1000, stock });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  return { shopper, stockId: product.stock_id };
}

const payLater = ({ token }: Shopper): Request => ({
  method: 'POST',
  path: '/orders',
  payload: { shipping_address: ADDRESS, payment_method: 'offline' },
  token,
});

async function ordersOf({ token }: Shopper) {
  return (await shop.call('GET /orders', { query: {} }, { token })).data;
}

const UNAVAILABLE = { status: 503, body: { code: 'server.unavailable' } };

test('the buyer does not notice a connection that breaks at the commit of the order', async () => {
  const { shopper, stockId } = await cartOf(5);
  const committed = wire.loseCommit('connection');
  const first = await send(node, payLater(shopper), 'connection');
  await committed;
  expect(first).toMatchObject({ status: 201, body: { success: true } });
  expect(await send(shop.app, payLater(shopper), 'connection')).toEqual(first);
  expect(await readStock(shop, stockId)).toMatchObject({ sold: 1 });
});

test('a retry gets the order that was committed in an outage, on this node and on another', async () => {
  const { shopper, stockId } = await cartOf(5);
  expect(await sendInOutage(payLater(shopper), 'outage')).toMatchObject(UNAVAILABLE);
  const { data: orders, total } = await ordersOf(shopper);
  expect(total).toBe(1);
  const repeats = await Promise.all([node, shop.app].map((app) => send(app, payLater(shopper), 'outage')));
  const { data } = await shop.call('GET /orders/{id}', { params: { id: String(orders[0]?.id) } }, shopper);
  const expected = { success: true, message: `Order ${data.order_number} placed`, data };
  expect(repeats).toEqual(Array(2).fill({ status: 201, body: expected }));
  expect((await ordersOf(shopper)).total).toBe(1);
  expect(await readStock(shop, stockId)).toMatchObject({ sold: 1 });
});

test('a retry on a new node gets the order whose node ended between commit and response', async () => {
  const { shopper, stockId } = await cartOf(5);
  const lost = await openLossyWire(shop.databaseUrl);
  const ending = await openNode(lost.url);
  const committed = lost.loseCommit('silence');
  const unanswered = send(ending, payLater(shopper), 'crash');
  await committed;
  const repeat = await send(await openNode(shop.databaseUrl), payLater(shopper), 'crash');
  expect(repeat.status).toBe(201);
  expect(repeat.body.data.id).toBe((await ordersOf(shopper)).data[0]?.id);
  expect(await readStock(shop, stockId)).toMatchObject({ sold: 1 });
  lost.close();
  await unanswered;
});

/** Keeps the customer locked, so that nobody can place an order for them, until `release`. */
async function lockCustomer({ user }: Shopper) {
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const transaction = inTransaction(shop.services.db, async (tx) => {
    await sql`SELECT FROM users WHERE id = ${user.id} FOR UPDATE`.execute(tx);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  return async () => {
    release.resolve();
    await transaction;
  };
}

test.each([
  ['that was killed while it placed an order', 'killed'],
  ['that only seems to be dead', 'alive'],
])('a retry does not wait for a node %s, and there is one order', async (_node, key) => {
  const { shopper, stockId } = await cartOf(5);
  const lost = await openLossyWire(shop.databaseUrl);
  // Alive: only the direct connection breaks.
  const dying = await openNode(key === 'killed' ? lost.url : shop.databaseUrl, lost.url);
  const release = await lockCustomer(shopper);
  const first = send(dying, payLater(shopper), key);
  await expect.poll(() => countWaiting(shop.services.db, 'users')).toBe(1);
  lost.close();
  const readClaim = async () =>
    shop.services.db.selectFrom('idempotency_record').select('claim').where('key', '=', key).executeTakeFirst();
  const claim = await readClaim();
  const retry = send(shop.app, payLater(shopper), key);
  await expect.poll(readClaim).not.toEqual(claim);
  await release();
  expect((await retry).status).toBe(201);
  expect((await first).status).toBeGreaterThan(400);
  expect((await ordersOf(shopper)).total).toBe(1);
  expect(await readStock(shop, stockId)).toMatchObject({ sold: 1 });
});

test('a retry does not place a second order when the cart has been filled again', async () => {
  const { shopper } = await cartOf(5);
  await sendInOutage(payLater(shopper), 'filled-again');
  const product = await createProduct(shop.services.db);
  await fillCart(shop, shopper, product.id);
  expect((await send(node, payLater(shopper), 'filled-again')).status).toBe(201);
  expect((await ordersOf(shopper)).total).toBe(1);
});

test('a retry confirms a cancellation that was committed in an outage, and it is refunded once', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000, stock: 5 });
  const { shopper, orderId, intentId } = await createPaidOrder(shop, product.id);
  const cancel: Request = { method: 'PUT', path: `/orders/${orderId}/cancel`, token: shopper.token };
  expect(await sendInOutage(cancel, 'cancel')).toMatchObject(UNAVAILABLE);
  expect(await send(node, cancel, 'cancel')).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } });
  const { data: refunds } = await shop.stripe.refunds.list({ payment_intent: intentId });
  expect(refunds.map(({ amount }) => amount)).toEqual([2080]);
});

test('a refund committed in an outage is sent only once, even when the request is retried', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000, stock: 5 });
  const { orderId, intentId } = await createPaidOrder(shop, product.id);
  const path = `/admin/orders/${orderId}/refunds`;
  const refund: Request = { method: 'POST', path, payload: { amount: '5.00', reason: 'Scratched' }, token: admin };
  expect(await sendInOutage(refund, 'refund')).toMatchObject(UNAVAILABLE);
  const repeat = await send(node, refund, 'refund');
  expect(repeat).toMatchObject({ status: 201, body: { message: 'Refund sent', data: { refund: { amount: '5.00' } } } });
  expect(await send(shop.app, refund, 'refund')).toEqual(repeat);
  const { data: refunds } = await shop.stripe.refunds.list({ payment_intent: intentId });
  expect(refunds.map(({ amount }) => amount)).toEqual([500]);
});

test('a refund whose request failed after the commit is not requested again', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000, stock: 5 });
  const { orderId, intentId } = await createPaidOrder(shop, product.id);
  const path = `/admin/orders/${orderId}/refunds`;
  const refund: Request = { method: 'POST', path, payload: { amount: '5.00', reason: 'Scratched' }, token: admin };
  shop.crashAfter('createRefund');
  expect((await send(node, refund, 'failed-refund')).status).toBe(500);
  expect((await send(node, refund, 'failed-refund')).status).toBe(201);
  const { data: refunds } = await shop.stripe.refunds.list({ payment_intent: intentId });
  expect(refunds.map(({ amount }) => amount)).toEqual([500]);
});

test('a note and a payment committed in an outage are recorded once', async () => {
  const { shopper } = await cartOf(5);
  const { body } = await send(node, payLater(shopper), 'noted-order');
  const order = `/admin/orders/${body.data.id}`;
  const note: Request = {
    method: 'PUT',
    path: `${order}/status`,
    payload: { status: 'confirmed', note: 'Called the customer' },
    token: admin,
  };
  await sendInOutage(note, 'note');
  expect((await send(node, note, 'note')).status).toBe(200);
  const payment: Request = { method: 'POST', path: `${order}/payment`, token: admin };
  await sendInOutage(payment, 'payment');
  const repeat = await send(node, payment, 'payment');
  expect(repeat).toMatchObject({ status: 200, body: { data: { paymentStatus: 'completed' } } });
  const notes = repeat.body.data.history.map((entry: { note: string | null }) => entry.note);
  expect(notes.filter((text: string | null) => text === 'Called the customer')).toHaveLength(1);
});

test('a retry does not add the units again that were added to the cart in an outage', async () => {
  const product = await createProduct(shop.services.db, { stock: 5 });
  const shopper = await createShopper(shop);
  const payload = { product_id: product.id, quantity: 2 };
  const add: Request = { method: 'POST', path: '/cart', payload, token: shopper.token };
  const statement = { sent: 'recorded_outcome', answered: 'SELECT 1\0' };
  expect(await sendInOutage(add, 'add', statement)).toMatchObject(UNAVAILABLE);
  expect(await send(node, add, 'add')).toMatchObject({ status: 200, body: { data: { items: [{ quantity: 2 }] } } });

  const items = [{ product_id: product.id, quantity: 1 }];
  const merge: Request = { method: 'POST', path: '/cart/merge', payload: { items }, token: shopper.token };
  expect(await sendInOutage(merge, 'merge')).toMatchObject(UNAVAILABLE);
  const merged = await send(node, merge, 'merge');
  expect(merged).toMatchObject({ status: 200, body: { data: { cart: { items: [{ quantity: 3 }] } } } });
});

test('a card payment is created and confirmed once, even if both responses are lost', async () => {
  const { shopper, stockId } = await cartOf(5);
  const { made } = await readIntents(shop);
  const payload = { amount: await cartTotal(shop, shopper), shipping_address: ADDRESS };
  const open: Request = { method: 'POST', path: '/payments/create-intent', payload, token: shopper.token };
  expect(await sendInOutage(open, 'open')).toMatchObject(UNAVAILABLE);
  const opened = await send(node, open, 'open');
  expect(opened).toMatchObject({ status: 200, body: { message: 'Payment intent created' } });
  expect((await readIntents(shop)).made).toBe(made + 1);
  await shop.pay(opened.body.data);
  const confirmation = { payment_intent_id: opened.body.data.payment_intent_id };
  const confirm: Request = {
    method: 'POST',
    path: '/payments/confirm',
    payload: confirmation,
    token: shopper.token,
  };
  const committed = wire.loseCommit('connection');
  const first = await send(node, confirm, 'confirm');
  await committed;
  const repeat = await send(node, confirm, 'confirm');
  expect([first.status, repeat.status]).toEqual([200, 200]);
  expect(repeat.body.data.order_id).toBe((await ordersOf(shopper)).data[0]?.id);
  expect(await readStock(shop, stockId)).toMatchObject({ sold: 1, held: 0 });
});

test('prices of many products are changed by a percentage once, even if the response is lost', async () => {
  const { id } = await createProduct(shop.services.db, { price_cents: 1000 });
  const payload = { action: 'change_price_by_percent', ids: [id], percent: 10 };
  const raise: Request = { method: 'POST', path: '/admin/products/bulk', payload, token: admin };
  expect(await sendInOutage(raise, 'raise')).toMatchObject(UNAVAILABLE);
  const expected = { status: 200, body: { message: '1 product updated', data: { changed: 1 } } };
  expect(await send(node, raise, 'raise')).toMatchObject(expected);
  const { data } = await shop.call('GET /admin/products/{id}', { params: { id } }, { token: admin });
  expect(data.product.price).toBe('11.00');
});
