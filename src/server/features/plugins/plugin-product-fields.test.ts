import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type AdjustableCart,
  type CheckoutCart,
  type CustomFieldDeclaration,
  defineEndpoints,
  definePlugin,
  idParam,
  type PluginServices,
  type ProductFieldValues,
  readProductFields,
  respond,
} from '#plugin';
import { createCustomFields } from '#server/features/catalogue/index.ts';
import { StartError } from '#server/platform/start-error.ts';
import { adminProductClient } from '#test/clients/admin-product-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createShopper, fillCart } from '#test/factories/order.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { openPluginShop, type PluginShop } from '#test/plugin-shop.ts';

const FIELDS = [
  { key: 'engravable', label: 'Can be engraved', kind: 'flag', isFilter: true },
  { key: 'engraving_width', label: 'Engraving width', kind: 'number', unit: 'mm' },
  {
    key: 'stone',
    label: 'Stone',
    kind: 'choice',
    choices: [
      { value: 'ruby', label: 'Ruby' },
      { value: 'opal', label: 'Opal' },
    ],
    category: 'rings',
  },
  { key: 'engraver', label: 'Engraver', kind: 'text', isFilter: true },
] as const satisfies readonly CustomFieldDeclaration[];

const contract = defineEndpoints({
  'GET /engraving/{id}': {
    access: 'public',
    summary: 'What the plug-in reads of a product',
    params: z.object({ id: idParam }),
    data: z.array(z.unknown()),
  },
});

const asked: { rates?: CheckoutCart; adjustments?: AdjustableCart } = {};
const engraving = definePlugin({
  name: 'engraving',
  apiVersion: 1,
  folder: import.meta.dirname,
  contract,
  handlers: ({ db, products }: PluginServices) => ({
    'GET /engraving/{id}': async ({ params: { id } }) => {
      const row = db.selectFrom('product').select('custom').where('id', '=', id).executeTakeFirstOrThrow();
      return respond(
        [await row, ...(await products.byIds([id]))].map(({ custom }) => readProductFields(FIELDS, custom)),
      );
    },
  }),
  productFields: FIELDS,
  shippingRates: (_services, cart) => {
    asked.rates = cart;
    return [];
  },
  priceAdjustments: () => (cart) => {
    asked.adjustments = cart;
    return [];
  },
});

type Values = ProductFieldValues<typeof FIELDS>;

let shop: PluginShop<typeof contract>;
let token: string;
let categoryId: number;
beforeAll(async () => {
  shop = await openPluginShop<typeof contract>(engraving);
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
    { id: null, key: 'stone', plugin: 'engraving', category: { slug: 'rings' } },
    { key: 'engraver', kind: 'text', plugin: 'engraving', is_filter: true },
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

test('shoppers filter by a text of a plug-in like by a choice', async () => {
  await create({ name: 'Brooch', custom: { engraver: 'Ray, Sons' } });
  const browse = async (query: string) => (await shop.app.inject(`/api/products?facets=true&${query}`)).json().data;
  await expect
    .poll(async () => (await browse('search=brooch')).facets?.custom)
    .toMatchObject([{ name: 'custom.engraver', choices: [{ value: 'Ray%2C Sons', label: 'Ray, Sons', count: 1 }] }]);
  expect((await browse('custom.engraver=Ray%252C%20Sons')).data).toMatchObject([{ name: 'Brooch' }]);
});

test('a plug-in reads the values of its fields in tables, summaries, carts and price adjustments', async () => {
  const values = { engravable: true, engraving_width: 12.5, stone: 'ruby' };
  const { id } = await createProduct(shop.services.db, { custom: JSON.stringify({ ...values, material: 'gold' }) });
  expect((await shop.call('GET /engraving/{id}', { params: { id } })).data).toEqual([values, values]);
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, id, 1);
  await shop.call('POST /checkout/quote', { body: {} }, { token: shopper.token });
  for (const cart of [asked.rates, asked.adjustments]) {
    const [line] = cart?.lines ?? [];
    const { engravable, engraving_width: width, stone }: Values = readProductFields(FIELDS, line?.custom ?? {});
    expect({ engravable, width, stone }).toEqual({ engravable: true, width: 12.5, stone: 'ruby' });
  }
});

test('a value that does not fit its field is not read', () => {
  const custom = { engravable: 'yes', engraving_width: 3, stone: 'glass' };
  expect(readProductFields(FIELDS, custom)).toEqual({ engraving_width: 3 });
  // As slots of the product page have it.
  expect(readProductFields(FIELDS, [{ key: 'stone', value: 'opal' }])).toEqual({ stone: 'opal' });
});

test('a field that is limited to a category is one of its products and of those below', async () => {
  const { db } = shop.services;
  const rings = await createCategory(db, { name: 'Rings', slug: 'rings' });
  const signets = await createCategory(db, { name: 'Signet rings', parent_id: rings.id });
  const custom = JSON.stringify({ stone: 'opal' });
  const ids = await Promise.all(
    [rings.id, signets.id, categoryId].map(async (id) => (await createProduct(db, { category_id: id, custom })).id),
  );
  const shown = async (id: number) => {
    const { data } = await shop.call('GET /products/{id}', { params: { id: String(id) } });
    return data.product.custom.map(({ text }) => text);
  };
  await expect.poll(() => Promise.all(ids.map(shown))).toEqual([['Opal'], ['Opal'], []]);
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
