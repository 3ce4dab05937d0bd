import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { productFilters } from '#domain/catalogue/filter-fields.ts';
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { adminProductClient } from '#test/clients/admin-product-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createCategory } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

/** Declared as a new product field is. They have the columns of existing fields, so that the API can write them. */
const FILTERS = productFilters({
  material: { ...PRODUCT_FIELDS.meta_title, label: 'Material', filter: { since: 1 } },
  weight: { ...PRODUCT_FIELDS.weight, filter: { since: 1 } },
  is_vegan: { ...PRODUCT_FIELDS.is_featured, label: 'Vegan', filter: { since: 1 } },
  origin: { ...PRODUCT_FIELDS.barcode, label: 'Origin', filter: { since: 1 } },
  brand: PRODUCT_FIELDS.brand,
});

let shop: TestShop;
let token: string;
let tables: number;
const { create, form, put } = adminProductClient(() => ({ shop, token, categoryId: tables }));

const list = async (query: string) => (await shop.app.inject(`/api/products?facets=true&${query}`)).json();
const names = async (query = '') =>
  (await list(`sortBy=name&${query}`)).data.data.map(({ name }: { name: string }) => name);
const facets = async (query = '') => (await list(query)).data.facets.custom;

beforeAll(async () => {
  shop = await openTestShop({}, async () => ({ productFilters: FILTERS }));
  const { db } = shop.services;
  token = await signIn(shop, await createAdmin(db));
  tables = (await createCategory(db, { name: 'Tables' })).id;
  const choices = [{ label: 'Glass' }, { label: 'Slate' }];
  const body = { key: 'material', label: 'Top', kind: 'choice' as const, choices, is_filter: true };
  await shop.call('POST /admin/custom-fields', { body }, { token });
  await create({
    name: 'Ada',
    meta_title: 'Oak, oiled',
    weight: '20',
    is_featured: true,
    custom: { material: 'glass' },
  });
  await create({ name: 'Bo', meta_title: 'Oak, oiled', weight: '7.5' });
  await create({ name: 'Cy', meta_title: 'Ash', custom: { material: 'slate' } });
  await create({ name: 'Di' });
  await vi.waitFor(async () => expect(await names()).toEqual(['Ada', 'Bo', 'Cy', 'Di']), 10_000);
});
afterAll(() => shop.close());

test.each([
  ['a text, commas included', 'field.material=Oak,%20oiled', ['Ada', 'Bo']],
  ['several texts', 'field.material=Oak,%20oiled&field.material=Ash', ['Ada', 'Bo', 'Cy']],
  ['several texts on lines of their own', 'field.material=Oak,%20oiled%0AAsh', ['Ada', 'Bo', 'Cy']],
  ['a text that no product has', 'field.material=Teak', []],
  ['a text with a control character', 'field.material=Ash%00', []],
  ['a weight in kilograms', 'field.weight.min=7.5&field.weight.max=19.999', ['Bo']],
  ['yes', 'field.is_vegan=true', ['Ada']],
  ['no', 'field.is_vegan=false', ['Bo', 'Cy', 'Di']],
  ['the custom field with the same key', 'custom.material=glass', ['Ada']],
  ['both', 'custom.material=glass,slate&field.material=Ash', ['Cy']],
  ['a field and a search', 'search=bo&field.material=Ash', []],
  ['a field that is no filter', 'field.sku=MUG-1', ['Ada', 'Bo', 'Cy', 'Di']],
  ['a field with parameters of its own', 'field.brand=Acme', ['Ada', 'Bo', 'Cy', 'Di']],
])('a list is filtered by %s', async (_what, query, found) => {
  expect(await names(query)).toEqual(found);
});

test.each([
  ['field.weight.min=heavy', 'field.weight.min'],
  ['field.weight.min=5&field.weight.max=4', 'field.weight.min'],
  ['field.is_vegan=maybe', 'field.is_vegan'],
])('answers ?%s with 422 on the parameter', async (query, parameter) => {
  expect((await list(query)).errors).toHaveProperty([parameter]);
});

test('fields that products have are offered as filters, the most frequent texts first', async () => {
  expect(await facets()).toEqual([
    {
      name: 'field.material',
      key: 'field.material',
      label: 'Material',
      kind: 'choice',
      unit: '',
      choices: [
        { value: 'Oak, oiled', label: 'Oak, oiled', count: 2 },
        { value: 'Ash', label: 'Ash', count: 1 },
      ],
      range: null,
    },
    expect.objectContaining({
      name: 'field.weight',
      label: 'Weight',
      kind: 'number',
      unit: 'kg',
      range: { min: '7.5', max: '20' },
    }),
    expect.objectContaining({
      name: 'field.is_vegan',
      choices: [
        { value: 'true', label: 'Yes', count: 1 },
        { value: 'false', label: 'No', count: 3 },
      ],
    }),
    expect.objectContaining({ name: 'custom.material', key: 'material', label: 'Top' }),
  ]);
});

test('a yes/no field is offered where products differ, and a chosen text stays offered', async () => {
  const [material, ...others] = await facets('field.material=Teak&custom.material=slate');
  expect(material.choices).toEqual([
    { value: 'Ash', label: 'Ash', count: 1 },
    { value: 'Teak', label: 'Teak', count: 0 },
  ]);
  expect(others.map(({ name }: { name: string }) => name)).toEqual(['custom.material']);
});

test('a change in the form and one of many products show in the filters', async () => {
  const { id, sku } = await create({ name: 'Ed', meta_title: 'Elm' });
  await expect.poll(() => names('field.material=Elm')).toEqual(['Ed']);
  await put(id, form({ sku, name: 'Ed', meta_title: 'Pine' }));
  await expect.poll(() => names('field.material=Pine')).toEqual(['Ed']);
  expect(await names('field.material=Elm')).toEqual([]);
  const body = { action: 'feature' as const, ids: [id] };
  await shop.call('POST /admin/products/bulk', { body }, { token });
  await expect.poll(() => names('field.is_vegan=true')).toEqual(['Ada', 'Ed']);
  await shop.call('DELETE /admin/products/{id}', { params: { id } }, { token });
  await expect.poll(() => names('field.material=Pine')).toEqual([]);
});

test('a product field that is a filter appears only once in the product form and on the product page', async () => {
  const { data } = await shop.call('GET /admin/custom-fields', { query: {} }, { token });
  expect(data.data.map(({ key }) => key)).toEqual(['material']);
  const [{ id = 0 } = {}] = (await list('search=ada')).data.data;
  const { product } = (await shop.call('GET /products/{id}', { params: { id: String(id) } })).data;
  expect(product.custom).toEqual([expect.objectContaining({ key: 'material', text: 'Glass' })]);
});
