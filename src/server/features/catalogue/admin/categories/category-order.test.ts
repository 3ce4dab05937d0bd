import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
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

let category: number;
let ids: Record<string, number>;
beforeEach(async () => {
  const { db } = shop.services;
  category = (await createCategory(db, {})).id;
  const below = (await createCategory(db, { parent_id: category })).id;
  ids = {};
  for (const name of ['Ash', 'Beech', 'Cedar', 'Elm', 'Fir']) {
    const category_id = name === 'Fir' ? below : category;
    ids[name] = (await createProduct(db, { name, category_id, price_cents: 1000 })).id;
  }
  await vi.waitFor(async () => expect(await listed()).toHaveLength(5), 10_000);
});

const idOf = (name: string) => ids[name] ?? 0;
const params = () => ({ id: category });

async function listed(
  query: {
    sortBy?: 'name' | 'featured' | 'price';
    sortOrder?: 'asc' | 'desc';
    page?: number;
    per_page?: number;
    minPrice?: string;
    search?: string;
  } = {},
) {
  const { data } = await shop.call('GET /products', { query: { category, ...query } });
  return data.data.map(({ name }) => name);
}

const arrangement = async (query = {}) =>
  (await shop.call('GET /admin/categories/{id}/products', { params: params(), query }, { token })).data;

async function move(name: string, position: number | null, revision?: number) {
  const body = { position, revision: revision ?? (await arrangement()).revision };
  const to = { params: { ...params(), productId: idOf(name) }, body };
  return shop.call('PUT /admin/categories/{id}/products/{productId}/position', to, { token });
}

test('a category shows its products in the order of the merchant, the others by name', async () => {
  expect(await listed()).toEqual(['Ash', 'Beech', 'Cedar', 'Elm', 'Fir']);
  await move('Fir', 1);
  await move('Cedar', 2);
  await expect.poll(() => listed()).toEqual(['Fir', 'Cedar', 'Ash', 'Beech', 'Elm']);
  expect(await listed({ sortBy: 'featured', sortOrder: 'desc' })).toEqual(['Fir', 'Cedar', 'Ash', 'Beech', 'Elm']);
  expect(await listed({ sortBy: 'name' })).toEqual(['Ash', 'Beech', 'Cedar', 'Elm', 'Fir']);
  expect(await listed({ sortOrder: 'desc' })).toEqual(['Fir', 'Elm', 'Cedar', 'Beech', 'Ash']);
  const pages = [await listed({ per_page: 3 }), await listed({ per_page: 3, page: 2 })];
  expect(pages).toEqual([
    ['Fir', 'Cedar', 'Ash'],
    ['Beech', 'Elm'],
  ]);
  const same = await shop.call('GET /categories/{id}/products', { params: params(), query: {} });
  expect(same.data.data.map(({ name }) => name)).toEqual(['Fir', 'Cedar', 'Ash', 'Beech', 'Elm']);
  expect(same.data.has_featured_order).toBe(true);
});

test('only the category itself has the order, and only in the list that is not searched', async () => {
  await move('Elm', 1);
  await expect.poll(() => listed()).toEqual(['Elm', 'Ash', 'Beech', 'Cedar', 'Fir']);
  const { data } = await shop.call('GET /products', { query: { per_page: 100, sortBy: 'featured' } });
  expect(data.has_featured_order).toBeUndefined();
  const names = data.data.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(await listed({ search: 'ash' })).toEqual(['Ash']);
});

test('filters narrow the list in its order, with the right total', async () => {
  const { db } = shop.services;
  await move('Elm', 1);
  await move('Cedar', 2);
  await db
    .updateTable('product')
    .set({ price_cents: 500 })
    .where('id', 'in', [idOf('Elm'), idOf('Ash')])
    .execute();
  await expect.poll(() => listed({ minPrice: '6' })).toEqual(['Cedar', 'Beech', 'Fir']);
  const query = { category, minPrice: '6', per_page: 1, page: 2, facets: true };
  const found = async () => {
    const { data } = await shop.call('GET /products', { query });
    return [data.total, data.data[0]?.name, data.facets?.in_stock];
  };
  // Stock is announced apart from the products.
  await expect.poll(found).toEqual([3, 'Beech', 3]);
});

test('a position behind the placed products places those before it as well', async () => {
  await move('Fir', 3);
  expect(await arrangement()).toMatchObject({ placed_count: 3, revision: 1, total: 5 });
  await expect.poll(() => listed()).toEqual(['Ash', 'Beech', 'Fir', 'Cedar', 'Elm']);
  const { data } = await arrangement();
  expect(data.map(({ name, position, is_placed }) => [name, position, is_placed])).toEqual([
    ['Ash', 1, true],
    ['Beech', 2, true],
    ['Fir', 3, true],
    ['Cedar', 4, false],
    ['Elm', 5, false],
  ]);
  const found = await arrangement({ search: 'elm' });
  expect(found.data.map(({ name, position }) => [name, position])).toEqual([['Elm', 5]]);
});

