import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startHeartbeat } from '#server/features/system/index.ts';
import type { OpenServer } from '#server/open-server.ts';
import { ADDRESS, cartTotal, createShopper, fillCart, type Shopper, saveSetting } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { openSecondNode } from '#test/second-node.ts';

/** During an upgrade: a node of the new release, which brings two plug-ins, and one of the old release, without them. */
let shop: PayingShop;
let old: OpenServer;
let heartbeat: { stop(): Promise<void> };
let productId: number;
let shopper: Shopper;
beforeAll(async () => {
  shop = await openPayingShop(
    {},
    {
      cartLineOptions: [{ name: 'wrap', load: () => [{ key: 'paper', label: 'Gift wrap', kind: 'flag', price: 500 }] }],
      checkoutOptions: [{ name: 'parcel', load: () => [{ key: 'note', label: 'Note', kind: 'text', maxLength: 100 }] }],
    },
  );
  old = await openSecondNode(shop);
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  productId = (await createProduct(shop.services.db, { price_cents: 2000, stock: 100 })).id;
});
afterAll(async () => {
  await old.close();
  await shop.close();
});
beforeEach(async () => {
  heartbeat = await startHeartbeat(shop.services);
  shopper = await createShopper(shop);
  await fillCart(shop, shopper, productId);
});
afterEach(() => heartbeat.stop());

const NOTE = { 'parcel:note': 'Ring twice' };

async function wrap({ token }: Shopper): Promise<void> {
  const { items } = (await shop.call('GET /cart', {}, { token })).data;
  const input = { params: { id: items[0]?.id ?? 0 }, body: { options: { 'wrap:paper': 'yes' } } };
  await shop.call('PUT /cart/{id}', input, { token });
}

async function post({ app }: { app: FastifyInstance }, path: string, body: object) {
  const headers = { authorization: `Bearer ${shopper.token}` };
  const response = await app.inject({ method: 'POST', url: `/api${path}`, headers, payload: body });
  const { code, data } = response.json() as { code?: string; data: { id: number; total: string; order_id: number } };
  return { status: response.statusCode, code, data };
}

const order = (node: { app: FastifyInstance }, options?: object) =>
  post(node, '/orders', { shipping_address: ADDRESS, ...(options && { options }) });

test('a node that does not know the options of a cart leaves its sale to the nodes that do', async () => {
  await wrap(shopper);
  expect(await order(old)).toMatchObject({ status: 503, code: 'checkout.price_unavailable' });
  const payment = { amount: await cartTotal(shop, shopper), shipping_address: ADDRESS };
  expect(await post(old, '/payments/create-intent', payment)).toMatchObject({
    status: 503,
    code: 'checkout.price_unavailable',
  });
  const placed = await order(shop);
  expect(placed).toMatchObject({ status: 201, data: { subtotal: '25.00' } });
});

test('a node that does not know some options sells carts without them', async () => {
  expect(await order(old)).toMatchObject({ status: 201, data: { subtotal: '20.00' } });
});

test('a checkout option that only other nodes know is not refused for good', async () => {
  expect(await order(old, NOTE)).toMatchObject({ status: 503, code: 'checkout.not_checked' });
  expect(await order(shop, NOTE)).toMatchObject({ status: 201, data: { options: [{ value: 'Ring twice' }] } });
});

test('a payment opened on one node becomes an order with all options on a node that does not know them', async () => {
  await wrap(shopper);
  const body = { amount: await cartTotal(shop, shopper), shipping_address: ADDRESS, options: NOTE };
  const { data: opened } = await shop.call('POST /payments/create-intent', { body }, { token: shopper.token });
  await shop.pay(opened);
  const { data } = await post(old, '/payments/confirm', { payment_intent_id: opened.payment_intent_id });
  const params = { id: String(data.order_id) };
  const placed = (await shop.call('GET /orders/{id}', { params }, { token: shopper.token })).data;
  expect(placed).toMatchObject({ subtotal: '25.00', options: [{ key: 'parcel:note', value: 'Ring twice' }] });
});

test('options of a plug-in that no node has any more are left out', async () => {
  await wrap(shopper);
  await heartbeat.stop();
  expect(await order(old, NOTE)).toMatchObject({ status: 422 });
  expect(await order(old)).toMatchObject({ status: 201, data: { subtotal: '20.00' } });
});
