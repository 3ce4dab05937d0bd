import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, createCategory, createProduct, openPluginShop, type PluginShop, signIn } from '#plugin/testing';
import type { sizeGuideContract } from '../contract.ts';
import { sizeGuides } from '../plugin.ts';

let shop: PluginShop<typeof sizeGuideContract>;
beforeAll(async () => {
  shop = await openPluginShop<typeof sizeGuideContract>(sizeGuides());
});
afterAll(() => shop.close());

const read = (category: string) => shop.call('GET /size-guides/{category}', { params: { category } });

test('a category has the guide that the merchant has written for it', async () => {
  const admin = { token: await signIn(shop, await createAdmin(shop.services.db)) };
  const { data } = await read('shoes');
  expect(data.guides[0]?.columns.map(({ name }) => name)).toEqual(['US men', 'US women', 'UK', 'EU', 'Foot']);
  await shop.call(
    'PUT /admin/plugins/{plugin}/settings',
    {
      params: { plugin: 'size-guides' },
      body: { revision: 0, values: { guides: 'Hats\nSize | Head cm\nM | 58\nMeasure above the ears.' } },
    },
    admin,
  );
  await expect.poll(async () => (await read('Hats')).status).toBe(200);
  expect((await read('Hats')).data.guides).toEqual([
    {
      categories: ['Hats'],
      columns: [
        { name: 'Size', isMeasured: false },
        { name: 'Head', isMeasured: true },
      ],
      rows: [['M', '58']],
      note: 'Measure above the ears.',
    },
  ]);
  await expect.poll(async () => (await read('Shoes')).status).toBe(404);
  expect((await read('Shoes')).failure.code).toBe('size-guides.not_found');
});

test('the product page knows which guides there are', async () => {
  const category = await createCategory(shop.services.db, { name: 'Hats' });
  const { id } = await createProduct(shop.services.db, { category_id: category.id });
  const { data } = await shop.call('GET /products/{id}', { params: { id: String(id) } });
  expect(data.product.extensions).toMatchObject({ 'size-guides': { guides: [{ categories: ['Hats'] }] } });
});
