import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ProviderUnavailable } from '#plugin';
import {
  ADDRESS,
  createAdmin,
  createPaidOrder,
  createProduct,
  createShopper,
  openPluginShop,
  type PluginShop,
  type Shopper,
  signIn,
} from '#plugin/testing';
import { createClient } from './client.ts';
import { API_KEY, type FakeBank, openFakeBank, signEvent, WEBHOOK_SECRET } from './fake-bank.ts';
import { bankLink } from './plugin.ts';

const PLUGIN = { plugin: 'bank-link' };

let bank: FakeBank;
let shop: PluginShop;
let admin: string;
let productId: number;
beforeAll(async () => {
  bank = await openFakeBank();
  shop = await openPluginShop(bankLink(bank.url));
  admin = await signIn(shop, await createAdmin(shop.services.db));
  productId = (await createProduct(shop.services.db, { price_cents: 2000, stock: 100 })).id;
  await saveSettings({ isOn: true, apiKey: API_KEY, webhookSecret: WEBHOOK_SECRET });
});
afterAll(async () => {
  await shop.close();
  await bank.close();
});
afterEach(() => {
  bank.isDown = false;
  bank.declinesRefunds = false;
});

async function saveSettings(values: Record<string, boolean | string | null>, confirm_open_payments = false) {
  const { data: plugins } = await shop.call('GET /admin/plugins', {}, { token: admin });
  const revision = plugins[0]?.settings?.revision ?? 0;
  const body = { revision, values, confirm_open_payments };
  return shop.call('PUT /admin/plugins/{plugin}/settings', { params: PLUGIN, body }, { token: admin });
}

async function openPayment({ token }: Shopper) {
  await shop.call('POST /cart', { body: { product_id: productId, quantity: 1 } }, { token });
  const { data: cart } = await shop.call('GET /cart', {}, { token });
  const body = { amount: cart.total, shipping_address: ADDRESS, provider: 'bank-link' };
  return shop.call('POST /payments/create-intent', { body }, { token });
}

/** A payment that waits for the customer's approval. */
async function openedPayment() {
  const shopper = await createShopper(shop);
  const { data: opened } = await openPayment(shopper);
  return { shopper, opened, id: opened.payment_intent_id };
}

const confirm = ({ token }: Shopper, id: string) =>
  shop.call('POST /payments/confirm', { body: { payment_intent_id: id } }, { token });

async function paidOrder() {
  const { shopper, id } = await openedPayment();
  bank.approve(id);
  const { data } = await confirm(shopper, id);
  return { shopper, id, orderId: data.order_id };
}

async function refund(orderId: number) {
  const input = { params: { id: orderId }, body: { amount: '5.00', reason: 'A scratch' } };
  return (await shop.call('POST /admin/orders/{id}/refunds', input, { token: admin })).data.order;
}

async function deliver(event: object, secret?: string): Promise<number> {
  const { body, signature } = signEvent(event, shop.clock.now(), secret);
  const url = '/api/payments/bank-link/webhook';
  const headers = { 'content-type': 'application/json', 'bank-signature': signature };
  return (await shop.app.inject({ method: 'POST', url, headers, payload: body })).statusCode;
}

const ordersOf = async ({ token }: Shopper) => (await shop.call('GET /orders', { query: {} }, { token })).data.data;

test('a customer approves the payment at the bank, and the order names the method', async () => {
  const { data } = await shop.call('GET /payments/methods', {});
  expect(data.methods).toMatchObject([
    { method: 'card', provider: 'sandbox' },
    { method: 'bank-link', label: 'Bank payment', provider: 'bank-link', publishable_key: null, sandbox_url: null },
  ]);
  const { shopper, opened, id } = await openedPayment();
  expect(opened).toMatchObject({
    redirect_url: `${bank.url}/approve/${id}`,
    form_config: { note: 'You approve the payment at your bank.' },
  });
  expect((await confirm(shopper, id)).failure.code).toBe('payment.not_completed');
  bank.approve(id);
  const { order_id } = (await confirm(shopper, id)).data;
  const order = await shop.call('GET /orders/{id}', { params: { id: String(order_id) } }, { token: shopper.token });
  expect(order.data).toMatchObject({
    payment_status: 'completed',
    payment_method: 'bank-link',
    payment_label: 'Bank payment',
  });
});

