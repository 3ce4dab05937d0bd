import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { definePlugin, defineSubscriber } from '#plugin';
import { createAdmin, createProduct, openPluginShop, type PluginShop, signIn } from '#plugin/testing';

let shop: PluginShop<Record<never, never>>;
let admin: string;
let heard: unknown[] = [];
let isBroken = false;

const priceWatch = defineSubscriber({
  name: 'price-watch',
  on: ['product.changed'],
  async handle(event, services) {
    if (isBroken) throw new Error('The price list is locked');
    const { productId, before, after } = event.payload;
    const [product] = await services.products.byIds([productId]);
    heard.push([event.subject, product?.name, before?.price, after?.price]);
  },
});

const plugin = definePlugin({
  name: 'watcher',
  apiVersion: 1,
  folder: import.meta.dirname,
  subscribers: [priceWatch, { name: 'registrations', on: ['customer.registered'], handle: async () => undefined }],
});

beforeAll(async () => {
  shop = await openPluginShop(plugin);
  admin = await signIn(shop as never, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());
beforeEach(() => {
  heard = [];
  isBroken = false;
});

async function raisePrices() {
  const { id } = await createProduct(shop.services.db, { name: 'Beacon lamp', price_cents: 1000 });
  const body = { action: 'change_price_by_percent' as const, ids: [id], percent: 10 };
  await shop.call('POST /admin/products/bulk', { body }, { token: admin });
  return id;
}

test('a plug-in reacts to an event with the services of the shop', async () => {
  const id = await raisePrices();
  await shop.events.deliverDue();
  expect(heard).toEqual([[{ kind: 'product', id }, 'Beacon lamp', 1000, 1100]]);
});

test('a failure of a plug-in does not fail the change, and is listed with the name of the plug-in', async () => {
  isBroken = true;
  const id = await raisePrices();
  await shop.events.deliverDue();
  const { data } = await shop.call('GET /admin/event-deliveries', { query: {} }, { token: admin });
  expect(data.data).toMatchObject([
    {
      subscriber: 'watcher.price-watch',
      subject: { kind: 'product', id, name: 'Beacon lamp' },
      last_error: 'The price list is locked',
    },
  ]);
  isBroken = false;
  shop.clock.advance({ seconds: 11 });
  await shop.events.deliverDue();
  expect(heard).toHaveLength(1);
});
