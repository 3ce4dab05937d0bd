import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { type BoughtOrder, createPaidOrder, createShopper, readStock, type Shopper } from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let product: CreatedProduct;
beforeAll(async () => {
  shop = await openPayingShop();
  product = await createProduct(shop.services.db, { name: 'Walnut Tray', price_cents: 1000, stock: 500 });
});
afterAll(() => shop.close());

const params = (order: BoughtOrder) => ({ id: String(order.orderId) });

async function adminToken(): Promise<string> {
  return signIn(shop, await createAdmin(shop.services.db));
}

function cancel(order: BoughtOrder, { token }: Pick<Shopper, 'token'> = order.shopper) {
  return shop.call('PUT /orders/{id}/cancel', { params: params(order) }, { token });
}

async function refundsAt(order: BoughtOrder) {
  return (await shop.stripe.refunds.list({ payment_intent: order.intentId })).data;
}

test('customers see their own orders, newest first, by page and status', async () => {
  const shopper = await createShopper(shop);
  const bought: BoughtOrder[] = [];
  for (let n = 0; n < 3; n += 1) bought.push(await createPaidOrder(shop, product.id, { shopper }));
  await createPaidOrder(shop, product.id);
  const [oldest] = bought;
  if (oldest) await cancel(oldest);
  const list = async (query: object) => (await shop.call('GET /orders', { query }, { token: shopper.token })).data;
  expect(await list({ per_page: 2 })).toMatchObject({ current_page: 1, last_page: 2, per_page: 2, total: 3 });
  expect((await list({})).data.map((order) => order.order_number)).toEqual(
    bought.map((order) => order.orderNumber).reverse(),
  );
  expect((await list({ page: 2, per_page: 2 })).data).toMatchObject([{ id: oldest?.orderId, status: 'cancelled' }]);
  expect((await list({ status: 'cancelled' })).total).toBe(1);
  expect((await list({ status: 'all' })).total).toBe(3);
  const headers = { authorization: `Bearer ${shopper.token}` };
  expect((await shop.app.inject({ url: '/api/orders?status=lost', headers })).statusCode).toBe(422);
});

test('customers find own orders by number, product and year, literally and whatever the case', async () => {
  const shopper = await createShopper(shop);
  const kettle = await createProduct(shop.services.db, { name: 'Copper Kettle 100%', stock: 9 });
  const tray = await createPaidOrder(shop, product.id, { shopper });
  const other = await createPaidOrder(shop, kettle.id, { shopper });
  const { db } = shop.services;
  // 11 pm of 31 December in New York.
  const newYear = new Date('2025-01-01T04:00:00Z');
  await db.updateTable('orders').set({ created_at: newYear }).where('id', '=', tray.orderId).execute();
  await createPaidOrder(shop, kettle.id);
  const found = async (query: object) =>
    (await shop.call('GET /orders', { query }, { token: shopper.token })).data.data.map(({ id }) => id);
  expect(await found({ search: tray.orderNumber.toLowerCase() })).toEqual([tray.orderId]);
  expect(await found({ search: 'copper KETTLE' })).toEqual([other.orderId]);
  expect(await found({ search: '100%' })).toEqual([other.orderId]);
  expect(await found({ search: '%' })).toEqual([other.orderId]);
  expect(await found({ search: shopper.user.email })).toEqual([]);
  expect(await found({ year: 2024 })).toEqual([tray.orderId]);
  expect(await found({ year: 2024, search: 'kettle' })).toEqual([]);
  expect(await found({ search: '  ', year: '' })).toHaveLength(2);
  const headers = { authorization: `Bearer ${shopper.token}` };
  expect((await shop.app.inject({ url: '/api/orders?year=last', headers })).statusCode).toBe(422);
});

test('another customer’s order is not found, by id or number, for reading, tracking or cancelling', async () => {
  const order = await createPaidOrder(shop, product.id);
  const stranger = await createShopper(shop);
  for (const id of [String(order.orderId), order.orderNumber]) {
    const replies = [
      await shop.call('GET /orders/{id}', { params: { id } }, { token: stranger.token }),
      await shop.call('GET /orders/{id}/track', { params: { id } }, { token: stranger.token }),
      await shop.call('PUT /orders/{id}/cancel', { params: { id } }, { token: stranger.token }),
    ];
    for (const reply of replies) expect(reply.failure.code).toBe('order.not_found');
    const own = await shop.call('GET /orders/{id}', { params: { id } }, { token: order.shopper.token });
    expect(own.data.order_number).toBe(order.orderNumber);
    const admins = await shop.call('GET /orders/{id}', { params: { id } }, { token: await adminToken() });
    expect(admins.data.id).toBe(order.orderId);
  }
  const wrong = await shop.call('GET /orders/{id}', { params: { id: 'abc' } }, { token: stranger.token });
  expect(wrong.status).toBe(422);
  const unknown = await shop.call('GET /orders/{id}', { params: { id: '999999' } }, { token: stranger.token });
  expect(unknown.status).toBe(404);
});

