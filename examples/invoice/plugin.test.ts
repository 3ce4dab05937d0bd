import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESS, createProduct, createShopper, openPluginShop, type PluginShop } from '#plugin/testing';
import { invoice } from './plugin.ts';

let shop: PluginShop;
beforeAll(async () => {
  shop = await openPluginShop(invoice());
});
afterAll(() => shop.close());

test('an order can be paid by invoice', async () => {
  const { data } = await shop.call('GET /payments/methods', {});
  expect(data.methods).toContainEqual(expect.objectContaining({ method: 'invoice', label: 'Invoice' }));

  const { token } = await createShopper(shop);
  const { id } = await createProduct(shop.services.db);
  await shop.call('POST /cart', { body: { product_id: id, quantity: 1 } }, { token });
  const order = { payment_method: 'invoice', shipping_address: ADDRESS };
  const placed = await shop.call('POST /orders', { body: order }, { token });
  expect(placed.data).toMatchObject({ payment_method: 'invoice', payment_status: 'pending' });
});
