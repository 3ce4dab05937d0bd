import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Refusal } from '#server/platform/refusal.ts';
import { countWaiting } from '#test/database.ts';
import {
  ADDRESS,
  cartTotal,
  createShopper,
  fillCart,
  readStock,
  type Shopper,
  saveSetting,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { occupyOrderQueue } from '#test/occupy-order-queue.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { openSecondNode } from '#test/second-node.ts';
import { createOrderQueue, limitsOf } from './order-queue.ts';

const ONE_AT_A_TIME = { taking: 1, takingPerProduct: 1, keepPlaceMs: 60_000 };

let shop: PayingShop;
let origin: string;
beforeAll(async () => {
  shop = await openPayingShop({}, { orderQueue: { ...ONE_AT_A_TIME, maxWaitMs: 60_000 } });
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
});
afterAll(() => shop.close());

const release: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of release.splice(0)) await end();
  await expect.poll(() => shop.services.orderQueue.waiting()).toBe(0);
});

/** Locks the stock of a product, so that the next order waits in the database. */
async function lockStock(databaseUrl: string, stockId: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM stock WHERE id = $1 FOR UPDATE', [stockId]);
  let isOver = false;
  const unlock = async () => {
    if (isOver) return;
    isOver = true;
    await client.query('ROLLBACK');
    await client.end();
  };
  release.push(unlock);
  return unlock;
}

async function shopperWith(productId: number, at = shop): Promise<Shopper> {
  const shopper = await createShopper(at);
  await fillCart(at, shopper, productId);
  return shopper;
}

const order = (shopper: Shopper, at = shop) =>
  at.call('POST /orders', { body: { shipping_address: ADDRESS, payment_method: 'offline' } }, shopper);

const placeOf = async (shopper: Shopper, at = shop) => (await at.call('GET /checkout/place', {}, shopper)).data.place;

/** A product, shoppers who want it, and an order queue that takes nobody until `serve`. */
async function openSale(shoppers: number, at = shop) {
  const product = await createProduct(at.services.db, { stock: 20 });
  const waiting = await Promise.all(Array.from({ length: shoppers }, () => shopperWith(product.id, at)));
  const { serve } = occupyOrderQueue(at);
  release.push(serve);
  return { product, waiting, serve };
}

/** Places in `shoppers` of those who have ordered, oldest order first. */
async function inOrderOfPlacing(shoppers: readonly Shopper[]): Promise<number[]> {
  const ids = shoppers.map(({ user }) => user.id);
  const rows = await shop.services.db
    .selectFrom('orders')
    .select('user_id')
    .where('user_id', 'in', ids)
    .orderBy('order_number')
    .execute();
  return rows.map((row) => ids.indexOf(row.user_id ?? 0));
}

test('without a line an order is placed at once, and nobody has a place', async () => {
  const shopper = await shopperWith((await createProduct(shop.services.db)).id);
  expect(await placeOf(shopper)).toBeNull();
  expect((await order(shopper)).status).toBe(201);
  expect(await placeOf(shopper)).toBeNull();
});

test('shoppers of a product wait in line, see their place, and are served in their order', async () => {
  const { waiting, serve } = await openSale(3);
  const orders: Promise<unknown>[] = [];
  for (const [index, shopper] of waiting.entries()) {
    orders.push(order(shopper));
    await expect.poll(() => placeOf(shopper)).toBe(index + 1);
  }
  await serve();
  await Promise.all(orders);
  expect(await inOrderOfPlacing(waiting)).toEqual([0, 1, 2]);
  expect(await Promise.all(waiting.map((shopper) => placeOf(shopper)))).toEqual([null, null, null]);
});

test('a shopper who waited too long gets 503 with the place in line, and keeps it for the next attempt', async () => {
  const busy = await openPayingShop({}, { orderQueue: { ...ONE_AT_A_TIME, maxWaitMs: 500 } });
  onTestFinished(() => busy.close());
  await saveSetting(busy, 'payment', { offlineEnabled: true });
  const { product, waiting, serve } = await openSale(2, busy);
  const [one, other] = waiting as [Shopper, Shopper];
  const press = (shopper: Shopper) => order(shopper, busy);
  const insist = async (shopper: Shopper) => {
    let reply = await press(shopper);
    while (reply.status === 503) reply = await press(shopper);
    return reply.status;
  };
  const sentBack = await Promise.all([press(one), press(other)]);
  for (const reply of sentBack) {
    expect(reply.status).toBe(503);
    expect(reply.headers['retry-after']).toBe('1');
    expect(reply.failure).toMatchObject({ code: 'server.in_line', data: { place: expect.any(Number) } });
  }
  const places = await Promise.all([placeOf(one, busy), placeOf(other, busy)]);
  expect(places.toSorted()).toEqual([1, 2]);
  // The last in line presses first, and is still last.
  const [first, last] = places[0] === 1 ? [one, other] : [other, one];
  const orders = [insist(last), insist(first)];
  expect([await placeOf(first, busy), await placeOf(last, busy)]).toEqual([1, 2]);
  await serve();
  expect(await Promise.all(orders)).toEqual([201, 201]);
  expect((await readStock(busy, product.stock_id)).sold).toBe(2);
});

