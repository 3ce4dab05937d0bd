import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import { adminProductClient } from '#test/clients/admin-product-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createCategory } from '#test/factories/product.ts';
import { recordStatementsOf } from '#test/record-statements-of.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

type Definition = InputOf<ShopContract['POST /admin/custom-fields']>['body'];

let shop: TestShop;
let token: string;
let chairs: number;
let lamps: number;
beforeAll(async () => {
  shop = await openTestShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
  chairs = (await createCategory(shop.services.db, { name: 'Chairs', slug: 'chairs' })).id;
  lamps = (await createCategory(shop.services.db, { name: 'Lamps', slug: 'lamps' })).id;
});
afterAll(() => shop.close());

const { form, post, put, read, create } = adminProductClient(() => ({ shop, token, categoryId: chairs }));

const DEFINITIONS: readonly Definition[] = [
  { key: 'wood', label: 'Wood', kind: 'choice', choices: [{ label: 'Oak' }, { label: 'Pine' }], sort_order: 1 },
  { key: 'width', label: 'Width', kind: 'number', unit: 'cm', sort_order: 2 },
  { key: 'stackable', label: 'Stackable', kind: 'flag', sort_order: 3 },
  { key: 'designed', label: 'Designed', kind: 'date', sort_order: 4 },
  { key: 'designer', label: 'Designer', kind: 'text', sort_order: 5 },
];
const ALL = { wood: 'oak', width: 12.5, stackable: false, designed: '2026-01-31', designer: 'Ray' };

const ids = new Map<string, number>();
const define = async (body: Definition) => {
  const { field } = (await shop.call('POST /admin/custom-fields', { body }, { token })).data;
  ids.set(field.key, field.id ?? 0);
};
const change = (key: string, body: InputOf<ShopContract['PUT /admin/custom-fields/{id}']>['body']) =>
  shop.call('PUT /admin/custom-fields/{id}', { params: { id: ids.get(key) ?? 0 }, body }, { token });
const remove = (key: string) =>
  shop.call('DELETE /admin/custom-fields/{id}', { params: { id: ids.get(key) ?? 0 } }, { token });
const shown = async (id: number) =>
  (await shop.call('GET /products/{id}', { params: { id: String(id) } })).data.product.custom;
const stored = async (id: number) =>
  (await shop.services.db.selectFrom('product').select('custom').where('id', '=', id).executeTakeFirstOrThrow()).custom;

beforeEach(async () => {
  const { db } = shop.services;
  await db.deleteFrom('custom_field').execute();
  await db.updateTable('product').set({ custom: '{}' }).execute();
  for (const definition of DEFINITIONS) await define(definition);
});

test('a product shows its values in the merchant’s order, as shoppers read them', async () => {
  const product = await create({ custom: { ...ALL, width: 1250.5 } });
  expect(product.custom).toEqual({ ...ALL, width: 1250.5 });
  expect(await shown(product.id)).toEqual([
    { key: 'wood', label: 'Wood', kind: 'choice', value: 'oak', text: 'Oak' },
    { key: 'width', label: 'Width', kind: 'number', value: 1250.5, text: '1,250.5 cm' },
    { key: 'stackable', label: 'Stackable', kind: 'flag', value: false, text: 'No' },
    { key: 'designed', label: 'Designed', kind: 'date', value: '2026-01-31', text: 'January 31, 2026' },
    { key: 'designer', label: 'Designer', kind: 'text', value: 'Ray', text: 'Ray' },
  ]);
});

test('texts of a form become numbers and flags, and an empty one removes the value', async () => {
  const { id } = await create({ custom: { width: '80', stackable: 'true', designer: '' } });
  expect(await stored(id)).toEqual({ width: 80, stackable: true });
  await put(id, form({ custom: { width: null, stackable: '', wood: 'pine' } }));
  expect(await stored(id)).toEqual({ wood: 'pine' });
});

test('a change leaves out what it does not name', async () => {
  const { id, sku } = await create({ custom: ALL });
  await put(id, form({ sku, custom: { wood: 'pine' } }));
  expect((await read(id)).custom).toEqual({ ...ALL, wood: 'pine' });
  await put(id, form({ sku }));
  expect((await read(id)).custom).toEqual({ ...ALL, wood: 'pine' });
});

