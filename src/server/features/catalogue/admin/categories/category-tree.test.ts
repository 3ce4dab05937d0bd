import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());

let made = 0;
const add = async (name: string, parent: number | null = null) => {
  made += 1;
  const body = { name, slug: `category-${made}`, parent_id: parent };
  return (await shop.call('POST /admin/categories', { body }, { token })).data.category;
};
type Change = InputOf<ShopContract['PUT /admin/categories/{id}']>['body'];
const change = (id: number, body: Change) =>
  shop.call('PUT /admin/categories/{id}', { params: { id }, body }, { token });
const move = (id: number, parent_id: number | null, position = 1) =>
  shop.call('PUT /admin/categories/{id}/place', { params: { id }, body: { parent_id, position } }, { token });
const below = async (parent: number) =>
  (await shop.call('GET /admin/categories', { query: { parent, per_page: 100 } }, { token })).data.data;
const namesBelow = async (parent: number) => (await below(parent)).map(({ name }) => name);
const totalOf = async (category: number) => (await shop.call('GET /products', { query: { category } })).data.total;

/** Three levels with a product on each. */
async function branch() {
  const top = await add('Electronics');
  const middle = await add('Cameras', top.id);
  const leaf = await add('Lenses', middle.id);
  const products = [];
  for (const { id } of [top, middle, leaf]) products.push(await createProduct(shop.services.db, { category_id: id }));
  return { top, middle, leaf, products };
}

test('a category can be created below another, three levels deep', async () => {
  const { top, middle, leaf } = await branch();
  expect(leaf).toMatchObject({ parent_id: middle.id, sort_order: 1 });
  expect(leaf.path.map(({ name }) => name)).toEqual(['Electronics', 'Cameras', 'Lenses']);
  expect((await add('Film', middle.id)).sort_order).toBe(2);
  expect((await below(top.id))[0]).toMatchObject({ name: 'Cameras', child_count: 2, product_count: 1 });
  const body = { name: 'Caps', slug: 'caps', parent_id: leaf.id };
  const refused = await shop.call('POST /admin/categories', { body }, { token });
  expect([refused.status, refused.failure.code]).toEqual([409, 'category.too_deep']);
});

test('the list of a category contains the products of those below it, with counts', async () => {
  const { top, middle, leaf, products } = await branch();
  await expect.poll(() => Promise.all([top, middle, leaf].map(({ id }) => totalOf(id)))).toEqual([3, 2, 1]);
  const { facets } = (await shop.call('GET /products', { query: { category: middle.id, facets: true } })).data;
  expect(facets?.categories).toContainEqual({ id: top.id, name: 'Electronics', slug: top.slug, count: 3 });
  expect(facets?.categories.map(({ id }) => id)).not.toContain(middle.id);
  expect(facets?.subcategories.map(({ id, count }) => [id, count])).toEqual([
    [middle.id, 2],
    [leaf.id, 1],
  ]);
  const searched = await shop.call('GET /products', { query: { category: top.id, search: 'lenses' } });
  expect(searched.data.data.map(({ id }) => id)).toEqual([products[2]?.id]);
});

test('words of every category above a product find it', async () => {
  const top = await add('Orchestra');
  const middle = await add('Strings', top.id);
  const { id } = await createProduct(shop.services.db, { name: 'Cello', category_id: middle.id });
  const find = async (search: string) =>
    (await shop.call('GET /products', { query: { search } })).data.data.map((product) => product.id);
  await expect.poll(() => find('orchestra')).toEqual([id]);
  await change(top.id, { name: 'Philharmonic', slug: top.slug });
  await expect.poll(() => find('philharmonic')).toEqual([id]);
  await expect.poll(() => find('orchestra')).toEqual([]);
});

