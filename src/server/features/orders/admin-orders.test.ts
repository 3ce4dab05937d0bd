import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminOrderClient } from '#test/clients/admin-order-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { type BoughtOrder, createPaidOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db, { name: 'Ada Admin' }));
});
afterAll(() => shop.close());

const { setStatus, refund } = adminOrderClient(() => ({ shop, token }));

test('the list has the field names of both specifications, and finds by number, name, address and status', async () => {
  const product = await createProduct(shop.services.db, { name: 'Tray', price_cents: 1000, stock: 9 });
  const order = await createPaidOrder(shop, product.id, { quantity: 2 });
  await createPaidOrder(shop, product.id);
  const list = async (query: object) => (await shop.call('GET /admin/orders', { query }, { token })).data;
  const { user } = order.shopper;
  for (const search of [order.orderNumber, order.orderNumber.slice(-6), user.email, user.name.toUpperCase()]) {
    expect(
      (await list({ search })).data.map(({ id }) => id),
      search,
    ).toContain(order.orderId);
  }
  expect((await list({ search: '%' })).total).toBe(0);
  expect((await list({ search: '' })).total).toBe(2);
  expect((await list({ status: 'shipped' })).total).toBe(0);
  expect(await list({ limit: 1, page: 2, status: 'all' })).toMatchObject({ per_page: 1, last_page: 2, total: 2 });
  const [row] = (await list({ search: order.orderNumber })).data;
  expect(row).toMatchObject({
    order_number: order.orderNumber,
    orderStatus: 'pending',
    paymentStatus: 'completed',
    paymentMethod: 'card',
    items: [{ productName: 'Tray', variantName: null, quantity: 2, price: '10.00', total: '20.00' }],
    subtotal: '20.00',
    shippingCost: '10.00',
    tax: '1.60',
    discount: '0.00',
    total: '31.60',
    total_amount: '31.60',
    trackingNumber: null,
    shippingAddress: { line1: '1 Market Street', postalCode: '62701', country: 'US' },
    user: { email: user.email },
  });
  expect(row?.createdAt).toBe(row?.created_at);
});

test('the figures match the orders; cancelled ones count as zero', async () => {
  const { data } = await shop.call('GET /admin/orders/stats', {}, { token });
  const { rows } = await sql<{ total: number; cancelled: number; value: number }>`
    SELECT count(*) AS total, count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
           sum(total_cents) FILTER (WHERE status <> 'cancelled')::bigint AS value FROM orders`.execute(
    shop.services.db,
  );
  const [counted] = rows;
  expect(data).toMatchObject({ total: counted?.total, cancelled: counted?.cancelled });
  expect(Number(data.totalValue) * 100).toBeCloseTo(counted?.value ?? 0, 5);
  expect(data.pending + data.confirmed + data.processing + data.shipped + data.delivered + data.cancelled).toBe(
    data.total,
  );
});

test('an unknown order is not found', async () => {
  expect((await setStatus({ orderId: 999_999 }, 'shipped')).failure.code).toBe('order.not_found');
  expect((await refund({ orderId: 999_999 }, 1)).failure.code).toBe('order.not_found');
});

test('an order is found by its tracking number and by its id', async () => {
  const product = await createProduct(shop.services.db, { stock: 9 });
  const order = await createPaidOrder(shop, product.id);
  await setStatus(order, 'shipped', { tracking_number: '1Z 999 AA1' });
  for (const search of ['1Z 999 AA1', String(order.orderId), `#${order.orderId}`]) {
    const { data } = await shop.call('GET /admin/orders', { query: { search } }, { token });
    expect(
      data.data.map(({ id }) => id),
      search,
    ).toContain(order.orderId);
  }
});

