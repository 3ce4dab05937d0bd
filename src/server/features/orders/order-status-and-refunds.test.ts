import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { adminOrderClient } from '#test/clients/admin-order-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import {
  applyCoupon,
  type BoughtOrder,
  createCoupon,
  createPaidOrder,
  fillCart,
  readStock,
} from '#test/factories/order.ts';
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

const { setStatus, refund } = adminOrderClient(() => ({ shop, token }));

async function detail({ orderId }: Pick<BoughtOrder, 'orderId'>) {
  return (await shop.call('GET /admin/orders/{id}', { params: { id: orderId } }, { token })).data;
}

test('any status can follow any other, with consistent stock and money', async () => {
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
  expect(history[4]?.note).toBe('Stock taken again. Refunds are not reversed.');
});

test('a status chosen on an outdated list is not set', async () => {
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
    message: `Order ${order.orderNumber} is now cancelled. Please look at it again.`,
  });
  expect(await readStock(shop, product.stock_id)).toMatchObject({ sold: 0 });
  expect((await set('cancelled', 'pending')).status).toBe(200);
  expect((await set('shipped', 'cancelled')).data.status).toBe('shipped');
  expect((await set('delivered')).data.status).toBe('delivered');
});

test('a cancellation is refused if the refund amount has changed', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000, stock: 3 });
  const order = await createPaidOrder(shop, product.id, { quantity: 2 });
  const { refundableAmount } = await detail(order);
  expect(refundableAmount).toBe('31.60');
  await refund(order, '11.60');
  const cancel = (refundable_seen: string) => setStatus(order, 'cancelled', { refundable_seen });
  expect((await cancel(refundableAmount)).failure).toMatchObject({
    code: 'order.changed',
    message: `Order ${order.orderNumber} now has $20.00 left to refund. Please look at it again.`,
  });
  expect(await detail(order)).toMatchObject({ status: 'pending', refundedAmount: '11.60' });
  expect(await readStock(shop, product.stock_id)).toMatchObject({ sold: 2 });
  expect((await cancel('20.00')).data).toMatchObject({ status: 'cancelled', refundedAmount: '31.60' });
  expect((await cancel('20.00')).status).toBe(200);
  expect((await setStatus(order, 'confirmed', { refundable_seen: '20.00' })).status).toBe(200);
});

test('an outdated tracking number does not replace a newer one', async () => {
  const order = await createPaidOrder(shop, (await createProduct(shop.services.db)).id);
  const put = (terms: Pick<StatusBody, 'tracking_number' | 'tracking_number_seen' | 'note'>) => {
    const body: StatusBody = { status: 'confirmed', ...terms };
    return shop.call('PUT /admin/orders/{id}/status', { params: { id: order.orderId }, body }, { token });
  };
  expect((await put({ tracking_number: '1Z 111', tracking_number_seen: null })).data.trackingNumber).toBe('1Z 111');
  expect((await put({ tracking_number: '1Z 222', tracking_number_seen: null })).failure).toMatchObject({
    code: 'order.changed',
    message: `Order ${order.orderNumber} now has the tracking number 1Z 111. Please look at it again.`,
  });
  expect((await put({ tracking_number: '1Z 111', tracking_number_seen: null })).status).toBe(200);
  expect((await put({ tracking_number_seen: null, note: 'Rang twice' })).data.trackingNumber).toBe('1Z 111');
  expect((await put({ tracking_number: null, tracking_number_seen: '1Z 111' })).data.trackingNumber).toBeNull();
  expect((await put({ tracking_number: '1Z 333', tracking_number_seen: '1Z 111' })).message).toMatch(
    /no longer has a tracking number/,
  );
});

test('a cancelled order cannot be reopened when its units are sold', async () => {
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

test('a cancelled order releases its coupon, takes it again when reopened, or continues without', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 5000, stock: 9 });
  const { id } = await createCoupon(shop, { code: 'ONCE-EACH', usage_limit: 1, usage_limit_per_customer: 1 });
  const uses = async () => {
    const { db } = shop.services;
    const { times_used } = await db.selectFrom('coupon').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const orders = await db.selectFrom('coupon_use').select('order_id').where('coupon_id', '=', id).execute();
    return { times_used, orders: orders.map(({ order_id }) => order_id) };
  };
  const order = await createPaidOrder(shop, product.id, { coupon: 'ONCE-EACH' });
  const path: [OrderStatus, number][] = [
    ['processing', 1],
    ['cancelled', 0],
    ['confirmed', 1],
    ['cancelled', 0],
  ];
  for (const [status, times_used] of path) {
    await setStatus(order, status);
    expect(await uses(), status).toEqual({ times_used, orders: times_used ? [order.orderId] : [] });
  }
  await fillCart(shop, order.shopper, product.id);
  expect((await applyCoupon(shop, order.shopper, 'ONCE-EACH')).data).toMatchObject({ discount: '5.00' });

  const other = await createPaidOrder(shop, product.id, { coupon: 'ONCE-EACH' });
  expect((await setStatus(order, 'confirmed')).status).toBe(200);
  expect(await uses()).toEqual({ times_used: 1, orders: [other.orderId] });
});

test('a tracking number is saved with the status, mailed, and audited', async () => {
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

test('partial refunds are possible until nothing is left', async () => {
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

test('two admins who handle the same complaint refund it once', async () => {
  const order = await createPaidOrder(shop, (await createProduct(shop.services.db, { price_cents: 2000 })).id);
  const body = { amount: '10.00', reason: 'Damaged', refundable_seen: (await detail(order)).refundableAmount };
  const give = () => shop.call('POST /admin/orders/{id}/refunds', { params: { id: order.orderId }, body }, { token });
  const replies = await Promise.all([give(), give()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(replies.find(({ status }) => status === 409)?.failure).toMatchObject({
    code: 'order.changed',
    message: `Order ${order.orderNumber} now has $21.60 left to refund. Please look at it again.`,
  });
  expect((await detail(order)).refundedAmount).toBe('10.00');
});

test('concurrent refunds never exceed the payment', async () => {
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

test('concurrent refund and cancellations refund exactly what was paid', async () => {
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
