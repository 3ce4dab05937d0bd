import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

type Form = InputOf<ShopContract['POST /admin/categories']>['body'];

let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());

const post = (body: Form) => shop.call('POST /admin/categories', { body }, { token });
const put = (id: number, body: InputOf<ShopContract['PUT /admin/categories/{id}']>['body']) =>
  shop.call('PUT /admin/categories/{id}', { params: { id }, body }, { token });
const remove = (id: number) => shop.call('DELETE /admin/categories/{id}', { params: { id } }, { token });
const list = async (query: object) => (await shop.call('GET /admin/categories', { query }, { token })).data;

test('the footer keeps the five oldest categories, and the header says which have subcategories', async () => {
  const named = async () => (await shop.call('GET /shop', {})).data.categories.map(({ name }) => name);
  const before = await named();
  const names = ['Lamps', 'Rugs', 'Vases', 'Clocks', 'Chairs', 'Bells'];
  const ids: number[] = [];
  for (const [at, name] of names.entries()) {
    const sort_order = names.length - at;
    const { data } = await post({ name, slug: name.toLowerCase(), description: '', sort_order });
    ids.push(data.category.id);
  }
  const inFooter = names.slice(0, 5).toReversed();
  await expect.poll(named).toEqual(inFooter);
  const menu = async () => (await shop.call('GET /shop', {})).data.menu.slice(0, 6);
  const withoutAny = names.toReversed().map((name) => ({ name, has_children: false }));
  await expect.poll(menu).toMatchObject(withoutAny);
  await post({ name: 'Wall Clocks', slug: 'wall-clocks', parent_id: ids[3] });
  const clocks = async () => (await shop.call('GET /shop', {})).data.menu.find(({ name }) => name === 'Clocks');
  await expect.poll(clocks).toMatchObject({ has_children: true });
  expect(await named()).toEqual(inFooter);
  const below = await list({ parent: ids[3] });
  for (const { id } of below.data) await remove(id);
  for (const id of ids) await remove(id);
  await expect.poll(named).toEqual(before);
});

test('a category is created, found, renamed and deleted, each with an audit row', async () => {
  const { category } = (await post({ name: 'Home & Garden', slug: 'home-garden', description: 'Pots' })).data;
  expect(category).toMatchObject({ sort_order: 1, is_active: true, product_count: 0, revision: 1 });
  await post({ name: 'Books', slug: 'books', sort_order: 2 });
  expect(await list({ search: 'POT' })).toMatchObject({ total: 1, count_all: 2, data: [{ slug: 'home-garden' }] });
  expect((await list({})).data.map(({ slug }) => slug)).toEqual(['home-garden', 'books']);
  const renamed = await put(category.id, { name: 'Garden', slug: 'garden', sort_order: 3, revision: 1 });
  expect(renamed.data.category).toMatchObject({ name: 'Garden', description: 'Pots', sort_order: 3, revision: 2 });
  expect((await remove(category.id)).status).toBe(200);
  expect((await remove(category.id)).failure.code).toBe('category.not_found');
  const audited = await shop.services.db
    .selectFrom('audit_entry')
    .select('action')
    .where('entity', '=', 'category')
    .where('entity_id', '=', String(category.id))
    .orderBy('id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual(['category.create', 'category.update', 'category.delete']);
});

test.each([
  [{ name: '', slug: 'a' }, 'name'],
  [{ name: 'A', slug: '' }, 'slug'],
  [{ name: 'A', slug: 'Not A Slug' }, 'slug'],
  [{ name: 'A', slug: 'a', sort_order: 0 }, 'sort_order'],
])('refuses %j for the field %s', async (form, field) => {
  const { status, failure } = await post(form);
  expect(status).toBe(422);
  expect(Object.keys(failure.errors ?? {})).toEqual([field]);
});

test('a slug belongs to one category, and an outdated revision is refused', async () => {
  const { category } = (await post({ name: 'One', slug: 'one' })).data;
  expect((await post({ name: 'Other', slug: 'one' })).failure).toMatchObject({
    code: 'category.slug_taken',
    errors: { slug: [expect.any(String)] },
  });
  const replies = await Promise.all([1, 2].map(() => put(category.id, { name: 'New', slug: 'new', revision: 1 })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.failure).toMatchObject({
    code: 'category.changed',
    data: { category: { id: category.id, name: 'New', revision: 2 } },
  });
});

test('a category with products, even inactive ones, cannot be deleted', async () => {
  const { category } = (await post({ name: 'Full', slug: 'full' })).data;
  await createProduct(shop.services.db, { category_id: category.id, is_active: false });
  const refused = await remove(category.id);
  expect(refused.status).toBe(409);
  expect(refused.message).toBe(
    'Cannot delete category because it has associated products. Please remove products from this category first.',
  );
  expect((await list({ search: 'full' })).data[0]).toMatchObject({ product_count: 1 });
});

test('customers have no access', async () => {
  const customer = await signIn(shop, await createCustomer(shop.services.db));
  const reply = await shop.call('GET /admin/categories', { query: {} }, { token: customer });
  expect(reply.failure).toMatchObject({ code: 'auth.forbidden' });
});
