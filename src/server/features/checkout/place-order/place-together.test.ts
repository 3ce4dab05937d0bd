import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { countWaiting } from '#test/database.ts';
import {
  ADDRESS,
  applyCoupon,
  createCoupon,
  createShopper,
  fillCart,
  openPayment,
  readStock,
  type Shopper,
  saveSetting,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { violatedInvariantsAtRest } from '#test/invariants.ts';
import { occupyOrderQueue } from '#test/occupy-order-queue.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

/** The orders of shoppers who wait in line while another is being placed are placed in one transaction afterwards. */
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
  expect(await violatedInvariantsAtRest(shop.services.db)).toEqual([]);
});

/** Locks a row until `unlock`. */
async function lockRow(table: 'stock' | 'users', id: number, at = shop) {
  const client = new pg.Client({ connectionString: at.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
  let unlocked: Promise<unknown> | undefined;
  const unlock = () => (unlocked ??= client.query('ROLLBACK').then(() => client.end()));
  undo.push(unlock);
  return unlock;
}

async function shopperWith(productId: number, quantity = 1, at = shop): Promise<Shopper> {
  const shopper = await createShopper(at);
  await fillCart(at, shopper, productId, quantity);
  return shopper;
}

const order = ({ token }: Shopper, key?: string, at = shop) =>
  at.call(
    'POST /orders',
    { body: { shipping_address: ADDRESS, payment_method: 'offline' } },
    { token, ...(key !== undefined && { headers: { 'idempotency-key': key } }) },
  );

type Reply = Awaited<ReturnType<typeof order>>;
const outcomeOf = (reply: Reply | undefined) => (reply?.status === 201 ? 'placed' : reply?.failure.code);

/** Shoppers place their orders one after the other, and wait in line until `serve`. */
function openLine() {
  const { join, replies, serve } = occupyOrderQueue<Reply>(shop);
  return {
    async join(...shoppers: readonly (Shopper | readonly [Shopper, string])[]) {
      for (const each of shoppers) {
        const [waiting, key] = 'user' in each ? [each, undefined] : each;
        await join(waiting.user.id, () => order(waiting, key));
      }
    },
    replies,
    serve,
  };
}

/** The shoppers' orders, in the order of their numbers, with the transaction of each. */
async function ordersOf(shoppers: readonly Shopper[]) {
  const { rows } = await sql<{ user_id: number; total_cents: number; transaction: string }>`
    SELECT user_id, total_cents, xmin::text AS transaction FROM orders
     WHERE user_id = ANY (${shoppers.map(({ user }) => user.id)}::integer[]) ORDER BY order_number`.execute(
    shop.services.db,
  );
  return rows;
}

test('orders that have waited in line are placed in one transaction, first come first, each with its own cart', async () => {
  const cheap = await createProduct(shop.services.db, { price_cents: 1000, stock: 20 });
  const dear = await createProduct(shop.services.db, { price_cents: 3000, stock: 20 });
  const shoppers = [await shopperWith(cheap.id), await shopperWith(dear.id, 2), await shopperWith(cheap.id, 3)];
  const line = openLine();
  await line.join(...shoppers);
  const replies = await line.serve();
  expect(replies.map(outcomeOf)).toEqual(['placed', 'placed', 'placed']);

  const rows = await ordersOf(shoppers);
  expect(rows.map((row) => row.user_id)).toEqual(shoppers.map(({ user }) => user.id));
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(1);
  const bought = replies.map(({ data }) => data.items.map((item) => [item.product_id, item.quantity]));
  expect(bought).toEqual([[[cheap.id, 1]], [[dear.id, 2]], [[cheap.id, 3]]]);
  expect((await readStock(shop, cheap.stock_id)).sold).toBe(4);
  expect((await readStock(shop, dear.stock_id)).sold).toBe(2);
  for (const { user, token } of shoppers) {
    expect((await shop.call('GET /cart', {}, { token })).data.items).toEqual([]);
    const mails = await shop.services.db.selectFrom('mail').select('kind').where('user_id', '=', user.id).execute();
    expect(mails).toHaveLength(1);
    const checkouts = await shop.services.db
      .selectFrom('checkout')
      .select(['status', 'order_id'])
      .where('user_id', '=', user.id)
      .execute();
    expect(checkouts).toEqual([{ status: 'completed', order_id: expect.any(Number) }]);
  }
});

test('an order that is refused does not hold up those in the same transaction', async () => {
  const product = await createProduct(shop.services.db, { stock: 20 });
  const gone = await createProduct(shop.services.db);
  const soldOut = await createProduct(shop.services.db);
  const [one, empty, other, without, late] = [
    await shopperWith(product.id),
    await createShopper(shop),
    await shopperWith(gone.id),
    await shopperWith(soldOut.id),
    await shopperWith(product.id),
  ];
  await shop.services.db.updateTable('product').set({ is_active: false }).where('id', '=', gone.id).execute();
  await sql`UPDATE stock SET received = sold WHERE id = ${soldOut.stock_id}`.execute(shop.services.db);
  const line = openLine();
  await line.join(one, empty, other, without, late);
  const replies = await line.serve();
  expect(replies.map(outcomeOf)).toEqual(['placed', 'cart.empty', 'cart.changed', 'stock.insufficient', 'placed']);
  expect(new Set((await ordersOf([one, late])).map(({ transaction }) => transaction)).size).toBe(1);
  expect((await readStock(shop, product.stock_id)).sold).toBe(2);
});

test('orders in line use their coupons and complete their open checkouts', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 10000, stock: 20 });
  const coupon = await createCoupon(shop, { code: 'ONE-USE', usage_limit: 1 });
  const [thrifty, thrifty2, plain, paying] = [
    await shopperWith(product.id),
    await shopperWith(product.id),
    await shopperWith(product.id),
    await shopperWith(product.id),
  ];
  for (const shopper of [thrifty, thrifty2]) await applyCoupon(shop, shopper, coupon.code);
  await openPayment(shop, paying);
  const line = openLine();
  await line.join(thrifty, thrifty2, plain, paying);
  const replies = await line.serve();
  expect(replies.map(outcomeOf)).toEqual(['placed', 'placed', 'placed', 'placed']);
  // The coupon has one use.
  expect(replies.map(({ data }) => data.discount)).toEqual(['10.00', '0.00', '0.00', '0.00']);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ sold: 4, held: 0 });
});

