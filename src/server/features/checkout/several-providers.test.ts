import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readPagePolicy } from '#server/services/open-payment-providers.ts';
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
  type Shopper,
  saveSetting,
} from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { GOOD_CARD, openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { OTHER_BANK as OTHER, type OtherBank, openOtherBank } from '#test/servers/other-bank.ts';

let other: OtherBank;
let isOtherEnabled = true;
/** Whether its plug-in fails to connect it. */
let isOtherBroken = false;
let shop: PayingShop;
let product: CreatedProduct;
beforeAll(async () => {
  other = await openOtherBank();
  const isEnabled = async () => isOtherEnabled;
  const connect = async () => {
    if (isOtherBroken) throw new TypeError('The settings have no key');
    return other.provider;
  };
  shop = await openPayingShop({}, { paymentProviders: [{ plugin: 'banks', name: OTHER, isEnabled, connect }] });
  product = await createProduct(shop.services.db, { price_cents: 2000, stock: 100 });
});
afterAll(async () => {
  await shop.close();
  await other.close();
});
afterEach(async () => {
  isOtherEnabled = true;
  isOtherBroken = false;
  await saveSetting(shop, 'payment', {});
});

async function shopperWithCart(): Promise<Shopper> {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  return shopper;
}

/** A shopper whose payment with the other provider is open. */
async function openWithOther() {
  const shopper = await shopperWithCart();
  const { data } = await openPayment(shop, shopper, ADDRESS, OTHER);
  return { shopper, opened: data };
}

const payAtOther = (opened: { payment_intent_id: string; client_secret: string }) => other.pay(opened, GOOD_CARD);

const refund = (orderId: number) => refundOrder(shop, orderId, '5.00');

const refundedAt = async ({ stripe }: Pick<PayingShop, 'stripe'>, intentId: string) =>
  (await stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount);

test('the checkout lists every enabled method, and the card provider as before', async () => {
  await saveSetting(shop, 'payment', { offlineEnabled: true, offlineInstructions: 'By transfer to DE00.' });
  await expect
    .poll(async () => (await shop.call('GET /payments/methods', {})).data)
    .toMatchObject({
      provider: 'sandbox',
      sandbox_url: shop.sandbox.url,
      methods: [
        { method: 'card', provider: 'sandbox', instructions: null },
        { method: 'offline', provider: null, instructions: 'By transfer to DE00.' },
        { method: OTHER, label: 'Other Bank', provider: OTHER, sandbox_url: other.sandbox.url },
      ],
    });
});

test('pages let the forms of enabled providers load their scripts', async () => {
  const readOrigins = async () => (await shop.call('GET /shop', {})).data.scriptOrigins;
  await expect.poll(readOrigins).toEqual(['https://js.bank.test', 'https://cdn.test']);
  const { paymentProviders } = shop.services;
  expect(await readPagePolicy(paymentProviders)).toMatchObject({
    connect: [shop.sandbox.url],
    scripts: ['https://js.bank.test', 'https://*.bank.test', 'https://cdn.test/bank/'],
    permissions: { payment: ['https://js.bank.test'] },
  });
  isOtherEnabled = false;
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  await expect.poll(readOrigins).toBeUndefined();
  expect(await readPagePolicy(paymentProviders)).toMatchObject({ scripts: [], permissions: {} });
});

test('each order is paid and refunded by the provider that the shopper chose', async () => {
  const cardShopper = await shopperWithCart();
  const byCard = (await openPayment(shop, cardShopper)).data;
  expect(byCard.provider).toBe('sandbox');
  await shop.pay(byCard);
  const cardOrder = (await confirmPayment(shop, cardShopper, byCard.payment_intent_id)).data.order_id;

  const { shopper, opened } = await openWithOther();
  expect(opened).toMatchObject({ provider: OTHER, sandbox_url: other.sandbox.url });
  await payAtOther(opened);
  const otherOrder = (await confirmPayment(shop, shopper, opened.payment_intent_id)).data.order_id;

  expect((await refund(cardOrder)).payment).toMatchObject({ provider: 'sandbox' });
  const refunded = await refund(otherOrder);
  expect(refunded).toMatchObject({ paymentMethod: OTHER, paymentLabel: 'Other Bank', payment: { provider: OTHER } });
  expect(refunded.refunds).toMatchObject([{ status: 'succeeded', amount: '5.00' }]);
  expect(await refundedAt(shop, byCard.payment_intent_id)).toEqual([500]);
  expect(await refundedAt(other, opened.payment_intent_id)).toEqual([500]);
  const rows = await shop.services.db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.provider', 'payment.order_id'])
    .orderBy('refund.id')
    .execute();
  expect(rows).toEqual([
    { provider: 'sandbox', order_id: cardOrder },
    { provider: OTHER, order_id: otherOrder },
  ]);
});

test('a provider disabled after the checkout started still confirms and refunds', async () => {
  const { shopper, opened } = await openWithOther();
  isOtherEnabled = false;
  const fresh = await openPayment(shop, await shopperWithCart(), ADDRESS, OTHER);
  expect(fresh.failure).toMatchObject({
    code: 'payment.method_unavailable',
    message: 'This payment method is not available at the moment.',
  });
  await payAtOther(opened);
  const { order_id: orderId } = (await confirmPayment(shop, shopper, opened.payment_intent_id)).data;
  expect((await refund(orderId)).refunds).toMatchObject([{ status: 'succeeded' }]);
  expect(await refundedAt(other, opened.payment_intent_id)).toEqual([500]);
});

test('a disabled provider still cancels its payment before the stock is released', async () => {
  const before = await readStock(shop, product.stock_id);
  const { opened } = await openWithOther();
  isOtherEnabled = false;
  await makeOverdue(shop, opened.payment_intent_id);
  await shop.jobs.run('expire-checkouts');
  expect(await readCheckout(shop, opened.payment_intent_id)).toMatchObject({ provider: OTHER });
  expect((await other.stripe.paymentIntents.retrieve(opened.payment_intent_id)).status).toBe('canceled');
  expect(await readStock(shop, product.stock_id)).toEqual(before);
});

test('an unconfirmed payment is found by the reconciler at its provider', async () => {
  const { opened } = await openWithOther();
  await payAtOther(opened);
  isOtherEnabled = false;
  shop.clock.advance({ minutes: 2 });
  await shop.jobs.run('reconcile-payments');
  expect(await readCheckout(shop, opened.payment_intent_id)).toEqual({ provider: OTHER, status: 'completed' });
});

test('an unresponsive provider does not delay the checkouts of another', async () => {
  const { opened } = await openWithOther();
  const byCard = (await openPayment(shop, await shopperWithCart())).data;
  await makeOverdue(shop, opened.payment_intent_id);
  await makeOverdue(shop, byCard.payment_intent_id);
  other.sandbox.faults.set({ operation: 'cancel', kind: 'timeout_before', ms: 2_000, count: 10 });
  await shop.jobs.run('expire-checkouts');
  other.sandbox.faults.clear();
  expect(await readCheckout(shop, byCard.payment_intent_id)).toMatchObject({ status: 'expired' });
  expect(await readCheckout(shop, opened.payment_intent_id)).toMatchObject({ status: 'open' });
});

test('switching the provider cancels the first payment and charges once', async () => {
  const shopper = await shopperWithCart();
  const byCard = (await openPayment(shop, shopper)).data;
  const opened = (await openPayment(shop, shopper, ADDRESS, OTHER)).data;
  expect((await shop.stripe.paymentIntents.retrieve(byCard.payment_intent_id)).status).toBe('canceled');
  await payAtOther(opened);
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).status).toBe(200);
  expect((await confirmPayment(shop, shopper, byCard.payment_intent_id)).failure.code).toBe('checkout.expired');
});

