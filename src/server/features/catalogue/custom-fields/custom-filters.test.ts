import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import { adminProductClient } from '#test/clients/admin-product-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createCategory } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

type Definition = InputOf<ShopContract['POST /admin/custom-fields']>['body'];

let shop: TestShop;
let token: string;
let chairs: number;
let lamps: number;
const ids = new Map<string, number>();

const define = async (body: Definition) => {
  const { field } = (await shop.call('POST /admin/custom-fields', { body }, { token })).data;
  ids.set(field.key, field.id ?? 0);
};
const change = (key: string, body: InputOf<ShopContract['PUT /admin/custom-fields/{id}']>['body']) =>
  shop.call('PUT /admin/custom-fields/{id}', { params: { id: ids.get(key) ?? 0 }, body }, { token });
const list = async (query: object = {}) => {
  shop.services.cache.clear();
  return (await shop.call('GET /products', { query: { facets: 'true', ...query } })).data;
};
const names = async (query: object = {}) => (await list(query)).data.map(({ name }) => name);
const facet = async (key: string, query: object = {}) =>
  (await list(query)).facets?.custom.find((one) => one.key === key);

const WOOD: Definition = {
  key: 'wood',
  label: 'Wood',
  kind: 'choice',
  choices: [{ label: 'Walnut' }, { label: 'Oak' }, { label: 'Pine' }],
  is_filter: true,
  sort_order: 1,
};

const ARMCHAIR = { wood: 'oak', width: -3.5, stackable: false, note: 'x', maker: 'Ray, Charles & Sons' };
/** Looks like an escaped text. */
const ODD = '50% wool, 50%2C felt';

beforeAll(async () => {
  shop = await openTestShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
  chairs = (await createCategory(shop.services.db, { name: 'Chairs', slug: 'chairs' })).id;
  lamps = (await createCategory(shop.services.db, { name: 'Lamps', slug: 'lamps' })).id;
  await define(WOOD);
  await define({ key: 'width', label: 'Width', kind: 'number', unit: 'cm', is_filter: true, sort_order: 2 });
  await define({ key: 'stackable', label: 'Stackable', kind: 'flag', is_filter: true, sort_order: 3 });
  await define({ key: 'designed', label: 'Designed', kind: 'date', is_filter: true, sort_order: 4 });
  await define({ key: 'watts', label: 'Watts', kind: 'number', category_id: lamps, is_filter: true, sort_order: 5 });
  await define({ key: 'note', label: 'Note', kind: 'text', sort_order: 6 });
  await define({ key: 'maker', label: 'Maker', kind: 'text', is_filter: true, sort_order: 7 });
  await create({ name: 'Armchair', brand: 'Acme', custom: ARMCHAIR });
  await create({ name: 'Bench', custom: { wood: 'oak', width: 120.25, designed: '2020-05-01', maker: 'Aalto' } });
  await create({
    name: 'Cot',
    brand: 'Acme',
    custom: { wood: 'pine', width: 60, stackable: true, designed: '1969-12-31', maker: 'Aalto' },
  });
  await create({ name: 'Desk', stock: 0, custom: { maker: 'AALTO' } });
  await create({ name: 'Emberlight', category_id: lamps, custom: { watts: 40, width: 0, maker: ODD } });
  await vi.waitFor(async () => expect((await facet('wood'))?.choices).toHaveLength(2), 10_000);
  await vi.waitFor(async () => expect(await names({ 'custom.watts.min': 1 })).toEqual(['Emberlight']), 10_000);
});
afterAll(() => shop.close());

const { create } = adminProductClient(() => ({ shop, token, categoryId: chairs }));

