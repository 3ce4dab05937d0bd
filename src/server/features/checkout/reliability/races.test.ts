import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWaiting } from '#test/database.ts';
import {
  ADDRESS,
  cartTotal,
  confirmPayment,
  createCoupon,
  createShopper,
  fillCart,
  openPayment,
  readIntents,
  readStock,
  type Shopper,
  saveSetting,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { GOOD_CARD, openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());

async function shoppersWith(productId: number, count: number): Promise<Shopper[]> {
  const shoppers: Shopper[] = [];
  for (let n = 0; n < count; n += 1) {
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, productId);
    shoppers.push(shopper);
  }
  return shoppers;
}

async function countOrders(): Promise<number> {
  const { count } = await shop.services.db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

test('of fifty concurrent buyers of five units, five get an order and forty-five a clear refusal', async () => {
  const product = await createProduct(shop.services.db, { name: 'Rare Print', stock: 5 });
  const shoppers = await shoppersWith(product.id, 50);
  const replies = await Promise.all(
    shoppers.map(async (shopper) => {
      const body = { amount: 20, shipping_address: ADDRESS };
      const opened = await shop.call('POST /payments/create-intent', { body }, { token: shopper.token });
      if (opened.status !== 200) return opened.failure;
      await shop.pay(opened.data);
      return (await confirmPayment(shop, shopper, opened.data.payment_intent_id)).data.order_number;
    }),
  );
  const orders = replies.filter((reply) => typeof reply === 'string');
  const refusals = replies.filter((reply) => typeof reply !== 'string');
  expect(new Set(orders).size).toBe(5);
  expect(refusals).toHaveLength(45);
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({
      code: 'stock.insufficient',
      message: 'There is not enough stock left of Rare Print.',
      data: { items: [{ problem: 'sold_out' }] },
    });
  }
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 5, sold: 5, held: 0 });
});

test('fifty confirmations of one payment create one order', async () => {
  const product = await createProduct(shop.services.db);
  const [shopper] = await shoppersWith(product.id, 1);
  if (!shopper) throw new Error('nobody came');
  const { data: opened } = await openPayment(shop, shopper);
  await shop.pay(opened);
  const before = await countOrders();
  const confirmed = await Promise.all(
    Array.from({ length: 50 }, () => confirmPayment(shop, shopper, opened.payment_intent_id)),
  );
  expect(new Set(confirmed.map((reply) => reply.data.order_number)).size).toBe(1);
  expect(await countOrders()).toBe(before + 1);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ sold: 1, held: 0 });
});

test('concurrent confirm, webhook and reconciler create one order, one payment and one mail', async () => {
  const product = await createProduct(shop.services.db);
  const [shopper] = await shoppersWith(product.id, 1);
  if (!shopper) throw new Error('nobody came');
  const { data: opened } = await openPayment(shop, shopper);
  await shop.pay(opened);
  const eventsOfPayment = () => shop.deliveries.filter(({ body }) => body.includes(opened.payment_intent_id));
  await expect.poll(() => eventsOfPayment().map(({ type }) => type)).toContain('payment_intent.succeeded');
  const events = eventsOfPayment();
  shop.clock.advance({ minutes: 2 });
  const before = await countOrders();
  await Promise.all([
    ...events.flatMap((event) => [shop.deliver(event), shop.deliver(event)]),
    shop.jobs.run('reconcile-payments'),
    ...Array.from({ length: 5 }, () => confirmPayment(shop, shopper, opened.payment_intent_id)),
  ]);
  expect(await countOrders()).toBe(before + 1);
  const { rows } = await sql<{ payments: number; mails: number }>`
    SELECT (SELECT count(*) FROM payment WHERE intent_id = ${opened.payment_intent_id}) AS payments,
           (SELECT count(*) FROM mail WHERE to_email = ${shopper.user.email}) AS mails`.execute(shop.services.db);
  expect(rows).toEqual([{ payments: 1, mails: 1 }]);
});

test('a double click on Proceed opens one payment', async () => {
  const product = await createProduct(shop.services.db);
  const [shopper] = await shoppersWith(product.id, 1);
  if (!shopper) throw new Error('nobody came');
  const opened = await Promise.all(Array.from({ length: 6 }, () => openPayment(shop, shopper)));
  expect(new Set(opened.map((reply) => reply.data.payment_intent_id)).size).toBe(1);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 1 });
});

