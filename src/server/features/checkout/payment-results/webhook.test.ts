import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OpenServer } from '#server/open-server.ts';
import { countWaiting } from '#test/database.ts';
import {
  confirmPayment,
  createPaidOrder,
  createShopper,
  fillCart,
  openPayment,
  readStock,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { openSecondNode } from '#test/second-node.ts';
import { SANDBOX_KEYS } from '#test/servers/stripe-sandbox.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());
afterEach(() => shop.connectWebhooks(false));

function sign(event: object, { secret = SANDBOX_KEYS.webhookSecret, secondsAgo = 0 } = {}) {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(shop.services.now().getTime() / 1000) - secondsAgo;
  return { body, signature: shop.stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
}

let made = 0;
function eventAbout(id: string, type = 'payment_intent.succeeded', object = 'payment_intent') {
  made += 1;
  return { id: `evt_test_${made}`, object: 'event', type, data: { object: { id, object } } };
}

async function pay(productId: number) {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, productId);
  const { data: opened } = await openPayment(shop, shopper);
  await shop.pay(opened);
  return { shopper, intentId: opened.payment_intent_id };
}

function ordersOf(userId: number) {
  return shop.services.db.selectFrom('orders').selectAll().where('user_id', '=', userId).execute();
}

test('a webhook creates the order if the shopper never returns', async () => {
  const product = await createProduct(shop.services.db);
  shop.connectWebhooks(true);
  const { shopper, intentId } = await pay(product.id);
  await expect.poll(() => ordersOf(shopper.user.id)).toHaveLength(1);
  const [order] = await ordersOf(shopper.user.id);
  expect((await confirmPayment(shop, shopper, intentId)).data.order_number).toBe(order?.order_number);
});

test('early, duplicate and out-of-order events have no further effect', async () => {
  const product = await createProduct(shop.services.db, { stock: 3 });
  const { shopper, intentId } = await pay(product.id);
  const events = ['succeeded', 'processing', 'created', 'payment_failed', 'canceled'].map((type) =>
    sign(eventAbout(intentId, `payment_intent.${type}`)),
  );
  const shuffled = [...events, ...events].sort(() => Math.random() - 0.5);
  expect(new Set(await Promise.all(shuffled.map((event) => shop.deliver(event))))).toEqual(new Set([200]));
  expect(await ordersOf(shopper.user.id)).toHaveLength(1);
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 3, sold: 1, held: 0 });
  const kept = await shop.services.db
    .selectFrom('provider_event')
    .select('type')
    .where('object_id', '=', intentId)
    .execute();
  // A new intent needs no action.
  expect(kept.map(({ type }) => type).sort()).toEqual([
    'payment_intent.canceled',
    'payment_intent.payment_failed',
    'payment_intent.processing',
    'payment_intent.succeeded',
  ]);
});

