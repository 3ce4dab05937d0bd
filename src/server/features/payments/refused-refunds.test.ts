import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { adminOrderClient } from '#test/clients/admin-order-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { type BoughtOrder, createPaidOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { violatedInvariants } from '#test/invariants.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { WAIT } from '#test/servers/stripe-sandbox.ts';
import { ProviderRefused, ProviderUnavailable } from './payment-provider.ts';

/** Its refunds are pending for five seconds, and then succeed. */
const SLOW_CARD = '4000000000007726';

let shop: PayingShop;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await violatedInvariants(shop.services.db)).toEqual([]);
});
afterAll(() => shop.close());

const { refund, setStatus } = adminOrderClient(() => ({ shop, token }));

const order = async (card?: string) =>
  createPaidOrder(shop, (await createProduct(shop.services.db, { price_cents: 10_000 })).id, { ...(card && { card }) });

const refuseNextRefund = () =>
  vi.spyOn(shop.provider, 'createRefund').mockRejectedValueOnce(new ProviderRefused('Insufficient funds'));

/** The amounts that mails have announced to the customer of an order. */
async function announced({ orderNumber, shopper }: BoughtOrder): Promise<(string | undefined)[]> {
  await shop.jobs.runRequested();
  return shop.mailbox.mails
    .filter(({ to, text }) => to.email === shopper.user.email && text.includes(orderNumber))
    .flatMap(({ text }) => (text.includes('We are sending') ? [/We are sending (\S+)/.exec(text)?.[1]] : []));
}

const problemOf = async ({ orderId }: BoughtOrder) =>
  (await shop.call('GET /admin/orders/{id}', { params: { id: orderId } }, { token })).data.payment?.problem;
const listProblems = async () =>
  (await shop.call('GET /admin/payments/problems', { query: {} }, { token })).data.data.map(
    ({ orderNumber }) => orderNumber,
  );

test('a refused refund is not announced to the customer, and its retry once; the problem is gone then', async () => {
  const bought = await order();
  refuseNextRefund();
  expect((await refund(bought, '20.00')).data.refund.status).toBe('failed');
  expect(await announced(bought)).toEqual([]);
  expect(await problemOf(bought)).toBe('refund_failed');
  expect(await listProblems()).toContain(bought.orderNumber);

  expect((await refund(bought, '20.00')).data.refund.status).toBe('succeeded');
  expect(await announced(bought)).toEqual(['$20.00']);
  expect(await problemOf(bought)).toBeNull();
  expect(await listProblems()).toEqual([]);
});

test('a cancellation announces no refund that the provider has refused', async () => {
  const bought = await order();
  refuseNextRefund();
  await setStatus(bought, 'cancelled');
  expect(await announced(bought)).toEqual([]);
  expect(shop.mailbox.mails.map(({ subject }) => subject)).toContain(`Your order ${bought.orderNumber} is cancelled`);
  const left = (await shop.call('GET /admin/orders/{id}', { params: { id: bought.orderId } }, { token })).data;
  await refund(bought, left.refundableAmount);
  expect(await announced(bought)).toEqual([`$${left.refundableAmount}`]);
});

test('a refund that a node of an earlier release has settled is announced once', async () => {
  const bought = await order();
  const unavailable = new ProviderUnavailable('No response', 'broken');
  vi.spyOn(shop.provider, 'createRefund').mockRejectedValueOnce(unavailable);
  const { id } = (await refund(bought, '20.00')).data.refund;
  const asNodeOfEarlierRelease = { status: 'succeeded', settled_at: shop.clock.now() } as const;
  await shop.services.db.updateTable('refund').set(asNodeOfEarlierRelease).where('id', '=', id).execute();
  for (let run = 0; run < 2; run += 1) {
    await shop.jobs.run('reconcile-payments');
    expect(await announced(bought)).toEqual(['$20.00']);
  }
});

test('a refund that takes its time is announced once, when the provider has accepted it', async () => {
  const bought = await order(SLOW_CARD);
  const unavailable = new ProviderUnavailable('No response', 'broken');
  vi.spyOn(shop.provider, 'createRefund').mockRejectedValueOnce(unavailable);
  expect((await refund(bought, '20.00')).data.refund.status).toBe('pending');
  expect(await announced(bought)).toEqual([]);
  shop.clock.advance({ minutes: 2 });
  await shop.jobs.run('reconcile-payments');
  expect(await announced(bought)).toEqual(['$20.00']);

  const [sent] = (await shop.stripe.refunds.list({ payment_intent: bought.intentId })).data;
  shop.clock.advance({ minutes: 2 });
  await expect.poll(async () => (await shop.stripe.refunds.retrieve(sent?.id ?? '')).status, WAIT).toBe('succeeded');
  await shop.jobs.run('reconcile-payments');
  await shop.jobs.run('reconcile-payments');
  const { refunds } = (await shop.call('GET /admin/orders/{id}', { params: { id: bought.orderId } }, { token })).data;
  expect(refunds.map(({ status }) => status)).toEqual(['succeeded']);
  expect(await announced(bought)).toEqual(['$20.00']);
});
