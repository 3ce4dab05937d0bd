import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EVENT_TYPES, type EventType } from '#domain/orders/shop-events.ts';
import { defineSubscriber } from '#plugin';
import { createEventDelivery, type EventDelivery } from '#server/platform/events/event-delivery.ts';
import { adminImportClient } from '#test/clients/admin-import-client.ts';
import { adminOrderClient } from '#test/clients/admin-order-client.ts';
import { adminProductClient } from '#test/clients/admin-product-client.ts';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import {
  ADDRESS,
  type BoughtOrder,
  confirmPayment,
  createPaidOrder,
  createShopper,
  fillCart,
  openPayment,
  saveSetting,
} from '#test/factories/order.ts';
import { type CreatedProduct, createCategory, createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { bindSubscriber, type DeliveredShopEvent } from './index.ts';

const ALL_TYPES = Object.keys(EVENT_TYPES) as EventType[];

let shop: PayingShop;
let admin: string;
let categoryId: number;
let delivery: EventDelivery;
let delivered: DeliveredShopEvent[] = [];

const witness = defineSubscriber({
  name: 'witness',
  on: ALL_TYPES,
  async handle(event, { keep }: { keep: (event: DeliveredShopEvent) => unknown }) {
    keep(event);
  },
});

beforeAll(async () => {
  shop = await openPayingShop();
  admin = await signIn(shop, await createAdmin(shop.services.db));
  categoryId = (await createCategory(shop.services.db, { name: 'Kitchen', slug: 'kitchen' })).id;
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  const subscribers = [bindSubscriber(witness, { keep: (event) => delivered.push(event) }, 'test')];
  delivery = createEventDelivery({ ...shop.services, nodeLock: shop.services.changes.nodeLock, subscribers });
  await delivery.register();
});
afterAll(() => shop.close());
beforeEach(() => forget());
afterEach(() => shop.connectWebhooks(false));

/** Leaves out what happened so far. */
async function forget(): Promise<void> {
  await delivery.deliverDue();
  delivered = [];
}

/** What happened since the last time, as type and payload, in order. */
async function happened(only: (type: EventType) => boolean = () => true) {
  await delivery.deliverDue();
  const events = delivered.toSorted((a, b) => a.id - b.id).filter(({ type }) => only(type));
  delivered = [];
  return events.map(({ type, payload }) => [type, payload]);
}

const ofProducts = (type: EventType) => type === 'product.changed';
const ofStock = (type: EventType) => type === 'stock.changed';

const { setStatus, refund } = adminOrderClient(() => ({ shop, token: admin }));
const products = adminProductClient(() => ({ shop, token: admin, categoryId }));
const files = adminImportClient(() => ({ shop, token: admin }));

const stockOf = ({ id: productId }: Pick<CreatedProduct, 'id'>, before: number, after: number) => [
  'stock.changed',
  { productId, variantId: null, before, after },
];
const idsOf = ({ orderId, orderNumber }: BoughtOrder) => ({ orderId, orderNumber });

async function paidOrder(card?: string) {
  const product = await createProduct(shop.services.db, { price_cents: 2000, stock: 5 });
  const order = await createPaidOrder(shop, product.id, card === undefined ? {} : { card });
  await forget();
  return { product, order, ids: idsOf(order) };
}

const latestRefund = async () =>
  await shop.services.db
    .selectFrom('refund')
    .select(['id', 'amount_cents as amount'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

describe('orders', () => {
  test('a paid order is placed and paid, and its unit leaves the stock when it is reserved', async () => {
    const product = await createProduct(shop.services.db, { price_cents: 2000, stock: 5 });
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id, 2);
    await forget();
    const { data: opened } = await openPayment(shop, shopper);
    expect(await happened()).toEqual([stockOf(product, 5, 3)]);
    await shop.pay(opened);
    const { data } = await confirmPayment(shop, shopper, opened.payment_intent_id);
    const order = { orderId: data.order_id, orderNumber: data.order_number };
    const money = { currency: 'usd', total: 5320 };
    expect(await happened()).toEqual([
      ['order.placed', { ...order, ...money, customerId: shopper.user.id, isPaid: true }],
      ['order.paid', { ...order, currency: 'usd', amount: 5320, provider: 'sandbox' }],
    ]);
  });

  test('a reservation that ends returns its units', async () => {
    const product = await createProduct(shop.services.db, { stock: 1 });
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id);
    await openPayment(shop, shopper);
    await forget();
    shop.clock.advance({ minutes: 20 });
    await shop.jobs.run('expire-checkouts');
    expect(await happened()).toEqual([stockOf(product, 0, 1)]);
  });

  test('an order that is paid later is placed, and paid once the merchant has the money', async () => {
    const product = await createProduct(shop.services.db, { price_cents: 2000, stock: 5 });
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id);
    await forget();
    const body = { shipping_address: ADDRESS, payment_method: 'offline' } as const;
    const { data } = await shop.call('POST /orders', { body }, { token: shopper.token });
    const order = { orderId: data.id, orderNumber: data.order_number };
    const money = { currency: 'usd', total: 3160 };
    const events = await happened();
    expect(events).toHaveLength(2);
    // One statement writes both; only events of the same subject have an order.
    expect(events).toEqual(
      expect.arrayContaining([
        stockOf(product, 5, 4),
        ['order.placed', { ...order, ...money, customerId: shopper.user.id, isPaid: false }],
      ]),
    );
    await shop.call('POST /admin/orders/{id}/payment', { params: { id: data.id } }, { token: admin });
    expect(await happened()).toEqual([
      ['order.paid', { ...order, currency: 'usd', amount: 3160, provider: 'offline' }],
    ]);
  });

  test('an order that the customer cancels returns its stock and is refunded', async () => {
    const { product, order, ids } = await paidOrder();
    const params = { id: String(order.orderId) };
    await shop.call('PUT /orders/{id}/cancel', { params }, { token: order.shopper.token });
    const { id: refundId } = await latestRefund();
    expect(await happened()).toEqual([
      stockOf(product, 4, 5),
      ['order.status_changed', { ...ids, from: 'pending', to: 'cancelled' }],
      ['order.cancelled', { ...ids, cancelledBy: 'customer' }],
      ['order.refunded', { ...ids, refundId, currency: 'usd', amount: 3160 }],
    ]);
  });

  test('an order that the merchant cancels and takes up again takes its stock again', async () => {
    const { product, order, ids } = await paidOrder();
    await setStatus(order, 'cancelled');
    expect((await happened()).slice(0, 3)).toEqual([
      stockOf(product, 4, 5),
      ['order.status_changed', { ...ids, from: 'pending', to: 'cancelled' }],
      ['order.cancelled', { ...ids, cancelledBy: 'merchant' }],
    ]);
    await setStatus(order, 'processing');
    expect(await happened()).toEqual([
      stockOf(product, 5, 4),
      ['order.status_changed', { ...ids, from: 'cancelled', to: 'processing' }],
    ]);
  });

  test('an order is shipped with its tracking number, which may change, and delivered', async () => {
    const { order, ids } = await paidOrder();
    await setStatus(order, 'shipped', { tracking_number: 'T-1' });
    expect(await happened()).toEqual([
      ['order.status_changed', { ...ids, from: 'pending', to: 'shipped' }],
      ['shipment.created', { ...ids, trackingNumber: 'T-1' }],
    ]);
    await setStatus(order, 'shipped', { tracking_number: 'T-2' });
    expect(await happened()).toEqual([['shipment.updated', { ...ids, trackingNumber: 'T-2' }]]);
    await setStatus(order, 'shipped', { note: 'At the door' });
    expect(await happened()).toEqual([]);
    await setStatus(order, 'delivered');
    expect(await happened()).toEqual([
      ['order.status_changed', { ...ids, from: 'shipped', to: 'delivered' }],
      ['order.delivered', ids],
    ]);
  });

  test('a refund by the merchant is recorded once the provider has accepted it', async () => {
    const { order, ids } = await paidOrder();
    shop.sandbox.faults.set({ operation: 'refund', kind: '500', count: 3 });
    await refund(order, 5);
    const { id: refundId } = await latestRefund();
    expect(await happened()).toEqual([]);
    shop.sandbox.faults.clear();
    shop.clock.advance({ minutes: 10 });
    await shop.jobs.run('reconcile-payments');
    expect(await happened()).toEqual([['order.refunded', { ...ids, refundId, currency: 'usd', amount: 500 }]]);
  });

  test('a refund made at the payment provider is recorded', async () => {
    const { order, ids } = await paidOrder();
    shop.connectWebhooks(true);
    await shop.stripe.refunds.create({ payment_intent: order.intentId, amount: 700 });
    await expect.poll(async () => (await latestRefund()).amount).toBe(700);
    const { id: refundId } = await latestRefund();
    expect(await happened()).toEqual([['order.refunded', { ...ids, refundId, currency: 'usd', amount: 700 }]]);
  });

  test('a refund that the bank sends back has failed', async () => {
    const { order, ids } = await paidOrder('4000000000005126');
    await refund(order, 5);
    const { id: refundId } = await latestRefund();
    const money = { ...ids, refundId, currency: 'usd', amount: 500 };
    expect(await happened()).toEqual([['order.refunded', money]]);
    shop.connectWebhooks(true);
    shop.clock.advance({ minutes: 1 });
    await expect.poll(() => happened()).toEqual([['order.refund_failed', money]]);
  });

  test('a refund that is sent although it had failed is recorded as sent', async () => {
    const { order, ids } = await paidOrder();
    await refund(order, 5);
    const { id: refundId } = await latestRefund();
    const { db } = shop.services;
    await db.updateTable('refund').set({ status: 'failed' }).where('id', '=', refundId).execute();
    await db.updateTable('payment').set({ refunded_cents: 0 }).where('order_id', '=', order.orderId).execute();
    await forget();
    shop.connectWebhooks(true);
    const [sent] = (await shop.stripe.refunds.list({ payment_intent: order.intentId })).data;
    await shop.stripe.refunds.update(sent?.id ?? '', { metadata: { note: 'Sent after all' } });
    await expect
      .poll(() => happened())
      .toEqual([['order.refunded', { ...ids, refundId, currency: 'usd', amount: 500 }]]);
  });

  test('a refused change records nothing', async () => {
    const { order, product } = await paidOrder();
    await setStatus(order, 'cancelled');
    await shop.services.db.updateTable('stock').set({ received: 0 }).where('id', '=', product.stock_id).execute();
    await forget();
    expect((await setStatus(order, 'pending')).status).toBe(409);
    expect(await happened()).toEqual([]);
  });

  test('of a payment confirmed many times at once, one order is placed', async () => {
    const product = await createProduct(shop.services.db, { stock: 5 });
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id);
    const { data: opened } = await openPayment(shop, shopper);
    await shop.pay(opened);
    await forget();
    await Promise.all([1, 2, 3, 4].map(() => confirmPayment(shop, shopper, opened.payment_intent_id)));
    expect((await happened()).map(([type]) => type)).toEqual(['order.placed', 'order.paid']);
  });
});