test('two windows changing the cart end with an intent for the latest revision', async () => {
  const product = await createProduct(shop.services.db, { stock: 50 });
  const [shopper] = await shoppersWith(product.id, 1);
  if (!shopper) throw new Error('nobody came');
  const { data: first } = await openPayment(shop, shopper);
  const windows = ['1 First Street', '2 Second Street', '3 Third Street'].map(async (line1) => {
    for (let turn = 0; turn < 3; turn += 1) {
      await shop.call('POST /cart', { body: { product_id: product.id, quantity: 1 } }, { token: shopper.token });
      await openPayment(shop, shopper, { ...ADDRESS, line1: `${line1}/${turn}` });
    }
  });
  await Promise.all(windows);
  const settled = await openPayment(shop, shopper);
  expect(settled.data.payment_intent_id).toBe(first.payment_intent_id);
  const intent = await shop.stripe.paymentIntents.retrieve(first.payment_intent_id);
  const frozen = await shop.services.db
    .selectFrom('checkout')
    .innerJoin('checkout_freeze as f', (join) =>
      join.onRef('f.checkout_id', '=', 'checkout.id').onRef('f.revision', '=', 'checkout.revision'),
    )
    .select(['f.revision', 'f.total_cents'])
    .where('checkout.intent_id', '=', first.payment_intent_id)
    .executeTakeFirstOrThrow();
  expect(intent).toMatchObject({ amount: frozen.total_cents, metadata: { revision: String(frozen.revision) } });
  expect(await cartTotal(shop, shopper)).toBe('200.00');
});

test('a payment during a cart change in another window is fulfilled as paid, and charged once', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000, stock: 8 });
  const [shopper] = await shoppersWith(product.id, 1);
  if (!shopper) throw new Error('nobody came');
  const { data: opened } = await openPayment(shop, shopper);
  await fillCart(shop, shopper, product.id, 2);
  // The change is frozen, and the process dies before the provider hears of it: the first window still pays the old sum.
  shop.sandbox.faults.set({ operation: 'update', kind: 'timeout_before', count: 2, ms: 50 });
  expect((await openPayment(shop, shopper)).failure.code).toBe('payment.provider_failed');
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 3 });
  expect((await shop.pay(opened)).body.amount).toBe(2080);

  const { failure } = await openPayment(shop, shopper);
  expect(failure).toMatchObject({ code: 'payment.already_completed' });
  const { data } = await confirmPayment(shop, shopper, opened.payment_intent_id);
  expect(failure.data).toEqual({ order_number: data.order_number });
  const params = { id: data.order_number };
  const { data: order } = await shop.call('GET /orders/{id}', { params }, { token: shopper.token });
  expect(order).toMatchObject({ total: '20.80', items: [{ quantity: 1 }] });
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 8, sold: 1, held: 0 });
  const { data: cart } = await shop.call('GET /cart', {}, { token: shopper.token });
  expect(cart.items).toMatchObject([{ quantity: 2 }]);
});

test('paying while changing the cart never charges twice or loses a payment', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000, stock: 100 });
  const shoppers = await shoppersWith(product.id, 12);
  const before = await readIntents(shop);
  const orders = await Promise.all(
    shoppers.map(async (shopper) => {
      const { data: opened } = await openPayment(shop, shopper);
      await fillCart(shop, shopper, product.id, 1);
      await Promise.all([shop.pay(opened, GOOD_CARD), openPayment(shop, shopper)]);
      return confirmPayment(shop, shopper, opened.payment_intent_id);
    }),
  );
  const intents = await readIntents(shop);
  expect(intents.paid).toBe(before.paid + shoppers.length);
  for (const reply of orders) expect(reply.data.order_number).toMatch(/^ORD-/);
  const { rows } = await sql<{ wrong: number }>`
    SELECT count(*) AS wrong FROM orders o JOIN payment p ON p.order_id = o.id
     WHERE p.captured_cents <> o.total_cents OR p.refunded_cents <> 0`.execute(shop.services.db);
  expect(rows).toEqual([{ wrong: 0 }]);
});

test('coupon uses never exceed the limit', async () => {
  const product = await createProduct(shop.services.db, { stock: 60 });
  const coupon = await createCoupon(shop, { code: 'THREE-USES', usage_limit: 3 });
  const shoppers = await shoppersWith(product.id, 15);
  for (const { token } of shoppers) await shop.call('POST /cart/coupon', { body: { code: coupon.code } }, { token });
  const replies = await Promise.all(
    shoppers.map(({ token }) =>
      shop.call('POST /payments/create-intent', { body: { amount: 18, shipping_address: ADDRESS } }, { token }),
    ),
  );
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(3);
  const codes = replies.filter((reply) => reply.status !== 200).map((reply) => reply.failure.code);
  expect(new Set([...codes, 'cart.changed', 'coupon.refused'])).toEqual(new Set(['cart.changed', 'coupon.refused']));
  const kept = await shop.services.db.selectFrom('coupon').select('times_used').where('id', '=', coupon.id).execute();
  expect(kept).toEqual([{ times_used: 3 }]);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 3 });
});