describe('events of one payment', () => {
  /** Pays, and counts how often the shop asks the provider about the payment. */
  async function payCounted() {
    const product = await createProduct(shop.services.db, { stock: 3 });
    const paid = await pay(product.id);
    const retrieved = vi.spyOn(shop.provider, 'retrieveIntent');
    onTestFinished(() => retrieved.mockRestore());
    return { ...paid, retrieved };
  }
  const eventIds = async (intentId: string) => {
    const { db } = shop.services;
    const kept = await db.selectFrom('provider_event').select('id').where('object_id', '=', intentId).execute();
    return kept.map(({ id }) => id).sort();
  };

  test('that arrive at once are applied once, and all are recorded', async () => {
    const { shopper, intentId, retrieved } = await payCounted();
    const events = Array.from({ length: 8 }, () => eventAbout(intentId));
    expect(await Promise.all(events.map((event) => shop.deliver(sign(event))))).toEqual(events.map(() => 200));
    expect(await ordersOf(shopper.user.id)).toHaveLength(1);
    expect(await eventIds(intentId)).toEqual(events.map(({ id }) => id).sort());
    expect(retrieved).toHaveBeenCalledTimes(1);
  });

  test('that arrive after the order are recorded without asking the provider', async () => {
    const { shopper, intentId, retrieved } = await payCounted();
    await confirmPayment(shop, shopper, intentId);
    const asked = retrieved.mock.calls.length;
    const events = [eventAbout(intentId), eventAbout(intentId, 'payment_intent.processing')];
    for (const event of [...events, ...events]) expect(await shop.deliver(sign(event))).toBe(200);
    expect(await ordersOf(shopper.user.id)).toHaveLength(1);
    expect(await eventIds(intentId)).toEqual(events.map(({ id }) => id).sort());
    expect(retrieved).toHaveBeenCalledTimes(asked);
  });

  test('that arrive before the payment do not hide it from the next one', async () => {
    const product = await createProduct(shop.services.db);
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id);
    const { data: opened } = await openPayment(shop, shopper);
    const intentId = opened.payment_intent_id;
    // The card is charged while the first event is being applied, after the intent was read from the provider.
    let second: Promise<number> | undefined;
    shop.afterNext('retrieveIntent', async () => {
      await shop.pay(opened);
      second = shop.deliver(sign(eventAbout(intentId)));
    });
    expect(await shop.deliver(sign(eventAbout(intentId, 'payment_intent.processing')))).toBe(200);
    expect(await second).toBe(200);
    expect(await ordersOf(shopper.user.id)).toHaveLength(1);
  });

  describe('on two nodes', () => {
    let other: OpenServer;
    beforeAll(async () => {
      other = await openSecondNode(shop);
    });
    afterAll(() => other.close());

    const deliverToOther = async ({ body, signature }: ReturnType<typeof sign>) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const url = '/api/payments/webhook';
      return (await other.app.inject({ method: 'POST', url, headers, payload: body })).statusCode;
    };
    /** While the other node waits for the checkout. */
    const A_MOMENT_MS = 300;

    test('are recorded by the second one without asking the provider while the first one makes the order', async () => {
      const { shopper, intentId, retrieved } = await payCounted();
      const events = [eventAbout(intentId), eventAbout(intentId, 'payment_intent.processing')] as const;
      const { db } = shop.services;
      let statuses: Promise<number>[] = [];
      await db.transaction().execute(async (tx) => {
        // The order cannot be finished while no mail can be written.
        await sql`LOCK TABLE mail IN SHARE MODE`.execute(tx);
        statuses = [shop.deliver(sign(events[0]))];
        await expect.poll(() => countWaiting(db)).toBe(1);
        statuses.push(deliverToOther(sign(events[1])));
        await sleep(A_MOMENT_MS);
      });
      expect(await Promise.all(statuses)).toEqual([200, 200]);
      expect(await ordersOf(shopper.user.id)).toHaveLength(1);
      expect(await eventIds(intentId)).toEqual(events.map(({ id }) => id).sort());
      expect(retrieved).toHaveBeenCalledTimes(1);
    });

    test('are applied by the second one if the first one dies', async () => {
      const { shopper, intentId, retrieved } = await payCounted();
      const event = eventAbout(intentId);
      let status: Promise<number> | undefined;
      const dying = shop.services.db.transaction().execute(async (tx) => {
        await sql`SELECT FROM checkout WHERE intent_id = ${intentId} FOR UPDATE`.execute(tx);
        status = deliverToOther(sign(event));
        await sleep(A_MOMENT_MS);
        expect(retrieved).not.toHaveBeenCalled();
        throw new Error('crash');
      });
      await expect(dying).rejects.toThrow('crash');
      expect(await status).toBe(200);
      expect(await ordersOf(shopper.user.id)).toHaveLength(1);
      expect(await eventIds(intentId)).toEqual([event.id]);
    });
  });
});

test("an event's content is not trusted: the provider is asked", async () => {
  const product = await createProduct(shop.services.db);
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  const { data: opened } = await openPayment(shop, shopper);
  expect(await shop.deliver(sign(eventAbout(opened.payment_intent_id)))).toBe(200);
  expect(await ordersOf(shopper.user.id)).toEqual([]);
});