describe('customers', () => {
  test('a customer who registers', async () => {
    const body = {
      name: 'Nia',
      email: 'nia@example.test',
      password: 'Battery-staple-2',
      password_confirmation: 'Battery-staple-2',
    };
    const { data } = await shop.call('POST /auth/register', { body }, {});
    expect(await happened()).toEqual([['customer.registered', { customerId: data.user.id, registeredBy: 'customer' }]]);
    await shop.call('POST /auth/register', { body }, {});
    expect(await happened()).toEqual([]);
  });

  test('a customer whom the merchant registers, but not an admin', async () => {
    const invite = (role: 'customer' | 'admin') =>
      shop.call(
        'POST /admin/users',
        { body: { name: 'Ivo', email: `${role}-ivo@example.test`, role } },
        { token: admin },
      );
    const { data } = await invite('customer');
    await invite('admin');
    expect(await happened()).toEqual([['customer.registered', { customerId: data.id, registeredBy: 'merchant' }]]);
  });

  test('a customer whose account is deleted', async () => {
    const { id: customerId } = await createCustomer(shop.services.db);
    await shop.call('DELETE /admin/users/{id}', { params: { id: customerId } }, { token: admin });
    expect(await happened()).toEqual([['customer.deleted', { customerId }]]);
  });
});

