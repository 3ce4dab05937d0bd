import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  defineEndpoints,
  definePlugin,
  defineSubscriber,
  idParam,
  noData,
  type ParcelUpdate,
  type PluginServices,
  respond,
} from '#plugin';
import { createAdmin, createPaidOrder, createProduct, openPluginShop, type PluginShop, signIn } from '#plugin/testing';
import { adminOrderClient } from '#test/clients/admin-order-client.ts';
import type { BoughtOrder } from '#test/factories/order.ts';

const contract = defineEndpoints({
  'POST /admin/parcels/{id}': {
    access: 'admin',
    summary: 'Books a parcel for an order',
    params: z.object({ id: idParam }),
    data: noData,
    refusals: ['order.not_found', 'order.changed'],
  },
});

let services: PluginServices;
const events: string[] = [];
const parcels = definePlugin({
  name: 'parcels',
  apiVersion: 1,
  folder: import.meta.dirname,
  contract,
  handlers: (own) => {
    services = own;
    return {
      'POST /admin/parcels/{id}': async ({ params: { id }, caller, request }) => {
        await own.orders.markShipped(id, { trackingNumber: '1Z BOOKED', by: { actor: caller, request } });
        return respond(null, 'The parcel is booked.');
      },
    };
  },
  subscribers: [
    defineSubscriber({
      name: 'log',
      on: ['order.status_changed', 'shipment.created', 'shipment.updated', 'order.delivered'],
      handle: async ({ type }) => void events.push(type),
    }),
  ],
});

let shop: PluginShop<typeof contract>;
let token: string;
beforeAll(async () => {
  shop = await openPluginShop<typeof contract>(parcels);
  token = await signIn(shop, await createAdmin(shop.services.db, { name: 'Ada Admin' }));
});
afterAll(() => shop.close());

const { setStatus } = adminOrderClient(() => ({ shop: shop as never, token }));
const buy = async () => createPaidOrder(shop, (await createProduct(shop.services.db, { stock: 9 })).id);
const read = async ({ orderId }: BoughtOrder) =>
  (await shop.call('GET /admin/orders/{id}', { params: { id: orderId } }, { token })).data;

async function subjectsTo({ shopper }: BoughtOrder): Promise<string[]> {
  await shop.jobs.runRequested();
  return shop.mailbox.mails.filter(({ to }) => to.email === shopper.user.email).map(({ subject }) => subject);
}

async function eventsSince(work: () => Promise<unknown>): Promise<string[]> {
  await shop.events.deliverDue();
  events.length = 0;
  await work();
  await shop.events.deliverDue();
  return [...events];
}

const auditOf = async ({ orderId }: BoughtOrder) =>
  shop.services.db
    .selectFrom('audit_entry')
    .select(['actor_id', 'actor_name', 'action', 'before', 'after', 'address'])
    .where('entity', '=', 'order')
    .where('entity_id', '=', String(orderId))
    .orderBy('id')
    .execute();

test('a plug-in ships an order like the back office: status, number, history, mail, events and audit log', async () => {
  const order = await buy();
  const heard = await eventsSince(() =>
    services.orders.markShipped(order.orderId, { trackingNumber: ' 1Z 111 ', note: 'Two boxes' }),
  );
  expect(heard).toEqual(['order.status_changed', 'shipment.created']);
  const shipped = await read(order);
  expect(shipped).toMatchObject({ status: 'shipped', trackingNumber: '1Z 111' });
  expect(shipped.history.at(-1)).toMatchObject({
    from: 'pending',
    to: 'shipped',
    actor: null,
    note: 'Two boxes\nBy the plug-in parcels\nTracking number 1Z 111 added',
  });
  expect(await subjectsTo(order)).toEqual([
    `Your order ${order.orderNumber}`,
    `Your order ${order.orderNumber} is on its way`,
  ]);
  expect(await auditOf(order)).toEqual([
    {
      actor_id: null,
      actor_name: 'Plug-in parcels',
      action: 'order.status',
      before: { status: 'pending', tracking_number: null },
      after: { status: 'shipped', tracking_number: '1Z 111', note: 'Two boxes\nBy the plug-in parcels' },
      address: null,
    },
  ]);
});

