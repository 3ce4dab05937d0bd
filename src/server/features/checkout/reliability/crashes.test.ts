import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ProviderUnavailable } from '#server/features/payments/index.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import {
  confirmPayment,
  createPaidOrder,
  createShopper,
  fillCart,
  openPayment,
  readIntents,
  readStock,
  refundOrder,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let admin: string;
beforeAll(async () => {
  shop = await openPayingShop();
  admin = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());
afterEach(() => shop.sandbox.faults.clear());

async function ready() {
  const product = await createProduct(shop.services.db, { price_cents: 1000, stock: 2 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  return { product, shopper };
}

async function refundsAt(intentId: string) {
  return (await shop.stripe.refunds.list({ payment_intent: intentId })).data;
}

function orderOf(orderId: number) {
  return shop.call('GET /admin/orders/{id}', { params: { id: orderId } }, { token: admin });
}

test.each(['timeout_before', 'timeout_after'] as const)(
  'without a response from the provider (%s), retrying opens one payment',
  async (kind) => {
    const { product, shopper } = await ready();
    const before = await readIntents(shop);
    shop.sandbox.faults.set({ operation: 'create', kind, count: 2, ms: 50 });
    const failed = await openPayment(shop, shopper);
    expect(failed.failure.code).toBe('payment.provider_failed');
    expect(failed.status).toBe(503);
    const { data: opened } = await openPayment(shop, shopper);
    expect((await readIntents(shop)).made).toBe(before.made + 1);
    expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 1 });
    await shop.pay(opened);
    expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).status).toBe(200);
  },
);

test('a second click while the provider takes its time gets the same payment', async () => {
  const { shopper } = await ready();
  const before = await readIntents(shop);
  shop.sandbox.faults.set({ operation: 'create', kind: '409', count: 3 });
  const [first, second] = await Promise.all([openPayment(shop, shopper), openPayment(shop, shopper)]);
  expect(second.data.payment_intent_id).toBe(first.data.payment_intent_id);
  expect((await readIntents(shop)).made).toBe(before.made + 1);
});

test('one lost response goes unnoticed', async () => {
  const { shopper } = await ready();
  const before = await readIntents(shop);
  shop.sandbox.faults.set({ operation: 'create', kind: 'timeout_after', ms: 50 });
  const { data: opened } = await openPayment(shop, shopper);
  await shop.pay(opened);
  shop.sandbox.faults.set({ operation: 'retrieve', kind: '409' });
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).status).toBe(200);
  expect((await readIntents(shop)).made).toBe(before.made + 1);
});

test("a provider's failure response is not retried with the same key", async () => {
  const { product, shopper } = await ready();
  shop.sandbox.faults.set({ operation: 'create', kind: '500', count: 2 });
  expect((await openPayment(shop, shopper)).failure.code).toBe('payment.provider_failed');
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 0 });
  const { data: opened } = await openPayment(shop, shopper);
  await shop.pay(opened);
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).status).toBe(200);
});

test('after a crash before storing the intent, retrying finds the payment', async () => {
  const { product, shopper } = await ready();
  const before = await readIntents(shop);
  shop.crashAfter('createIntent');
  expect((await openPayment(shop, shopper)).status).toBe(500);
  const { data: opened } = await openPayment(shop, shopper);
  expect((await readIntents(shop)).made).toBe(before.made + 1);
  await shop.pay(opened);
  await confirmPayment(shop, shopper, opened.payment_intent_id);
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 2, sold: 1, held: 0 });
});

test('a checkout that crashed while opening and was not retried releases its stock', async () => {
  const { product, shopper } = await ready();
  shop.crashAfter('createIntent');
  await openPayment(shop, shopper);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 1 });
  shop.clock.advance({ minutes: 16 });
  await shop.jobs.run('expire-checkouts');
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 2, sold: 0, held: 0 });
});

test('a crash between the payment and the order is found by the reconciler', async () => {
  const { product, shopper } = await ready();
  const { data: opened } = await openPayment(shop, shopper);
  await shop.pay(opened);
  shop.crashAfter('retrieveIntent');
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).status).toBe(500);
  await shop.jobs.run('reconcile-payments');
  expect(await readStock(shop, product.stock_id)).toMatchObject({ sold: 0, held: 1 });
  shop.clock.advance({ minutes: 2 });
  await shop.jobs.run('reconcile-payments');
  expect(await readStock(shop, product.stock_id)).toMatchObject({ sold: 1, held: 0 });
  const { data: orders } = await shop.call('GET /orders', { query: {} }, { token: shopper.token });
  expect(orders.total).toBe(1);
});

test('after a crash between cancelling and releasing, the next run completes it', async () => {
  const { product, shopper } = await ready();
  await openPayment(shop, shopper);
  shop.clock.advance({ minutes: 16 });
  shop.crashAfter('cancelIntent');
  await shop.jobs.run('expire-checkouts');
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 1 });
  await shop.jobs.run('expire-checkouts');
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 0 });
});

test('a shopper returning to a payment cancelled elsewhere starts a new one', async () => {
  const { shopper } = await ready();
  const { data: opened } = await openPayment(shop, shopper);
  await shop.stripe.paymentIntents.cancel(opened.payment_intent_id);
  const again = await openPayment(shop, shopper);
  expect(again.data.payment_intent_id).not.toBe(opened.payment_intent_id);
  await shop.pay(again.data);
  expect((await confirmPayment(shop, shopper, again.data.payment_intent_id)).status).toBe(200);
});

