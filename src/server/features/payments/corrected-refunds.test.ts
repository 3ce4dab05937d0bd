import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { adminOrderClient } from '#test/clients/admin-order-client.ts';
import { countWaiting } from '#test/database.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { type BoughtOrder, createPaidOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { violatedInvariants } from '#test/invariants.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { SANDBOX_KEYS, WAIT } from '#test/servers/stripe-sandbox.ts';
import { type ProviderRefund, ProviderRefused } from './payment-provider.ts';

/** Its refunds are pending for five seconds, and then succeed. */
const SLOW_CARD = '4000000000007726';

let shop: PayingShop;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  const preferences = JSON.stringify({ notifications: { systemNotifications: true } });
  token = await signIn(shop, await createAdmin(shop.services.db, { preferences }));
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await violatedInvariants(shop.services.db)).toEqual([]);
});
afterAll(() => shop.close());

const { refund } = adminOrderClient(() => ({ shop, token }));

let made = 0;
/** @returns the status of the shop's response. */
function tellOf(refundId: string): Promise<number> {
  made += 1;
  const data = { object: { id: refundId, object: 'refund' } };
  const body = JSON.stringify({ id: `evt_${made}`, object: 'event', type: 'refund.updated', data });
  const timestamp = Math.floor(shop.services.now().getTime() / 1000);
  const secret = SANDBOX_KEYS.webhookSecret;
  return shop.deliver({
    body,
    signature: shop.stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
  });
}

/** The provider reports the refund as failed. */
async function retrieveFailed(id: string): Promise<ProviderRefund> {
  const { payment_intent: intent, amount, metadata } = await shop.stripe.refunds.retrieve(id);
  return { id, intentId: String(intent), amount, status: 'failed', refundKey: metadata?.refund, error: 'Declined' };
}

/** An order with a refund that the provider reported as failed, and has sent since. */
async function refundThatFailed(amount: string) {
  const product = await createProduct(shop.services.db, { price_cents: 2000 });
  const order = await createPaidOrder(shop, product.id, { card: SLOW_CARD });
  expect((await refund(order, amount)).data.refund.status).toBe('pending');
  const [sent] = (await shop.stripe.refunds.list({ payment_intent: order.intentId })).data;
  if (!sent) throw new Error('The provider has no refund');
  const failing = vi.spyOn(shop.provider, 'retrieveRefund').mockImplementation(retrieveFailed);
  expect(await tellOf(sent.id)).toBe(200);
  failing.mockRestore();
  shop.clock.advance({ minutes: 1 });
  await expect.poll(async () => (await shop.stripe.refunds.retrieve(sent.id)).status, WAIT).toBe('succeeded');
  return { order, refundId: sent.id };
}

async function stateOf({ orderId }: BoughtOrder) {
  const { data } = await shop.call('GET /admin/orders/{id}', { params: { id: orderId } }, { token });
  const { refunds, refundableAmount: refundable, paymentStatus, payment } = data;
  return { refunds: refunds.map(({ status }) => status), refundable, paymentStatus, problem: payment?.problem ?? null };
}

async function mailsAbout({ orderNumber }: BoughtOrder): Promise<string[]> {
  await shop.jobs.runRequested();
  const about = shop.mailbox.mails.filter(({ subject }) => subject.startsWith(`A refund of order ${orderNumber}`));
  return about.map(({ subject }) => subject);
}

test('a refund that was sent although it had failed counts again, and admins are told', async () => {
  const { order, refundId } = await refundThatFailed('5.00');
  const failed = { refunds: ['failed'], refundable: '31.60', paymentStatus: 'completed', problem: 'refund_failed' };
  expect(await stateOf(order)).toEqual(failed);
  expect(await tellOf(refundId)).toBe(200);
  const corrected = { refunds: ['succeeded'], refundable: '26.60', paymentStatus: 'partially_refunded', problem: null };
  expect(await stateOf(order)).toEqual(corrected);
  expect(await tellOf(refundId)).toBe(200);
  expect(await stateOf(order)).toEqual(corrected);
  expect(await mailsAbout(order)).toEqual([
    expect.stringMatching(/ failed — /),
    expect.stringMatching(/ was sent after all — /),
  ]);
  const { data } = await shop.call(
    'GET /orders/{id}/credit-notes',
    { params: { id: String(order.orderId) } },
    order.shopper,
  );
  expect(data).toMatchObject([{ amount: '5.00', is_void: false }]);
});

