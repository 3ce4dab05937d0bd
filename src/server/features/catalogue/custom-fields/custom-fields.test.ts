import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

type Form = InputOf<ShopContract['POST /admin/custom-fields']>['body'];
type Change = InputOf<ShopContract['PUT /admin/custom-fields/{id}']>['body'];

let shop: TestShop;
let token: string;
let chairs: number;
beforeAll(async () => {
  shop = await openTestShop();
  token = await signIn(shop, await createAdmin(shop.services.db, { name: 'Ada Admin' }));
  chairs = (await createCategory(shop.services.db, { name: 'Chairs', slug: 'chairs' })).id;
});
afterAll(() => shop.close());

const define = (body: Form) => shop.call('POST /admin/custom-fields', { body }, { token });
const change = (id: number | null, body: Change) =>
  shop.call('PUT /admin/custom-fields/{id}', { params: { id: id ?? 0 }, body }, { token });
const remove = (id: number | null) =>
  shop.call('DELETE /admin/custom-fields/{id}', { params: { id: id ?? 0 } }, { token });
const list = async (query: object = {}) => (await shop.call('GET /admin/custom-fields', { query }, { token })).data;
const created = async (body: Form) => (await define(body)).data.field;
/** A product with stored values, whatever the definitions say. */
const storedProduct = async (custom: object) => {
  const { db } = shop.services;
  const { id } = await createProduct(db, { category_id: chairs });
  await db
    .updateTable('product')
    .set({ custom: JSON.stringify(custom) })
    .where('id', '=', id)
    .execute();
  return id;
};

test('the key `constructor`, a property of every object, is refused', async () => {
  const reply = await define({ key: 'constructor', label: 'Constructor', kind: 'flag', is_filter: true });
  expect(reply.failure.errors).toMatchObject({ key: [expect.any(String)] });
  expect((await shop.call('GET /products', { query: {} })).status).toBe(200);
});

test('a merchant defines a choice for one category', async () => {
  const field = await created({
    key: 'wood',
    label: ' Wood ',
    kind: 'choice',
    choices: [{ label: 'Oak' }, { label: 'Oak, oiled' }, { label: '木' }, { label: 'OAK!' }],
    category_id: chairs,
    help: 'Of the frame',
    is_filter: true,
    unit: 'cm',
  });
  expect(field).toMatchObject({
    key: 'wood',
    label: 'Wood',
    choices: [
      { value: 'oak', label: 'Oak' },
      { value: 'oak-oiled', label: 'Oak, oiled' },
      { value: 'choice', label: '木' },
      { value: 'oak-2', label: 'OAK!' },
    ],
    category: { id: chairs, name: 'Chairs', slug: 'chairs' },
    unit: '',
    is_filter: true,
    plugin: null,
    product_count: 0,
    revision: 1,
  });
  const audit = await shop.services.db
    .selectFrom('audit_entry')
    .select(['action', 'actor_name', 'after'])
    .where('entity', '=', 'custom_field')
    .where('entity_id', '=', String(field.id))
    .executeTakeFirstOrThrow();
  expect(audit).toMatchObject({
    action: 'custom_field.create',
    actor_name: 'Ada Admin',
    after: { key: 'wood', kind: 'choice', is_filter: true },
  });
});

test.each<[string, Partial<Form>, string]>([
  ['a key with capitals', { key: 'Wood' }, 'key'],
  ['a key that begins with a digit', { key: '2nd' }, 'key'],
  ['a key that is too long', { key: 'a'.repeat(41) }, 'key'],
  ['no label', { label: ' ' }, 'label'],
  ['a choice without choices', { kind: 'choice' }, 'choices'],
  ['two choices with the same name', { kind: 'choice', choices: [{ label: 'Oak' }, { label: 'oak' }] }, 'choices'],
  [
    'a label that is the value of another choice',
    { kind: 'choice', choices: [{ value: 'oak', label: 'Eiche' }, { label: 'Oak' }] },
    'choices',
  ],
  ['a category that does not exist', { category_id: 999_999 }, 'category_id'],
])('%s is refused beside its field', async (_what, given, field) => {
  const reply = await define({ key: 'refused', label: 'Refused', kind: 'text', ...given });
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.failure.errors ?? {})).toEqual([expect.stringMatching(new RegExp(`^${field}`))]);
  expect((await list({ search: 'refused' })).total).toBe(0);
});

test('a text field can be a filter, and stops being one when it is unmarked', async () => {
  const { id } = await created({ key: 'maker', label: 'Maker', kind: 'text', is_filter: true });
  expect((await list({ search: 'maker' })).data).toMatchObject([{ kind: 'text', is_filter: true }]);
  expect((await change(id, { label: 'Maker', kind: 'text' })).data.field.is_filter).toBe(false);
  expect((await change(id, { label: 'Maker', kind: 'text', is_filter: true })).data.field.is_filter).toBe(true);
  await shop.services.db.deleteFrom('custom_field').where('key', '=', 'maker').execute();
});

test('only one of several admins who define a key at once succeeds', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => define({ key: 'raced', label: 'Raced', kind: 'text' })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const refused = replies.find(({ status }) => status === 409);
  expect(refused?.failure).toMatchObject({ code: 'custom_field.key_taken', errors: { key: [expect.any(String)] } });
});

