import { afterAll, beforeAll, expect, test } from 'vitest';
import { definePlugin } from '#plugin';
import { createCustomFields } from '#server/features/catalogue/index.ts';
import { StartError } from '#server/platform/start-error.ts';
import { adminProductClient } from '#test/admin-product-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createCategory } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

const engraving = definePlugin({
  name: 'engraving',
  apiVersion: 1,
  folder: import.meta.dirname,
  productFields: [
    { key: 'engravable', label: 'Can be engraved', kind: 'flag', isFilter: true },
    { key: 'engraving_width', label: 'Engraving width', kind: 'number', unit: 'mm' },
  ],
});

let shop: TestShop;
let token: string;
let categoryId: number;
beforeAll(async () => {
  shop = await openTestShop({}, async () => ({ plugins: [engraving] }));
  token = await signIn(shop, await createAdmin(shop.services.db));
  categoryId = (await createCategory(shop.services.db)).id;
});
afterAll(() => shop.close());

const { create } = adminProductClient(() => ({ shop, token, categoryId }));
const list = async () => (await shop.call('GET /admin/custom-fields', { query: {} }, { token })).data.data;

test('the back office lists the fields of a plug-in behind the merchant’s own, and none of them can be changed', async () => {
  const body = { key: 'material', label: 'Material', kind: 'text' } as const;
  await shop.call('POST /admin/custom-fields', { body }, { token });
  expect(await list()).toMatchObject([
    { key: 'material', plugin: null },
    { id: null, key: 'engravable', label: 'Can be engraved', plugin: 'engraving', is_filter: true },
    { id: null, key: 'engraving_width', unit: 'mm', plugin: 'engraving' },
  ]);
  const taken = await shop.call('POST /admin/custom-fields', { body: { ...body, key: 'engravable' } }, { token });
  expect(taken.failure.code).toBe('custom_field.key_taken');
});

test('products have values of them, which shoppers read and filter by', async () => {
  const { id } = await create({ name: 'Locket', custom: { engravable: true, engraving_width: 12 } });
  await create({ name: 'Chain', custom: { engravable: false } });
  const { data } = await shop.call('GET /products/{id}', { params: { id: String(id) } });
  expect(data.product.custom.map(({ label, text }) => [label, text])).toEqual([
    ['Can be engraved', 'Yes'],
    ['Engraving width', '12 mm'],
  ]);
  await expect
    .poll(async () => (await shop.app.inject('/api/products?custom.engravable=true')).json().data.data)
    .toMatchObject([{ name: 'Locket' }]);
});

test('a merchant’s field of the same key gives way to that of the plug-in', async () => {
  const { db } = shop.services;
  await db.insertInto('custom_field').values({ key: 'engravable', label: 'Old', kind: 'text' }).execute();
  expect((await list()).filter(({ key }) => key === 'engravable')).toMatchObject([{ plugin: 'engraving' }]);
  await db.deleteFrom('custom_field').where('key', '=', 'engravable').execute();
});

test.each([
  [
    'a key that is none',
    [{ plugin: 'a', fields: [{ key: 'Bad key', label: 'x', kind: 'text' }] }],
    "Plug-in a: 'Bad key' is not a valid key of a product field.",
  ],
  [
    'one key in two plug-ins',
    [
      { plugin: 'a', fields: [{ key: 'same', label: 'x', kind: 'text' }] },
      { plugin: 'b', fields: [{ key: 'same', label: 'x', kind: 'text' }] },
    ],
    "Both a and b declare the product field 'same': remove one of them.",
  ],
  [
    'a text as a filter',
    [{ plugin: 'a', fields: [{ key: 'x', label: 'x', kind: 'text', isFilter: true }] }],
    "Plug-in a: the product field 'x' is a text, which cannot be a filter.",
  ],
  [
    'more filters than fit',
    ['a', 'b', 'c', 'd', 'e'].map((key) => ({
      plugin: `of-${key}`,
      fields: [{ key, label: 'x', kind: 'flag' as const, isFilter: true }],
    })),
    'Plug-ins declare 5 product fields as filters (of-a, of-b, of-c, of-d, of-e): a shop can have 4.',
  ],
] as const)('the start stops with one sentence for %s', (_what, declared, sentence) => {
  const { db, changes } = shop.services;
  expect(() => createCustomFields(db, changes, declared)).toThrow(new StartError(sentence));
});
