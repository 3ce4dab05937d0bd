import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import type { OrderStatus } from '#domain/order-status.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { type BoughtOrder, createPaidOrder, readStock } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

type StatusBody = InputOf<ShopContract['PUT /admin/orders/{id}/status']>['body'];

let shop: PayingShop;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db, { name: 'Ada Admin' }));
});
afterAll(() => shop.close());

function setStatus(
  { orderId }: Pick<BoughtOrder, 'orderId'>,
  status: OrderStatus,
  more: { tracking_number?: string; note?: string } = {},
) {
  const body = { status, ...more };
  return shop.call('PUT /admin/orders/{id}/status', { params: { id: orderId }, body }, { token });
}

function refund({ orderId }: Pick<BoughtOrder, 'orderId'>, amount: number | string, reason = 'Damaged') {
  const body = { amount, reason };
  return shop.call('POST /admin/orders/{id}/refunds', { params: { id: orderId }, body }, { token });
}

async function detail({ orderId }: Pick<BoughtOrder, 'orderId'>) {
  return (await shop.call('GET /admin/orders/{id}', { params: { id: orderId } }, { token })).data;
}

test('the list carries the names of both specifications, and finds by number, name, address and status', async () => {
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

test('any status can follow any other, and stock and money stay true', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000, stock: 3 });
  const order = await createPaidOrder(shop, product.id, { quantity: 2 });
  const path: [OrderStatus, number, string][] = [
    ['delivered', 2, 'completed'],
    ['pending', 2, 'completed'],
    ['cancelled', 0, 'refunded'],
    ['shipped', 2, 'refunded'],
    ['cancelled', 0, 'refunded'],
    ['confirmed', 2, 'refunded'],
  ];
  for (const [status, sold, paymentStatus] of path) {
    const reply = await setStatus(order, status);
    expect(reply.message).toBe(
      `Order ${order.orderId} status updated to ${status[0]?.toUpperCase()}${status.slice(1)}`,
    );
    expect(reply.data).toMatchObject({ status, paymentStatus });
    expect(await readStock(shop, product.stock_id), status).toEqual({ received: 3, sold, held: 0 });
  }
  const refunds = await shop.stripe.refunds.list({ payment_intent: order.intentId });
  expect(refunds.data).toHaveLength(1);
  const { history } = await detail(order);
  const statuses = ['pending', ...path.map(([status]) => status)];
  expect(history.map(({ to }) => to)).toEqual(statuses);
  expect(history.map(({ from }) => from)).toEqual([null, ...statuses.slice(0, -1)]);
  expect(history.map(({ actor }) => actor)).toEqual([null, ...path.map(() => 'Ada Admin')]);
  expect(history[4]?.note).toBe('Stock taken again. What was refunded stays refunded.');
});

test('a status that was chosen before a look at what the order has become is not set', async () => {
  const product = await createProduct(shop.services.db, { stock: 3 });
  const order = await createPaidOrder(shop, product.id, { quantity: 2 });
  const id = String(order.orderId);
  await shop.call('PUT /orders/{id}/cancel', { params: { id } }, { token: order.shopper.token });
  const set = (status: OrderStatus, status_seen?: OrderStatus) => {
    const body = { status, ...(status_seen && { status_seen }) };
    return shop.call('PUT /admin/orders/{id}/status', { params: { id: order.orderId }, body }, { token });
  };
  expect((await set('shipped', 'pending')).failure).toMatchObject({
    code: 'order.changed',
    message: `Order ${order.orderNumber} is cancelled meanwhile. Please look at it again.`,
  });
  expect(await readStock(shop, product.stock_id)).toMatchObject({ sold: 0 });
  expect((await set('cancelled', 'pending')).status).toBe(200);
  expect((await set('shipped', 'cancelled')).data.status).toBe('shipped');
  expect((await set('delivered')).data.status).toBe('delivered');
});

test('a tracking number that was typed before a look at the newer one does not replace it', async () => {
  const order = await createPaidOrder(shop, (await createProduct(shop.services.db)).id);
  const put = (terms: Pick<StatusBody, 'tracking_number' | 'tracking_number_seen' | 'note'>) => {
    const body: StatusBody = { status: 'confirmed', ...terms };
    return shop.call('PUT /admin/orders/{id}/status', { params: { id: order.orderId }, body }, { token });
  };
  expect((await put({ tracking_number: '1Z 111', tracking_number_seen: null })).data.trackingNumber).toBe('1Z 111');
  expect((await put({ tracking_number: '1Z 222', tracking_number_seen: null })).failure).toMatchObject({
    code: 'order.changed',
    message: `Order ${order.orderNumber} has the tracking number 1Z 111 meanwhile. Please look at it again.`,
  });
  expect((await put({ tracking_number: '1Z 111', tracking_number_seen: null })).status).toBe(200);
  expect((await put({ tracking_number_seen: null, note: 'Rang twice' })).data.trackingNumber).toBe('1Z 111');
  expect((await put({ tracking_number: null, tracking_number_seen: '1Z 111' })).data.trackingNumber).toBeNull();
  expect((await put({ tracking_number: '1Z 333', tracking_number_seen: '1Z 111' })).message).toMatch(
    /has no tracking number any more/,
  );
});