test('list and export are filtered by payment, also together with a status', async () => {
  const product = await createProduct(shop.services.db, { stock: 9 });
  const [whole, part] = [await createPaidOrder(shop, product.id), await createPaidOrder(shop, product.id)];
  await refund(part, 5);
  const listed = async (query: object) =>
    (await shop.call('GET /admin/orders', { query: { limit: 100, ...query } }, { token })).data.data.map(
      ({ id }) => id,
    );
  expect(await listed({ payment: 'partially_refunded' })).toContain(part.orderId);
  expect(await listed({ payment: 'partially_refunded' })).not.toContain(whole.orderId);
  expect(await listed({ payment: 'completed' })).toContain(whole.orderId);
  expect(await listed({ payment: 'all' })).toEqual(expect.arrayContaining([whole.orderId, part.orderId]));
  expect(await listed({ payment: 'partially_refunded', status: 'delivered' })).toEqual([]);
  const file = await shop.app.inject({
    url: '/api/admin/orders/export?payment=partially_refunded',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(file.payload).toContain(part.orderNumber);
  expect(file.payload).not.toContain(whole.orderNumber);
});

test('documents are PDFs: the invoice for its customer and admins, the packing slip for admins only', async () => {
  const product = await createProduct(shop.services.db, { stock: 9 });
  const order = await createPaidOrder(shop, product.id);
  const stranger = await createPaidOrder(shop, product.id);
  const get = (path: string, bearer: string) =>
    shop.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${bearer}` } });
  const own = await get(`/orders/${order.orderNumber}/invoice`, order.shopper.token);
  expect(own.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="invoice-${order.orderNumber}.pdf"; filename*=UTF-8''invoice-${order.orderNumber}.pdf`,
  });
  expect(own.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await get(`/orders/${order.orderId}/invoice`, stranger.shopper.token)).json()).toMatchObject({
    code: 'order.not_found',
  });
  for (const paper of ['invoice', 'packing-slip']) {
    expect((await get(`/admin/orders/${order.orderId}/${paper}`, token)).statusCode, paper).toBe(200);
    expect((await get(`/admin/orders/999999/${paper}`, token)).statusCode, paper).toBe(404);
  }
  expect((await get(`/admin/orders/${order.orderId}/packing-slip`, order.shopper.token)).statusCode).toBe(403);
});

test('a mail can be resent only while it is true', async () => {
  const product = await createProduct(shop.services.db, { stock: 9 });
  const order = await createPaidOrder(shop, product.id);
  const resend = (kind: 'order-placed' | 'order-shipped') =>
    shop.call('POST /admin/orders/{id}/mails', { params: { id: order.orderId }, body: { kind } }, { token });
  const mails = async (kind: string) =>
    (
      await shop.services.db
        .selectFrom('mail')
        .select('id')
        .where('order_id', '=', order.orderId)
        .where('kind', '=', kind)
        .execute()
    ).length;
  expect((await resend('order-placed')).status).toBe(202);
  expect(await mails('order-placed')).toBe(2);
  expect((await resend('order-shipped')).failure.code).toBe('order.mail_untrue');
  await setStatus(order, 'shipped');
  expect((await resend('order-shipped')).status).toBe(202);
  expect(await mails('order-shipped')).toBe(2);
  await setStatus(order, 'cancelled');
  expect((await resend('order-placed')).failure.code).toBe('order.mail_untrue');
  expect(await mails('order-placed')).toBe(2);
});