test('nothing expires while the provider is unavailable, and everything does afterwards', async () => {
  const { product, shopper } = await ready();
  await openPayment(shop, shopper);
  shop.clock.advance({ minutes: 16 });
  shop.sandbox.faults.set({ operation: 'cancel', kind: '500', count: 20 });
  await shop.jobs.run('expire-checkouts');
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 1 });
  shop.sandbox.faults.clear();
  await shop.jobs.run('expire-checkouts');
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 0 });
});

test.each(['timeout_before', 'timeout_after', 'crash'] as const)(
  'an interrupted refund (%s) is completed by the reconciler, once',
  async (cut) => {
    const product = await createProduct(shop.services.db, { price_cents: 1000, stock: 2 });
    const { shopper, intentId, orderId } = await createPaidOrder(shop, product.id);
    if (cut === 'crash') shop.crashAfter('createRefund');
    else shop.sandbox.faults.set({ operation: 'refund', kind: cut, count: 2, ms: 50 });
    const params = { id: String(orderId) };
    const cancelled = await shop.call('PUT /orders/{id}/cancel', { params }, { token: shopper.token });
    expect(cancelled.status).toBe(cut === 'crash' ? 500 : 200);
    expect((await orderOf(orderId)).data).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      refunds: [{ status: 'pending', amount: '20.80' }],
    });
    shop.clock.advance({ minutes: 2 });
    // By now the provider has forgotten the key.
    await sql`DELETE FROM sandbox.idempotency_keys`.execute(shop.services.db);
    await Promise.all([shop.jobs.run('reconcile-payments'), shop.jobs.run('reconcile-payments')]);
    expect((await orderOf(orderId)).data.refunds).toMatchObject([{ status: 'succeeded' }]);
    expect(await refundsAt(intentId)).toHaveLength(1);
    expect(await readStock(shop, product.stock_id)).toEqual({ received: 2, sold: 0, held: 0 });
  },
);

test('a refund keeps its key after a failure response, because the provider may still complete it', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000 });
  const { intentId, orderId } = await createPaidOrder(shop, product.id);
  const failure = new ProviderUnavailable('Internal error', 'failed');
  const sent = vi.spyOn(shop.provider, 'createRefund').mockRejectedValueOnce(failure).mockRejectedValueOnce(failure);
  onTestFinished(() => sent.mockRestore());
  await refundOrder(shop, orderId, '5.00');
  for (let run = 0; run < 2; run += 1) {
    shop.clock.advance({ minutes: 2 });
    await shop.jobs.run('reconcile-payments');
  }
  expect((await orderOf(orderId)).data.refunds).toMatchObject([{ status: 'succeeded' }]);
  expect(await refundsAt(intentId)).toHaveLength(1);
  expect(sent).toHaveBeenCalledTimes(3);
  expect(new Set(sent.mock.calls.map(([{ refundKey }]) => refundKey)).size).toBe(1);
});

test('a refund returned by the bank restores its amount, is flagged for the merchant and mailed', async () => {
  const watchful = await createAdmin(shop.services.db);
  const by = { token: await signIn(shop, watchful) };
  const { data: choices } = await shop.call('GET /account/notifications', {}, by);
  await shop.call('PUT /account/notifications', { body: { ...choices, systemNotifications: true } }, by);
  const product = await createProduct(shop.services.db, { price_cents: 1000 });
  const { orderId } = await createPaidOrder(shop, product.id, { card: '4000000000005126' });
  const body = { amount: 5, reason: 'Scratched' };
  const refunded = await shop.call(
    'POST /admin/orders/{id}/refunds',
    { params: { id: orderId }, body },
    { token: admin },
  );
  expect(refunded.data.refund).toMatchObject({ status: 'succeeded', amount: '5.00' });
  shop.connectWebhooks(true);
  shop.clock.advance({ minutes: 1 });
  await expect.poll(async () => (await orderOf(orderId)).data.refunds[0]?.status).toBe('failed');
  shop.connectWebhooks(false);
  expect((await orderOf(orderId)).data).toMatchObject({
    paymentStatus: 'completed',
    refundedAmount: '0.00',
    refundableAmount: '20.80',
    payment: { problem: 'refund_failed' },
  });
  await shop.jobs.runRequested();
  const mail = shop.mailbox.newestTo(watchful.email);
  expect(mail.subject).toMatch(/^A refund of order ORD-\d{4}-\d{6} failed/);
  expect(mail.text).toContain('5.00 USD');
  expect(mail.text).toContain('Reason');
});

test('a slow refund is pending until the provider reports it', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000 });
  const { orderId } = await createPaidOrder(shop, product.id, { card: '4000000000007726' });
  const body = { amount: '20.80', reason: 'Too late' };
  const refunded = await shop.call(
    'POST /admin/orders/{id}/refunds',
    { params: { id: orderId }, body },
    { token: admin },
  );
  expect(refunded.data).toMatchObject({ refund: { status: 'pending' }, order: { paymentStatus: 'refunded' } });
  shop.clock.advance({ minutes: 2 });
  await expect
    .poll(
      async () => {
        await shop.jobs.run('reconcile-payments');
        return (await orderOf(orderId)).data.refunds[0]?.status;
      },
      { timeout: 8_000 },
    )
    .toBe('succeeded');
});
