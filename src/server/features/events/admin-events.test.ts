import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RetryMany } from '#contract/admin/retry-many.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import type { ShopEvent } from '#domain/orders/shop-events.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { createEventDelivery, type EventDelivery } from '#server/platform/events/event-delivery.ts';
import { makeDeliveriesDue } from '#server/platform/events/pending-deliveries.store.ts';
import { openEventDelivery } from '#server/services/open-event-delivery.ts';
import { countWaiting } from '#test/database.ts';
import { type CreatedUser, createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { createPaidOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { recordEvents } from './index.ts';

type Query = InputOf<ShopContract['GET /admin/event-deliveries']>['query'];

let shop: PayingShop;
let admin: CreatedUser;
let delivery: EventDelivery;
let isBroken = true;
let handled: string[] = [];
beforeAll(async () => {
  shop = await openPayingShop();
  admin = await createAdmin(shop.services.db);
  delivery = createEventDelivery({
    ...shop.services,
    nodeLock: shop.services.changes.nodeLock,
    subscribers: [
      {
        name: 'parcels.label-printer',
        on: ['order.delivered', 'order.placed', 'product.changed', 'customer.registered'],
        handle: async ({ type }) => {
          if (isBroken) throw new Error('The printer is out of paper');
          handled.push(type);
        },
      },
    ],
  });
  await delivery.register();
});
afterAll(() => shop.close());
beforeEach(async () => {
  isBroken = true;
  handled = [];
  await shop.services.db.deleteFrom('event_delivery').execute();
});

const record = (...events: ShopEvent[]) =>
  inTransaction(shop.services.db, (tx) => recordEvents(tx, events, shop.services.now()));
const delivered = (orderId: number): ShopEvent => ({
  type: 'order.delivered',
  payload: { orderId, orderNumber: `ORD-${orderId}` },
});
const list = async (query: Query = {}) =>
  (await shop.call('GET /admin/event-deliveries', { query }, { token: await logIn() })).data;
/** A new session each time: the clock advances beyond the life of a session. */
const logIn = () => signIn(shop, admin);
const change = async (action: 'retry' | 'dismiss', id: number) =>
  shop.call(`POST /admin/event-deliveries/{id}/${action}`, { params: { id } }, { token: await logIn() });

const retryMany = async (body: RetryMany) =>
  shop.call('POST /admin/event-deliveries/retry', { body }, { token: await logIn() });

/** Lets every attempt of a day pass. */
async function giveUp(): Promise<void> {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await delivery.deliverDue();
    shop.clock.advance({ days: 1 });
  }
}

async function firstId(): Promise<number> {
  const [first] = (await list()).data;
  if (!first) throw new Error('No event is listed');
  return first.id;
}

test('events that wait for their first attempt are no problem', async () => {
  await record(delivered(1));
  expect(await list()).toMatchObject({ total: 0, data: [] });
});

test('the merchant sees what failed for whom, why, and when it is tried again', async () => {
  await record(delivered(1), delivered(1));
  await delivery.deliverDue();
  const { data } = await list();
  expect(data).toMatchObject([
    {
      status: 'retrying',
      subscriber: 'parcels.label-printer',
      event: { type: 'order.delivered', payload: { orderId: 1, orderNumber: 'ORD-1' } },
      subject: { kind: 'order', id: 1, name: null },
      attempts: 1,
      last_error: 'The printer is out of paper',
      blocked: 1,
    },
  ]);
  expect(new Date(data[0]?.next_attempt_at ?? 0).getTime()).toBeGreaterThan(shop.services.now().getTime());
});

test('subjects are named: orders by number, products and customers by name', async () => {
  const product = await createProduct(shop.services.db, { name: 'Teapot' });
  const { orderId, orderNumber } = await createPaidOrder(shop, product.id);
  const { id: customerId, name } = await createCustomer(shop.services.db);
  await record(
    {
      type: 'product.changed',
      payload: { productId: product.id, change: 'created', fields: [], before: null, after: null },
    },
    { type: 'customer.registered', payload: { customerId, registeredBy: 'customer' } },
  );
  await delivery.deliverDue();
  expect((await list()).data.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      { kind: 'order', id: orderId, name: orderNumber },
      { kind: 'product', id: product.id, name: 'Teapot' },
      { kind: 'customer', id: customerId, name },
    ]),
  );
});

test('the list is paged, newest first, and filtered by status', async () => {
  await record(delivered(1));
  await giveUp();
  await record(delivered(2), delivered(3));
  await delivery.deliverDue();
  const first = await list({ per_page: 2 });
  expect(first).toMatchObject({ total: 3, last_page: 2 });
  expect(first.data.map(({ subject }) => subject.id)).toEqual([3, 2]);
  expect((await list({ per_page: 2, page: 2 })).data.map(({ subject }) => subject.id)).toEqual([1]);
  expect((await list({ status: 'failed' })).data).toMatchObject([{ subject: { id: 1 }, next_attempt_at: null }]);
  expect((await list({ status: 'retrying' })).total).toBe(2);
  const { data: stats } = await shop.call('GET /admin/event-deliveries/stats', {}, { token: await logIn() });
  expect(stats).toEqual([{ subscriber: 'parcels.label-printer', waiting: 0, retrying: 2, failed: 1 }]);
});