test('the shop keeps a flat list of the first level, and has the tree beside it', async () => {
  const { top, middle, leaf } = await branch();
  const flat = async () => (await shop.call('GET /categories', {})).data.find(({ id }) => id === top.id);
  await expect.poll(flat).toMatchObject({ parent_id: null, product_count: 3 });
  const flatIds = (await shop.call('GET /categories', {})).data.map(({ id }) => id);
  expect(flatIds).not.toContain(middle.id);
  const tree = (await shop.call('GET /categories/tree', {})).data.find(({ id }) => id === top.id);
  expect(tree).toMatchObject({
    product_count: 3,
    children: [{ id: middle.id, product_count: 2, children: [{ id: leaf.id, product_count: 1 }] }],
  });
  const page = (await shop.call('GET /categories/{id}', { params: { id: middle.id } })).data;
  expect(page).toMatchObject({ path: [{ id: top.id }, { id: middle.id }], children: [{ id: leaf.id }] });
});

test('a product names a category of the flat list, and the whole path to its own', async () => {
  const { top, middle, leaf, products } = await branch();
  const { data } = await shop.call('GET /products/{id}', { params: { id: String(products[2]?.id) } });
  expect(data.product.category).toMatchObject({ id: top.id, parent_id: null });
  expect(data.product.category.path.map(({ id }) => id)).toEqual([top.id, middle.id, leaf.id]);
});

test('a moved category takes its products along', async () => {
  const { top, middle, leaf } = await branch();
  const other = await add('Photo');
  await expect.poll(() => totalOf(top.id)).toBe(3);
  expect((await move(middle.id, other.id)).data.category).toMatchObject({ parent_id: other.id });
  await expect.poll(() => Promise.all([top, other, leaf].map(({ id }) => totalOf(id)))).toEqual([1, 2, 1]);
});

test('a move that makes a loop or a fourth level is refused', async () => {
  const { top, middle, leaf } = await branch();
  const other = await branch();
  const codeOf = async (...place: Parameters<typeof move>) => (await move(...place)).failure.code;
  expect(await codeOf(top.id, leaf.id)).toBe('category.loop');
  expect(await codeOf(top.id, top.id)).toBe('category.loop');
  expect(await codeOf(middle.id, other.middle.id)).toBe('category.too_deep');
  expect(await codeOf(leaf.id, 999_999)).toBe('category.parent_not_found');
  expect(await codeOf(999_999, null)).toBe('category.not_found');
  const form = { name: 'Electronics', slug: top.slug, parent_id: leaf.id };
  expect((await change(top.id, form)).failure.code).toBe('category.loop');
  expect(await namesBelow(top.id)).toEqual(['Cameras']);
});

