import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createPaidOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());

test('the search finds orders by id, number, name or address, products and users', async () => {
  const { db } = shop.services;
  const product = await createProduct(db, { name: 'Walnut Tray', sku: 'WT-100%', stock: 5 });
  const order = await createPaidOrder(shop, product.id);
  const find = async (q: string) => (await shop.call('GET /admin/search', { query: { q } }, { token })).data;
  const { user } = order.shopper;
  for (const q of [
    String(order.orderId),
    `#${order.orderId}`,
    order.orderNumber,
    order.orderNumber.slice(-6),
    user.email,
  ]) {
    expect(
      (await find(q)).orders.map(({ id }) => id),
      q,
    ).toContain(order.orderId);
  }
  expect((await find('walnut')).products).toEqual([
    { id: product.id, name: 'Walnut Tray', slug: product.slug, sku: 'WT-100%', is_active: true },
  ]);
  expect((await find('wt-100%')).products.map(({ id }) => id)).toEqual([product.id]);
  expect((await find(user.email.toUpperCase())).users.map(({ id }) => id)).toEqual([user.id]);
  expect((await find(String(user.id))).users[0]?.id).toBe(user.id);
  expect(await find('%%%')).toEqual({ orders: [], products: [], users: [] });
  expect(await find('99999999999999999999')).toEqual({ orders: [], products: [], users: [] });
  const { failure } = await shop.call('GET /admin/search', { query: { q: ' ' } }, { token });
  expect(failure.errors).toHaveProperty('q');
});
