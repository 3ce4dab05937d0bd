import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { createPaidOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());

test("the figures count this admin's changes, each order once, and their sessions", async () => {
  const { db } = shop.services;
  const admin = await createAdmin(db);
  const token = await signIn(shop, admin);
  const read = async () => (await shop.call('GET /admin/profile/statistics', {}, { token })).data;
  expect(await read()).toEqual({ ordersManaged: 0, usersSupervised: 0, productsAdded: 0, loginSessions: 1 });
  const product = await createProduct(db, { stock: 9 });
  const { orderId } = await createPaidOrder(shop, product.id);
  for (const status of ['processing', 'shipped'] as const) {
    await shop.call('PUT /admin/orders/{id}/status', { params: { id: orderId }, body: { status } }, { token });
  }
  const category = await db.selectFrom('category').select('id').executeTakeFirstOrThrow();
  const added = { name: 'Lamp', sku: 'LAMP-1', description: 'Bright', price: 12, stock: 3, category_id: category.id };
  expect((await shop.call('POST /admin/products', { body: added }, { token })).status).toBe(201);
  await signIn(shop, admin);
  const other = await signIn(shop, await createAdmin(db));
  expect(await read()).toEqual({ ordersManaged: 1, usersSupervised: 0, productsAdded: 1, loginSessions: 2 });
  const theirs = await shop.call('GET /admin/profile/statistics', {}, { token: other });
  expect(theirs.data).toMatchObject({ ordersManaged: 0, productsAdded: 0, loginSessions: 1 });
  const customer = await signIn(shop, await createCustomer(db));
  expect((await shop.call('GET /admin/profile/statistics', {}, { token: customer })).status).toBe(403);
});
