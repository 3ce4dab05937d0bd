import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.services.db
    .insertInto('category')
    .values([
      { name: 'Books', slug: 'books', sort_order: 2 },
      { name: 'Electronics', slug: 'electronics', sort_order: 1 },
      { name: 'Attic', slug: 'attic', is_active: false },
    ])
    .execute();
});
afterAll(() => shop.close());

test("lists the active categories in the merchant's order", async () => {
  const { data } = await shop.call('GET /categories', {});
  expect(data.map((category) => category.name)).toEqual(['Electronics', 'Books']);
});

test('answers an unknown or inactive category with 404 and an id of the wrong shape with 422', async () => {
  expect((await shop.call('GET /categories/{id}', { params: { id: 999 } })).failure.code).toBe('category.not_found');
  const wrong = await shop.app.inject('/api/categories/abc');
  expect(wrong.statusCode).toBe(422);
  expect(wrong.json().errors).toHaveProperty('id');
});

test('a category renamed elsewhere is visible at the next request', async () => {
  await shop.call('GET /categories', {});
  await shop.services.db.updateTable('category').set({ name: 'Gadgets' }).where('slug', '=', 'electronics').execute();
  await expect.poll(async () => (await shop.call('GET /categories', {})).data[0]?.name).toBe('Gadgets');
});
