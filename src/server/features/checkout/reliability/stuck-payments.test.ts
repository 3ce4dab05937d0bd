import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ProviderUnavailable } from '#server/features/payments/index.ts';
import {
  ADDRESS,
  confirmPayment,
  createShopper,
  fillCart,
  makeOverdue,
  openPayment,
  readCheckout,
  readStock,
  refundOrder,
} from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { GOOD_CARD, openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { OTHER_BANK, type OtherBank, openOtherBank } from '#test/servers/other-bank.ts';
import { WAIT } from '#test/servers/stripe-sandbox.ts';
import { expireCheckouts } from '../holds/expire-checkouts.ts';
import { reconcilePayments } from '../payment-results/reconcile-payments.ts';

/** Fewer than the payments that are stuck. */
const LIMIT = 2;

let bank: OtherBank;
/** Whether the bank cannot be reached. */
let isSilent = false;
let shop: PayingShop;
let product: CreatedProduct;
beforeAll(async () => {
  bank = await openOtherBank();
  const connect = async () => {
    if (isSilent) throw new ProviderUnavailable('No response', 'silent');
    return bank.provider;
  };
  const registration = { plugin: 'banks', name: OTHER_BANK, isEnabled: async () => true, connect };
  shop = await openPayingShop({}, { paymentProviders: [registration] });
  product = await createProduct(shop.services.db, { price_cents: 2000, stock: 100 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  isSilent = false;
  shop.clock.advance({ minutes: 60 });
  await shop.jobs.run('reconcile-payments');
  await shop.jobs.run('expire-checkouts');
  const open = shop.services.db.selectFrom('checkout').select('id').where('status', '=', 'open');
  expect(await open.execute(), 'what a test leaves for the next one').toEqual([]);
});
afterAll(async () => {
  await shop.close();
  await bank.close();
});

async function open(provider?: string) {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  const { data: opened } = await openPayment(shop, shopper, ADDRESS, provider);
  return { shopper, opened, intentId: opened.payment_intent_id };
}

const openMany = (count: number, provider?: string) => Promise.all(Array.from({ length: count }, () => open(provider)));

async function makeOverdueInTurn(payments: readonly { readonly intentId: string }[]): Promise<void> {
  for (const { intentId } of payments) {
    await makeOverdue(shop, intentId);
    shop.clock.advance({ seconds: 1 });
  }
}

test('checkouts expire although older ones of a silent provider fill the batch', async () => {
  const { held } = await readStock(shop, product.stock_id);
  const stuck = await openMany(LIMIT + 1, OTHER_BANK);
  const abandoned = await open();
  await makeOverdueInTurn([...stuck, abandoned]);
  isSilent = true;
  await expireCheckouts(shop.services, LIMIT);
  expect(await readCheckout(shop, abandoned.intentId)).toMatchObject({ status: 'expired' });
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: held + stuck.length });
});

test('checkouts expire although older ones of the same provider are being paid', async () => {
  const stuck = await openMany(LIMIT + 1);
  shop.sandbox.faults.set({ operation: 'confirm', kind: 'processing', count: stuck.length, ms: 600_000 });
  for (const { opened } of stuck) await shop.pay(opened);
  const abandoned = await open();
  await makeOverdueInTurn([...stuck, abandoned]);
  for (let run = 0; run < 2; run += 1) {
    await expireCheckouts(shop.services, LIMIT);
    shop.clock.advance({ seconds: 1 });
  }
  expect(await readCheckout(shop, abandoned.intentId)).toMatchObject({ status: 'expired' });
  for (const { intentId } of stuck) expect(await readCheckout(shop, intentId)).toMatchObject({ status: 'open' });
  shop.clock.advance({ minutes: 11 });
  for (const { intentId } of stuck) {
    const statusOf = async () => (await shop.stripe.paymentIntents.retrieve(intentId)).status;
    await expect.poll(statusOf, WAIT).toBe('succeeded');
  }
});

test('a payment that nobody confirmed becomes an order although older ones of a silent provider fill the batch', async () => {
  await openMany(LIMIT + 1, OTHER_BANK);
  shop.clock.advance({ seconds: 1 });
  const paid = await open();
  await shop.pay(paid.opened);
  shop.clock.advance({ minutes: 2 });
  isSilent = true;
  await reconcilePayments(shop.services, LIMIT);
  expect(await readCheckout(shop, paid.intentId)).toMatchObject({ status: 'completed' });
});

test('a payment that nobody confirmed becomes an order although others are still open', async () => {
  await openMany(LIMIT + 1);
  shop.clock.advance({ seconds: 1 });
  const paid = await open();
  await shop.pay(paid.opened);
  shop.clock.advance({ minutes: 2 });
  for (let run = 0; run < 2; run += 1) {
    await reconcilePayments(shop.services, LIMIT);
    shop.clock.advance({ seconds: 1 });
  }
  expect(await readCheckout(shop, paid.intentId)).toMatchObject({ status: 'completed' });
});

/** An order with a refund that the provider has not got yet. */
async function requestRefund(provider?: string) {
  const { shopper, opened, intentId } = await open(provider);
  await (provider === undefined ? shop.pay(opened) : bank.pay(opened, GOOD_CARD));
  const { order_id: orderId } = (await confirmPayment(shop, shopper, intentId)).data;
  const { faults } = provider === undefined ? shop.sandbox : bank.sandbox;
  faults.set({ operation: 'refund', kind: '500', count: 2 });
  expect((await refundOrder(shop, orderId, '5.00')).refunds).toMatchObject([{ status: 'pending' }]);
  faults.clear();
  shop.clock.advance({ seconds: 1 });
  return { orderId, intentId };
}

async function readRefund(orderId: number) {
  return shop.services.db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select('refund.status')
    .where('payment.order_id', '=', orderId)
    .executeTakeFirstOrThrow();
}

test('a refund is sent although older ones of a silent provider fill the batch, and few of those are tried', async () => {
  const stuck: { readonly orderId: number }[] = [];
  for (let count = 0; count < 6; count += 1) stuck.push(await requestRefund(OTHER_BANK));
  const { orderId } = await requestRefund();
  shop.clock.advance({ minutes: 2 });
  const asked = vi
    .spyOn(bank.provider, 'findRefund')
    .mockRejectedValue(new ProviderUnavailable('No response', 'silent'));
  await reconcilePayments(shop.services, LIMIT);
  expect(await readRefund(orderId)).toEqual({ status: 'succeeded' });
  await reconcilePayments(shop.services);
  // Several at once find out that it is silent.
  expect(asked.mock.calls.length).toBeLessThan(stuck.length);
  for (const one of stuck) expect(await readRefund(one.orderId)).toEqual({ status: 'pending' });
});
