import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '#contract/envelope.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { countWaiting } from '#test/database.ts';
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

/** The merchant deletes, and before that is committed the shopper's call has read what is being deleted. */
async function whileDeleting<T>(remove: (tx: Transaction) => Promise<unknown>, call: () => Promise<T>): Promise<T> {
  return shop.services.db
    .transaction()
    .execute(async (tx) => {
      await remove(tx);
      const called = call();
      await expect.poll(() => countWaiting(shop.services.db)).toBe(1);
      return { called };
    })
    .then(({ called }) => called);
}

const remove = (table: 'product' | 'coupon' | 'cart_line', id: number) => (tx: Transaction) =>
  tx.deleteFrom(table).where('id', '=', id).execute();

test('a product deleted while it is added to a cart or wishlist is not found', async () => {
  const calls: ((id: number) => Promise<{ readonly failure: Failure }>)[] = [
    (id) => shop.call('POST /cart', { body: { product_id: id, quantity: 1 } }, { token }),
    (id) => shop.call('POST /wishlist/{productId}', { params: { productId: id } }, { token }),
  ];
  for (const call of calls) {
    const { id } = await createProduct(shop.services.db);
    const { failure } = await whileDeleting(remove('product', id), () => call(id));
    expect(failure.code).toBe('product.not_found');
  }
  expect(shop.log.warnings()).toEqual([]);
});

test('a line removed while its quantity is set is not found, not out of stock', async () => {
  const { id } = await createProduct(shop.services.db, { stock: 9 });
  const { data } = await shop.call('POST /cart', { body: { product_id: id, quantity: 1 } }, { token });
  const line = data.items[0]?.id ?? 0;
  const { failure } = await whileDeleting(remove('cart_line', line), () =>
    shop.call('PUT /cart/{id}', { params: { id: line }, body: { quantity: 2 } }, { token }),
  );
  expect(failure.code).toBe('cart.line_not_found');
});

test('concurrent wishlist changes never report a full list', async () => {
  const { id: productId } = await createProduct(shop.services.db);
  const toggles = Array.from({ length: 60 }, (_, n) =>
    shop.call(
      n % 2 === 0 ? 'POST /wishlist/{productId}' : 'DELETE /wishlist/{productId}',
      { params: { productId } },
      { token },
    ),
  );
  const statuses = (await Promise.all(toggles)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
});

test('a coupon deleted while it is applied does not exist', async () => {
  const product = await createProduct(shop.services.db);
  await shop.call('POST /cart', { body: { product_id: product.id, quantity: 1 } }, { token });
  const { id, code } = await shop.services.db
    .insertInto('coupon')
    .values({ code: 'GOING', kind: 'percentage', value: 1000 })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  const { failure } = await whileDeleting(remove('coupon', id), () =>
    shop.call('POST /cart/coupon', { body: { code } }, { token }),
  );
  expect(failure.code).toBe('coupon.not_found');
  expect(shop.log.warnings()).toEqual([]);
});