test('a shopper whom one node has sent back is served by another before those who came there later', async () => {
  const busy = await openPayingShop({}, { orderQueue: { ...ONE_AT_A_TIME, maxWaitMs: 1_500 } });
  onTestFinished(() => busy.close());
  await saveSetting(busy, 'payment', { offlineEnabled: true });
  const other = await openSecondNode(busy, { orderQueue: { ...ONE_AT_A_TIME, maxWaitMs: 60_000 } });
  onTestFinished(() => other.close());
  const product = await createProduct(busy.services.db, { stock: 20 });
  const [early, late] = [await shopperWith(product.id, busy), await shopperWith(product.id, busy)];
  const orderElsewhere = async ({ token }: Shopper) => {
    const payload = { shipping_address: ADDRESS, payment_method: 'offline' };
    const headers = { authorization: `Bearer ${token}` };
    return (await other.app.inject({ method: 'POST', url: '/api/orders', payload, headers })).statusCode;
  };

  const lines = [occupyOrderQueue(busy), occupyOrderQueue(other)];
  onTestFinished(async () => {
    for (const line of lines) await line.serve();
  });
  const sentBack = order(early, busy);
  await expect.poll(() => placeOf(early, busy)).toBe(1);
  // The database decides who came first: give it time to record the first shopper.
  await sleep(700);
  const served = [orderElsewhere(late)];
  expect((await sentBack).failure).toMatchObject({ code: 'server.in_line', data: { place: 1 } });
  served.push(orderElsewhere(early));
  await expect.poll(() => [early, late].map(({ user }) => other.services.orderQueue.placeOf(user.id))).toEqual([1, 2]);
  // Whichever node is asked.
  await expect.poll(() => placeOf(late, busy)).toBe(2);
  for (const line of lines) await line.serve();
  expect(await Promise.all(served)).toEqual([201, 201]);
  const { rows } = await sql<{ user_id: number }>`SELECT user_id FROM orders ORDER BY order_number`.execute(
    busy.services.db,
  );
  expect(rows.map((row) => row.user_id)).toEqual([early.user.id, late.user.id]);
});

test('an order whose product stays locked is answered in time, however often it waits for the lock', async () => {
  const busy = await openPayingShop({}, { orderQueue: { ...ONE_AT_A_TIME, maxWaitMs: 500 } });
  onTestFinished(() => busy.close());
  await saveSetting(busy, 'payment', { offlineEnabled: true });
  const product = await createProduct(busy.services.db, { stock: 20 });
  const shopper = await shopperWith(product.id, busy);
  await lockStock(busy.databaseUrl, product.stock_id);
  const began = performance.now();
  expect((await order(shopper, busy)).failure.code).toBe('server.overloaded');
  // Two seconds with other orders, and a last attempt; not seven attempts of two seconds.
  expect(performance.now() - began).toBeLessThan(6_000);
});