test('order numbers are unique and invoice numbers have no gaps, despite rollbacks', async () => {
  const product = await createProduct(shop.services.db, { stock: 30 });
  const shoppers = await shoppersWith(product.id, 16);
  const opened = await Promise.all(shoppers.map(async (shopper) => (await openPayment(shop, shopper)).data));
  await Promise.all(opened.map((payment) => shop.pay(payment)));
  // Every third order fails after it has taken its number: its mail cannot be written.
  const broken = shoppers.filter((_shopper, index) => index % 3 === 0).map(({ user }) => user.id);
  const emails = shoppers.filter(({ user }) => broken.includes(user.id)).map(({ user }) => user.email);
  for (const [index, email] of emails.entries()) {
    await shop.services.db
      .updateTable('users')
      .set({ email: `a,b${index}` })
      .where('email', '=', email)
      .execute();
  }
  const confirm = () =>
    Promise.all(
      shoppers.map((shopper, index) => confirmPayment(shop, shopper, opened[index]?.payment_intent_id ?? '')),
    );
  const failed = (await confirm()).filter((reply) => reply.status === 500);
  expect(failed).toHaveLength(broken.length);
  for (const id of broken) {
    await shop.services.db
      .updateTable('users')
      .set({ email: `back-${id}@example.test` })
      .where('id', '=', id)
      .execute();
  }
  for (const reply of await confirm()) expect(reply.status).toBe(200);
  await Promise.all([shop.jobs.run('issue-invoices'), shop.jobs.run('issue-invoices')]);
  const { db } = shop.services;
  const orders = await db.selectFrom('orders').select('order_number').execute();
  expect(new Set(orders.map((order) => order.order_number)).size).toBe(orders.length);
  const invoices = await db.selectFrom('invoice').select('number').orderBy('number').execute();
  expect(invoices.map(({ number }) => number)).toEqual(orders.map((_order, index) => index + 1));
});

function placeOffline({ token }: Shopper) {
  const body = { shipping_address: ADDRESS, payment_method: 'offline' as const };
  return shop.call('POST /orders', { body }, { token });
}

test.each([
  ['a payment', (shopper: Shopper) => openPayment(shop, shopper)],
  ['an order that is paid later', placeOffline],
])('%s gets the last unit when a cancellation returns it at the same time', async (_what, buy) => {
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  const { db } = shop.services;
  const product = await createProduct(db, { stock: 1 });
  const [shopper] = await shoppersWith(product.id, 1);
  if (!shopper) throw new Error('nobody came');
  await db.updateTable('stock').set({ sold: 1 }).where('id', '=', product.stock_id).execute();
  let buying: ReturnType<typeof buy> | undefined;
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('stock').set({ sold: 0 }).where('id', '=', product.stock_id).execute();
    buying = buy(shopper);
    await expect.poll(() => countWaiting(db)).toBe(1);
  });
  expect((await buying)?.status).toBeLessThan(300);
});

test('an order that is paid later locks the stock of its open checkout and its cart in id order', async () => {
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  const { db } = shop.services;
  const [lower, higher] = [await createProduct(db, { stock: 5 }), await createProduct(db, { stock: 5 })];
  const [shopper] = await shoppersWith(higher.id, 1);
  if (!shopper) throw new Error('nobody came');
  const { data: opened } = await openPayment(shop, shopper);
  // As while its intent is being created.
  await db
    .updateTable('checkout')
    .set({ intent_id: null, provider: null })
    .where('intent_id', '=', opened.payment_intent_id)
    .execute();
  await fillCart(shop, shopper, lower.id);
  let placing: ReturnType<typeof placeOffline> | undefined;
  await db.transaction().execute(async (tx) => {
    const lock = (id: number) => tx.selectFrom('stock').select('id').where('id', '=', id).forUpdate().noWait();
    await lock(lower.stock_id).execute();
    placing = placeOffline(shopper);
    await expect.poll(() => countWaiting(db)).toBe(1);
    await lock(higher.stock_id).execute();
  });
  expect((await placing)?.status).toBe(201);
  expect(await readStock(shop, lower.stock_id)).toEqual({ received: 5, sold: 1, held: 0 });
  expect(await readStock(shop, higher.stock_id)).toEqual({ received: 5, sold: 1, held: 0 });
});
