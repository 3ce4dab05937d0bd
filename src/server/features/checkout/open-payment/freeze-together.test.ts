import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { countWaiting } from '#test/database.ts';
import {
  ADDRESS,
  applyCoupon,
  confirmPayment,
  createCoupon,
  createShopper,
  fillCart,
  makeOverdue,
  openPayment,
  readStock,
  type Shopper,
  saveSetting,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { violatedInvariants } from '#test/invariants.ts';
import { occupyOrderQueue } from '#test/occupy-order-queue.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

/** The carts of shoppers who wait in line while another payment is being opened are frozen in one transaction afterwards. */
let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(
    {},
    { orderQueue: { taking: 1, takingPerProduct: 1, ordersPerTransaction: 10, maxWaitMs: 60_000 } },
  );
  await saveSetting(shop, 'payment', { offlineEnabled: true });
});
afterAll(() => shop.close());

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
  expect(await violatedInvariants(shop.services.db)).toEqual([]);
});

async function connect() {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  undo.push(() => client.end());
  return client;
}

async function shopperWith(productId: number, quantity = 1): Promise<Shopper> {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, productId, quantity);
  return shopper;
}

type Reply = Awaited<ReturnType<typeof openPayment>>;
const outcomeOf = (reply: Reply | undefined) => (reply?.status === 200 ? 'opened' : reply?.failure.code);

/** Shoppers open their payments one after the other, and wait in line until `serve`. */
function openLine() {
  const { join, serve } = occupyOrderQueue<Reply>(shop);
  return {
    async join(...shoppers: readonly Shopper[]) {
      for (const each of shoppers) await join(each.user.id, () => openPayment(shop, each));
    },
    serve,
  };
}

/** What was frozen for each shopper, with its transaction. */
async function frozenFor(shoppers: readonly Shopper[]) {
  const { rows } = await sql<{ user_id: number; transaction: string; bought: unknown }>`
    SELECT k.user_id, f.xmin::text AS transaction,
           (SELECT json_agg(json_build_array(l.product_id, l.quantity)) FROM checkout_line l
             WHERE l.checkout_id = k.id AND l.revision = f.revision) AS bought
      FROM checkout k JOIN checkout_freeze f ON f.checkout_id = k.id AND f.revision = k.revision
     WHERE k.user_id = ANY (${shoppers.map(({ user }) => user.id)}::integer[]) AND k.status = 'open'
     ORDER BY k.id`.execute(shop.services.db);
  return rows;
}

test('carts that have waited in line are frozen in one transaction, and each payment is for what its cart contained', async () => {
  const cheap = await createProduct(shop.services.db, { price_cents: 1000, stock: 20 });
  const dear = await createProduct(shop.services.db, { price_cents: 3000, stock: 20 });
  const shoppers = [await shopperWith(cheap.id), await shopperWith(dear.id, 2), await shopperWith(cheap.id, 3)];
  const line = openLine();
  await line.join(...shoppers);
  const replies = await line.serve();
  expect(replies.map(outcomeOf)).toEqual(['opened', 'opened', 'opened']);
  const frozen = await frozenFor(shoppers);
  expect(new Set(frozen.map(({ transaction }) => transaction)).size).toBe(1);
  const bought = shoppers.map(({ user }) => frozen.find((row) => row.user_id === user.id)?.bought);
  expect(bought).toEqual([[[cheap.id, 1]], [[dear.id, 2]], [[cheap.id, 3]]]);
  expect(await readStock(shop, cheap.stock_id)).toMatchObject({ held: 4, sold: 0 });
  for (const [index, shopper] of shoppers.entries()) {
    const { data } = replies[index] ?? {};
    if (!data) throw new Error('no payment');
    await shop.pay(data);
    expect((await confirmPayment(shop, shopper, data.payment_intent_id)).status).toBe(200);
  }
  expect(await readStock(shop, cheap.stock_id)).toMatchObject({ held: 0, sold: 4 });
  expect(await readStock(shop, dear.stock_id)).toMatchObject({ held: 0, sold: 2 });
});

test('a cart that is refused, or needs more, does not hold up those in the same transaction', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 10_000, stock: 20 });
  const soldOut = await createProduct(shop.services.db);
  const coupon = await createCoupon(shop, { code: 'ONE-USE', usage_limit: 1 });
  const [one, empty, without, thrifty, lapsed, late] = [
    await shopperWith(product.id),
    await createShopper(shop),
    await shopperWith(soldOut.id),
    await shopperWith(product.id),
    await shopperWith(product.id),
    await shopperWith(product.id),
  ];
  await applyCoupon(shop, thrifty, coupon.code);
  const { data: earlier } = await openPayment(shop, lapsed);
  await makeOverdue(shop, earlier.payment_intent_id);
  await shop.jobs.run('expire-checkouts');
  await sql`UPDATE stock SET received = sold WHERE id = ${soldOut.stock_id}`.execute(shop.services.db);
  const line = openLine();
  await line.join(one, empty, without, thrifty, lapsed, late);
  const replies = await line.serve();
  expect(replies.map(outcomeOf)).toEqual(['opened', 'cart.empty', 'stock.insufficient', 'opened', 'opened', 'opened']);
  expect(new Set((await frozenFor([one, late])).map(({ transaction }) => transaction)).size).toBe(1);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 4 });
  const { rows } = await sql<{ uses: number }>`
    SELECT count(*)::integer AS uses FROM coupon_use WHERE coupon_id = ${coupon.id}`.execute(shop.services.db);
  expect(rows).toEqual([{ uses: 1 }]);
});

