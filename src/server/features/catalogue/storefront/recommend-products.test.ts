import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmPayment, createShopper, fillCart, openPayment } from '#test/factories/order.ts';
import { type CreatedProduct, createCategory, createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
const products = new Map<string, CreatedProduct>();
beforeAll(async () => {
  shop = await openPayingShop();
  for (const [name, stock] of [
    ['Camera', 9],
    ['Film', 9],
    ['Strap', 9],
    ['Tripod', 2],
    ['Lamp', 9],
    ['Gone', 0],
  ] as const) {
    products.set(name, await createProduct(shop.services.db, { name, stock }));
  }
  await buy('Camera', 'Film');
  await buy('Camera', 'Film', 'Strap');
  await buy('Camera', 'Film', 'Strap');
  await buy('Camera', 'Tripod');
  await buy('Tripod');
});
afterAll(() => shop.close());

const idOf = (name: string) => products.get(name)?.id ?? 0;

async function buy(...names: string[]): Promise<void> {
  const shopper = await createShopper(shop);
  for (const name of names) await fillCart(shop, shopper, idOf(name));
  const { data } = await openPayment(shop, shopper);
  await shop.pay(data);
  expect((await confirmPayment(shop, shopper, data.payment_intent_id)).status).toBe(200);
}

const recommended = async (query: { for?: string } = {}) => {
  const { data } = await shop.call('GET /products/recommendations', { query });
  return data.map(({ name }) => name);
};

test('a cart is offered what others bought with its products, most often first, and nothing that is sold out', async () => {
  const wanted = { for: String(idOf('Camera')) };
  // The last units of the tripod are sold: the index hears of it a moment later.
  await expect.poll(() => recommended(wanted)).not.toContain('Tripod');
  const names = await recommended(wanted);
  expect(names.slice(0, 2)).toEqual(['Film', 'Strap']);
  for (const name of ['Camera', 'Tripod', 'Gone']) expect(names).not.toContain(name);
});

test('what is in the cart is left out; without a cart, bestsellers are offered', async () => {
  const names = await recommended({ for: [idOf('Camera'), idOf('Film')].join() });
  expect(names[0]).toBe('Strap');
  expect(names).not.toContain('Film');
  await expect.poll(async () => (await recommended())[0]).toBe('Camera');
});

test('the products to match are given as ids, a hundred at most', async () => {
  const ask = async (wanted: string) =>
    (await shop.app.inject({ url: `/api/products/recommendations?for=${wanted}` })).statusCode;
  expect(await ask('1,two')).toBe(422);
  expect(await ask(Array.from({ length: 101 }, (_, index) => index + 1).join())).toBe(422);
  expect(await ask('999999')).toBe(200);
});

test('a cart is offered bestsellers of other categories of its department, and nothing that could replace its products', async () => {
  const { db } = shop.services;
  const kitchen = await createCategory(db, { name: 'Kitchen' });
  const [pans, knives, cups] = await Promise.all(
    ['Pans', 'Knives', 'Cups'].map((name) => createCategory(db, { name, parent_id: kitchen.id })),
  );
  const pan = await createProduct(db, { name: 'Pan', stock: 9, category_id: pans?.id ?? 0 });
  for (const [name, category] of [
    ['Wide pan', pans],
    ['Deep pan', pans],
    ['Bread knife', knives],
    ['Cup', cups],
  ] as const)
    await createProduct(db, { name, stock: 9, category_id: category?.id ?? 0 });
  const names = async () => (await recommended({ for: String(pan.id) })).slice(0, 2).toSorted();
  await expect.poll(names).toEqual(['Bread knife', 'Cup']);
});
