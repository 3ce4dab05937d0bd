import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmPayment, createShopper, fillCart, openPayment } from '#test/factories/order.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
const ids = new Map<string, number>();
beforeAll(async () => {
  shop = await openPayingShop();
  const cameras = await createCategory(shop.services.db, { name: 'Cameras' });
  for (const name of ['Camera', 'Cine camera', 'Old camera', 'Twin camera', 'Film', 'Lamp', 'Kettle']) {
    const category = name.toLowerCase().includes('camera') ? { category_id: cameras.id } : {};
    ids.set(name, (await createProduct(shop.services.db, { name, stock: 50, ...category })).id);
  }
});
afterAll(() => shop.close());

async function buy(...names: string[]): Promise<void> {
  const shopper = await createShopper(shop);
  for (const name of names) await fillCart(shop, shopper, ids.get(name) ?? 0);
  const { data } = await openPayment(shop, shopper);
  await shop.pay(data);
  expect((await confirmPayment(shop, shopper, data.payment_intent_id)).status).toBe(200);
}

const related = async () => {
  const { data } = await shop.call('GET /products/{id}/related', { params: { id: String(ids.get('Camera')) } });
  return data.map(({ name }) => name);
};

test('a product that is bought together with another joins those that are like it', async () => {
  await expect
    .poll(async () => (await related()).toSorted())
    .toEqual(expect.arrayContaining(['Cine camera', 'Old camera', 'Twin camera']));
  for (let order = 0; order < 5; order += 1) await buy('Camera', 'Film');
  // Often sold, but not together more often than by chance.
  for (let order = 0; order < 16; order += 1) await buy(order < 3 ? 'Camera' : 'Kettle', 'Lamp');
  await shop.services.boughtTogether.refresh();
  const names = await related();
  expect(names[3]).toBe('Film');
  expect(names.slice(0, 3).toSorted()).toEqual(['Cine camera', 'Old camera', 'Twin camera']);
  expect(shop.services.boughtTogether.with(ids.get('Film') ?? 0)).toEqual([ids.get('Camera')]);
});

test('related products have the same cards as in lists', async () => {
  const { db } = shop.services;
  const { id: category } = await createCategory(db, { name: 'Telescopes' });
  const add = (name: string) =>
    createProduct(db, { name, category_id: category, description: `${'🔭'.repeat(150)}${'Far away. '.repeat(20)}` });
  const [first, second] = [await add('Small telescope'), await add('Large telescope')];
  const params = { id: String(first.id) };
  const read = async () => (await shop.call('GET /products/{id}/related', { params })).data;
  await expect.poll(async () => (await read()).map(({ id }) => id)).toContain(second.id);
  const { data: list } = await shop.call('GET /products', { query: { category: String(category) } });
  const listed = list.data.find(({ id }) => id === second.id);
  expect(listed?.description).toMatch(/^🔭{150}(Far away\. ){5}$/u);
  expect((await read()).find(({ id }) => id === second.id)).toEqual(listed);
});

test('an unknown product has no related products: not found', async () => {
  for (const id of ['2000000000', '3000000000', 'no-such-product']) {
    expect((await shop.call('GET /products/{id}/related', { params: { id } })).failure.code).toBe('product.not_found');
  }
});
