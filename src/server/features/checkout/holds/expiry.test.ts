import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import {
  confirmPayment,
  createCoupon,
  createShopper,
  fillCart,
  openPayment,
  readStock,
  type Shopper,
} from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { type Delivery, openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());

async function open(product: CreatedProduct, quantity = 1) {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id, quantity);
  const { data: opened } = await openPayment(shop, shopper);
  return { shopper, opened, intentId: opened.payment_intent_id };
}

function checkoutOf(intentId: string) {
  return shop.services.db
    .selectFrom('checkout')
    .selectAll()
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow();
}

/** Gives the hold up as the expiry would, but without the provider knowing: what a lost message can lead to. */
async function loseHold(intentId: string): Promise<void> {
  const { id } = await checkoutOf(intentId);
  const { db } = shop.services;
  for (const hold of await db.selectFrom('stock_hold').selectAll().where('checkout_id', '=', id).execute()) {
    await db
      .updateTable('stock')
      .set((eb) => ({ held: eb('held', '-', hold.quantity) }))
      .where('id', '=', hold.stock_id)
      .execute();
  }
  await db.deleteFrom('stock_hold').where('checkout_id', '=', id).execute();
  for (const use of await db.deleteFrom('coupon_use').where('checkout_id', '=', id).returningAll().execute()) {
    await db
      .updateTable('coupon')
      .set((eb) => ({ times_used: eb('times_used', '-', 1) }))
      .where('id', '=', use.coupon_id)
      .execute();
  }
  await db.updateTable('checkout').set({ status: 'expired' }).where('id', '=', id).execute();
}

async function timesUsed(couponId: number): Promise<number> {
  const { db } = shop.services;
  const coupon = db.selectFrom('coupon').select('times_used').where('id', '=', couponId);
  return (await coupon.executeTakeFirstOrThrow()).times_used;
}

async function newestMailTo(shopper: Shopper) {
  await shop.jobs.run('deliver-mail');
  return shop.mailbox.newestTo(shopper.user.email);
}

async function problems() {
  const admin = await createAdmin(shop.services.db);
  const token = await signIn(shop, admin);
  return (await shop.call('GET /admin/payments/problems', { query: {} }, { token })).data.data;
}

test('after fifteen minutes the payment is cancelled and the stock is available again', async () => {
  const product = await createProduct(shop.services.db, { stock: 1 });
  const coupon = await createCoupon(shop, { code: 'ONCE', usage_limit: 1 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  await shop.call('POST /cart/coupon', { body: { code: coupon.code } }, { token: shopper.token });
  const before = shop.services.now().getTime();
  const { data: opened } = await openPayment(shop, shopper);
  const after = shop.services.now().getTime();
  const beganAt = new Date(opened.expires_at).getTime() - 15 * 60_000;
  expect(beganAt).toBeGreaterThanOrEqual(before);
  expect(beganAt).toBeLessThanOrEqual(after);

  shop.clock.advance({ minutes: 14 });
  await shop.jobs.run('expire-checkouts');
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 1 });
  shop.clock.advance({ minutes: 1, seconds: 1 });
  await shop.jobs.run('expire-checkouts');
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 1, sold: 0, held: 0 });
  expect(await checkoutOf(opened.payment_intent_id)).toMatchObject({ status: 'expired' });
  expect(await timesUsed(coupon.id)).toBe(0);

  expect((await shop.pay(opened)).body.error?.code).toBe('payment_intent_unexpected_state');
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).failure.code).toBe('checkout.expired');
  const again = await openPayment(shop, shopper);
  expect(again.data.payment_intent_id).not.toBe(opened.payment_intent_id);
  await shop.pay(again.data);
  expect((await confirmPayment(shop, shopper, again.data.payment_intent_id)).status).toBe(200);
});

test('returning within fifteen minutes renews the hold', async () => {
  const product = await createProduct(shop.services.db);
  const { shopper } = await open(product);
  shop.clock.advance({ minutes: 10 });
  await openPayment(shop, shopper);
  shop.clock.advance({ minutes: 10 });
  await shop.jobs.run('expire-checkouts');
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 1 });
});

test('a payment just before the end of the hold creates its order without confirmation', async () => {
  const product = await createProduct(shop.services.db, { stock: 1 });
  const { shopper, opened } = await open(product);
  await shop.pay(opened);
  shop.clock.advance({ minutes: 16 });
  await shop.jobs.run('expire-checkouts');
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 1, sold: 1, held: 0 });
  expect((await newestMailTo(shopper)).subject).toMatch(/^Your order ORD-/);
});