test('the last units go to those who came first', async () => {
  const product = await createProduct(shop.services.db, { stock: 3 });
  const shoppers = [await shopperWith(product.id, 2), await shopperWith(product.id, 2), await shopperWith(product.id)];
  const line = openLine();
  await line.join(...shoppers);
  expect((await line.serve()).map(outcomeOf)).toEqual(['placed', 'stock.insufficient', 'placed']);
  expect((await readStock(shop, product.stock_id)).sold).toBe(3);
});

test('units that another node sells at the same moment are not sold twice', async () => {
  const product = await createProduct(shop.services.db, { stock: 2 });
  const shoppers = [await shopperWith(product.id), await shopperWith(product.id), await shopperWith(product.id, 2)];
  const line = openLine();
  await line.join(...shoppers);
  const node = new pg.Client({ connectionString: shop.databaseUrl });
  await node.connect();
  undo.push(() => node.end());
  await node.query('BEGIN');
  await node.query('UPDATE stock SET sold = sold + 1 WHERE id = $1', [product.stock_id]);
  const served = line.serve();
  // Until then, the first order is the one that waits for a lock.
  await expect.poll(() => shop.services.orderQueue.waiting()).toBe(0);
  await expect.poll(() => countWaiting(shop.services.db)).toBe(1);
  await node.query('COMMIT');
  expect((await served).map(outcomeOf)).toEqual(['placed', 'stock.insufficient', 'stock.insufficient']);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ received: 2, sold: 2 });
  // Undo the sale without an order.
  await sql`UPDATE stock SET sold = sold - 1 WHERE id = ${product.stock_id}`.execute(shop.services.db);
});

test('a request that has lost its idempotency key places no order; the others in its transaction do', async () => {
  const product = await createProduct(shop.services.db, { stock: 20 });
  const [one, lost, other] = [
    await shopperWith(product.id),
    await shopperWith(product.id),
    await shopperWith(product.id),
  ];
  const line = openLine();
  await line.join([one, 'first'], [lost, 'lost'], [other, 'other']);
  await sql`UPDATE idempotency_record SET claim = gen_random_uuid() WHERE key = 'lost'`.execute(shop.services.db);
  const [first, second, third] = await line.serve();
  expect([outcomeOf(first), outcomeOf(third)]).toEqual(['placed', 'placed']);
  expect(second?.status).not.toBe(201);
  expect(await ordersOf([lost])).toEqual([]);
  expect((await readStock(shop, product.stock_id)).sold).toBe(2);
  // A retry of each returns the same order.
  expect((await order(one, 'first')).data.order_number).toBe(first?.data.order_number);
  expect((await readStock(shop, product.stock_id)).sold).toBe(2);
});