test('a change on top of an older revision is refused with the newer one', async () => {
  const { id } = await created({ key: 'width', label: 'Width', kind: 'number', unit: 'cm' });
  const first = await change(id, { label: 'Total width', kind: 'number', unit: 'mm', revision: 1 });
  expect(first.data.field).toMatchObject({ key: 'width', label: 'Total width', unit: 'mm', revision: 2 });
  expect((await change(id, { label: 'Wide', kind: 'number', revision: 1 })).failure).toMatchObject({
    code: 'custom_field.changed',
    data: { field: { id, label: 'Total width', revision: 2 } },
  });
  expect((await change(999_999, { label: 'X', kind: 'text' })).status).toBe(404);
});

test('a renamed choice keeps its value', async () => {
  const { id, choices } = await created({
    key: 'finish',
    label: 'Finish',
    kind: 'choice',
    choices: [{ label: 'Oiled' }],
  });
  const renamed = [{ value: choices[0]?.value, label: 'Natural oil' }, { label: 'Oiled twice' }];
  expect((await change(id, { label: 'Finish', kind: 'choice', choices: renamed })).data.field.choices).toEqual([
    { value: 'oiled', label: 'Natural oil' },
    { value: 'oiled-twice', label: 'Oiled twice' },
  ]);
});

test('the kind can change until a product has a value', async () => {
  const { id } = await created({ key: 'year', label: 'Year', kind: 'text' });
  expect((await change(id, { label: 'Year', kind: 'number' })).data.field.kind).toBe('number');
  await storedProduct({ year: 1999 });
  expect((await change(id, { label: 'Year', kind: 'date' })).failure).toMatchObject({
    code: 'custom_field.kind_in_use',
    errors: { kind: ['1 product has a value: the kind cannot change.'] },
  });
  expect((await change(id, { label: 'Built in', kind: 'number' })).data.field).toMatchObject({
    label: 'Built in',
    product_count: 1,
  });
});

test('a deleted field leaves its values, which a field of the same kind shows again', async () => {
  const { id } = await created({ key: 'origin', label: 'Origin', kind: 'text' });
  await storedProduct({ origin: 'Portugal' });
  expect((await list({ search: 'origin' })).data).toMatchObject([{ key: 'origin', product_count: 1 }]);
  expect((await list({ search: 'origin', counted: 'no' })).data).toMatchObject([
    { key: 'origin', product_count: null },
  ]);
  expect((await remove(id)).status).toBe(200);
  expect((await remove(id)).status).toBe(404);
  expect((await define({ key: 'origin', label: 'Origin', kind: 'number' })).failure).toMatchObject({
    code: 'custom_field.invalid',
    errors: { key: [expect.stringContaining('1 product has a value of another kind')] },
  });
  expect(await created({ key: 'origin', label: 'Made in', kind: 'text' })).toMatchObject({ product_count: 1 });
});

test('a category with custom fields of its own cannot be deleted', async () => {
  const { id: category } = await createCategory(shop.services.db, { name: 'Lamps', slug: 'lamps' });
  const { id } = await created({ key: 'watts', label: 'Watts', kind: 'number', category_id: category });
  const params = { id: category };
  const refused = await shop.call('DELETE /admin/categories/{id}', { params }, { token });
  expect(refused.failure.code).toBe('category.has_custom_fields');
  await remove(id);
  expect((await shop.call('DELETE /admin/categories/{id}', { params }, { token })).status).toBe(200);
});

test('the list is in the merchant’s order, paged and searched, and for admins alone', async () => {
  await created({ key: 'zz_first', label: 'Sorted b', kind: 'flag', sort_order: 2 });
  await created({ key: 'zz_second', label: 'Sorted a', kind: 'date', sort_order: 3 });
  const all = await list({ search: 'sorted', per_page: 1, page: 2 });
  expect(all).toMatchObject({ total: 2, last_page: 2, data: [{ key: 'zz_second' }] });
  const customer = await signIn(shop, await createCustomer(shop.services.db));
  expect((await shop.call('GET /admin/custom-fields', { query: {} }, { token: customer })).status).toBe(403);
});

test('a shop has at most twenty filters and fifty fields', async () => {
  const { db } = shop.services;
  await db.deleteFrom('custom_field').execute();
  const rows = Array.from({ length: 48 }, (_, number) => ({
    key: `many_${number}`,
    label: `Many ${number}`,
    kind: 'flag' as const,
    is_filter: number < 19,
  }));
  await db.insertInto('custom_field').values(rows).execute();
  const filters = await Promise.all(
    ['a', 'b'].map((key) => define({ key, label: key, kind: 'flag', is_filter: true })),
  );
  expect(filters.map(({ status }) => status).sort()).toEqual([201, 409]);
  const [, refused] = filters.sort((a, b) => a.status - b.status);
  expect(refused?.failure.code).toBe('custom_field.too_many_filters');
  const last = await Promise.all(['c', 'd', 'e'].map((key) => define({ key, label: key, kind: 'text' })));
  expect(last.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect((await list({ per_page: 100 })).total).toBe(50);
});