test('a webhook makes the order of a customer who does not come back', async () => {
  const { shopper, id } = await openedPayment();
  bank.approve(id);
  expect(await deliver({ id: 'ev_1', type: 'payment.paid', object: id })).toBe(200);
  expect(await ordersOf(shopper)).toHaveLength(1);
});

test('a webhook that somebody else has signed is refused', async () => {
  const { shopper, id } = await openedPayment();
  bank.approve(id);
  expect(await deliver({ id: 'ev_2', type: 'payment.paid', object: id }, 'guessed')).toBe(400);
  expect(await ordersOf(shopper)).toEqual([]);
});

test('while the service is down, customers and webhooks can try again, and nothing is lost', async () => {
  const { shopper, id } = await openedPayment();
  bank.approve(id);
  bank.isDown = true;
  const refused = await confirm(shopper, id);
  expect([refused.status, refused.failure.code]).toEqual([503, 'payment.provider_failed']);
  expect(await deliver({ id: 'ev_3', type: 'payment.paid', object: id })).toBe(503);
  expect((await openPayment(await createShopper(shop))).status).toBe(503);
  bank.isDown = false;
  expect(await deliver({ id: 'ev_3', type: 'payment.paid', object: id })).toBe(200);
  expect(await ordersOf(shopper)).toHaveLength(1);
});

test('a cart that has changed gets another payment, and the first one is canceled', async () => {
  const { shopper, id } = await openedPayment();
  const { data: second } = await openPayment(shopper);
  expect(second.payment_intent_id).not.toBe(id);
  expect(bank.payments.get(id)?.status).toBe('canceled');
  expect(bank.payments.get(second.payment_intent_id)).toMatchObject({ status: 'open' });
});

test('each order is refunded by the provider that took its payment', async () => {
  const byCard = await createPaidOrder(shop, productId);
  const byBank = await paidOrder();
  expect((await refund(byCard.orderId)).refunds).toMatchObject([{ status: 'succeeded' }]);
  expect([...bank.refunds.values()]).toEqual([]);
  expect((await refund(byBank.orderId)).refunds).toMatchObject([{ status: 'succeeded' }]);
  expect([...bank.refunds.values()]).toMatchObject([{ payment: byBank.id, amount: 500 }]);
});

test('a refund that the bank declines fails with its reason', async () => {
  const { orderId } = await paidOrder();
  bank.declinesRefunds = true;
  const order = await refund(orderId);
  expect(order.refunds).toMatchObject([{ status: 'failed', error: 'The account is closed.' }]);
  expect(order.refundableAmount, 'it can be refunded again').toBe(order.total);
});

test('a refund that could not be sent is sent once, later', async () => {
  const { orderId, id } = await paidOrder();
  bank.isDown = true;
  expect((await refund(orderId)).refunds).toMatchObject([{ status: 'pending' }]);
  bank.isDown = false;
  shop.clock.advance({ minutes: 2 });
  await shop.jobs.run('reconcile-payments');
  await shop.jobs.run('reconcile-payments');
  expect([...bank.refunds.values()].filter(({ payment }) => payment === id)).toHaveLength(1);
});

test('the merchant tests the stored key', async () => {
  const check = () => shop.call('POST /admin/plugins/{plugin}/test', { params: PLUGIN }, { token: admin });
  expect((await check()).message).toBe('Bank payment connection test successful!');
  expect((await saveSettings({ apiKey: 'another' }, true)).status).toBe(200);
  expect((await check()).failure).toMatchObject({
    code: 'settings.test_failed',
    message: 'Bank payment refused the connection. This key is unknown.',
  });
  await saveSettings({ apiKey: API_KEY }, true);
});

test('a changed key has to be confirmed while payments are open', async () => {
  await openedPayment();
  const refused = await saveSettings({ apiKey: null });
  expect(refused.failure.code).toBe('settings.open_payments');
  expect((await saveSettings({ note: 'Have your app ready.' })).status).toBe(200);
});

test('a service that takes no more calls for now has not refused the payment', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(429, { 'content-type': 'application/json' }).end('{"message":"Too many requests."}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const call = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, API_KEY);
  await expect(call('POST /payments')).rejects.toBeInstanceOf(ProviderUnavailable);
  server.close();
});
