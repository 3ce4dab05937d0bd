import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Figures } from '#contract/admin/analytics.ts';
import { addMoney, formatDecimal, multiplyMoney, parseDecimal } from '#domain/money/money.ts';
import type { AnalyticsPeriod } from '#domain/shop/analytics-period.ts';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { createPaidOrder, createShopper, fillCart, openPayment } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let token: string;
beforeEach(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
  return () => shop.close();
});

const analytics = async (period?: AnalyticsPeriod) =>
  (await shop.call('GET /admin/analytics', { query: period ? { period } : {} }, { token })).data;
const orders = async () => (await shop.call('GET /admin/orders', { query: { limit: 100 } }, { token })).data.data;
const users = async () =>
  (await shop.call('GET /admin/users', { query: { limit: 100, role: 'customer' } }, { token })).data.data;
const centsOf = (amount: string) => parseDecimal(amount) ?? Number.NaN;

/** Moves an order to another moment. */
const placeAt = (id: number, at: string | Date) =>
  shop.services.db
    .updateTable('orders')
    .set({ created_at: new Date(at).toISOString() })
    .where('id', '=', id)
    .execute();

/** Moves the shop's clock on to a moment, and signs the admin in again. */
async function goTo(moment: string): Promise<void> {
  shop.clock.advance({ seconds: Math.round((Date.parse(moment) - shop.clock.now().getTime()) / 1000) });
  token = await signIn(shop, await createAdmin(shop.services.db));
}

/** The day of a moment as the shop's calendar says it, by other means than the shop's own. */
const shopDay = (moment: string, timeZone = 'America/New_York') =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(moment),
  );

/** What the lists of orders and users, as they are now, say of some days. */
async function readLists(): Promise<(isWanted: (day: string) => boolean) => Figures> {
  const [allOrders, allUsers] = [await orders(), await users()];
  return (isWanted) => figuresOf(allOrders, allUsers, isWanted);
}

function figuresOf(
  allOrders: Awaited<ReturnType<typeof orders>>,
  allUsers: Awaited<ReturnType<typeof users>>,
  isWanted: (day: string) => boolean,
): Figures {
  const placed = allOrders.filter(({ createdAt }) => isWanted(shopDay(createdAt)));
  const live = placed.filter(({ status }) => status !== 'cancelled');
  const sum = (amounts: string[]) => addMoney(...amounts.map(centsOf));
  return {
    revenue: formatDecimal(sum(live.map(({ total }) => total)) - sum(live.map(({ refundedAmount }) => refundedAmount))),
    orders: placed.length,
    cancelled: placed.length - live.length,
    customers: allUsers.filter(({ created_at }) => isWanted(shopDay(created_at))).length,
  };
}

const cancel = (id: number) =>
  shop.call('PUT /admin/orders/{id}/status', { params: { id }, body: { status: 'cancelled' } }, { token });
const refund = (id: number, amount: string) =>
  shop.call('POST /admin/orders/{id}/refunds', { params: { id }, body: { amount, reason: 'Late' } }, { token });