test('a processing payment keeps its hold', async () => {
  const product = await createProduct(shop.services.db, { stock: 1 });
  const { shopper, opened, intentId } = await open(product);
  shop.sandbox.faults.set({ operation: 'confirm', kind: 'processing', ms: 600_000 });
  await shop.pay(opened);
  expect((await confirmPayment(shop, shopper, intentId)).failure.code).toBe('payment.in_progress');
  expect((await openPayment(shop, shopper)).failure.code).toBe('payment.in_progress');
  // Less than the payment takes by the sandbox's clock, which is the shop's.
  await shop.services.db
    .updateTable('checkout')
    .set({ expires_at: shop.services.now() })
    .where('intent_id', '=', intentId)
    .execute();
  await shop.jobs.run('expire-checkouts');
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 1 });
  shop.clock.advance({ minutes: 11 });
  await expect.poll(async () => (await shop.stripe.paymentIntents.retrieve(intentId)).status).toBe('succeeded');
  await shop.jobs.run('reconcile-payments');
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 1, sold: 1, held: 0 });
});

test('a late payment takes the stock again if available', async () => {
  const product = await createProduct(shop.services.db, { stock: 2 });
  const { shopper, opened, intentId } = await open(product);
  await loseHold(intentId);
  await shop.pay(opened);
  expect((await confirmPayment(shop, shopper, intentId)).data.order_number).toMatch(/^ORD-/);
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 2, sold: 1, held: 0 });
});

test('a late payment for sold-out stock is refunded in full; customer and merchant are told', async () => {
  const product = await createProduct(shop.services.db, { stock: 2 });
  const plenty = await createProduct(shop.services.db, { stock: 9 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, plenty.id, 3);
  await fillCart(shop, shopper, product.id, 2);
  const { data: opened } = await openPayment(shop, shopper);
  await loseHold(opened.payment_intent_id);
  await shop.services.db.updateTable('stock').set({ sold: 1 }).where('id', '=', product.stock_id).execute();
  await shop.pay(opened);
  const confirmed = await confirmPayment(shop, shopper, opened.payment_intent_id);
  expect(confirmed.failure.code).toBe('payment.refunded');

  expect(await readStock(shop, product.stock_id)).toEqual({ received: 2, sold: 1, held: 0 });
  expect(await readStock(shop, plenty.stock_id)).toEqual({ received: 9, sold: 0, held: 0 });
  const refunds = await shop.stripe.refunds.list({ payment_intent: opened.payment_intent_id });
  expect(refunds.data).toMatchObject([{ amount: 11_800, status: 'succeeded' }]);
  const mail = await newestMailTo(shopper);
  expect(mail.subject).toBe('We are refunding your payment');
  expect(mail.text).toContain('$118.00');
  expect((await problems())[0]).toMatchObject({
    problem: 'out_of_stock',
    captured: '118.00',
    refunded: '118.00',
    orderNumber: null,
    user: { email: shopper.user.email },
  });
  // Heard of again, it stays as it is.
  await shop.jobs.run('reconcile-payments');
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).failure.code).toBe('payment.refunded');
  expect((await shop.stripe.refunds.list({ payment_intent: opened.payment_intent_id })).data).toHaveLength(1);
});