test('an order cannot come back from cancelled when its pieces are sold to others', async () => {
  const product = await createProduct(shop.services.db, { name: 'Last Vase', stock: 2 });
  const order = await createPaidOrder(shop, product.id, { quantity: 2 });
  await setStatus(order, 'cancelled');
  await createPaidOrder(shop, product.id, { quantity: 1 });
  const { failure } = await setStatus(order, 'processing');
  expect(failure).toMatchObject({
    code: 'stock.insufficient',
    message: 'There is not enough stock left of Last Vase.',
  });
  expect((await detail(order)).status).toBe('cancelled');
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 2, sold: 1, held: 0 });
});

test('a tracking number goes with the status, tells the customer, and is written down with who changed it', async () => {
  const product = await createProduct(shop.services.db);
  const order = await createPaidOrder(shop, product.id);
  await setStatus(order, 'shipped', { tracking_number: '1Z 999', note: 'Left by the back door' });
  const params = { id: String(order.orderId) };
  const { data: track } = await shop.call('GET /orders/{id}/track', { params }, order.shopper);
  expect(track).toMatchObject({ status: 'shipped', tracking_number: '1Z 999' });
  expect(JSON.stringify(track)).not.toContain('back door');
  await shop.jobs.runRequested();
  const mail = shop.mailbox.mails.find(({ subject }) => subject === `Your order ${order.orderNumber} is on its way`);
  expect(mail).toMatchObject({ to: { email: order.shopper.user.email }, text: expect.stringContaining('1Z 999') });
  const audit = await shop.services.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('entity', '=', 'order')
    .where('entity_id', '=', String(order.orderId))
    .execute();
  expect(audit).toMatchObject([
    {
      action: 'order.status',
      actor_name: 'Ada Admin',
      before: { status: 'pending', tracking_number: null },
      after: { status: 'shipped', tracking_number: '1Z 999', note: 'Left by the back door' },
    },
  ]);
  expect((await setStatus(order, 'shipped')).data.history).toHaveLength(2);
});

test('parts of a payment are refunded until nothing is left, never more', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000 });
  const order = await createPaidOrder(shop, product.id);
  const first = await refund(order, 5.5);
  expect(first).toMatchObject({ status: 201, message: 'Refund sent' });
  expect(first.data).toMatchObject({
    refund: { amount: '5.50', status: 'succeeded', requestedBy: 'Ada Admin' },
    order: { paymentStatus: 'partially_refunded', refundedAmount: '5.50', refundableAmount: '15.30' },
  });
  expect((await refund(order, '15.31')).failure.code).toBe('refund.exceeds_captured');
  for (const wrong of [0, -1, '1.234', 'x']) expect((await refund(order, wrong)).status, String(wrong)).toBe(422);
  expect((await refund(order, '15.30')).data.order).toMatchObject({ paymentStatus: 'refunded', status: 'pending' });
  expect((await refund(order, '0.01')).failure.code).toBe('refund.exceeds_captured');
});

test('refunds asked for at once never exceed what was paid', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000 });
  const order = await createPaidOrder(shop, product.id);
  const replies = await Promise.all(Array.from({ length: 10 }, () => refund(order, 5)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(4);
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    expect(reply.failure.code).toBe('refund.exceeds_captured');
  }
  const charged = await shop.stripe.refunds.list({ payment_intent: order.intentId, limit: 100 });
  expect(charged.data.reduce((sum, { amount }) => sum + amount, 0)).toBe(2000);
  expect((await detail(order)).refundedAmount).toBe('20.00');
});

test('a refund, a cancellation by the customer and one by the merchant at once give back exactly what was paid', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000, stock: 5 });
  const order = await createPaidOrder(shop, product.id);
  const params = { id: String(order.orderId) };
  await Promise.all([
    refund(order, 3),
    shop.call('PUT /orders/{id}/cancel', { params }, order.shopper),
    setStatus(order, 'cancelled'),
    refund(order, 4),
  ]);
  const charged = await shop.stripe.refunds.list({ payment_intent: order.intentId, limit: 100 });
  expect(charged.data.reduce((sum, { amount }) => sum + amount, 0)).toBe(2080);
  expect(await detail(order)).toMatchObject({ paymentStatus: 'refunded', refundedAmount: '20.80' });
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 5, sold: 0, held: 0 });
});

test('the figures come from the orders; cancelled ones have no value', async () => {
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

test('papers are PDF files: the invoice for its customer and for admins, the slip for admins alone', async () => {
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

test('a mail is sent once more only while it is true', async () => {
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

test("the export holds every order of its filter once, by days of the shop's time zone", async () => {
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
