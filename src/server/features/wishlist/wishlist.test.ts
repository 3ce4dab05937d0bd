import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCustomer, signIn } from '#test/factories/customer.ts';
import { createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  token = await signIn(shop, await createCustomer(shop.services.db));
});

const add = (productId: number) => shop.call('POST /wishlist/{productId}', { params: { productId } }, { token });
const list = async () => (await shop.call('GET /wishlist', { query: {} }, { token })).data;

test('added products are in the list, newest first, with price and stock', async () => {
  const lamp = await createProduct(shop.services.db, { name: 'Lamp', price_cents: 4200, stock: 3 });
  const chair = await createProduct(shop.services.db, { name: 'Chair', stock: 0 });
  await add(lamp.id);
  await add(chair.id);
  const entries = await list();
  expect(entries.map((entry) => entry.product.name)).toEqual(['Chair', 'Lamp']);
  expect(entries[1]?.product).toMatchObject({ price: '42.00', sale_price: null, stock_quantity: 3 });
});

test('adding a product again is ignored, also concurrently', async () => {
  const product = await createProduct(shop.services.db);
  const replies = await Promise.all(Array.from({ length: 10 }, () => add(product.id)));
  expect(replies.every((reply) => reply.status === 200)).toBe(true);
  expect(await list()).toHaveLength(1);
});

test('the check says whether a product is in the list, for its owner only', async () => {
  const product = await createProduct(shop.services.db);
  await add(product.id);
  const params = { productId: product.id };
  const stranger = await signIn(shop, await createCustomer(shop.services.db));
  const check = async (whose: string) =>
    (await shop.call('GET /wishlist/check/{productId}', { params }, { token: whose })).data.in_wishlist;
  expect([await check(token), await check(stranger)]).toEqual([true, false]);
});

test('removing works once, then there is nothing to remove', async () => {
  const product = await createProduct(shop.services.db);
  await add(product.id);
  const remove = () => shop.call('DELETE /wishlist/{productId}', { params: { productId: product.id } }, { token });
  expect((await remove()).data).toEqual({ in_wishlist: false });
  expect((await remove()).failure.code).toBe('wishlist.entry_not_found');
});

test('clearing empties the list', async () => {
  await add((await createProduct(shop.services.db)).id);
  await shop.call('DELETE /wishlist', {}, { token });
  expect(await list()).toEqual([]);
});

test('a guest’s list is merged: each product once, without unknown ones', async () => {
  const [kept, fresh] = [await createProduct(shop.services.db), await createProduct(shop.services.db)];
  await add(kept.id);
  const body = { product_ids: [kept.id, fresh.id, 2_000_000] };
  expect((await shop.call('POST /wishlist/merge', { body }, { token })).data).toEqual({ added: 1 });
  expect(await list()).toHaveLength(2);
});

test('unknown and inactive products cannot be added', async () => {
  const withdrawn = await createProduct(shop.services.db, { is_active: false });
  expect((await add(withdrawn.id)).failure.code).toBe('product.not_found');
  expect((await add(2_000_000)).failure.code).toBe('product.not_found');
});

test('guests have no wishlist on the server', async () => {
  expect((await shop.call('GET /wishlist', { query: {} })).failure.code).toBe('auth.required');
});