test('a late payment already refunded in the dashboard is refunded once', async () => {
  const product = await createProduct(shop.services.db, { stock: 1 });
  const { shopper, opened, intentId } = await open(product);
  await loseHold(intentId);
  await shop.services.db.updateTable('stock').set({ sold: 1 }).where('id', '=', product.stock_id).execute();
  await shop.pay(opened);
  await shop.stripe.refunds.create({ payment_intent: intentId });
  const isTold = ({ type, body }: Delivery) => type === 'refund.created' && body.includes(intentId);
  await expect.poll(() => shop.deliveries.filter(isTold)).toHaveLength(1);
  for (const told of shop.deliveries.filter(isTold)) expect(await shop.deliver(told)).toBe(200);
  const payment = await shop.services.db
    .selectFrom('payment')
    .select(['captured_cents as captured', 'refunded_cents as refunded', 'problem'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
  expect(payment).toEqual({ captured: 3160, refunded: 3160, problem: null });
  expect((await confirmPayment(shop, shopper, intentId)).failure.code).toBe('payment.refunded');
  expect((await shop.stripe.refunds.list({ payment_intent: intentId })).data).toHaveLength(1);
});

test.each([
  { limit: 'all customers', terms: { code: 'LAST', usage_limit: 1 } },
  { limit: 'each customer', terms: { code: 'FIRST', usage_limit_per_customer: 1 } },
])('a late payment whose coupon is used up for $limit is refunded and takes no use', async ({ terms }) => {
  const product = await createProduct(shop.services.db, { stock: 9 });
  const coupon = await createCoupon(shop, terms);
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  await shop.call('POST /cart/coupon', { body: { code: coupon.code } }, { token: shopper.token });
  const { data: late } = await openPayment(shop, shopper);
  await loseHold(late.payment_intent_id);
  const { data: next } = await openPayment(shop, shopper);
  await shop.pay(next);
  expect((await confirmPayment(shop, shopper, next.payment_intent_id)).status).toBe(200);
  expect(await timesUsed(coupon.id)).toBe(1);

  await shop.pay(late);
  expect((await confirmPayment(shop, shopper, late.payment_intent_id)).failure.code).toBe('payment.refunded');
  expect((await problems())[0]).toMatchObject({ problem: 'coupon_used_up', captured: '29.44', refunded: '29.44' });
  expect(await timesUsed(coupon.id)).toBe(1);
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 9, sold: 1, held: 0 });
});

test.each([
  { what: 'amount', change: { amount: 777 }, problem: 'amount_mismatch' },
  { what: 'freeze', change: { metadata: { revision: '99' } }, problem: 'amount_mismatch' },
  { what: 'customer', change: { metadata: { customer: '1' } }, problem: 'owner_mismatch' },
  { what: 'checkout', change: { metadata: { checkout: 'another' } }, problem: 'owner_mismatch' },
])('a payment with another $what is never fulfilled, is refunded and flagged for the merchant', async (wrong) => {
  const product = await createProduct(shop.services.db, { stock: 1 });
  const { shopper, opened, intentId } = await open(product);
  await shop.stripe.paymentIntents.update(intentId, wrong.change);
  await shop.pay(opened);
  expect((await confirmPayment(shop, shopper, intentId)).failure.code).toBe('payment.refunded');
  expect(await checkoutOf(intentId)).toMatchObject({ status: 'review', order_id: null });
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 1, sold: 0, held: 0 });
  const refunds = await shop.stripe.refunds.list({ payment_intent: intentId });
  expect(refunds.data).toMatchObject([{ status: 'succeeded' }]);
  expect((await problems())[0]).toMatchObject({ problem: wrong.problem, intentId });
});

test('a payment in another currency is never fulfilled', async () => {
  const product = await createProduct(shop.services.db);
  const { shopper, opened, intentId } = await open(product);
  await shop.services.db.updateTable('checkout_freeze').set({ currency: 'eur' }).execute();
  await shop.pay(opened);
  expect((await confirmPayment(shop, shopper, intentId)).failure.code).toBe('payment.refunded');
  expect((await problems())[0]).toMatchObject({ problem: 'currency_mismatch', intentId });
});

test('payments that fail at the provider do not delay others; an unresponsive provider is skipped', async () => {
  const product = await createProduct(shop.services.db, { stock: 14 });
  await Promise.all(Array.from({ length: 14 }, () => open(product)));
  const stillHeld = async () => (await readStock(shop, product.stock_id)).held;
  shop.clock.advance({ minutes: 16 });
  shop.sandbox.faults.set({ operation: 'cancel', kind: '429', count: 8 });
  await shop.jobs.run('expire-checkouts');
  expect(await stillHeld(), 'told to come back later, the shop does').toBe(14);
  // Who is failed is asked once more: these fail four at most, and fewer when they fall upon first tries alone.
  shop.sandbox.faults.clear();
  shop.sandbox.faults.set({ operation: 'cancel', kind: '500', count: 8 });
  await shop.jobs.run('expire-checkouts');
  const failedOver = await stillHeld();
  expect(failedOver).toBeGreaterThan(0);
  expect(failedOver).toBeLessThanOrEqual(4);
  await shop.jobs.run('expire-checkouts');
  expect(await stillHeld()).toBe(0);
});