test('the customer is mailed once about a refund that the provider refused and then sent', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 2000 });
  const order = await createPaidOrder(shop, product.id);
  const { createRefund } = shop.provider;
  vi.spyOn(shop.provider, 'createRefund').mockImplementationOnce(async (terms) => {
    await createRefund(terms);
    throw new ProviderRefused('Declined');
  });
  expect((await refund(order, '5.00')).data.refund.status).toBe('failed');
  const announced = async () => {
    await shop.jobs.runRequested();
    const mails = shop.mailbox.mails.filter(({ to }) => to.email === order.shopper.user.email);
    return mails.filter(({ text }) => text.includes('We are sending $5.00')).length;
  };
  expect(await announced()).toBe(0);
  const [sent] = (await shop.stripe.refunds.list({ payment_intent: order.intentId })).data;
  for (let told = 0; told < 2; told += 1) {
    expect(await tellOf(sent?.id ?? '')).toBe(200);
    expect(await announced()).toBe(1);
  }
});

test('a refund that an admin has repeated meanwhile is recorded beside the repeated one', async () => {
  const { order, refundId } = await refundThatFailed('5.00');
  await refund(order, '5.00');
  expect(await tellOf(refundId)).toBe(200);
  expect(await stateOf(order)).toMatchObject({ refunds: ['succeeded', 'pending'], refundable: '21.60' });
});

test('while another refund has its amount, the provider is asked to report it again', async () => {
  const { order, refundId } = await refundThatFailed('31.60');
  shop.sandbox.faults.set({ operation: 'refund', kind: '500', count: 2 });
  await refund(order, '31.60');
  expect(await tellOf(refundId)).toBe(503);
  expect(await stateOf(order)).toMatchObject({ refunds: ['failed', 'pending'] });
  shop.clock.advance({ minutes: 2 });
  await shop.jobs.run('reconcile-payments');
  expect(await stateOf(order)).toMatchObject({ refunds: ['failed', 'failed'], refundable: '31.60' });
  expect(await tellOf(refundId)).toBe(200);
  const refunded = { refunds: ['succeeded', 'failed'], refundable: '0.00', paymentStatus: 'refunded', problem: null };
  expect(await stateOf(order)).toEqual(refunded);
});

test('a failure stays if the state that says otherwise is older', async () => {
  const { order, refundId } = await refundThatFailed('5.00');
  // Read before the failure was recorded: by the search for its payment, and for the refund itself.
  const { retrieveRefund } = shop.provider;
  vi.spyOn(shop.provider, 'retrieveRefund')
    .mockImplementation(retrieveFailed)
    .mockImplementationOnce(retrieveRefund)
    .mockImplementationOnce(retrieveRefund);
  expect(await tellOf(refundId)).toBe(200);
  expect(await stateOf(order)).toMatchObject({ refunds: ['failed'], refundable: '31.60' });
});

test('a failure that is recorded while a success is being recorded makes the provider report it again', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 2000 });
  const order = await createPaidOrder(shop, product.id, { card: SLOW_CARD });
  await refund(order, '5.00');
  const [sent] = (await shop.stripe.refunds.list({ payment_intent: order.intentId })).data;
  const refundId = sent?.id ?? '';
  shop.clock.advance({ minutes: 1 });
  await expect.poll(async () => (await shop.stripe.refunds.retrieve(refundId)).status, WAIT).toBe('succeeded');
  const other = new pg.Client({ connectionString: shop.databaseUrl });
  await other.connect();
  await other.query('BEGIN');
  await other.query('SELECT id FROM payment WHERE order_id = $1 FOR UPDATE', [order.orderId]);
  const told = tellOf(refundId);
  await expect.poll(() => countWaiting(shop.services.db, 'payment')).toBe(1);
  await other.query(
    `WITH failed AS (
       UPDATE refund SET status = 'failed' FROM payment
        WHERE payment.id = refund.payment_id AND payment.order_id = $1 RETURNING payment.id
     )
     UPDATE payment SET refunded_cents = 0 FROM failed WHERE payment.id = failed.id`,
    [order.orderId],
  );
  await other.query("UPDATE orders SET payment_status = 'completed' WHERE id = $1", [order.orderId]);
  await other.query('COMMIT');
  await other.end();
  expect(await told).toBe(503);
  expect(await stateOf(order)).toMatchObject({ refunds: ['failed'], refundable: '31.60' });
  expect(await tellOf(refundId)).toBe(200);
  expect(await stateOf(order)).toMatchObject({ refunds: ['succeeded'], refundable: '26.60' });
});
