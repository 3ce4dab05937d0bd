import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startHeartbeat } from '#server/features/system/index.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import {
  ADDRESS,
  cartTotal,
  confirmPayment,
  createShopper,
  fillCart,
  makeOverdue,
  openPayment,
  readCheckout,
  readStock,
  refundOrder,
  saveSetting,
} from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { GOOD_CARD, openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { openSecondNode } from '#test/second-node.ts';
import { OTHER_BANK, type OtherBank, openOtherBank } from '#test/servers/other-bank.ts';
import { WAIT } from '#test/servers/stripe-sandbox.ts';

/** Its refunds are pending at first. */
const SLOW_CARD = '4000000000007726';

/** During an upgrade: a node of the new release, with the plug-in of a provider, and one of the old release, without it. */
let bank: OtherBank;
let shop: PayingShop;
let old: Awaited<ReturnType<typeof openSecondNode>>;
let heartbeat: { stop(): Promise<void> };
let product: CreatedProduct;
beforeAll(async () => {
  bank = await openOtherBank();
  const connect = async () => bank.provider;
  const registration = { plugin: 'banks', name: OTHER_BANK, isEnabled: async () => true, connect };
  shop = await openPayingShop({}, { paymentProviders: [registration] });
  old = await openSecondNode(shop);
  const preferences = JSON.stringify({ notifications: { systemNotifications: true } });
  await createAdmin(shop.services.db, { preferences });
  product = await createProduct(shop.services.db, { price_cents: 2000, stock: 100 });
});
afterAll(async () => {
  await old.close();
  await shop.close();
  await bank.close();
});
beforeEach(async () => {
  heartbeat = await startHeartbeat(shop.services);
});
afterEach(() => heartbeat.stop());

/** Later than requests whose payments a job leaves alone; the nodes are still running. */
async function waitForJobs() {
  shop.clock.advance({ minutes: 2 });
  await heartbeat.stop();
  heartbeat = await startHeartbeat(shop.services);
}

async function openAtBank() {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  const { data: opened } = await openPayment(shop, shopper, ADDRESS, OTHER_BANK);
  return { shopper, opened, intentId: opened.payment_intent_id };
}

const statusAtBank = async (intentId: string) => (await bank.stripe.paymentIntents.retrieve(intentId)).status;

/** An order whose refund of 5.00 is pending at the bank. */
async function refundSlowly() {
  const { shopper, opened, intentId } = await openAtBank();
  await bank.pay(opened, SLOW_CARD);
  const { order_id: orderId } = (await confirmPayment(shop, shopper, intentId)).data;
  expect((await refundOrder(shop, orderId, '5.00')).refunds).toMatchObject([{ status: 'pending' }]);
  await waitForJobs();
  return { orderId, intentId };
}

async function readRefunds(orderId: number) {
  const token = await signIn(shop, await createAdmin(shop.services.db));
  const { data } = await shop.call('GET /admin/orders/{id}', { params: { id: orderId } }, { token });
  return { refunds: data.refunds.map(({ status }) => status), refundable: data.refundableAmount };
}

async function failureMails() {
  await shop.jobs.run('deliver-mail');
  return shop.mailbox.mails.filter(({ subject }) => / failed — /.test(subject)).length;
}

async function postToOld(path: string, token: string, payload: object) {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await old.app.inject({ method: 'POST', url: `/api${path}`, headers, payload });
  return { status: reply.statusCode, code: reply.json().code };
}

test('a node without the provider leaves its pending refunds to the nodes that have it', async () => {
  const { orderId, intentId } = await refundSlowly();
  await old.jobs.run('reconcile-payments');
  expect(await readRefunds(orderId)).toEqual({ refunds: ['pending'], refundable: '26.60' });
  expect(await failureMails()).toBe(0);

  bank.clock.advance({ minutes: 1 });
  const listRefunds = async () => (await bank.stripe.refunds.list({ payment_intent: intentId })).data;
  await expect.poll(async () => (await listRefunds()).map(({ status }) => status), WAIT).toEqual(['succeeded']);
  await shop.jobs.run('reconcile-payments');
  expect((await readRefunds(orderId)).refunds).toEqual(['succeeded']);
  expect(await listRefunds()).toHaveLength(1);
});

test('a node without the provider does not end its checkouts, which it could not cancel', async () => {
  const { intentId } = await openAtBank();
  const { held } = await readStock(shop, product.stock_id);
  await makeOverdue(shop, intentId);
  await old.jobs.run('expire-checkouts');
  expect(await readCheckout(shop, intentId)).toMatchObject({ status: 'open' });
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held });

  await shop.jobs.run('expire-checkouts');
  expect(await readCheckout(shop, intentId)).toMatchObject({ status: 'expired' });
  expect(await statusAtBank(intentId)).toBe('canceled');
});