test('a cart paid with one provider cannot be paid with another', async () => {
  const shopper = await shopperWithCart();
  const byCard = (await openPayment(shop, shopper)).data;
  await shop.pay(byCard);
  const second = await openPayment(shop, shopper, ADDRESS, OTHER);
  expect(second.failure.code).toBe('payment.already_completed');
});

test('two windows opening two providers leave one payable payment', async () => {
  const shopper = await shopperWithCart();
  const replies = await Promise.all([openPayment(shop, shopper), openPayment(shop, shopper, ADDRESS, OTHER)]);
  for (const reply of replies) if (reply.status !== 200) expect(reply.failure.code).toBe('payment.in_progress');
  const open = await shop.services.db
    .selectFrom('checkout')
    .select('provider')
    .where('user_id', '=', shopper.user.id)
    .where('status', '=', 'open')
    .execute();
  expect(open).toHaveLength(1);
  const intents = await Promise.all(
    replies
      .filter(({ status }) => status === 200)
      .map(({ data }) =>
        (data.provider === OTHER ? other : shop).stripe.paymentIntents.retrieve(data.payment_intent_id),
      ),
  );
  expect(intents.filter(({ status }) => status === 'requires_payment_method').length).toBeLessThanOrEqual(1);
});

test('a Pay later order stores its own provider', async () => {
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  const { shopper, opened } = await openWithOther();
  const placed = await shop.call('POST /orders', { body: { shipping_address: ADDRESS } }, { token: shopper.token });
  expect(placed.status).toBe(201);
  expect((await other.stripe.paymentIntents.retrieve(opened.payment_intent_id)).status).toBe('canceled');
  const row = await shop.services.db
    .selectFrom('checkout')
    .select('provider')
    .where('order_id', '=', placed.data.id)
    .executeTakeFirstOrThrow();
  expect(row.provider).toBe('offline');
});