test('nobody waits for a shopper whose account is locked by another transaction', async () => {
  const product = await createProduct(shop.services.db, { stock: 20 });
  const [one, locked, other] = [
    await shopperWith(product.id),
    await shopperWith(product.id),
    await shopperWith(product.id),
  ];
  const line = openLine();
  await line.join(one, locked, other);
  const unlock = await lockRow('users', locked.user.id);
  const served = line.serve();
  expect((await line.replies[0])?.status).toBe(201);
  expect((await line.replies[2])?.status).toBe(201);
  await unlock();
  expect((await served).map(outcomeOf)).toEqual(['placed', 'placed', 'placed']);
});

test('nobody waits to hear whether the units of another shopper are sold out', async () => {
  const product = await createProduct(shop.services.db, { stock: 20 });
  const soldOut = await createProduct(shop.services.db);
  const [one, without] = [await shopperWith(product.id), await shopperWith(soldOut.id)];
  await sql`UPDATE stock SET received = sold WHERE id = ${soldOut.stock_id}`.execute(shop.services.db);
  const line = openLine();
  await line.join(one, without);
  const unlock = await lockRow('stock', soldOut.stock_id);
  const served = line.serve();
  // Less than the statement timeout, which would end the wait as well.
  const answered = await Promise.race([line.replies[0], sleep(5_000)]);
  expect(answered?.status).toBe(201);
  await unlock();
  expect((await served).map(outcomeOf)).toEqual(['placed', 'stock.insufficient']);
});

test('an order whose mail cannot be composed fails alone', async () => {
  const product = await createProduct(shop.services.db, { stock: 20 });
  const [one, unreachable, other] = [
    await shopperWith(product.id),
    await shopperWith(product.id),
    await shopperWith(product.id),
  ];
  const email = `not a mail address ${unreachable.user.id}`;
  await shop.services.db.updateTable('users').set({ email }).where('id', '=', unreachable.user.id).execute();
  const line = openLine();
  await line.join(one, unreachable, other);
  expect((await line.serve()).map(outcomeOf)).toEqual(['placed', 'server.failed', 'placed']);
  expect((await readStock(shop, product.stock_id)).sold).toBe(2);
});

test('an order that a trigger refuses fails alone', async () => {
  const product = await createProduct(shop.services.db, { stock: 20 });
  const refused = await createProduct(shop.services.db);
  const [one, unlucky, other] = [
    await shopperWith(product.id),
    await shopperWith(refused.id),
    await shopperWith(product.id),
  ];
  const drop = sql`DROP FUNCTION IF EXISTS refuse_line() CASCADE`;
  undo.push(() => drop.execute(shop.services.db));
  await sql`
    CREATE FUNCTION refuse_line() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`.execute(
    shop.services.db,
  );
  await sql`
    CREATE TRIGGER line_refused BEFORE INSERT ON order_line FOR EACH ROW
    WHEN (NEW.product_id = ${sql.lit(refused.id)}) EXECUTE FUNCTION refuse_line()`.execute(shop.services.db);
  const line = openLine();
  await line.join(one, unlucky, other);
  expect((await line.serve()).map(outcomeOf)).toEqual(['placed', 'server.failed', 'placed']);
});