test.each<[string, object, string[]]>([
  ['one choice', { 'custom.wood': 'oak' }, ['Armchair', 'Bench']],
  ['several choices', { 'custom.wood': 'pine, oak,' }, ['Armchair', 'Bench', 'Cot']],
  ['a choice that no product has', { 'custom.wood': 'walnut' }, []],
  ['a choice that does not exist', { 'custom.wood': 'teak' }, []],
  ['no choice', { 'custom.wood': ' ' }, ['Armchair', 'Bench', 'Cot', 'Desk', 'Emberlight']],
  ['yes', { 'custom.stackable': 'true' }, ['Cot']],
  ['no', { 'custom.stackable': 'false' }, ['Armchair']],
  ['at least', { 'custom.width.min': '0' }, ['Bench', 'Cot', 'Emberlight']],
  ['at most', { 'custom.width.max': '59.999' }, ['Armchair', 'Emberlight']],
  [
    'a range with both ends',
    { 'custom.width.min': '-3.5', 'custom.width.max': '60' },
    ['Armchair', 'Cot', 'Emberlight'],
  ],
  [
    'the widest range',
    { 'custom.width.min': '-1000000', 'custom.width.max': '1000000' },
    ['Armchair', 'Bench', 'Cot', 'Emberlight'],
  ],
  ['from a day', { 'custom.designed.min': '1970-01-01' }, ['Bench']],
  ['until a day', { 'custom.designed.max': '1969-12-31' }, ['Cot']],
  ['two fields', { 'custom.wood': 'oak', 'custom.width.min': '1' }, ['Bench']],
  ['a field and a brand', { 'custom.wood': 'oak,pine', brand: 'acme' }, ['Armchair', 'Cot']],
  ['a field and a search', { search: 'bench', 'custom.wood': 'oak' }, ['Bench']],
  ['a field that is not defined', { 'custom.colour': 'red' }, ['Armchair', 'Bench', 'Cot', 'Desk', 'Emberlight']],
  ['a field that is no filter', { 'custom.note': 'y' }, ['Armchair', 'Bench', 'Cot', 'Desk', 'Emberlight']],
  ['a text', { 'custom.maker': 'Aalto' }, ['Bench', 'Cot']],
  ['several texts', { 'custom.maker': 'AALTO,Aalto' }, ['Bench', 'Cot', 'Desk']],
  ['a text with a comma', { 'custom.maker': 'Ray%2C Charles & Sons' }, ['Armchair']],
  ['a comma that is not escaped', { 'custom.maker': 'Ray, Charles & Sons' }, []],
  ['a text with percent signs', { 'custom.maker': '50% wool%2C 50%252C felt' }, ['Emberlight']],
  ['a part of a text', { 'custom.maker': 'Aal' }, []],
  ['a text and a choice', { 'custom.maker': 'Aalto', 'custom.wood': 'pine' }, ['Cot']],
  [
    'a parameter of another shape',
    { 'custom.wood.like': 'oak', custom: 'x', 'custom.__proto__': 'x' },
    ['Armchair', 'Bench', 'Cot', 'Desk', 'Emberlight'],
  ],
])('a list is filtered by %s', async (_what, query, found) => {
  expect(await names({ ...query, sortBy: 'name' })).toEqual(found);
});

test('values can be in several parameters, also in the list of a category and in a search', async () => {
  const url = `/api/categories/${chairs}/products?custom.wood=oak&custom.wood=pine&custom.stackable=true`;
  expect((await shop.app.inject(url)).json().data.data).toMatchObject([{ name: 'Cot' }]);
  const search = await shop.app.inject('/api/products/search?q=cot&custom.wood=oak');
  expect(search.json().data.total).toBe(0);
});

test.each([
  ['custom.width.min=wide', 'custom.width.min'],
  ['custom.width.max=1.2345', 'custom.width.max'],
  ['custom.width.min=5&custom.width.max=4', 'custom.width.min'],
  ['custom.designed.max=2026-02-30', 'custom.designed.max'],
  ['custom.stackable=maybe', 'custom.stackable'],
])('answers ?%s with 422 on the field', async (query, field) => {
  const answer = await shop.app.inject(`/api/products?${query}`);
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toHaveProperty([field]);
});

test('each filter counts what its choices would find, whatever is chosen in it', async () => {
  expect(await facet('wood')).toEqual({
    name: 'custom.wood',
    key: 'wood',
    label: 'Wood',
    kind: 'choice',
    unit: '',
    choices: [
      { value: 'oak', label: 'Oak', count: 2 },
      { value: 'pine', label: 'Pine', count: 1 },
    ],
    range: null,
  });
  const query = { 'custom.wood': 'pine', brand: 'Acme' };
  expect((await facet('wood', query))?.choices.map(({ value, count }) => [value, count])).toEqual([
    ['oak', 1],
    ['pine', 1],
  ]);
  expect((await list(query)).facets?.brands).toEqual([{ name: 'Acme', count: 1 }]);
  expect((await facet('stackable', query))?.choices).toEqual([{ value: 'true', label: 'Yes', count: 1 }]);
  expect((await facet('width'))?.range).toEqual({ min: '-3.5', max: '120.25' });
  expect((await facet('width', { 'custom.width.min': '100', 'custom.wood': 'pine' }))?.range).toEqual({
    min: '60',
    max: '60',
  });
  expect((await facet('designed'))?.range).toEqual({ min: '1969-12-31', max: '2020-05-01' });
});

test('the texts that products have are offered as choices, the most frequent first', async () => {
  const choices = [
    { value: 'Aalto', label: 'Aalto', count: 2 },
    { value: '50%25 wool%2C 50%252C felt', label: ODD, count: 1 },
    { value: 'AALTO', label: 'AALTO', count: 1 },
    { value: 'Ray%2C Charles & Sons', label: 'Ray, Charles & Sons', count: 1 },
  ];
  expect(await facet('maker')).toEqual({
    name: 'custom.maker',
    key: 'maker',
    label: 'Maker',
    kind: 'choice',
    unit: '',
    choices,
    range: null,
  });
  // Each choice leads to its products.
  for (const { value, count } of choices) expect((await list({ 'custom.maker': value })).total, value).toBe(count);
  expect((await facet('maker', { 'custom.maker': 'Teak%2C oiled', 'custom.wood': 'pine' }))?.choices).toEqual([
    { value: 'Aalto', label: 'Aalto', count: 1 },
    { value: 'Teak%2C oiled', label: 'Teak, oiled', count: 0 },
  ]);
});

