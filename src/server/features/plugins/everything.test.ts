import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { ADDRESS, createShopper, fillCart } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import type { contract } from '#test/fixtures/everything/contract.ts';
import { everything } from '#test/fixtures/everything/plugin.ts';
import { openPluginShop, type PluginShop } from '#test/plugin-shop.ts';
import { checkPlugins } from './index.ts';

let shop: PluginShop<typeof contract>;
beforeAll(async () => {
  shop = await openPluginShop<typeof contract>(everything());
});
afterAll(() => shop.close());

test('a plug-in that uses every extension point is accepted', () => {
  expect(() => checkPlugins([everything()])).not.toThrow();
});

test('one order has the shipping, tax, options, surcharges and way to pay of a plug-in', async () => {
  const custom = JSON.stringify({ fragile: true, unit_volume: 3 });
  const { id } = await createProduct(shop.services.db, { name: 'Vase', price_cents: 1000, custom });
  const shopper = await createShopper(shop);
  const { token } = shopper;
  await fillCart(shop, shopper, id, 2);
  const [line] = (await shop.call('GET /cart', {}, { token })).data.items;
  const params = { id: line?.id ?? 0 };
  await shop.call('PUT /cart/{id}', { params, body: { options: { 'everything:engraving': 'yes' } } }, { token });

  const shipping_method = 'everything:by-volume' as const;
  const body = { payment_method: 'everything', shipping_address: ADDRESS, shipping_method };
  const trapdoor = { ...body, options: { 'everything:door': 'trapdoor' } };
  const refused = await shop.call('POST /orders', { body: trapdoor }, { token });
  expect(refused.failure).toMatchObject({ code: 'checkout.refused' });
  const { data: order } = await shop.call('POST /orders', { body }, { token });
  // 2 × 10.00, the engraving 5.00, 2 × 2.00 for handling; 6 litres at 1.00; a tenth of all of it as tax.
  expect(order).toMatchObject({ subtotal: '29.00', shipping: '6.00', tax: '3.50', total: '38.50' });
  expect(order).toMatchObject({ payment_method: 'everything', shipping_label: 'By volume' });
  expect(order.items[0]?.adjustments?.map(({ label }) => label)).toEqual(['Engraving', 'Fragile']);

  await shop.events.deliverDue();
  const parcel = { order_id: order.id, contents: '2 × Vase' };
  expect((await shop.call('GET /everything/parcels/{id}', { params: { id: order.id } })).data).toEqual(parcel);
  const admin = await signIn(shop, await createAdmin(shop.services.db));
  const { data } = await shop.call('GET /admin/everything/parcels', { query: {} }, { token: admin });
  expect(data).toMatchObject({ total: 1, data: [parcel] });
});

test('the shop’s addresses, frame, look and search are those of the plug-in', async () => {
  const get = (url: string) => shop.app.inject(url);
  expect((await get('/everything.css')).body).toBe(':root { --everything: 1; }');
  const { data: info } = await shop.call('GET /shop', {});
  expect(info).toMatchObject({
    look: { stylesheet: '/everything.css' },
    frame: { announcement: { text: 'Everything is announced' }, footerNote: 'The last word on everything' },
  });
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({ theme_color: '#ffffff' });
  expect((await get('/sitemap.xml')).body).toContain('/everything?part=1');
  await createProduct(shop.services.db, { name: 'Unfindable by words' });
  const { data: found } = await shop.call('GET /products', { query: { search: 'findable by' } });
  expect(found.data.map(({ name }) => name)).toEqual(['Unfindable by words']);
});