test('admins who want mails about the system are told of an event that failed for the last time', async () => {
  const preferences = JSON.stringify({ notifications: { systemNotifications: true } });
  await shop.services.db.updateTable('users').set({ preferences }).where('id', '=', admin.id).execute();
  const subscriber = {
    name: 'parcels.label-printer',
    on: ['order.delivered'],
    handle: () => Promise.reject(new Error('No paper')),
  };
  const announcing = openEventDelivery(shop.services, [subscriber]);
  await record(delivered(4));
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await announcing.deliverDue();
    shop.clock.advance({ days: 1 });
  }
  const mails = await shop.services.db
    .selectFrom('mail')
    .select('subject')
    .where('subject', 'like', 'An event could not be handled%')
    .execute();
  expect(mails).toHaveLength(1);
  await delivery.register();
});

test('a failed event is delivered again when the merchant says so, and those behind it follow', async () => {
  await record(delivered(1), delivered(1));
  await giveUp();
  isBroken = false;
  await delivery.deliverDue();
  expect(handled).toEqual([]);
  expect((await change('retry', await firstId())).status).toBe(200);
  await delivery.deliverDue();
  expect(handled).toEqual(['order.delivered', 'order.delivered']);
  expect((await list()).total).toBe(0);
});

test('a retried event that fails again has all its attempts', async () => {
  await record(delivered(1));
  await giveUp();
  await change('retry', await firstId());
  await delivery.deliverDue();
  expect((await list()).data).toMatchObject([{ status: 'retrying', attempts: 1 }]);
});

test('a dismissed event is skipped and the next one delivered', async () => {
  await record(delivered(1), {
    type: 'order.placed',
    payload: { orderId: 1, orderNumber: 'ORD-1', customerId: 1, currency: 'usd', total: 100, isPaid: true },
  });
  await giveUp();
  isBroken = false;
  expect((await change('dismiss', await firstId())).status).toBe(200);
  await delivery.deliverDue();
  expect(handled).toEqual(['order.placed']);
});

test('what is handled or dismissed already is refused, and so is what is being handled', async () => {
  await record(delivered(1));
  await delivery.deliverDue();
  const id = await firstId();
  const soon = new Date(shop.services.now().getTime() + 60_000);
  await shop.services.db.updateTable('event_delivery').set({ claimed_until: soon }).execute();
  expect((await change('retry', id)).failure.code).toBe('event_delivery.in_progress');
  expect((await change('dismiss', id)).failure.code).toBe('event_delivery.in_progress');
  await shop.services.db.updateTable('event_delivery').set({ claimed_until: null }).execute();
  await change('dismiss', id);
  expect((await change('dismiss', id)).failure.code).toBe('event_delivery.not_found');
  expect((await change('retry', id)).failure.code).toBe('event_delivery.not_found');
});

test('selected events are delivered again, once for two clicks at the same time, each with an audit entry', async () => {
  await record(delivered(1), delivered(2), delivered(3));
  await giveUp();
  isBroken = false;
  const [third, second = 0, first = 0] = (await list()).data.map(({ id }) => id);
  const ids = [first, second];
  const clicks = await Promise.all([retryMany({ ids }), retryMany({ ids: [second, first, second, 999_999] })]);
  expect(clicks.map(({ data }) => data.retried).toSorted()).toEqual([0, 2]);
  expect(clicks.map(({ data }) => data.failed)).toEqual([1, 1]);
  await Promise.all([delivery.deliverDue(), retryMany({ ids })]);
  await delivery.deliverDue();
  expect(handled).toHaveLength(2);
  expect((await list()).data.map(({ id }) => id)).toEqual([third]);
  const audit = await shop.services.db
    .selectFrom('audit_entry')
    .select(['action', 'entity_id', 'actor_id', 'before', 'after'])
    .where('entity', '=', 'event')
    .where('entity_id', 'in', ids.map(String))
    .orderBy('id')
    .execute();
  expect(audit).toEqual(
    [1, 2].map((order) => ({
      action: 'event.retried',
      entity_id: String(ids[order - 1]),
      actor_id: admin.id,
      before: {
        event: 'order.delivered',
        subscriber: 'parcels.label-printer',
        subject: `order ${order}`,
        attempts: 8,
      },
      after: null,
    })),
  );
});