test('a hold that ended without a payment shortens the next one, also for a cart that waits in line', async () => {
  const product = await createProduct(shop.services.db, { stock: 20 });
  const shopper = await shopperWith(product.id);
  for (let hold = 0; hold < 3; hold += 1) {
    const { data } = await openPayment(shop, shopper);
    shop.clock.advance({ minutes: 15 });
    await makeOverdue(shop, data.payment_intent_id);
    await shop.jobs.run('expire-checkouts');
  }
  const line = openLine();
  await line.join(shopper);
  expect((await line.serve()).map(outcomeOf)).toEqual(['checkout.hold_limit']);
});

test('the last units are held for those who came first', async () => {
  const product = await createProduct(shop.services.db, { stock: 3 });
  const shoppers = [await shopperWith(product.id, 2), await shopperWith(product.id, 2), await shopperWith(product.id)];
  const line = openLine();
  await line.join(...shoppers);
  expect((await line.serve()).map(outcomeOf)).toEqual(['opened', 'stock.insufficient', 'opened']);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 3 });
});

test('units that another node sells at the same moment are not held', async () => {
  const product = await createProduct(shop.services.db, { stock: 2 });
  const shoppers = [await shopperWith(product.id), await shopperWith(product.id)];
  const line = openLine();
  await line.join(...shoppers);
  const node = await connect();
  await node.query('BEGIN');
  await node.query('UPDATE stock SET sold = sold + 1 WHERE id = $1', [product.stock_id]);
  const served = line.serve();
  // Until then, the first payment is the one that waits for a lock.
  await expect.poll(() => shop.services.orderQueue.waiting()).toBe(0);
  await expect.poll(() => countWaiting(shop.services.db)).toBe(1);
  await node.query('COMMIT');
  expect((await served).map(outcomeOf)).toEqual(['opened', 'stock.insufficient']);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ received: 2, sold: 1, held: 1 });
  // Undo the sale without an order.
  await sql`UPDATE stock SET sold = sold - 1 WHERE id = ${product.stock_id}`.execute(shop.services.db);
});

test('Pay later orders and payments do not share a transaction, and are served in the order of arrival', async () => {
  const product = await createProduct(shop.services.db, { stock: 2 });
  const [paying, ordering, late] = [
    await shopperWith(product.id),
    await shopperWith(product.id),
    await shopperWith(product.id),
  ];
  const line = openLine();
  await line.join(paying);
  const placing = shop.call(
    'POST /orders',
    { body: { shipping_address: ADDRESS, payment_method: 'offline' } },
    { token: ordering.token },
  );
  await expect.poll(() => shop.services.orderQueue.placeOf(ordering.user.id)).toBe(2);
  const last = openPayment(shop, late);
  await expect.poll(() => shop.services.orderQueue.placeOf(late.user.id)).toBe(3);
  expect((await line.serve()).map(outcomeOf)).toEqual(['opened']);
  expect((await placing).status).toBe(201);
  expect(outcomeOf(await last)).toBe('stock.insufficient');
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 2, sold: 1, held: 1 });
});

test('a cart is not frozen in a currency that changes meanwhile', async () => {
  const product = await createProduct(shop.services.db, { stock: 2 });
  const shopper = await shopperWith(product.id);
  const merchant = await connect();
  await merchant.query('BEGIN');
  await merchant.query('LOCK TABLE checkout IN SHARE ROW EXCLUSIVE MODE');
  const opening = openPayment(shop, shopper);
  await expect.poll(() => countWaiting(shop.services.db)).toBe(1);
  await merchant.query(
    `INSERT INTO setting (section, value, updated_at) VALUES ('site', '{"currency": "EUR"}', now())`,
  );
  undo.push(() => sql`DELETE FROM setting WHERE section = 'site'`.execute(shop.services.db));
  await merchant.query('COMMIT');
  const reply = await opening;
  expect([outcomeOf(reply), reply.failure.message]).toEqual([
    'cart.changed',
    expect.stringContaining('charges in EUR'),
  ]);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 0 });
});

test('a payment waits for the deletion of its product without blocking it', async () => {
  const product = await createProduct(shop.services.db, { stock: 20 });
  const shopper = await shopperWith(product.id);
  const admin = await connect();
  await admin.query('BEGIN');
  await admin.query('SELECT FROM stock WHERE product_id = $1 ORDER BY id FOR UPDATE', [product.id]);
  const opening = openPayment(shop, shopper);
  await expect.poll(() => countWaiting(shop.services.db)).toBe(1);
  // Each would wait for the other.
  await admin.query(`SET LOCAL lock_timeout = '100ms'`);
  await admin.query('DELETE FROM product WHERE id = $1', [product.id]);
  await admin.query('COMMIT');
  expect(outcomeOf(await opening)).toBe('cart.empty');
});
