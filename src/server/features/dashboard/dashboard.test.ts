import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallKey } from '#contract/index.ts';
import { addMoney, parseDecimal } from '#domain/money/money.ts';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { createPaidOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());

const read = async <K extends CallKey>(key: K, query: object = {}) =>
  (await shop.call(key, { query } as never, { token })).data;
const stats = () => read('GET /admin/dashboard/stats');
const orders = async () => (await read('GET /admin/orders', { limit: 100 })).data;
const sum = (amounts: readonly string[]) => addMoney(...amounts.map((amount) => parseDecimal(amount) ?? Number.NaN));
const cents = (amount: string) => parseDecimal(amount);

/** Every order of the shop as it is now: what came in for it and was kept. */
const kept = async () => {
  const live = (await orders()).filter(({ status }) => status !== 'cancelled');
  return sum(live.map(({ total }) => total)) - sum(live.map(({ refundedAmount }) => refundedAmount));
};

test('revenue is the total of orders that are not cancelled minus refunds, matching the list', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 2500, stock: 20 });
  const [partly, cancelled] = [await createPaidOrder(shop, product.id), await createPaidOrder(shop, product.id)];
  await createPaidOrder(shop, product.id, { quantity: 2 });
  expect(cents((await stats()).totalRevenue)).toBe(await kept());
  const refund = { params: { id: partly.orderId }, body: { amount: '7.50', reason: 'Scratched' } };
  await shop.call('POST /admin/orders/{id}/refunds', refund, { token });
  const cancel = { params: { id: cancelled.orderId }, body: { status: 'cancelled' as const } };
  await shop.call('PUT /admin/orders/{id}/status', cancel, { token });
  const figures = await stats();
  expect(cents(figures.totalRevenue)).toBe(await kept());
  expect(figures.totalRevenue).toBe('93.50');
  expect(figures.totalOrders).toBe((await orders()).length);
  expect(figures.todayRevenue).toBe(figures.totalRevenue);
});

test("today's average order excludes cancelled orders and other currencies", async () => {
  const average = async () => (await stats()).todayAverageOrder;
  const { todayOrders } = await stats();
  const live = (await orders()).filter(({ status }) => status !== 'cancelled').length;
  expect([todayOrders, live]).toEqual([3, 2]);
  expect(await average()).toBe('46.75');
  const { db } = shop.services;
  const { orderId } = await createPaidOrder(shop, (await createProduct(db, { price_cents: 99_900 })).id);
  expect(await average()).not.toBe('46.75');
  await db.updateTable('orders').set({ currency: 'eur' }).where('id', '=', orderId).execute();
  expect(await average()).toBe('46.75');
});

test('deleted users are not counted; active ones can log in', async () => {
  const before = await stats();
  await createCustomer(shop.services.db);
  await createCustomer(shop.services.db, { is_active: false });
  await createCustomer(shop.services.db, { is_active: false, anonymised_at: shop.clock.now() });
  expect(await stats()).toMatchObject({
    totalUsers: before.totalUsers + 2,
    activeUsersCount: before.activeUsersCount + 1,
  });
});

test('stock is low above 0 and below 10, and out at 0; held units are not available', async () => {
  const productStats = () => read('GET /admin/dashboard/product-stats');
  const before = await productStats();
  for (const stock of [0, 1, 9, 10]) await createProduct(shop.services.db, { stock });
  const held = await createProduct(shop.services.db, { stock: 2 });
  await shop.services.db.updateTable('stock').set({ held: 2 }).where('id', '=', held.stock_id).execute();
  const after = await productStats();
  expect(after).toEqual({
    total: before.total + 5,
    inStock: before.inStock + 3,
    outOfStock: before.outOfStock + 2,
    lowStock: before.lowStock + 2,
  });
  expect((await stats()).totalProducts).toBe(after.total);
});

test('recent orders are the first of the order list, ten by default', async () => {
  const list = (await orders()).map(({ id, total, user: { name, email } }) => ({ id, total, user: { name, email } }));
  const recent = await read('GET /admin/dashboard/recent-orders', { limit: 2 });
  expect(recent.map(({ id, total, user }) => ({ id, total, user }))).toEqual(list.slice(0, 2));
  expect((await shop.call('GET /admin/dashboard/recent-orders', { query: { limit: 0 } }, { token })).status).toBe(422);
});

test("today starts at midnight in the shop's time zone, not the server's", async () => {
  const product = await createProduct(shop.services.db, { stock: 20 });
  const { orderId } = await createPaidOrder(shop, product.id);
  // Half past eleven in the evening of the 15th in New York, where the shop is.
  const year = shop.clock.now().getUTCFullYear() + 1;
  const evening = Date.UTC(year, 0, 16, 4, 30);
  shop.clock.advance({ seconds: Math.round((evening - shop.clock.now().getTime()) / 1000) });
  token = await signIn(shop, await createAdmin(shop.services.db));
  const placeAt = (at: string) =>
    shop.services.db
      .updateTable('orders')
      .set({ created_at: `${year}-01-${at}Z` })
      .where('id', '=', orderId)
      .execute();
  await placeAt('15T05:00:00');
  expect(await stats()).toMatchObject({ todayOrders: 1, recentOrdersCount: 1 });
  await placeAt('15T04:59:59');
  expect(await stats()).toMatchObject({
    todayOrders: 0,
    todayRevenue: '0.00',
    todayAverageOrder: null,
    recentOrdersCount: 1,
  });
  await placeAt('09T05:00:00');
  expect(await stats()).toMatchObject({ recentOrdersCount: 1 });
  await placeAt('09T04:59:59');
  expect(await stats()).toMatchObject({ recentOrdersCount: 0 });
});
