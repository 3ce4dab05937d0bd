import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createPaidOrder, createShopper, fillCart, openPayment } from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());

/** Products whose listed units are not the sum over their stock. */
async function wronglyListed() {
  const { rows } = await sql`
    SELECT id, available, summed FROM product
      LEFT JOIN product_stock ON product_stock.product_id = id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(received - sold - held), 0) AS summed FROM stock WHERE stock.product_id = product.id) stock
     WHERE available IS DISTINCT FROM summed`.execute(shop.services.db);
  return rows;
}

const listed = async (query: object) =>
  (await shop.call('GET /admin/products', { query: { sortBy: 'stock', ...query } }, { token })).data.data.map(
    ({ id, stock }) => [id, stock],
  );

test('available units are correct after sales, holds, deliveries, cancellations and deletions', async () => {
  const { db } = shop.services;
  const plain = await createProduct(db, { stock: 20 });
  const sized = await createProduct(db, {
    variants: [
      { name: 'S', stock: 4 },
      { name: 'M', stock: 3 },
    ],
  });
  const gone = await createProduct(db, { stock: 1 });
  const empty = await createProduct(db, { stock: 0 });
  const { orderId } = await createPaidOrder(shop, plain.id, { quantity: 6 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, plain.id, 2);
  await openPayment(shop, shopper);
  await shop.call('DELETE /admin/products/{id}', { params: { id: gone.id } }, { token });
  expect(await listed({})).toEqual([
    [empty.id, 0],
    [sized.id, 7],
    [plain.id, 12],
  ]);
  expect(await listed({ status: 'low_stock' })).toEqual([[sized.id, 7]]);
  expect(await listed({ status: 'out_of_stock' })).toEqual([[empty.id, 0]]);
  const cancel = { params: { id: orderId }, body: { status: 'cancelled' as const } };
  await shop.call('PUT /admin/orders/{id}/status', cancel, { token });
  await db.updateTable('stock').set({ received: 9 }).where('product_id', '=', empty.id).execute();
  await db.deleteFrom('stock').where('product_id', '=', sized.id).execute();
  expect(await listed({ sortOrder: 'desc' })).toEqual([
    [plain.id, 18],
    [empty.id, 9],
    [sized.id, 0],
  ]);
  expect(await wronglyListed()).toEqual([]);
});

test('concurrent changes of many variants keep every total correct without deadlocks', async () => {
  const { db } = shop.services;
  const variants = ['S', 'M', 'L'].map((name) => ({ name, stock: 50 }));
  const products: CreatedProduct[] = [];
  for (let n = 0; n < 3; n += 1) products.push(await createProduct(db, { variants }));
  const rows = await db
    .selectFrom('stock')
    .select(['id', 'product_id'])
    .where(
      'product_id',
      'in',
      products.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  // Stock is locked by id, and products turn up in another order each time.
  const takeOne = (n: number) =>
    db.transaction().execute(async (tx) => {
      for (const { id } of rows.filter((_row, index) => (n >> (index % 5)) % 2 === 0)) {
        await tx
          .updateTable('stock')
          .set((eb) => ({ sold: eb('sold', '+', 1) }))
          .where('id', '=', id)
          .execute();
      }
      if (n % 7 === 0) throw new Error('Rolled back');
    });
  const results = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => takeOne(n)));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect(new Set(failures)).toEqual(new Set(['Error: Rolled back']));
  expect(await wronglyListed()).toEqual([]);
});