test('an unsigned event, or one older than five minutes, is refused', async () => {
  const product = await createProduct(shop.services.db);
  const { shopper, intentId } = await pay(product.id);
  const event = eventAbout(intentId);
  const good = sign(event);
  const refused = [
    sign(event, { secret: 'whsec_of_somebody_else' }),
    sign(event, { secondsAgo: 301 }),
    { ...good, body: good.body.replace('succeeded', 'canceled') },
    { body: good.body, signature: '' },
    { body: 'not json', signature: good.signature },
  ];
  for (const wrong of refused) expect(await shop.deliver(wrong)).toBe(400);
  const bare = await shop.app.inject({ method: 'POST', url: '/api/payments/webhook' });
  expect(bare.json()).toMatchObject({ success: false, code: 'payment.signature_invalid' });
  expect(await ordersOf(shopper.user.id)).toEqual([]);
  expect(await shop.deliver(sign(event, { secondsAgo: 299 }))).toBe(200);
  expect(await ordersOf(shopper.user.id)).toHaveLength(1);
});

test('a payment that belongs to no checkout is logged as an error', async () => {
  const { intentId } = await pay((await createProduct(shop.services.db)).id);
  await shop.services.db.updateTable('checkout').set({ intent_id: null }).where('intent_id', '=', intentId).execute();
  shop.log.clear();
  expect(await shop.deliver(sign(eventAbout(intentId)))).toBe(200);
  expect(shop.log.warnings()).toMatchObject([{ level: 50, msg: 'A payment belongs to no checkout' }]);
  expect(shop.log.text()).toContain(intentId);
});

test('unrelated events are acknowledged and ignored', async () => {
  for (const event of [
    eventAbout('cus_1', 'customer.created', 'customer'),
    eventAbout('pi_of_another_shop'),
    eventAbout('re_of_another_shop', 'refund.created', 'refund'),
    { id: 'evt_bare', object: 'event', type: 'ping', data: { object: {} } },
  ]) {
    expect(await shop.deliver(sign(event))).toBe(200);
  }
});

test('an event while the provider is unavailable is requested again', async () => {
  const product = await createProduct(shop.services.db);
  const { shopper, intentId } = await pay(product.id);
  const event = sign(eventAbout(intentId));
  shop.sandbox.faults.set({ operation: 'retrieve', kind: '500', count: 2 });
  expect(await shop.deliver(event)).toBe(503);
  expect(await ordersOf(shopper.user.id)).toEqual([]);
  expect(await shop.deliver(event)).toBe(200);
  expect(await ordersOf(shopper.user.id)).toHaveLength(1);
});

test('a refund in the provider’s dashboard is recorded once', async () => {
  const product = await createProduct(shop.services.db);
  const { intentId, orderId, shopper } = await createPaidOrder(shop, product.id);
  const refund = await shop.stripe.refunds.create({ payment_intent: intentId, amount: 500 });
  const events = [1, 2, 3].map(() => sign(eventAbout(refund.id, 'refund.updated', 'refund')));
  expect(await Promise.all(events.map((event) => shop.deliver(event)))).toEqual([200, 200, 200]);
  const params = { id: String(orderId) };
  const { data: order } = await shop.call('GET /orders/{id}', { params }, { token: shopper.token });
  expect(order).toMatchObject({ refunded: '5.00', payment_status: 'partially_refunded' });
});