test('a product can be taken out of the order, and the whole order be discarded', async () => {
  await move('Elm', 1);
  await move('Cedar', 1);
  await move('Elm', null);
  await expect.poll(() => listed()).toEqual(['Cedar', 'Ash', 'Beech', 'Elm', 'Fir']);
  const discard = (revision: number) =>
    shop.call('DELETE /admin/categories/{id}/products/order', { params: params(), query: { revision } }, { token });
  expect((await discard(1)).failure.code).toBe('category.order_changed');
  const { data } = await discard(3);
  expect(data).toEqual({ revision: 4, placed_count: 0 });
  await expect.poll(() => listed()).toEqual(['Ash', 'Beech', 'Cedar', 'Elm', 'Fir']);
  // Again: nothing to discard.
  expect((await discard(3)).status).toBe(200);
  await move('Fir', 1);
  await expect.poll(() => listed()).toEqual(['Fir', 'Ash', 'Beech', 'Cedar', 'Elm']);
});

test('of two admins, the one who saves second is told; the same move again changes nothing', async () => {
  const { revision } = await arrangement();
  const moves = await Promise.all([move('Elm', 1, revision), move('Fir', 1, revision)]);
  expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const first = moves[0]?.status === 200 ? 'Elm' : 'Fir';
  expect((await move(first, 1, revision)).data).toEqual({ revision: 1, placed_count: 1 });
  expect((await arrangement()).data[0]?.name).toBe(first);
});

test('products that are hidden keep their place; deleted ones and those of other categories do no harm', async () => {
  const { db } = shop.services;
  await move('Elm', 1);
  await move('Cedar', 2);
  await move('Fir', 3);
  await db.updateTable('product').set({ is_active: false }).where('id', '=', idOf('Cedar')).execute();
  await expect.poll(() => listed()).toEqual(['Elm', 'Fir', 'Ash', 'Beech']);
  await expect.poll(() => arrangement()).toMatchObject({ placed_count: 2, total: 4 });
  expect((await move('Cedar', 1)).status).toBe(404);
  await move('Ash', 2);
  await db.updateTable('product').set({ is_active: true }).where('id', '=', idOf('Cedar')).execute();
  await expect.poll(() => listed()).toEqual(['Elm', 'Cedar', 'Ash', 'Fir', 'Beech']);

  const { id: elsewhere } = await createCategory(db, {});
  await db.updateTable('product').set({ category_id: elsewhere }).where('id', '=', idOf('Ash')).execute();
  await shop.call('DELETE /admin/products/{id}', { params: { id: idOf('Elm') } }, { token });
  await expect.poll(() => listed()).toEqual(['Cedar', 'Fir', 'Beech']);
  await move('Beech', 1);
  const order = await db
    .selectFrom('category_order')
    .select('product_ids')
    .where('category_id', '=', category)
    .execute();
  expect(order[0]?.product_ids).toEqual([idOf('Beech'), idOf('Cedar'), idOf('Ash'), idOf('Fir')]);
});

test('of a thousand products, one is moved from the end to the top and back by one small request each', async () => {
  const { db } = shop.services;
  const { id } = await createCategory(db, {});
  const name = (number: number) => `Plank ${String(number).padStart(4, '0')}`;
  for (let from = 1; from <= 1000; from += 50) {
    const numbers = Array.from({ length: 50 }, (_, index) => from + index);
    await Promise.all(numbers.map((number) => createProduct(db, { name: name(number), category_id: id })));
  }
  const read = async (query: { page?: number; per_page?: number; search?: string }) =>
    (await shop.call('GET /admin/categories/{id}/products', { params: { id }, query }, { token })).data;
  await expect.poll(async () => (await read({})).total, { timeout: 10_000 }).toBe(1000);
  const names = async (page: number) => (await read({ page, per_page: 50 })).data.map((product) => product.name);
  const find = async (number: number) => (await read({ search: name(number) })).data[0];
  const moveTo = async (number: number, position: number) => {
    const { revision } = await read({ per_page: 1 });
    const to = { params: { id, productId: (await find(number))?.id ?? 0 }, body: { position, revision } };
    const send = () => shop.call('PUT /admin/categories/{id}/products/{productId}/position', to, { token });
    const { data } = await send();
    // A repeated request changes nothing, although its revision is the former one.
    expect((await send()).data).toEqual(data);
    return data;
  };

  expect(await moveTo(1000, 1)).toEqual({ revision: 1, placed_count: 1 });
  expect((await names(1)).slice(0, 2)).toEqual([name(1000), name(1)]);
  expect(await find(500)).toMatchObject({ position: 501, is_placed: false });
  // From the top to the end: everything before it is placed as it was on the screen.
  expect(await moveTo(1000, 1000)).toEqual({ revision: 2, placed_count: 1000 });
  expect((await names(20)).slice(-2)).toEqual([name(999), name(1000)]);
  expect(await moveTo(999, 500)).toEqual({ revision: 3, placed_count: 1000 });
  expect(await find(999)).toMatchObject({ position: 500, is_placed: true });
  expect((await names(10)).slice(-2)).toEqual([name(499), name(999)]);
});

test('a deleted category takes its order with it; an unknown one has none', async () => {
  const { db } = shop.services;
  const { id } = await createCategory(db, {});
  await db
    .insertInto('category_order')
    .values({ category_id: id, product_ids: [1] })
    .execute();
  expect((await shop.call('DELETE /admin/categories/{id}', { params: { id } }, { token })).status).toBe(200);
  const unknown = await shop.call('GET /admin/categories/{id}/products', { params: { id }, query: {} }, { token });
  expect([unknown.status, unknown.failure.code]).toEqual([404, 'category.not_found']);
});
