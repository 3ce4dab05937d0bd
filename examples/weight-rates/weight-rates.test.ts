import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, createProduct, createShopper, openPluginShop, type PluginShop, signIn } from '#plugin/testing';
import type { contract } from './contract.ts';
import { weightRates } from './plugin.ts';

let shop: PluginShop<typeof contract>;
beforeAll(async () => {
  shop = await openPluginShop<typeof contract>(weightRates());
});
afterAll(() => shop.close());

test.each([
  ['charges for each started kilogram', {}, '7.50'],
  ['charges more for bulky goods', { bulky: true }, '22.50'],
])('%s', async (_rule, custom, cost) => {
  const { token } = await createShopper(shop);
  const { id } = await createProduct(shop.services.db, { weight_grams: 1200, custom: JSON.stringify(custom) });
  await shop.call('POST /cart', { body: { product_id: id, quantity: 2 } }, { token });
  const { data } = await shop.call('POST /checkout/quote', { body: {} }, { token });
  expect(data.shipping_options).toContainEqual(expect.objectContaining({ method: 'weight-rates:parcel', cost }));
});

test('reports products without a weight', async () => {
  const token = await signIn(shop, await createAdmin(shop.services.db));
  const { id, name } = await createProduct(shop.services.db, { weight_grams: null });
  const { data } = await shop.call('GET /admin/weight-rates/unweighed', {}, { token });
  expect(data).toContainEqual({ id, name });
  await shop.jobs.run('weight-rates.report-unweighed');
  expect(shop.log.warnings()).toContainEqual(expect.objectContaining({ msg: 'Products have no weight' }));
});