describe('a refund in the dashboard before the shop knows the payment', () => {
  async function refundedBeforeItIsHeardOf() {
    const product = await createProduct(shop.services.db, { stock: 3 });
    const { shopper, intentId } = await pay(product.id);
    const refund = await shop.stripe.refunds.create({ payment_intent: intentId, amount: 500 });
    return {
      paid: () => shop.deliver(sign(eventAbout(intentId))),
      refunded: sign(eventAbout(refund.id, 'refund.created', 'refund')),
      refundedAgain: () => shop.deliver(sign(eventAbout(refund.id, 'refund.updated', 'refund'))),
      confirmed: () => confirmPayment(shop, shopper, intentId),
      orders: async () => (await shop.call('GET /orders', { query: {} }, { token: shopper.token })).data.data,
      stock: () => readStock(shop, product.stock_id),
    };
  }
  const refundedOnce = [expect.objectContaining({ refunded: '5.00', payment_status: 'partially_refunded' })];

  test('creates the order if reported first, and stays recorded afterwards', async () => {
    const { paid, refunded, refundedAgain, confirmed, orders, stock } = await refundedBeforeItIsHeardOf();
    expect(await shop.deliver(refunded)).toBe(200);
    expect(await orders()).toEqual(refundedOnce);
    expect([await paid(), await refundedAgain(), await shop.deliver(refunded)]).toEqual([200, 200, 200]);
    expect((await confirmed()).status).toBe(200);
    expect(await orders()).toEqual(refundedOnce);
    expect(await stock()).toEqual({ received: 3, sold: 1, held: 0 });
  });

  test('is recorded once with concurrent events and confirmation', async () => {
    const { paid, refunded, refundedAgain, confirmed, orders } = await refundedBeforeItIsHeardOf();
    const told = [() => shop.deliver(refunded), () => shop.deliver(refunded), refundedAgain, paid];
    const [replies] = await Promise.all([Promise.all(told.map((tell) => tell())), confirmed()]);
    expect(replies).toEqual([200, 200, 200, 200]);
    expect(await orders()).toEqual(refundedOnce);
  });

  test('is requested again while the payment cannot be read', async () => {
    const { refunded, orders } = await refundedBeforeItIsHeardOf();
    shop.sandbox.faults.set({ operation: 'retrieve', kind: '500', count: 2 });
    expect(await shop.deliver(refunded)).toBe(503);
    expect(await orders()).toEqual([]);
    expect(await shop.deliver(refunded)).toBe(200);
    expect(await orders()).toEqual(refundedOnce);
  });
});

test('a later failed refund, reported repeatedly, restores its amount once', async () => {
  const product = await createProduct(shop.services.db);
  const { intentId, orderId, shopper } = await createPaidOrder(shop, product.id, { card: '4000000000005126' });
  const refunded = async () => {
    const params = { id: String(orderId) };
    return (await shop.call('GET /orders/{id}', { params }, { token: shopper.token })).data.refunded;
  };
  const tell = (id: string) => shop.deliver(sign(eventAbout(id, 'refund.updated', 'refund')));
  const failing = await shop.stripe.refunds.create({ payment_intent: intentId, amount: 100 });
  await tell(failing.id);
  shop.clock.advance({ minutes: 1 });
  await expect.poll(async () => (await shop.stripe.refunds.retrieve(failing.id)).status).toBe('failed');
  const standing = await shop.stripe.refunds.create({ payment_intent: intentId, amount: 500 });
  await tell(standing.id);
  expect(await refunded()).toBe('6.00');
  expect(await Promise.all([tell(failing.id), tell(failing.id), tell(failing.id)])).toEqual([200, 200, 200]);
  expect(await refunded()).toBe('5.00');
});

test("a dashboard refund during one of the shop's own is recorded once there is room", async () => {
  const product = await createProduct(shop.services.db);
  const { intentId, orderId, shopper } = await createPaidOrder(shop, product.id);
  const params = { id: String(orderId) };
  const refunded = async () =>
    (await shop.call('GET /orders/{id}', { params }, { token: shopper.token })).data.refunded;
  shop.sandbox.faults.set({ operation: 'refund', kind: '500', count: 2 });
  await shop.call('PUT /orders/{id}/cancel', { params }, { token: shopper.token });
  const inDashboard = await shop.stripe.refunds.create({ payment_intent: intentId, amount: 500 });
  const told = sign(eventAbout(inDashboard.id, 'refund.updated', 'refund'));
  expect(await shop.deliver(told), 'all is set aside for the refund that the shop still owes').toBe(503);
  shop.clock.advance({ minutes: 2 });
  await shop.jobs.run('reconcile-payments');
  expect(await refunded(), 'the provider refused more than was left').toBe('0.00');
  expect(await shop.deliver(sign(eventAbout(inDashboard.id, 'refund.updated', 'refund')))).toBe(200);
  expect(await refunded()).toBe('5.00');
});
