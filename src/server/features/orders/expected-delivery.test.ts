import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectedDelivery } from '#domain/checkout/delivery-date.ts';
import { DEFAULT_TIME_ZONE } from '#domain/shop/time-zone.ts';
import { adminOrderClient } from '#test/clients/admin-order-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { type BoughtOrder, createPaidOrder, createShopper, fillCart, saveSetting } from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let product: CreatedProduct;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  product = await createProduct(shop.services.db, { price_cents: 2000, stock: 100 });
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());
afterEach(() => saveSetting(shop, 'shipping', {}));

const { setStatus } = adminOrderClient(() => ({ shop, token }));

const params = ({ orderId }: BoughtOrder) => ({ id: String(orderId) });
const read = async (order: BoughtOrder) =>
  (await shop.call('GET /orders/{id}', { params: params(order) }, order.shopper)).data;
const track = async (order: BoughtOrder) =>
  (await shop.call('GET /orders/{id}/track', { params: params(order) }, order.shopper)).data;

test('an order keeps the delivery dates of the settings it was placed with', async () => {
  const order = await createPaidOrder(shop, product.id);
  const placed = await read(order);
  const promised = expectedDelivery(new Date(placed.created_at), { from: 3, to: 5 }, DEFAULT_TIME_ZONE);
  expect(placed.expected_delivery).toEqual(promised);
  await saveSetting(shop, 'shipping', { deliveryDaysFrom: 10, deliveryDaysTo: 12 });
  expect((await read(order)).expected_delivery).toEqual(promised);
  const later = await read(await createPaidOrder(shop, product.id));
  expect(later.expected_delivery).toEqual(
    expectedDelivery(new Date(later.created_at), { from: 10, to: 12 }, DEFAULT_TIME_ZONE),
  );
});

test('the way of an order names the steps still to come, and the carrier of its tracking number', async () => {
  const order = await createPaidOrder(shop, product.id);
  const upcoming = async () => (await track(order)).upcoming.map(({ status }) => status);
  expect(await upcoming()).toEqual(['confirmed', 'processing', 'shipped', 'delivered']);
  await setStatus(order, 'shipped', { tracking_number: '1Z999AA10123456784' });
  expect(await track(order)).toMatchObject({
    carrier: { name: 'UPS', url: 'https://www.ups.com/track?tracknum=1Z999AA10123456784' },
    upcoming: [{ status: 'delivered', label: 'Delivered' }],
  });
  await setStatus(order, 'shipped', { tracking_number: 'by-bicycle-7' });
  expect(await track(order)).toMatchObject({ tracking_number: 'by-bicycle-7', carrier: null });
  await setStatus(order, 'cancelled');
  expect(await upcoming()).toEqual([]);
});

test('each shipping method has its own dates at the checkout', async () => {
  await saveSetting(shop, 'shipping', { checkoutShipping: 'methods', expressDaysFrom: 1, expressDaysTo: 2 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  const { data } = await shop.call('POST /checkout/quote', { body: {} }, shopper);
  const now = shop.services.now();
  expect(data.shipping_options.map(({ method, expected_delivery }) => [method, expected_delivery])).toEqual([
    ['standard', expectedDelivery(now, { from: 3, to: 5 }, DEFAULT_TIME_ZONE)],
    ['express', expectedDelivery(now, { from: 1, to: 2 }, DEFAULT_TIME_ZONE)],
    ['overnight', expectedDelivery(now, { from: 1, to: 1 }, DEFAULT_TIME_ZONE)],
  ]);
  // The answer is cached until the shop notices the change of the settings.
  await expect
    .poll(async () => (await shop.call('GET /shop', {})).data.shipping)
    .toMatchObject({
      deliveryDaysFrom: 3,
      deliveryDaysTo: 5,
      expectedDelivery: data.shipping_options[0]?.expected_delivery,
    });
});

test('a delivery cannot end before it begins', async () => {
  const save = async (fields: object) => {
    const { revision } = (await shop.call('GET /admin/settings', {}, { token })).data.shipping;
    return shop.call('PUT /admin/settings/shipping', { body: { ...fields, revision } }, { token });
  };
  const refused = await save({ deliveryDaysFrom: 6 });
  expect([refused.status, refused.failure.errors]).toEqual([
    422,
    { deliveryDaysTo: ['Please enter at least 6, the earlier day.'] },
  ]);
  expect((await save({ deliveryDaysFrom: 6, deliveryDaysTo: 8 })).status).toBe(200);
});
