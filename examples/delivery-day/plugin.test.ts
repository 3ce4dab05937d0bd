import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ADDRESS,
  createAdmin,
  createProduct,
  createShopper,
  openPluginShop,
  type PluginShop,
  type Shopper,
  signIn,
} from '#plugin/testing';
import { deliveryDay } from './plugin.ts';

let shop: PluginShop;
let admin: { token: string };
let shopper: Shopper;
beforeAll(async () => {
  shop = await openPluginShop(deliveryDay());
  admin = { token: await signIn(shop, await createAdmin(shop.services.db)) };
  await shop.call('PUT /admin/settings/payment', { body: { offlineEnabled: true, revision: 0 } }, admin);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shopper = await createShopper(shop);
});

async function fillCart(weight_grams: number) {
  const { id } = await createProduct(shop.services.db, { weight_grams });
  await shop.call('POST /cart', { body: { product_id: id, quantity: 1 } }, shopper);
}

const order = (options: Record<string, string>) =>
  shop.call('POST /orders', { body: { shipping_address: ADDRESS, options } }, shopper);

/** The days that the checkout offers, as `2026-12-24`. */
async function offeredDays(): Promise<string[]> {
  const { data } = await shop.call('POST /checkout/quote', { body: {} }, shopper);
  const { first, last } = data.options?.find(({ key }) => key === 'delivery-day:day') ?? {};
  const days: string[] = [];
  for (let at = Date.parse(first ?? ''); at <= Date.parse(last ?? ''); at += 24 * 60 * 60_000) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

const isSunday = (day: string) => new Date(day).getUTCDay() === 0;

test('a customer chooses a day and leaves a note, and the merchant reads both', async () => {
  await fillCart(500);
  const day = (await offeredDays()).find((each) => !isSunday(each)) ?? '';
  const placed = await order({ 'delivery-day:day': day, 'delivery-day:note': 'Ring twice.\nThank you!' });
  expect(placed.data.options).toMatchObject([
    { label: 'Delivery day', value: day },
    { label: 'Note for the driver', text: 'Ring twice.\nThank you!' },
  ]);
  const detail = await shop.call('GET /admin/orders/{id}', { params: { id: placed.data.id } }, admin);
  expect(detail.data.options).toEqual(placed.data.options);
});

test('no parcel comes on a Sunday, unless the merchant wants it', async () => {
  await fillCart(500);
  const day = (await offeredDays()).find(isSunday) ?? '';
  const refused = await order({ 'delivery-day:day': day });
  expect(refused.failure).toMatchObject({
    code: 'checkout.refused',
    errors: { 'options.delivery-day:day': ['We do not deliver on Sundays. Please choose another day.'] },
  });
  await shop.call(
    'PUT /admin/plugins/{plugin}/settings',
    { params: { plugin: 'delivery-day' }, body: { revision: 0, values: { onSundays: true } } },
    admin,
  );
  await expect.poll(async () => (await order({ 'delivery-day:day': day })).status).toBe(201);
});

test('a large parcel needs a day', async () => {
  await fillCart(25_000);
  expect((await order({})).failure.message).toContain('This parcel is large.');
  const day = (await offeredDays()).find((each) => !isSunday(each)) ?? '';
  expect((await order({ 'delivery-day:day': day })).status).toBe(201);
});

test('days are those of the calendar, also in the night before the clocks change', async () => {
  const services = {
    settings: async () => ({ leadDays: 2 }),
    shop: async () => ({ timeZone: 'America/New_York' }),
    now: () => new Date('2026-03-06T23:30:00-05:00'),
  };
  const [day] = (await deliveryDay().checkoutOptions?.(services as never)) ?? [];
  expect(day).toMatchObject({ first: '2026-03-08', last: '2026-03-29' });
});
