import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createPaidOrder, saveSetting } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());

/** Lines that do not say of themselves what their order says. */
async function wrongLines() {
  const { rows } = await sql`
    SELECT order_line.id FROM order_line JOIN orders ON orders.id = order_line.order_id
     WHERE (order_line.sold_at, order_line.currency) IS DISTINCT FROM
           (CASE WHEN orders.status <> 'cancelled' THEN orders.created_at END, orders.currency)`.execute(
    shop.services.db,
  );
  return rows;
}

/** Units of each product over the list of orders. */
async function piecesInList(): Promise<Record<number, number>> {
  const { data } = (await shop.call('GET /admin/orders', { query: { limit: 100 } }, { token })).data;
  const pieces: Record<number, number> = {};
  for (const { status, items } of data) {
    if (status === 'cancelled') continue;
    for (const { productId, quantity } of items) pieces[productId ?? 0] = (pieces[productId ?? 0] ?? 0) + quantity;
  }
  return pieces;
}

async function piecesOfTop(): Promise<Record<number, number>> {
  const { topProducts } = (await shop.call('GET /admin/analytics', { query: { period: '1year' } }, { token })).data;
  return Object.fromEntries(topProducts.map(({ productId, pieces }) => [productId ?? 0, pieces]));
}

/** Numbers from 0 up to 1, the same in each run. */
let seed = 17;
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};

test('best-selling products match the orders after random concurrent changes', async () => {
  const products = [];
  for (let n = 0; n < 4; n += 1)
    products.push(await createProduct(shop.services.db, { price_cents: 2000, stock: 500 }));
  const orderIds: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const product = products[Math.floor(random() * products.length)] ?? products[0];
    if (product) orderIds.push((await createPaidOrder(shop, product.id, { quantity: 1 + (n % 3) })).orderId);
  }
  const change = () => {
    const id = orderIds[Math.floor(random() * orderIds.length)] ?? 0;
    if (random() < 0.25) {
      const body = { amount: random() < 0.5 ? '1.00' : '20.00', reason: 'Scratched' };
      return shop.call('POST /admin/orders/{id}/refunds', { params: { id }, body }, { token });
    }
    // Cancelled every other time, so that it goes back and forth.
    const status = random() < 0.5 ? 'cancelled' : ORDER_STATUSES[Math.floor(random() * ORDER_STATUSES.length)];
    return shop.call(
      'PUT /admin/orders/{id}/status',
      { params: { id }, body: { status: status ?? 'pending' } },
      { token },
    );
  };
  for (let n = 0; n < 12; n += 1) {
    const replies = await Promise.all([change(), change()]);
    for (const { status } of replies) expect([200, 201, 409, 422]).toContain(status);
    expect(await wrongLines()).toEqual([]);
  }
  expect(await piecesOfTop()).toEqual(await piecesInList());
});

test('an order in another currency counts units but no revenue; a manual rebuild corrects figures', async () => {
  const { db } = shop.services;
  const product = await createProduct(db, { price_cents: 2000, stock: 500 });
  await saveSetting(shop, 'payment', { maxPiecesPerOrder: 90, maxPiecesHeld: 90, maxPiecesHeldUnverified: 90 });
  const { orderId } = await createPaidOrder(shop, product.id, { quantity: 90 });
  const top = async () =>
    (await shop.call('GET /admin/analytics', { query: { period: '7days' } }, { token })).data.topProducts[0];
  expect(await top()).toMatchObject({ productId: product.id, pieces: 90, sales: '1800.00' });
  await db.updateTable('orders').set({ currency: 'cad' }).where('id', '=', orderId).execute();
  expect(await top()).toMatchObject({ productId: product.id, pieces: 90, sales: '0.00' });
  await sql`UPDATE order_line SET sold_at = NULL, currency = NULL`.execute(db);
  expect(await top()).toBeUndefined();
  await sql`SELECT note_sold_lines()`.execute(db);
  expect(await wrongLines()).toEqual([]);
  expect(await top()).toMatchObject({ productId: product.id, pieces: 90, sales: '0.00' });
});