test("the export contains every matching order once, by days of the shop's time zone", async () => {
  const product = await createProduct(shop.services.db, { name: '=cmd|calc', stock: 99 });
  const orders = [];
  for (let made = 0; made < 3; made += 1) orders.push(await createPaidOrder(shop, product.id, { quantity: 2 }));
  const [first, second] = orders;
  const at = (order: BoughtOrder | undefined, moment: string) =>
    shop.services.db
      .updateTable('orders')
      .set({ created_at: moment })
      .where('id', '=', order?.orderId ?? 0)
      .execute();
  // In New York the evening of the 9th, and the first minutes of the 10th.
  await at(first, '2020-03-10T03:59:00Z');
  await at(second, '2020-03-10T04:00:00Z');
  const read = async (query: string) => {
    const reply = await shop.app.inject({
      url: `/api/admin/orders/export?${query}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    return (parse(reply.body, { bom: true, columns: true }) as Record<string, string>[]).map((row) => row.Order);
  };
  expect(await read('from=2020-03-09&to=2020-03-09')).toEqual([first?.orderNumber]);
  expect(await read('from=2020-03-10&to=2020-03-10')).toEqual([second?.orderNumber]);
  expect(await read('to=2020-03-10')).toEqual([second?.orderNumber, first?.orderNumber]);
  const all = await read('');
  const { total } = (await shop.call('GET /admin/orders', { query: {} }, { token })).data;
  expect(all).toHaveLength(total);
  expect(new Set(all).size).toBe(total);
});

test.each([
  ['from=0000-01-01', 'Please enter a valid date.'],
  ['to=0000-01-01', 'Please enter a valid date.'],
  ['to=9999-12-31', 'Please enter a valid date.'],
  ['from=2020-03-10&to=2020-03-09', 'The period must not end before it begins.'],
])('an export of the days %s is refused', async (query, message) => {
  const reply = await shop.app.inject({
    url: `/api/admin/orders/export?${query}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.statusCode).toBe(422);
  expect(Object.values(reply.json().errors)).toEqual([[message]]);
});

test('order exports are audited, each report once', async () => {
  const { db } = shop.services;
  const clerk = await createAdmin(db);
  const own = { token: await signIn(shop, clerk) };
  const period = { from: '2020-03-09', to: '2020-03-10' };
  await shop.app.inject({
    url: '/api/admin/orders/export?search=Ada&from=2020-03-09',
    headers: { authorization: `Bearer ${own.token}` },
  });
  await shop.call('GET /admin/reports/orders', { query: period }, own);
  await shop.call('GET /admin/reports/orders', { query: { ...period, after: 1 } }, own);
  const records = await db
    .selectFrom('audit_entry')
    .select(['action', 'entity', 'entity_id', 'after'])
    .where('actor_id', '=', clerk.id)
    .orderBy('id')
    .execute();
  const record = { action: 'order.exported', entity: 'order', entity_id: 'all' };
  expect(records).toEqual([
    { ...record, after: { status: 'all', payment: 'all', is_searched: true, from: '2020-03-09', to: null } },
    { ...record, after: { status: 'all', payment: 'all', is_searched: false, ...period } },
  ]);
  const { data } = await shop.call('GET /admin/profile/statistics', {}, own);
  expect(data.ordersManaged).toBe(0);
});

test('a part of a report is audited unless its admin has read the beginning within the hour', async () => {
  const { db } = shop.services;
  const clerk = await createAdmin(db);
  const other = await createAdmin(db);
  const read = async (admin: typeof clerk, query: { from: string; to: string; after?: number }) =>
    shop.call('GET /admin/reports/orders', { query }, { token: await signIn(shop, admin) });
  const recorded = async (admin: typeof clerk) => {
    const rows = await db
      .selectFrom('audit_entry')
      .select('after')
      .where('actor_id', '=', admin.id)
      .orderBy('id')
      .execute();
    return rows.map(({ after }) => (after as { from?: string } | null)?.from).filter((from) => from !== undefined);
  };
  const march = { from: '2020-03-09', to: '2020-03-10' };
  const april = { from: '2020-04-09', to: '2020-04-10' };

  await read(clerk, { ...march, after: 1 });
  expect(await recorded(clerk)).toEqual([march.from]);
  await read(clerk, { ...march, after: 2 });
  expect(await recorded(clerk)).toEqual([march.from]);
  await read(clerk, { ...april, after: 1 });
  await read(clerk, march);
  expect(await recorded(clerk)).toEqual([march.from, april.from, march.from]);
  await read(other, { ...march, after: 1 });
  expect(await recorded(other)).toEqual([march.from]);

  shop.clock.advance({ minutes: 61 });
  await read(other, { ...march, after: 1 });
  expect(await recorded(other)).toEqual([march.from, march.from]);
});

test('the audit row of a refund formats its amount like others', async () => {
  const { db } = shop.services;
  const order = await createPaidOrder(shop, (await createProduct(db, { price_cents: 1000, stock: 1 })).id);
  await refund(order, '1.5');
  const record = await db
    .selectFrom('audit_entry')
    .select(['action', 'after'])
    .where('entity_id', '=', String(order.orderId))
    .executeTakeFirst();
  expect(record).toMatchObject({ action: 'order.refund', after: { amount: '1.50' } });
});