describe('the figures', () => {
  test('of every period, day and month match the lists of orders and users', async () => {
    const { db } = shop.services;
    const product = await createProduct(db, { price_cents: 1999, stock: 90 });
    const made = [];
    for (const [index, days] of [0, 1, 6, 7, 13, 29, 30, 89, 90, 364, 365, 729].entries()) {
      const { orderId, shopper } = await createPaidOrder(shop, product.id, { quantity: 1 + (index % 3) });
      const at = new Date(shop.clock.now().getTime() - days * 86_400_000);
      await placeAt(orderId, at);
      await db.updateTable('users').set({ created_at: at }).where('id', '=', shopper.user.id).execute();
      made.push(orderId);
    }
    for (const index of [1, 4, 8]) await cancel(made[index] ?? 0);
    for (const index of [0, 5, 9]) await refund(made[index] ?? 0, '3.33');
    await createCustomer(db, { is_active: false, anonymised_at: shop.clock.now() });
    const fromLists = await readLists();
    for (const period of ['7days', '30days', '90days', '1year'] as const) {
      const data = await analytics(period);
      expect(data.to).toBe(shopDay(shop.clock.now().toISOString()));
      expect(data.totals, period).toEqual(fromLists((day) => day >= data.from && day <= data.to));
      const { previous } = data;
      expect(previous.totals, `before ${period}`).toEqual(
        fromLists((day) => day >= previous.from && day <= previous.to),
      );
      expect(data.days).toHaveLength(previous.days.length);
      for (const { date, ...figures } of [...data.days, ...previous.days].filter((day) => day.orders > 0)) {
        expect(figures, date).toEqual(fromLists((day) => day === date));
      }
      expect(data.months).toHaveLength(6);
      for (const { month, ...figures } of data.months) {
        expect(figures, month).toEqual(fromLists((day) => day.startsWith(month)));
      }
    }
    expect((await analytics()).period).toBe('30days');
    expect((await analytics('1year')).totals.cancelled).toBe(3);
  });

  test('change when an order is cancelled or refunded later; the dashboard shows the same revenue', async () => {
    const product = await createProduct(shop.services.db, { price_cents: 2500, stock: 9 });
    const [kept, partly, lost] = [
      await createPaidOrder(shop, product.id),
      await createPaidOrder(shop, product.id),
      await createPaidOrder(shop, product.id),
    ];
    const revenue = async () => {
      const { data } = await shop.call('GET /admin/dashboard/stats', {}, { token });
      const { totals } = await analytics('7days');
      expect(totals.revenue).toBe(data.totalRevenue);
      return totals;
    };
    expect(await revenue()).toMatchObject({ revenue: '111.00', orders: 3, cancelled: 0 });
    await refund(partly.orderId, '7.50');
    expect(await revenue()).toMatchObject({ revenue: '103.50' });
    await cancel(lost.orderId);
    expect(await revenue()).toMatchObject({ revenue: '66.50', orders: 3, cancelled: 1 });
    // In a currency that the shop no longer takes: counted, and no revenue.
    await shop.services.db.updateTable('orders').set({ currency: 'cad' }).where('id', '=', kept.orderId).execute();
    expect(await revenue()).toMatchObject({ revenue: '29.50', orders: 3 });
  });

  test("a day lasts from midnight to midnight in the shop's zone, 23 or 25 hours with clock changes", async () => {
    const { db } = shop.services;
    const product = await createProduct(db, { stock: 9 });
    const { orderId } = await createPaidOrder(shop, product.id);
    const year = shop.clock.now().getUTCFullYear() + 1;
    await goTo(`${year}-11-20T17:00:00Z`);
    const sunday = (month: number, nth: number) => {
      const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
      return new Date(Date.UTC(year, month - 1, 1 + ((7 - first) % 7) + (nth - 1) * 7)).toISOString().slice(0, 10);
    };
    const next = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    const dayOfTheOrder = async (at: string) => {
      await placeAt(orderId, at);
      const placed = (await analytics('1year')).days.filter((day) => day.orders > 0);
      expect(placed).toHaveLength(1);
      return placed[0]?.date;
    };
    const forward = sunday(3, 2);
    expect(await dayOfTheOrder(`${forward}T05:00:00Z`)).toBe(forward);
    expect(await dayOfTheOrder(`${next(forward)}T03:59:59Z`)).toBe(forward);
    expect(await dayOfTheOrder(`${next(forward)}T04:00:00Z`)).toBe(next(forward));
    const back = sunday(11, 1);
    expect(await dayOfTheOrder(`${back}T04:00:00Z`)).toBe(back);
    expect(await dayOfTheOrder(`${next(back)}T04:59:59Z`)).toBe(back);
    expect(await dayOfTheOrder(`${next(back)}T05:00:00Z`)).toBe(next(back));
    const { days } = await analytics('1year');
    expect(new Set(days.map(({ date }) => date)).size).toBe(365);
  });

  test("follow the shop's time zone, including refunds", async () => {
    const product = await createProduct(shop.services.db, { price_cents: 1000, stock: 9 });
    const { orderId } = await createPaidOrder(shop, product.id);
    await refund(orderId, '0.80');
    const year = shop.clock.now().getUTCFullYear() + 1;
    await goTo(`${year}-01-16T18:00:00Z`);
    await placeAt(orderId, `${year}-01-15T06:00:00Z`);
    const day = async () => (await analytics('7days')).days.find((figures) => figures.orders > 0);
    expect(await day()).toMatchObject({ date: `${year}-01-15`, revenue: '20.00' });
    const body = { revision: 0, timezone: 'America/Los_Angeles' as const };
    await shop.call('PUT /admin/settings/site', { body }, { token });
    expect(await day()).toMatchObject({ date: `${year}-01-14`, revenue: '20.00' });
    expect((await analytics('7days')).timeZone).toBe('America/Los_Angeles');
  });

  test('of an empty shop are zero, and unknown periods are refused', async () => {
    const data = await analytics('90days');
    expect(data.totals).toEqual({ revenue: '0.00', orders: 0, cancelled: 0, customers: 0 });
    expect(data).toMatchObject({ topProducts: [], activity: [], conversion: { carts: 0, checkouts: 0, orders: 0 } });
    expect(data.days).toHaveLength(90);
    const wrong = await shop.call('GET /admin/analytics', { query: { period: '8days' as never } }, { token });
    expect(wrong.status).toBe(422);
  });
});