test('a cart that is being paid with the provider cannot be bought in another way on a node without it', async () => {
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  const { shopper, opened, intentId } = await openAtBank();
  const unavailable = { status: 503, code: 'payment.provider_failed' };
  const payment = { amount: await cartTotal(shop, shopper), shipping_address: ADDRESS };
  expect(await postToOld('/payments/create-intent', shopper.token, payment)).toEqual(unavailable);
  expect(await postToOld('/orders', shopper.token, { shipping_address: ADDRESS })).toEqual(unavailable);
  await bank.pay(opened, GOOD_CARD);
  const confirmation = { payment_intent_id: intentId };
  expect(await postToOld('/payments/confirm', shopper.token, confirmation)).toEqual(unavailable);
  expect(await readCheckout(shop, intentId)).toMatchObject({ status: 'open' });
  expect((await confirmPayment(shop, shopper, intentId)).status).toBe(200);
});

test('an event of the provider that reaches a node without it is sent again', async () => {
  const { opened, intentId } = await openAtBank();
  await bank.pay(opened, GOOD_CARD);
  const body = JSON.stringify(await bank.webhooks.arrivalOf('payment_intent.succeeded', intentId));
  const send = async (node: Pick<PayingShop, 'app'>, provider: string) => {
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': bank.sign(body, shop.clock.now()),
    };
    const url = `/api/payments/${provider}/webhook`;
    return (await node.app.inject({ method: 'POST', url, headers, payload: body })).statusCode;
  };
  expect(await send(old, OTHER_BANK)).toBe(503);
  expect(await send(old, 'nobody')).toBe(400);
  expect(await readCheckout(shop, intentId)).toMatchObject({ status: 'open' });
  expect(await send(shop, OTHER_BANK)).toBe(200);
  expect(await readCheckout(shop, intentId)).toMatchObject({ status: 'completed' });
});

test('a node of an earlier release, which does not say what it has, may have the provider', async () => {
  const { intentId } = await openAtBank();
  await makeOverdue(shop, intentId);
  await heartbeat.stop();
  const at = shop.services.now();
  const facts = { host: 'old', process_id: 1, version: '0.0.1', started_at: at, seen_at: at, memory_bytes: 1 };
  const node = { id: crypto.randomUUID(), ...facts };
  await shop.services.db.insertInto('shop_node').values(node).execute();
  await old.jobs.run('expire-checkouts');
  expect(await readCheckout(shop, intentId)).toMatchObject({ status: 'open' });
  shop.clock.advance({ minutes: 2 });
  await old.jobs.run('expire-checkouts');
  expect(await readCheckout(shop, intentId)).toMatchObject({ status: 'expired' });
  await shop.services.db.deleteFrom('shop_node').where('id', '=', node.id).execute();
});

test('while a node of an earlier release runs, events of made-up providers do not fill the log', async () => {
  const at = shop.services.now();
  const facts = { host: 'old', process_id: 1, version: '0.0.1', started_at: at, seen_at: at, memory_bytes: 1 };
  const node = { id: crypto.randomUUID(), ...facts };
  await shop.services.db.insertInto('shop_node').values(node).execute();
  shop.log.clear();
  const headers = { 'content-type': 'application/json' };
  const url = '/api/payments/nobody/webhook';
  expect((await shop.app.inject({ method: 'POST', url, headers, payload: {} })).statusCode).toBe(503);
  expect(shop.log.warnings()).toEqual([]);
  await shop.services.db.deleteFrom('shop_node').where('id', '=', node.id).execute();
});

test('once no running node has the provider, its checkouts expire and its refunds fail', async () => {
  const { orderId } = await refundSlowly();
  const { intentId } = await openAtBank();
  await makeOverdue(shop, intentId);
  await heartbeat.stop();
  await old.jobs.run('expire-checkouts');
  await old.jobs.run('reconcile-payments');
  expect(await readCheckout(shop, intentId)).toMatchObject({ status: 'expired' });
  expect(await readRefunds(orderId)).toEqual({ refunds: ['failed'], refundable: '31.60' });
  expect(await failureMails()).toBe(1);
});