test('an order that has to be placed alone does not wait in line for another six seconds', async () => {
  const limits = { ...limitsOf(2), maxWaitMs: 60_000 };
  const queue = createOrderQueue(
    limits,
    async () => [1],
    () => () => 0,
  );
  const [mayEnd, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let placedAlone = 0;
  const order = queue.takeTogether({ userId: 1, signal: undefined, since: performance.now() - 60_000 }, undefined, {
    kind: 'order',
    async together() {
      await mayEnd.promise;
      return [Promise.resolve(undefined)];
    },
    async alone() {
      placedAlone += 1;
    },
  });
  const next = queue.take({ userId: 2, signal: undefined, since: performance.now() }, () => gate.promise);
  mayEnd.resolve();
  await expect(order).rejects.toMatchObject({ code: 'server.in_line', data: { place: 1 } });
  expect(placedAlone).toBe(0);
  gate.resolve();
  await next;
  await queue.close();
});

test('an order for which plug-ins have taken the time of its request still waits for its turn', async () => {
  const limits = limitsOf(2);
  const queue = createOrderQueue(
    limits,
    async () => [1],
    () => () => 0,
  );
  const gate = Promise.withResolvers<void>();
  const running = queue.take({ userId: 1, signal: undefined, since: performance.now() }, () => gate.promise);
  const since = performance.now() - limits.maxWaitMs;
  const slow = [
    queue.take({ userId: 2, signal: undefined, since }, async () => 'alone'),
    queue.takeTogether({ userId: 3, signal: undefined, since }, undefined, {
      kind: 'order',
      together: async () => [Promise.resolve('together')],
      alone: async () => 'alone',
    }),
  ];
  setTimeout(gate.resolve, 100);
  expect(await Promise.all(slow)).toEqual(['alone', 'together']);
  await running;
  await queue.close();
});

test('those far behind in line are asked to retry later', async () => {
  const limits = { ...limitsOf(2), maxWaitMs: 20 };
  const queue = createOrderQueue(
    limits,
    async () => [1],
    () => () => 0,
  );
  const running = Promise.withResolvers<void>();
  const first = queue.take({ userId: 0, signal: undefined, since: performance.now() }, () => running.promise);
  const waiting = Array.from({ length: 250 }, (_, index) =>
    queue
      .take({ userId: index + 1, signal: undefined, since: performance.now() }, async () => undefined)
      .catch((error: Refusal) => error),
  );
  const refusals = await Promise.all(waiting);
  expect([0, 150, 249].map((index) => refusals[index]?.retryAfterSeconds)).toEqual([1, 4, 6]);
  running.resolve();
  await first;
  queue.close();
});

test('a shopper who leaves is not served, but keeps the place for a return', async () => {
  const { product, waiting, serve } = await openSale(1);
  const [shopper] = waiting as [Shopper];
  const leaving = new AbortController();
  const closed = new Promise((resolve) =>
    shop.app.server.once('request', ({ socket }) => socket.once('close', resolve)),
  );
  const left = fetch(`${origin}/api/orders`, {
    method: 'POST',
    signal: leaving.signal,
    headers: { authorization: `Bearer ${shopper.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ shipping_address: ADDRESS }),
  });
  await expect.poll(() => placeOf(shopper)).toBe(1);
  leaving.abort();
  await expect(left).rejects.toThrow();
  // The shop may notice later than the shopper.
  await closed;
  await serve();
  expect((await readStock(shop, product.stock_id)).sold).toBe(0);
  expect((await order(shopper)).status).toBe(201);
});

test('a request repeated with its idempotency key has one place and makes one order', async () => {
  const { product, waiting, serve } = await openSale(1);
  const [shopper] = waiting as [Shopper];
  const body = { shipping_address: ADDRESS };
  const send = () =>
    shop.call('POST /orders', { body }, { token: shopper.token, headers: { 'idempotency-key': 'one-order' } });
  const both = [send(), send()];
  await expect.poll(() => placeOf(shopper)).toBe(1);
  expect(shop.services.orderQueue.waiting()).toBe(1);
  await serve();
  const [one, other] = await Promise.all(both);
  expect([one?.status, other?.status]).toEqual([201, 201]);
  expect(one?.data.order_number).toBe(other?.data.order_number);
  expect((await readStock(shop, product.stock_id)).sold).toBe(1);
});

test('opening a card payment waits in the same line; confirming it does not', async () => {
  const paid = await shopperWith((await createProduct(shop.services.db)).id);
  const amount = await cartTotal(shop, paid);
  const opened = await shop.call('POST /payments/create-intent', { body: { amount, shipping_address: ADDRESS } }, paid);
  await shop.pay(opened.data);

  const { waiting, serve } = await openSale(1);
  const [shopper] = waiting as [Shopper];
  const body = { amount: await cartTotal(shop, shopper), shipping_address: ADDRESS };
  const opening = shop.call('POST /payments/create-intent', { body }, shopper);
  await expect.poll(() => placeOf(shopper)).toBe(1);
  const confirmation = { body: { payment_intent_id: opened.data.payment_intent_id } };
  expect((await shop.call('POST /payments/confirm', confirmation, paid)).status).toBe(200);
  await serve();
  expect((await opening).status).toBe(200);
});

test('lists and accounts respond while orders wait for the database', async () => {
  const product = await createProduct(shop.services.db);
  const first = await shopperWith(product.id);
  const unlock = await lockStock(shop.databaseUrl, product.stock_id);
  const running = order(first);
  await expect.poll(() => countWaiting(shop.services.db)).toBe(1);
  const pages = await Promise.all([
    shop.call('GET /products', { query: {} }),
    shop.call('GET /cart', {}, first),
    shop.call('GET /orders', { query: {} }, first),
  ]);
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  await unlock();
  await running;
});