test('top products are those with the most units sold in the period', async () => {
  const { db } = shop.services;
  const few = await createProduct(db, { name: 'Few', price_cents: 9000, stock: 30 });
  const many = await createProduct(db, { name: 'Many', price_cents: 1000, stock: 30 });
  const gone = await createProduct(db, { name: 'Gone', price_cents: 500, stock: 30 });
  await createPaidOrder(shop, few.id, { quantity: 2 });
  await createPaidOrder(shop, many.id, { quantity: 3 });
  await createPaidOrder(shop, many.id, { quantity: 2 });
  await createPaidOrder(shop, gone.id, { quantity: 4 });
  await cancel((await createPaidOrder(shop, few.id, { quantity: 8 })).orderId);
  const old = await createPaidOrder(shop, few.id, { quantity: 9 });
  await placeAt(old.orderId, new Date(shop.clock.now().getTime() - 20 * 86_400_000));
  await db.updateTable('order_line').set({ product_id: null }).where('product_id', '=', gone.id).execute();
  const top = (await analytics('7days')).topProducts;
  expect(top.map(({ productId, name, pieces, sales }) => [productId, name, pieces, sales])).toEqual([
    [many.id, 'Many', 5, '50.00'],
    [null, 'Gone', 4, '20.00'],
    [few.id, 'Few', 2, '180.00'],
  ]);
  const sold = (await orders())
    .filter(({ status }) => status !== 'cancelled')
    .flatMap(({ items }) => items)
    .filter(({ productId }) => productId === few.id);
  const [inMonth] = (await analytics('30days')).topProducts;
  expect(inMonth).toMatchObject({
    productId: few.id,
    slug: few.slug,
    pieces: sold.reduce((sum, { quantity }) => sum + quantity, 0),
    sales: formatDecimal(addMoney(...sold.map(({ price, quantity }) => multiplyMoney(centsOf(price), quantity)))),
  });
});

test('conversion counts each shopper once per step', async () => {
  const product = await createProduct(shop.services.db, { stock: 30 });
  const [browsing, paying, again] = [await createShopper(shop), await createShopper(shop), await createShopper(shop)];
  await fillCart(shop, browsing, product.id);
  await fillCart(shop, paying, product.id);
  await openPayment(shop, paying);
  await createPaidOrder(shop, product.id, { shopper: again });
  const bought = await createPaidOrder(shop, product.id, { shopper: again });
  expect((await analytics('7days')).conversion).toEqual({ carts: 3, checkouts: 2, orders: 1 });
  await goTo(new Date(shop.clock.now().getTime() + 10 * 86_400_000).toISOString());
  expect((await analytics('7days')).conversion).toEqual({ carts: 0, checkouts: 0, orders: 0 });
  await placeAt(bought.orderId, shop.clock.now());
  expect((await analytics('7days')).conversion).toEqual({ carts: 1, checkouts: 1, orders: 1 });
});

test('recent activity lists orders, status changes, refunds and registrations, newest first', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000, stock: 9 });
  const { orderId, orderNumber, shopper } = await createPaidOrder(shop, product.id);
  shop.clock.advance({ minutes: 1 });
  const status = { params: { id: orderId }, body: { status: 'shipped' as const } };
  await shop.call('PUT /admin/orders/{id}/status', status, { token });
  shop.clock.advance({ minutes: 1 });
  await refund(orderId, '1.50');
  // A note is no change of the status.
  const note = { ...status, body: { ...status.body, note: 'Left by the back door' } };
  await shop.call('PUT /admin/orders/{id}/status', note, { token });
  const order = { id: orderId, order_number: orderNumber };
  const { activity } = await analytics();
  expect(activity.slice(0, 2)).toMatchObject([
    { kind: 'refund', amount: '1.50', order, name: shopper.user.name },
    { kind: 'status', status: 'shipped', order, amount: null },
  ]);
  expect(activity).toContainEqual(expect.objectContaining({ kind: 'order', amount: '20.80', order }));
  expect(activity).toContainEqual(
    expect.objectContaining({ kind: 'registration', name: shopper.user.name, userId: shopper.user.id, order: null }),
  );
  const moments = activity.map(({ at }) => at);
  expect(moments).toEqual([...moments].sort().reverse());
});

test('the export contains the daily figures of the period', async () => {
  const product = await createProduct(shop.services.db, { stock: 9 });
  await createPaidOrder(shop, product.id);
  const { orderId } = await createPaidOrder(shop, product.id, { quantity: 2 });
  await cancel(orderId);
  const reply = await shop.app.inject({
    url: '/api/admin/analytics/export?period=7days',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  const { from, to, days } = await analytics('7days');
  expect(reply.headers['content-disposition']).toContain(`analytics-${from}-to-${to}.csv`);
  expect(parse(reply.body, { bom: true, columns: true })).toEqual(
    days.map((day) => ({
      Date: day.date,
      Revenue: day.revenue,
      Currency: 'USD',
      Orders: String(day.orders),
      'Cancelled orders': String(day.cancelled),
      'New customers': String(day.customers),
    })),
  );
});