test('a customer cancels an order: the stock is returned, the payment refunded, a mail sent', async () => {
  const before = await readStock(shop, product.stock_id);
  const order = await createPaidOrder(shop, product.id, { quantity: 4 });
  expect(await readStock(shop, product.stock_id)).toMatchObject({ sold: before.sold + 4 });
  const { data } = await cancel(order);
  expect(data).toMatchObject({ status: 'cancelled', payment_status: 'refunded', can_cancel: false, refunded: '53.20' });
  expect(await readStock(shop, product.stock_id)).toEqual(before);
  expect(await refundsAt(order)).toMatchObject([{ amount: 5320, status: 'succeeded' }]);
  const { data: track } = await shop.call('GET /orders/{id}/track', { params: params(order) }, order.shopper);
  expect(track.steps.map((step) => step.status)).toEqual(['pending', 'cancelled']);
  await shop.jobs.runRequested();
  const mail = shop.mailbox.mails.find(({ subject }) => subject === `Your order ${order.orderNumber} is cancelled`);
  expect(mail?.to.email).toBe(order.shopper.user.email);
  expect(mail?.text).toContain('You will get another email as soon as your refund is on its way.');
  const refunded = shop.mailbox.mails.filter(
    ({ subject }) => subject === `A refund for your order ${order.orderNumber}`,
  );
  expect(refunded.map(({ text }) => text)).toEqual([expect.stringContaining('We are sending $53.20')]);
});

test('cancelling twice at once refunds once', async () => {
  const order = await createPaidOrder(shop, product.id, { quantity: 2 });
  const before = await readStock(shop, product.stock_id);
  const replies = await Promise.all(Array.from({ length: 8 }, () => cancel(order)));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  for (const reply of replies.filter(({ status }) => status !== 200)) {
    expect(reply.failure).toMatchObject({
      code: 'order.not_cancellable',
      message: 'This order has already been cancelled.',
    });
  }
  expect(await refundsAt(order)).toHaveLength(1);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ sold: before.sold - 2 });
});

test('a shipped order cannot be cancelled by its customer', async () => {
  const order = await createPaidOrder(shop, product.id);
  const token = await adminToken();
  for (const status of ['confirmed', 'processing', 'shipped', 'delivered'] as const) {
    const body = { status };
    await shop.call('PUT /admin/orders/{id}/status', { params: { id: order.orderId }, body }, { token });
    const { data } = await shop.call('GET /orders/{id}', { params: params(order) }, order.shopper);
    expect(data.can_cancel, status).toBe(status === 'confirmed' || status === 'processing');
  }
  expect((await cancel(order)).failure).toMatchObject({
    code: 'order.not_cancellable',
    message: 'This order can no longer be cancelled: it is delivered.',
  });
});

test('an order keeps its items when products change', async () => {
  const lamp = await createProduct(shop.services.db, {
    name: 'Lamp',
    price_cents: 1500,
    images: [{ url: '/media/lamp', alt: '' }],
  });
  const order = await createPaidOrder(shop, lamp.id);
  const { db } = shop.services;
  await db.updateTable('product').set({ name: 'Other', price_cents: 9900 }).where('id', '=', lamp.id).execute();
  const read = async () => (await shop.call('GET /orders/{id}', { params: params(order) }, order.shopper)).data;
  const item = { name: 'Lamp', price: '15.00', image: '/media/lamp', sku: lamp.sku };
  expect((await read()).items).toMatchObject([{ ...item, product_id: lamp.id }]);
  await db.deleteFrom('product').where('id', '=', lamp.id).execute();
  expect((await read()).items).toMatchObject([{ ...item, product_id: null, product_slug: null }]);
  expect((await cancel(order)).data.status).toBe('cancelled');
});

test("orders require a login, and the back office's an admin", async () => {
  expect((await shop.call('GET /orders', { query: {} })).status).toBe(401);
  const token = await signIn(shop, await createCustomer(shop.services.db));
  expect((await shop.call('GET /admin/orders', { query: {} }, { token })).status).toBe(403);
  expect((await shop.call('GET /admin/payments/problems', { query: {} }, { token })).status).toBe(403);
});
