import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, createCustomer, createProduct, openPluginShop, type PluginShop, signIn } from '#plugin/testing';
import { giftWrap } from './plugin.ts';

const ADDRESS = {
  name: 'Cleo',
  line1: '1 Market Street',
  city: 'Salem',
  state: 'IL',
  postal_code: '62701',
  country: 'US',
} as const;
const WRAPPED = { 'gift-wrap:wrapping': 'kraft', 'gift-wrap:card': 'yes', 'gift-wrap:message': 'Happy birthday, Ada!' };

let shop: PluginShop<Record<never, never>>;
let admin: { token: string };
let customer: { token: string };
beforeAll(async () => {
  shop = await openPluginShop(giftWrap());
  const { db } = shop.services;
  admin = { token: await signIn(shop, await createAdmin(db)) };
  customer = { token: await signIn(shop, await createCustomer(db)) };
  await shop.call('PUT /admin/settings/payment', { body: { offlineEnabled: true, revision: 0 } }, admin);
});
afterAll(() => shop.close());

/** Puts two mugs into the cart. @returns the id of their line */
async function fillCart(): Promise<number> {
  const product = await createProduct(shop.services.db, { name: 'Mug', price_cents: 2000 });
  const { data } = await shop.call('POST /cart', { body: { product_id: product.id, quantity: 2 } }, customer);
  return data.items[0]?.id ?? 0;
}

test('a customer has two mugs wrapped, and the order says so', async () => {
  const params = { id: await fillCart() };
  const { data: cart } = await shop.call('GET /cart', {}, customer);
  expect(cart.items[0]?.options?.map(({ label }) => label)).toEqual(['Gift wrap', 'Gift card', 'Message on the card']);
  const wrapped = await shop.call('PUT /cart/{id}', { params, body: { options: WRAPPED } }, customer);
  expect(wrapped.data).toMatchObject({ subtotal: '48.50' });

  const placed = await shop.call('POST /orders', { body: { shipping_address: ADDRESS } }, customer);
  const adjustments = [
    { label: 'Gift wrap', value: 'Kraft paper', amount: '7.00' },
    { label: 'Gift card', value: null, amount: '1.50' },
    { label: 'Message on the card', value: 'Happy birthday, Ada!', amount: '0.00' },
  ];
  expect(placed.data).toMatchObject({ items: [{ adjustments, line_total: '48.50' }], total: '62.38' });
  const detail = await shop.call('GET /admin/orders/{id}', { params: { id: placed.data.id } }, admin);
  expect(detail.data).toMatchObject({ items: [{ adjustments, total: '48.50' }] });
});

test('the merchant sets the price', async () => {
  await shop.call('PUT /cart/{id}', { params: { id: await fillCart() }, body: { options: WRAPPED } }, customer);
  const params = { plugin: 'gift-wrap' };
  await shop.call(
    'PUT /admin/plugins/{plugin}/settings',
    { params, body: { revision: 0, values: { kraft: '4.00' } } },
    admin,
  );
  const subtotal = async () => (await shop.call('GET /cart', {}, customer)).data.subtotal;
  await expect.poll(subtotal).toBe('49.50');
});