describe('with several transactions at a time', () => {
  /** Of one product. */
  const AT_ONCE = 3;
  let busy: PayingShop;
  beforeAll(async () => {
    const orderQueue = { taking: 4, takingPerProduct: AT_ONCE, placingPerProduct: 2, maxWaitMs: 60_000 };
    busy = await openPayingShop({}, { orderQueue });
    await saveSetting(busy, 'payment', { offlineEnabled: true });
  });
  afterAll(() => busy.close());

  /** As many orders as are placed at once, and behind them those of `shoppers`, which share a transaction. */
  async function placeBehindOthers(product: { readonly id: number; readonly stock_id: number }, shoppers: Shopper[]) {
    const others = await Promise.all(Array.from({ length: AT_ONCE }, () => shopperWith(product.id, 1, busy)));
    const unlock = await lockRow('stock', product.stock_id, busy);
    const running = others.map((shopper) => order(shopper, undefined, busy));
    await expect.poll(() => countWaiting(busy.services.db)).toBe(AT_ONCE);
    const replies: ReturnType<typeof order>[] = [];
    for (const shopper of shoppers) {
      replies.push(order(shopper, undefined, busy));
      await expect.poll(() => busy.services.orderQueue.placeOf(shopper.user.id)).toBe(replies.length);
    }
    await unlock();
    expect((await Promise.all(running)).map(outcomeOf)).toEqual(others.map(() => 'placed'));
    return replies;
  }

  /** Longer than a lock is waited for together, and shorter than the statement timeout. */
  const soon = (reply: Promise<Reply> | undefined) => Promise.race([reply, sleep(10_000)]);

  test('a locked product holds up none but its own buyers, even if their carts have another product in common', async () => {
    const product = await createProduct(busy.services.db, { stock: 20 });
    const locked = await createProduct(busy.services.db, { stock: 20 });
    const both = await shopperWith(product.id, 1, busy);
    await fillCart(busy, both, locked.id);
    const one = await shopperWith(product.id, 1, busy);
    const unlock = await lockRow('stock', locked.stock_id, busy);
    const [waiting, reply] = await placeBehindOthers(product, [both, one]);
    expect((await soon(reply))?.status).toBe(201);
    await unlock();
    expect((await waiting)?.status).toBe(201);
    expect(await violatedInvariantsAtRest(busy.services.db)).toEqual([]);
  });

  test('buyers of other products are served while a line waits for a locked one', async () => {
    const product = await createProduct(busy.services.db, { stock: 50 });
    const locked = await createProduct(busy.services.db, { stock: 50 });
    const shopperOf = ({ id }: typeof product) => shopperWith(id, 1, busy);
    const waiting = await Promise.all(Array.from({ length: 8 }, () => shopperOf(locked)));
    const others = await Promise.all(Array.from({ length: 12 }, () => shopperOf(product)));
    const unlock = await lockRow('stock', locked.stock_id, busy);
    const placing = waiting.map((shopper) => order(shopper, undefined, busy));
    await expect.poll(() => countWaiting(busy.services.db)).toBeGreaterThan(1);
    const replies = await Promise.all(others.map((shopper) => soon(order(shopper, undefined, busy))));
    expect(replies.map((reply) => reply?.status)).toEqual(others.map(() => 201));
    await unlock();
    expect((await Promise.all(placing)).map(outcomeOf)).toEqual(waiting.map(() => 'placed'));
  });

  test('a shopper with a coupon does not wait for one whose account is locked', async () => {
    const product = await createProduct(busy.services.db, { stock: 20 });
    const coupon = await createCoupon(busy, { code: 'IN-LINE' });
    const [locked, thrifty] = [await shopperWith(product.id, 1, busy), await shopperWith(product.id, 1, busy)];
    await applyCoupon(busy, thrifty, coupon.code);
    const unlock = await lockRow('users', locked.user.id, busy);
    const [waiting, reply] = await placeBehindOthers(product, [locked, thrifty]);
    expect((await soon(reply))?.status).toBe(201);
    await unlock();
    expect((await waiting)?.status).toBe(201);
  });
});

test('an order waits for the deletion of its product without blocking it', async () => {
  const product = await createProduct(shop.services.db, { stock: 20 });
  const shopper = await shopperWith(product.id);
  const admin = new pg.Client({ connectionString: shop.databaseUrl });
  await admin.connect();
  undo.push(() => admin.end());
  await admin.query('BEGIN');
  await admin.query('SELECT FROM stock WHERE product_id = $1 ORDER BY id FOR UPDATE', [product.id]);
  const placing = order(shopper);
  await expect.poll(() => countWaiting(shop.services.db)).toBe(1);
  // Each would wait for the other.
  await admin.query(`SET LOCAL lock_timeout = '100ms'`);
  await admin.query('DELETE FROM product WHERE id = $1', [product.id]);
  await admin.query('COMMIT');
  expect(outcomeOf(await placing)).toBe('cart.empty');
});

test('orders are placed with the settings in the database, not with those this node has cached', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 10000, stock: 20 });
  const [before, after, late] = [
    await shopperWith(product.id),
    await shopperWith(product.id),
    await shopperWith(product.id),
  ];
  expect((await order(before)).data).toMatchObject({ tax: '8.00' });
  undo.push(() => saveSetting(shop, 'shipping', {}));
  undo.push(() => saveSetting(shop, 'payment', { offlineEnabled: true }));
  await saveUnannounced('shipping', { taxPercent: 10 });
  expect((await order(after)).data).toMatchObject({ tax: '10.00' });
  await saveUnannounced('payment', { offlineEnabled: false });
  expect(outcomeOf(await order(late))).toBe('payment.method_unavailable');
});

/** Saves a setting without a notification, so nodes keep their cached one. */
const saveUnannounced = (section: 'payment' | 'shipping', value: object): Promise<void> =>
  shop.services.db.transaction().execute(async (tx) => {
    await sql`ALTER TABLE setting DISABLE TRIGGER USER`.execute(tx);
    await sql`
      INSERT INTO setting (section, value) VALUES (${section}, ${JSON.stringify(value)}::jsonb)
      ON CONFLICT (section) DO UPDATE SET value = EXCLUDED.value`.execute(tx);
    await sql`ALTER TABLE setting ENABLE TRIGGER USER`.execute(tx);
  });
