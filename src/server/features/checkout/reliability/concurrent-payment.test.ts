import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/database/database.ts';
import { countWaiting } from '#test/database.ts';
import {
  confirmPayment,
  createPaidOrder,
  createShopper,
  fillCart,
  openPayment,
  readIntents,
  readStock,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { closeCheckoutAs } from '../lifecycle/close-checkout.store.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());

async function begin() {
  const product = await createProduct(shop.services.db, { stock: 20 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id, 2);
  const { data: opened } = await openPayment(shop, shopper);
  return { product, shopper, opened };
}

test('a cart being converted into an order is not frozen again', async () => {
  const { product, shopper, opened } = await begin();
  await createPaidOrder(shop, product.id);
  const { db } = shop.services;
  const before = await readIntents(shop);
  let confirmed: ReturnType<typeof confirmPayment> | undefined;
  let opening: ReturnType<typeof openPayment> | undefined;
  await db.transaction().execute(async (tx) => {
    // The order cannot be finished while no mail can be written: its cart is emptied, but not for others to see.
    await sql`LOCK TABLE mail IN SHARE MODE`.execute(tx);
    shop.afterNext('retrieveIntent', async () => {
      await shop.pay(opened);
      confirmed = confirmPayment(shop, shopper, opened.payment_intent_id);
      await expect.poll(() => countWaiting(db)).toBe(1);
    });
    opening = openPayment(shop, shopper);
    await expect.poll(() => countWaiting(db)).toBe(2);
  });
  expect((await confirmed)?.status).toBe(200);
  expect((await opening)?.failure.code).toBe('cart.empty');
  expect(await readIntents(shop)).toEqual({ made: before.made, paid: before.paid + 1 });
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 0, sold: 3 });
});

test('a payment that succeeds during another freeze is found, and not requested again', async () => {
  const { product, shopper, opened } = await begin();
  await fillCart(shop, shopper, product.id, 1);
  const before = await readIntents(shop);
  shop.afterNext('retrieveIntent', () => shop.pay(opened));
  const { failure } = await openPayment(shop, shopper);
  expect(failure.code).toBe('payment.already_completed');
  const { data } = await confirmPayment(shop, shopper, opened.payment_intent_id);
  expect(failure.data).toEqual({ order_number: data.order_number });
  expect(await readIntents(shop)).toEqual({ made: before.made, paid: before.paid + 1 });
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 0, sold: 2 });
});

test('a payment cancelled during another freeze is replaced', async () => {
  const { shopper, opened, product } = await begin();
  await fillCart(shop, shopper, product.id, 1);
  shop.afterNext('retrieveIntent', () => shop.stripe.paymentIntents.cancel(opened.payment_intent_id));
  const { data: again } = await openPayment(shop, shopper);
  expect(again.payment_intent_id).not.toBe(opened.payment_intent_id);
  await shop.pay(again);
  expect((await confirmPayment(shop, shopper, again.payment_intent_id)).status).toBe(200);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 0, sold: 3 });
});

test('two windows opening payments for different carts leave one payable', async () => {
  const product = await createProduct(shop.services.db, { stock: 20 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id, 2);
  let other: Awaited<ReturnType<typeof openPayment>> | undefined;
  shop.afterNext('createIntent', async () => {
    await fillCart(shop, shopper, product.id, 1);
    other = await openPayment(shop, shopper);
  });
  const { data: opened } = await openPayment(shop, shopper);
  expect(opened.payment_intent_id).toBe(other?.data.payment_intent_id);
  const { data: newest } = await shop.stripe.paymentIntents.list({ limit: 2 });
  expect(newest.map(({ id, status }) => (id === opened.payment_intent_id ? 'shown' : status)).sort()).toEqual([
    'canceled',
    'shown',
  ]);
  await shop.pay(opened);
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).status).toBe(200);
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 20, sold: 3, held: 0 });
});

test('a payment whose checkout expires while opening is cancelled', async () => {
  const product = await createProduct(shop.services.db);
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  shop.afterNext('createIntent', async () => {
    shop.clock.advance({ minutes: 16 });
    await shop.jobs.run('expire-checkouts');
  });
  expect((await openPayment(shop, shopper)).failure.code).toBe('checkout.expired');
  expect((await shop.stripe.paymentIntents.list({ limit: 1 })).data).toMatchObject([{ status: 'canceled' }]);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 0, sold: 0 });
});

test('a settled checkout stays settled', async () => {
  const product = await createProduct(shop.services.db);
  const { intentId } = await createPaidOrder(shop, product.id);
  const { db, now } = shop.services;
  const checkout = db.selectFrom('checkout').select(['id', 'status']).where('intent_id', '=', intentId);
  const { id } = await checkout.executeTakeFirstOrThrow();
  for (const status of ['expired', 'cancelled', 'refunded', 'review'] as const) {
    await expect(inTransaction(db, (tx) => closeCheckoutAs(tx, id, status, { at: now() }))).rejects.toThrow(
      `cannot become ${status}`,
    );
  }
  expect(await checkout.executeTakeFirst()).toMatchObject({ status: 'completed' });
});