test('repeated and late updates change nothing, also when they arrive together', async () => {
  const order = await buy();
  const update: ParcelUpdate = { trackingNumber: '1Z 222', note: 'Handed over' };
  const ship = () => services.orders.markShipped(order.orderId, update);
  const heard = await eventsSince(async () => {
    await Promise.all([ship(), ship(), ship()]);
    await services.orders.markDelivered(order.orderId);
    await services.orders.markDelivered(order.orderId);
    await ship();
  });
  expect(heard).toEqual(['order.status_changed', 'shipment.created', 'order.status_changed', 'order.delivered']);
  const { status, history } = await read(order);
  expect(status).toBe('delivered');
  expect(history.map(({ to }) => to)).toEqual(['pending', 'shipped', 'delivered']);
  expect(await auditOf(order)).toHaveLength(2);
  expect(await subjectsTo(order)).toHaveLength(2);
});

test('a new tracking number of a shipped order is mailed once', async () => {
  const order = await buy();
  await services.orders.markShipped(order.orderId);
  const renumber = () => services.orders.markShipped(order.orderId, { trackingNumber: '1Z 333' });
  expect(await eventsSince(renumber)).toEqual(['shipment.updated']);
  expect(await eventsSince(renumber)).toEqual([]);
  expect((await subjectsTo(order)).at(-1)).toBe(`Tracking number of your order ${order.orderNumber}`);
  expect(await subjectsTo(order)).toHaveLength(3);
});

test('a repeated update does not bring back a tracking number that was replaced or removed', async () => {
  const order = await buy();
  const ship = (trackingNumber: string) => services.orders.markShipped(order.orderId, { trackingNumber });
  await ship('1Z OLD');
  await setStatus(order, 'shipped', { tracking_number: '1Z CORRECTED' });
  expect(await eventsSince(() => ship('1Z OLD'))).toEqual([]);
  await services.orders.markDelivered(order.orderId, { trackingNumber: '1Z OLD' });
  expect(await read(order)).toMatchObject({ status: 'delivered', trackingNumber: '1Z CORRECTED' });
  await setStatus(order, 'delivered', { tracking_number: null });
  await ship('1Z CORRECTED');
  expect(await read(order)).toMatchObject({ trackingNumber: null });
  await ship('1Z NEW');
  expect(await read(order)).toMatchObject({ trackingNumber: '1Z NEW' });
});

test('refuses unknown and cancelled orders, and unusable numbers', async () => {
  await expect(services.orders.markShipped(999_999)).rejects.toMatchObject({ code: 'order.not_found' });
  for (const orderId of [0, 1.5, 2 ** 31, Number.NaN])
    await expect(services.orders.markShipped(orderId)).rejects.toMatchObject({
      code: 'request.invalid',
      errors: { orderId: [expect.any(String)] },
    });
  const order = await buy();
  for (const trackingNumber of ['', 'a\nb', 'x'.repeat(101)])
    await expect(services.orders.markShipped(order.orderId, { trackingNumber })).rejects.toMatchObject({
      code: 'request.invalid',
      errors: { trackingNumber: [expect.any(String)] },
    });
  await expect(services.orders.markShipped(order.orderId, { trackingNumber: 'x'.repeat(101) })).rejects.toMatchObject({
    errors: { trackingNumber: ['Please enter at most 100 characters.'] },
  });
  await setStatus(order, 'cancelled');
  for (const mark of [services.orders.markShipped, services.orders.markDelivered])
    await expect(mark(order.orderId)).rejects.toMatchObject({
      code: 'order.changed',
      message: `Order ${order.orderNumber} is cancelled.`,
    });
  expect(await read(order)).toMatchObject({ status: 'cancelled', trackingNumber: null });
});

test('an admin who books a parcel in a plug-in is the actor, and is told why it is refused', async () => {
  const order = await buy();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const book = () => shop.call('POST /admin/parcels/{id}', { params: { id: order.orderId } }, { token, headers });
  expect((await book()).message).toBe('The parcel is booked.');
  expect((await book()).status).toBe(200);
  expect((await read(order)).history.at(-1)).toMatchObject({
    actor: 'Ada Admin',
    note: 'Tracking number 1Z BOOKED added',
  });
  expect(await auditOf(order)).toMatchObject([{ actor_name: 'Ada Admin', address: expect.any(String) }]);
  const cancelled = await buy();
  await setStatus(cancelled, 'cancelled');
  const refused = await shop.call('POST /admin/parcels/{id}', { params: { id: cancelled.orderId } }, { token });
  expect(refused.failure).toMatchObject({ code: 'order.changed' });
});