test('of two retries at the same time, only one counts, even if its node’s clock is ahead', async () => {
  const { db, now } = shop.services;
  await record(delivered(1));
  await giveUp();
  const id = await firstId();
  let other: ReturnType<typeof retryMany> | undefined;
  await db.transaction().execute(async (tx) => {
    const ahead = new Date(now().getTime() + 2_000);
    expect(await makeDeliveriesDue(tx, { ids: [id] }, ahead)).toMatchObject([{ id }]);
    other = retryMany({ ids: [id] });
    await expect.poll(() => countWaiting(db)).toBe(1);
  });
  expect((await other)?.data).toEqual({ retried: 0, failed: 0 });
});

test('all failed events are delivered again, followed by those that waited for them; others keep the time of their next attempt', async () => {
  await record(delivered(1), delivered(1), delivered(2));
  await giveUp();
  await record(delivered(3));
  await delivery.deliverDue();
  isBroken = false;
  expect((await retryMany({ all: 'failed' })).data).toEqual({ retried: 2, failed: 0 });
  expect((await retryMany({ all: 'failed' })).data).toEqual({ retried: 0, failed: 0 });
  await delivery.deliverDue();
  expect(handled).toHaveLength(3);
  expect((await list()).data).toMatchObject([{ subject: { id: 3 }, status: 'retrying', attempts: 1 }]);
});

test('a bulk retry skips events that are being handled', async () => {
  await record(delivered(1));
  await delivery.deliverDue();
  const soon = new Date(shop.services.now().getTime() + 60_000);
  await shop.services.db.updateTable('event_delivery').set({ claimed_until: soon }).execute();
  expect((await retryMany({ ids: [await firstId()] })).data).toEqual({ retried: 0, failed: 0 });
});

test('a retry of all is bounded: the oldest 10,000, and the response says how many are left', async () => {
  await sql`
    WITH event AS (
      INSERT INTO domain_event (type, version, subject_kind, subject_id, payload)
      SELECT 'order.delivered', 1, 'order', n, '{}' FROM generate_series(1, 10002) n RETURNING id, subject_id)
    INSERT INTO event_delivery (subscriber, event_id, subject_kind, subject_id, attempts, last_error, failed_at)
    SELECT 'parcels.label-printer', id, 'order', subject_id, 8, 'No paper', now() FROM event ORDER BY id`.execute(
    shop.services.db,
  );
  expect((await retryMany({ all: 'failed' })).data).toEqual({ retried: 10_000, failed: 2 });
  expect((await list({ status: 'failed' })).data.map(({ subject }) => subject.id)).toEqual([10_002, 10_001]);
});

test('customers see and change none of it', async () => {
  const token = await signIn(shop, await createCustomer(shop.services.db));
  const refused = await Promise.all([
    shop.call('GET /admin/event-deliveries', { query: {} }, { token }),
    shop.call('GET /admin/event-deliveries/stats', {}, { token }),
    shop.call('POST /admin/event-deliveries/{id}/retry', { params: { id: 1 } }, { token }),
    shop.call('POST /admin/event-deliveries/retry', { body: { all: 'failed' } }, { token }),
    shop.call('POST /admin/event-deliveries/{id}/dismiss', { params: { id: 1 } }, { token }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
});

test('the metrics show what each subscriber has not handled', async () => {
  await record(delivered(1));
  await giveUp();
  await record(delivered(1), delivered(2));
  const { payload } = await shop.app.inject('/metrics');
  expect(payload).toContain('stoa_event_deliveries{subscriber="parcels.label-printer",state="failed"} 1');
  expect(payload).toContain('stoa_event_deliveries{subscriber="parcels.label-printer",state="waiting"} 2');
});

test('delivered events are deleted after a week, failed ones are kept', async () => {
  const eventIds = async () =>
    (await shop.services.db.selectFrom('domain_event').select('subject_id').execute()).map((row) => row.subject_id);
  await shop.services.db.deleteFrom('domain_event').execute();
  await record(delivered(1));
  await delivery.deliverDue();
  isBroken = false;
  await record(delivered(2));
  await delivery.deliverDue();
  shop.clock.advance({ days: 6 });
  await delivery.register();
  await shop.jobs.run('clean-up');
  expect((await eventIds()).toSorted()).toEqual([1, 2]);
  shop.clock.advance({ days: 2 });
  await delivery.register();
  await shop.jobs.run('clean-up');
  expect(await eventIds()).toEqual([1]);
  expect((await list()).total).toBe(1);
});

test('a subscriber that no node runs any more loses its deliveries after a day and then its registration is gone', async () => {
  await record(delivered(1));
  await delivery.deliverDue();
  shop.clock.advance({ minutes: 23 * 60 });
  await shop.jobs.run('clean-up');
  expect((await list()).total).toBe(1);
  shop.clock.advance({ minutes: 2 * 60 });
  await shop.jobs.run('clean-up');
  expect((await list()).total).toBe(0);
  await record(delivered(2));
  const rows = await shop.services.db.selectFrom('event_delivery').select('id').execute();
  expect(rows).toEqual([]);
  await delivery.register();
});