test('two concurrent moves never make a loop', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await add('One'), await add('Other')];
    const answers = await Promise.all([move(one.id, other.id), move(other.id, one.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
});

test('siblings are ordered by moving one, and moving it again changes nothing', async () => {
  const top = await add('Games');
  const [a, b, c] = [await add('A', top.id), await add('B', top.id), await add('C', top.id)];
  await move(c.id, top.id, 1);
  const again = await move(c.id, top.id, 1);
  expect(again.data.category).toMatchObject({ sort_order: 1, revision: 2 });
  expect(await namesBelow(top.id)).toEqual(['C', 'A', 'B']);
  await move(a.id, top.id, 99);
  expect(await namesBelow(top.id)).toEqual(['C', 'B', 'A']);
  expect((await below(top.id)).map(({ sort_order }) => sort_order)).toEqual([1, 2, 3]);
  expect(b.sort_order).toBe(2);
  const moves = await shop.services.db
    .selectFrom('audit_entry')
    .select('entity_id')
    .where('action', '=', 'category.move')
    .where(
      'entity_id',
      'in',
      [a, b, c].map(({ id }) => String(id)),
    )
    .orderBy('id')
    .execute();
  expect(moves.map(({ entity_id }) => entity_id)).toEqual([String(c.id), String(a.id)]);
});

test('a category with subcategories, or with products below it, cannot be deleted', async () => {
  const remove = (id: number) => shop.call('DELETE /admin/categories/{id}', { params: { id } }, { token });
  const full = await branch();
  await shop.services.db.deleteFrom('product').where('category_id', '=', full.top.id).execute();
  expect((await remove(full.top.id)).failure.code).toBe('category.not_empty');
  const top = await add('Toys');
  const child = await add('Kites', top.id);
  expect((await remove(top.id)).failure.code).toBe('category.has_subcategories');
  expect((await remove(child.id)).status).toBe(200);
  expect((await remove(top.id)).status).toBe(200);
});

test('deactivating a category hides everything below, and activating it shows that again', async () => {
  const { top, middle, leaf, products } = await branch();
  const off = await add('Off', middle.id);
  await change(off.id, { name: 'Off', slug: off.slug, is_active: false });
  const found = async () => (await shop.call('GET /products/{id}', { params: { id: String(products[2]?.id) } })).status;
  await expect.poll(() => totalOf(top.id)).toBe(3);
  await change(top.id, { name: top.name, slug: top.slug, is_active: false });
  await expect.poll(() => totalOf(top.id)).toBe(0);
  await expect.poll(found).toBe(404);
  expect((await below(middle.id))[0]).toMatchObject({ name: 'Lenses', is_active: true, is_visible: false });
  const moved = await move(leaf.id, null);
  expect(moved.data.category).toMatchObject({ is_active: true, is_visible: true });
  await move(leaf.id, middle.id);
  await change(top.id, { name: top.name, slug: top.slug, is_active: true });
  await expect.poll(() => totalOf(top.id)).toBe(3);
  expect((await below(middle.id)).map(({ is_active, is_visible }) => [is_active, is_visible])).toEqual([
    [true, true],
    [false, false],
  ]);
});

test('the back office lists the first level first, one level, or what a search finds', async () => {
  const { top, middle } = await branch();
  const all = (await shop.call('GET /admin/categories', { query: { per_page: 100 } }, { token })).data;
  const levels = all.data.map(({ path }) => (path.length === 1 ? 1 : 2));
  expect(levels).toEqual(levels.toSorted());
  expect((await below(0)).map(({ id }) => id)).toContain(top.id);
  expect((await below(0)).map(({ id }) => id)).not.toContain(middle.id);
  const found = await shop.call('GET /admin/categories', { query: { search: middle.slug } }, { token });
  expect(found.data.data.map(({ path }) => path.map(({ id }) => id))).toEqual([[top.id, middle.id]]);
});

test('the products of a category in the back office include those below it', async () => {
  const { top, leaf } = await branch();
  const count = async (category: number) =>
    (await shop.call('GET /admin/products', { query: { category } }, { token })).data.total;
  expect([await count(top.id), await count(leaf.id)]).toEqual([3, 1]);
});

test('a field of a category is a field of the categories below it', async () => {
  const { top, leaf } = await branch();
  const field = { key: 'mount', label: 'Mount', kind: 'choice' as const, choices: [{ label: 'Bayonet' }] };
  const body = { ...field, category_id: top.id, is_filter: true };
  await shop.call('POST /admin/custom-fields', { body }, { token });
  const custom = JSON.stringify({ mount: 'bayonet' });
  const { id } = await createProduct(shop.services.db, { category_id: leaf.id, custom });
  const { data } = await shop.call('GET /products/{id}', { params: { id: String(id) } });
  expect(data.product.custom).toMatchObject([{ label: 'Mount', text: 'Bayonet' }]);
  const list = async () =>
    (await shop.call('GET /products', { query: { category: leaf.id, 'custom.mount': 'bayonet' } })).data.data;
  await expect.poll(async () => (await list()).map((product) => product.id)).toEqual([id]);
  await move(leaf.id, null);
  await expect
    .poll(async () => (await shop.call('GET /products/{id}', { params: { id: String(id) } })).data.product.custom)
    .toEqual([]);
});

test('inactive categories stay out of the tree', async () => {
  const top = await add('Seasons');
  const hidden = await createCategory(shop.services.db, { name: 'Winter', parent_id: top.id, is_active: false });
  const { data } = await shop.call('GET /categories/tree', {});
  expect(data.find(({ id }) => id === top.id)?.children).toEqual([]);
  expect((await shop.call('GET /categories/{id}', { params: { id: hidden.id } })).failure.code).toBe(
    'category.not_found',
  );
});