describe('products', () => {
  test('a product is created, changed and deleted', async () => {
    const { id: productId } = await products.create({ price: 12.5, stock: 8 });
    const price = { price: 1250, salePrice: null };
    expect(await happened()).toEqual([
      stockOf({ id: productId }, 0, 8),
      ['product.changed', { productId, change: 'created', fields: [], before: null, after: price }],
    ]);
    const { name, sku } = await products.read(productId);
    const form = products.form({ name, sku });
    await products.put(productId, { ...form, price: 10, sale_price: 9, stock: 3 });
    const reduced = { price: 1000, salePrice: 900 };
    const change = { productId, change: 'updated', fields: ['price', 'sale_price'], before: price, after: reduced };
    expect((await happened()).toSorted()).toEqual([['product.changed', change], stockOf({ id: productId }, 8, 3)]);
    await products.put(productId, { ...form, price: 10, sale_price: 9, stock: 3 });
    expect(await happened()).toEqual([]);
    await shop.call('DELETE /admin/products/{id}', { params: { id: productId } }, { token: admin });
    expect(await happened()).toEqual([
      stockOf({ id: productId }, 3, 0),
      ['product.changed', { productId, change: 'deleted', fields: [], before: reduced, after: null }],
    ]);
  });

  test('variants have their own stock, and a change of one is a change of the product', async () => {
    const small = { sku: 'CUP-S', options: { Size: 'S' }, stock: 2 };
    const { id: productId, name, sku } = await products.create({ variants: [small] });
    const variantId = (await products.read(productId)).variants[0]?.id ?? 0;
    expect(await happened(ofStock)).toEqual([['stock.changed', { productId, variantId, before: 0, after: 2 }]]);
    const form = products.form({ name, sku });
    await products.put(productId, { ...form, variants: [{ ...small, id: variantId }] });
    expect(await happened()).toEqual([]);
    await products.put(productId, { ...form, variants: [{ ...small, id: variantId, price_modifier: 2 }] });
    expect(await happened()).toMatchObject([['product.changed', { productId, fields: ['variants'] }]]);
    await products.put(productId, { ...form, stock: 4, variants: [] });
    expect(await happened(ofStock)).toEqual([
      ['stock.changed', { productId, variantId, before: 2, after: 0 }],
      stockOf({ id: productId }, 0, 4),
    ]);
  });

  test('a bulk change is recorded for each product', async () => {
    const [first, second] = [await products.create(), await products.create()];
    await forget();
    const ids = [first.id, second.id];
    const bulk = (body: Parameters<typeof shop.call<'POST /admin/products/bulk'>>[1]['body']) =>
      shop.call('POST /admin/products/bulk', { body }, { token: admin });
    await bulk({ action: 'change_price_by_percent', ids, percent: -10 });
    const after = { price: 1125, salePrice: null };
    expect(await happened(ofProducts)).toMatchObject(
      ids.map((productId) => ['product.changed', { productId, change: 'updated', fields: ['price'], after }]),
    );
    await bulk({ action: 'delete', ids });
    expect(await happened(ofProducts)).toMatchObject(
      ids.map((productId) => ['product.changed', { productId, change: 'deleted' }]),
    );
  });

  test.each(['all_or_nothing', 'skip_bad'] as const)(
    'an import (%s) records what it creates and changes',
    async (mode) => {
      const known = await products.create({ stock: 8 });
      await forget();
      const header = 'sku,name,description,price,stock,category,variant_of,options';
      const content = [
        header,
        `${known.sku},${known.name},Holds coffee.,8.00,5,Kitchen,,`,
        `NEW-${mode},Jug ${mode},Holds milk.,20.00,4,Kitchen,,`,
        `VAR-${mode},Pan ${mode},Fries.,30.00,,Kitchen,,`,
        `VAR-${mode}-S,,,,6,,VAR-${mode},Size: S`,
      ].join('\n');
      const { id } = await files.check(`${content}\n`);
      expect(await files.runToEnd(id, mode)).toMatchObject({ status: 'done' });
      const events = await happened();
      const created = { change: 'created', before: null };
      expect(events.filter(([type]) => type === 'product.changed')).toMatchObject([
        ['product.changed', { productId: known.id, change: 'updated', fields: ['price'], after: { price: 800 } }],
        ['product.changed', { ...created, after: { price: 2000 } }],
        ['product.changed', { ...created, after: { price: 3000 } }],
        ['product.changed', { change: 'updated', fields: ['variants'] }],
      ]);
      expect(events.filter(([type]) => type === 'stock.changed')).toMatchObject(
        expect.arrayContaining([
          stockOf(known, 8, 5),
          ['stock.changed', expect.objectContaining({ before: 0, after: 4 })],
          ['stock.changed', expect.objectContaining({ variantId: expect.any(Number), before: 0, after: 6 })],
        ]),
      );
    },
  );
});

test('order, product and customer events are ordered by what they are about', async () => {
  const { order } = await paidOrder();
  await setStatus(order, 'confirmed');
  await delivery.deliverDue();
  expect(delivered.map(({ subject }) => subject)).toEqual([{ kind: 'order', id: order.orderId }]);
});

test('payloads hold no personal data', async () => {
  const { order } = await paidOrder();
  await setStatus(order, 'shipped', { tracking_number: 'T-9' });
  const rows = await shop.services.db.selectFrom('domain_event').select('payload').execute();
  const stored = JSON.stringify(rows);
  for (const personal of [order.shopper.user.email, order.shopper.user.name, ADDRESS.line1, ADDRESS.name]) {
    expect(stored).not.toContain(personal);
  }
  expect(rows.length).toBeGreaterThan(0);
});