/** The other provider's event of a payment. @returns sends it to the webhook of a provider */
async function paidEvent(intentId: string) {
  const event = await other.webhooks.arrivalOf('payment_intent.succeeded', intentId);
  const body = JSON.stringify(event);
  const signature = other.sign(body, shop.clock.now());
  return (provider: string, header = signature) =>
    shop.app.inject({
      method: 'POST',
      url: `/api/payments/${provider}/webhook`,
      headers: { 'content-type': 'application/json', 'stripe-signature': header },
      payload: body,
    });
}

test('each provider has its own webhook address, which takes only its own events', async () => {
  const { opened } = await openWithOther();
  await payAtOther(opened);
  const send = await paidEvent(opened.payment_intent_id);
  expect((await send(OTHER, 't=1,v1=2')).json()).toMatchObject({ code: 'payment.signature_invalid' });
  expect((await send('nobody')).json()).toMatchObject({ code: 'payment.signature_invalid' });
  expect((await send(OTHER)).statusCode).toBe(200);
  expect(await readCheckout(shop, opened.payment_intent_id)).toEqual({ provider: OTHER, status: 'completed' });
});

test('while the plug-in of a provider fails, its payments wait, and the other methods keep working', async () => {
  const paid = await openWithOther();
  await payAtOther(paid.opened);
  const { order_id: orderId } = (await confirmPayment(shop, paid.shopper, paid.opened.payment_intent_id)).data;
  const { shopper, opened } = await openWithOther();
  await payAtOther(opened);
  const send = await paidEvent(opened.payment_intent_id);

  isOtherBroken = true;
  const { data: offered } = await shop.call('GET /payments/methods', {});
  expect(offered.methods.map(({ method }) => method)).toEqual(['card']);
  const fresh = await openPayment(shop, await shopperWithCart(), ADDRESS, OTHER);
  expect(fresh.failure.code).toBe('payment.method_unavailable');
  const byCard = (await openPayment(shop, await shopperWithCart())).data;
  const confirmed = await confirmPayment(shop, shopper, opened.payment_intent_id);
  expect([confirmed.status, confirmed.failure.code]).toEqual([503, 'payment.provider_failed']);
  expect((await send(OTHER)).statusCode).toBe(503);
  expect((await refund(orderId)).refunds).toMatchObject([{ status: 'pending' }]);
  await makeOverdue(shop, byCard.payment_intent_id);
  await shop.jobs.run('expire-checkouts');
  expect(await readCheckout(shop, byCard.payment_intent_id)).toMatchObject({ status: 'expired' });
  shop.clock.advance({ minutes: 2 });
  await shop.jobs.run('reconcile-payments');
  expect(await readCheckout(shop, opened.payment_intent_id)).toMatchObject({ status: 'open' });

  isOtherBroken = false;
  await shop.jobs.run('reconcile-payments');
  expect(await readCheckout(shop, opened.payment_intent_id)).toMatchObject({ status: 'completed' });
  expect(await refundedAt(other, paid.opened.payment_intent_id)).toEqual([500]);
});

test('a checkout of the previous version is completed by the card provider', async () => {
  const shopper = await shopperWithCart();
  const { data } = await openPayment(shop, shopper);
  await shop.services.db
    .updateTable('checkout')
    .set({ provider: null })
    .where('intent_id', '=', data.payment_intent_id)
    .execute();
  await shop.pay(data);
  expect((await confirmPayment(shop, shopper, data.payment_intent_id)).status).toBe(200);
  expect(await readCheckout(shop, data.payment_intent_id)).toEqual({ provider: 'sandbox', status: 'completed' });
});