test('the audit log tells field by field what was changed', async () => {
  const { id, sku } = await create({ custom: { wood: 'oak', width: 80 } });
  await put(id, form({ sku, name: 'Stool', custom: { wood: 'pine', width: null, stackable: true } }));
  const entry = await shop.services.db
    .selectFrom('audit_entry')
    .select(['before', 'after'])
    .where('entity', '=', 'product')
    .where('entity_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry.before).toMatchObject({ 'custom.wood': 'oak', 'custom.width': 80 });
  expect(entry.after).toMatchObject({ 'custom.wood': 'pine', 'custom.stackable': true });
  expect(entry.after).not.toHaveProperty(['custom.width']);
});

test.each<[string, Record<string, string | number | boolean>, string]>([
  ['a choice that is not on the list', { wood: 'teak' }, 'wood'],
  ['a number with four decimals', { width: 1.2345 }, 'width'],
  ['a number beyond the limit', { width: 1_000_001 }, 'width'],
  ['a word for a number', { width: 'wide' }, 'width'],
  ['a word for a flag', { stackable: 'maybe' }, 'stackable'],
  ['a day that does not exist', { designed: '2026-02-30' }, 'designed'],
  ['a text that is too long', { designer: 'x'.repeat(501) }, 'designer'],
  ['a text with a line break', { designer: 'a\nb' }, 'designer'],
  ['a field that is not defined', { colour: 'red' }, 'colour'],
])('%s is refused beside its field', async (_what, custom, key) => {
  const reply = await post(form({ custom }));
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.failure.errors ?? {})).toEqual([`custom.${key}`]);
});

test('a field of one category is refused, hidden and kept elsewhere', async () => {
  await change('wood', {
    ...DEFINITIONS[0],
    label: 'Wood',
    kind: 'choice',
    choices: [{ value: 'oak', label: 'Oak' }],
    category_id: chairs,
  });
  const refused = await post(form({ category_id: lamps, custom: { wood: 'oak' } }));
  expect(refused.failure.errors).toEqual({ 'custom.wood': ['Wood is a field of the category Chairs.'] });
  const { id, sku } = await create({ custom: { wood: 'oak', width: 5 } });
  await put(id, form({ sku, category_id: lamps }));
  expect((await read(id)).custom).toEqual({ width: 5 });
  expect((await shown(id)).map(({ key }) => key)).toEqual(['width']);
  await put(id, form({ sku, category_id: chairs }));
  expect((await read(id)).custom).toEqual({ wood: 'oak', width: 5 });
});

test('a renamed choice shows its new label without a write to the product', async () => {
  const { id, revision } = await create({ custom: { wood: 'oak' } });
  await change('wood', { label: 'Timber', kind: 'choice', choices: [{ value: 'oak', label: 'European oak' }] });
  await expect.poll(() => shown(id)).toMatchObject([{ label: 'Timber', value: 'oak', text: 'European oak' }]);
  expect((await read(id)).revision).toBe(revision);
});

test('the values of a deleted field are hidden, and shown again with a field of its key', async () => {
  const { id, sku } = await create({ custom: ALL });
  await remove('designer');
  await expect.poll(async () => (await shown(id)).length).toBe(4);
  expect((await read(id)).custom).not.toHaveProperty('designer');
  expect((await put(id, form({ sku }))).status).toBe(200);
  await define({ key: 'designer', label: 'Drawn by', kind: 'text', sort_order: 1 });
  await expect.poll(() => shown(id)).toContainEqual(expect.objectContaining({ label: 'Drawn by', text: 'Ray' }));
});

test('stored values that do not fit break no page', async () => {
  const { db } = shop.services;
  const { id, sku } = await create({ custom: { designer: 'Ray' } });
  const odd = { wood: 7, width: 'wide', stackable: [], designed: '2026-13-01', designer: { a: 1 }, gone: null };
  await db
    .updateTable('product')
    .set({ custom: JSON.stringify(odd) })
    .where('id', '=', id)
    .execute();
  await expect.poll(() => shown(id)).toEqual([]);
  expect((await read(id)).custom).toEqual({});
  expect((await put(id, form({ sku, custom: { width: 3 } }))).status).toBe(200);
  expect((await read(id)).custom).toEqual({ width: 3 });
});

test('a product page reads the definitions from memory', async () => {
  const { id } = await create({ custom: ALL });
  await shown(id);
  const statementsOfPage = async () => {
    shop.services.cache.clear();
    const { result, statements } = await recordStatementsOf(() => shown(id));
    expect(result).toHaveLength(5);
    return statements.map(({ text }) => text);
  };
  const reads = (texts: readonly string[], table: string) => texts.filter((text) => text.includes(table)).length;
  // The definitions of `beforeEach` are announced a moment later.
  await expect.poll(async () => reads(await statementsOfPage(), 'custom_field')).toBe(0);
  expect(reads(await statementsOfPage(), 'product p')).toBe(1);
});