test('a text that is too long to be a choice is shown with its product, and is no filter', async () => {
  const long = 'Made by hand. '.repeat(9).trim();
  const { id } = await create({ name: 'Loom', custom: { maker: long } });
  await expect.poll(() => names({ search: 'loom' })).toEqual(['Loom']);
  expect((await facet('maker', { search: 'loom' }))?.choices ?? []).toEqual([]);
  expect(await names({ 'custom.maker': long })).toEqual([]);
  const { product } = (await shop.call('GET /products/{id}', { params: { id: String(id) } })).data;
  expect(product.custom).toMatchObject([{ key: 'maker', text: long }]);
  await shop.services.db.deleteFrom('product').where('id', '=', id).execute();
  await expect.poll(() => names({ search: 'loom' })).toEqual([]);
});

test('the filter of one category’s field is offered in that category, and where it is in use', async () => {
  expect(await facet('watts')).toBeUndefined();
  expect((await facet('watts', { category: lamps }))?.range).toEqual({ min: '40', max: '40' });
  expect(await facet('watts', { 'custom.watts.min': '1' })).toBeDefined();
  expect(await facet('wood', { category: lamps })).toBeUndefined();
});

test('a field is a filter from the moment it is marked until it is unmarked', async () => {
  await define({ key: 'seats', label: 'Seats', kind: 'number' });
  await create({ name: 'Sofa', custom: { seats: 3 } });
  await expect.poll(() => names({ search: 'sofa' })).toEqual(['Sofa']);
  expect(await facet('seats')).toBeUndefined();
  await change('seats', { label: 'Seats', kind: 'number', is_filter: true });
  await expect.poll(() => names({ 'custom.seats.min': '3' })).toEqual(['Sofa']);
  expect((await facet('seats'))?.range).toEqual({ min: '3', max: '3' });
  await change('seats', { label: 'Seats', kind: 'number' });
  await expect.poll(async () => (await list({ 'custom.seats.min': '4' })).total).toBeGreaterThan(1);
  await shop.services.db.deleteFrom('product').where('name', '=', 'Sofa').execute();
});

test('a new value counts at once, and a removed choice no longer', async () => {
  const { id, sku } = await create({ name: 'Stool', custom: { wood: 'walnut' } });
  await expect.poll(() => names({ 'custom.wood': 'walnut' })).toEqual(['Stool']);
  const params = { id };
  const body = {
    sku,
    name: 'Stool',
    description: 'Low.',
    price: 5,
    stock: 1,
    category_id: chairs,
    custom: { wood: 'pine' },
  };
  await shop.call('PUT /admin/products/{id}', { params, body }, { token });
  await expect.poll(() => names({ 'custom.wood': 'pine', sortBy: 'name' })).toEqual(['Cot', 'Stool']);
  const oakAlone = { ...WOOD, choices: [{ value: 'oak', label: 'Oak' }] };
  await change('wood', oakAlone);
  await expect.poll(() => names({ 'custom.wood': 'pine' })).toEqual([]);
  await change('wood', {
    ...WOOD,
    choices: [
      { value: 'oak', label: 'Oak' },
      { value: 'pine', label: 'Pine' },
    ],
  });
  await expect.poll(() => names({ 'custom.wood': 'pine', sortBy: 'name' })).toEqual(['Cot', 'Stool']);
  await shop.services.db.deleteFrom('product').where('id', '=', id).execute();
});

test('without a marked field the index reads no custom values', async () => {
  const { db } = shop.services;
  const marked = await db.selectFrom('custom_field').select('id').where('is_filter', '=', true).execute();
  const ofMarked = db.updateTable('custom_field').where(
    'id',
    'in',
    marked.map(({ id }) => id),
  );
  await ofMarked.set({ is_filter: false }).execute();
  await expect.poll(async () => (await list()).facets?.custom).toEqual([]);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  const { id } = await create({ name: 'Plain', custom: { wood: 'oak' } });
  await expect.poll(() => names({ search: 'plain' })).toEqual(['Plain']);
  const statements = query.mock.calls.map(([statement]) => statement as { text?: string; values?: unknown[] });
  // Not those of other products, whose changes the index may still be reading with the filters from before.
  const ofProduct = statements.filter(({ values = [] }) => values.flat().includes(id));
  const reads = ofProduct.map(({ text = '' }) => text).filter((text) => text.includes('text_hash'));
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.filter((text) => text.includes('p.custom'))).toEqual([]);
  await db.deleteFrom('product').where('id', '=', id).execute();
  await ofMarked.set({ is_filter: true }).execute();
  await expect.poll(() => names({ 'custom.wood': 'oak', sortBy: 'name' })).toEqual(['Armchair', 'Bench']);
});
