import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
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
} from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { type FakePayPal, openFakePayPal, PAYPAL_KEYS } from '#test/servers/paypal-fake.ts';

const APP_URL = 'http://shop.test';
/** One unit of 20.00 with 8 % tax and 10.00 for delivery. */
const TOTAL = '31.60';

let paypal: FakePayPal;
let shop: PayingShop;
let product: CreatedProduct;
beforeAll(async () => {
  paypal = await openFakePayPal(`${APP_URL}/api/payments/paypal/webhook`);
  const payPal = { worlds: { live: paypal.url, test: paypal.url } };
  shop = await openPayingShop({}, { endpoints: { payPal } });
  await enablePayPal();
  product = await createProduct(shop.services.db, { price_cents: 2000, stock: 100 });
});
afterAll(async () => {
  await shop.close();
  await paypal.close();
});

async function enablePayPal(): Promise<void> {
  const token = await admin();
  const { revision } = (await shop.call('GET /admin/settings', {}, { token })).data.payment;
  const body = {
    revision,
    paypalEnabled: true,
    paypalClientId: PAYPAL_KEYS.clientId,
    paypalClientSecret: PAYPAL_KEYS.clientSecret,
  };
  await shop.call('PUT /admin/settings/payment', { body }, { token });
}

async function openWithPayPal(given?: Shopper) {
  const shopper = given ?? (await createShopper(shop));
  if (!given) await fillCart(shop, shopper, product.id);
  const { data } = await openPayment(shop, shopper, ADDRESS, 'paypal');
  return { shopper, opened: data, id: data.payment_intent_id };
}

async function buyWithPayPal() {
  const { shopper, id } = await openWithPayPal();
  paypal.approve(id);
  const { data } = await confirmPayment(shop, shopper, id);
  return { shopper, id, orderId: data.order_id };
}

async function admin() {
  return signIn(shop, await createAdmin(shop.services.db));
}

async function refund(orderId: number, amount: string) {
  return (await refundOrder(shop, orderId, amount)).refunds;
}

const send = ({ body, headers }: { body: string; headers: Record<string, string> }, from = '203.0.113.1') =>
  shop.app.inject({
    method: 'POST',
    url: '/api/payments/paypal/webhook',
    headers,
    payload: body,
    remoteAddress: from,
  });

const approvedEvent = (id: string) =>
  paypal.sign('CHECKOUT.ORDER.APPROVED', 'checkout-order', { id }, shop.clock.now());

test('a shopper approves on PayPal’s page, comes back and has a paid order', async () => {
  const { shopper, opened, id } = await openWithPayPal();
  expect(opened).toMatchObject({ provider: 'paypal', client_secret: '', sandbox_url: null, totals: { total: TOTAL } });
  const back = await fetch(opened.redirect_url ?? '', { redirect: 'manual' });
  expect(back.headers.get('location')).toBe(`${APP_URL}/order-success/pending?token=${id}&PayerID=PAYER`);
  const { data } = await confirmPayment(shop, shopper, id);
  expect(paypal.captured(id)).toEqual([TOTAL]);
  const order = await shop.call('GET /admin/orders/{id}', { params: { id: data.order_id } }, { token: await admin() });
  expect(order.data).toMatchObject({
    paymentMethod: 'paypal',
    paymentStatus: 'completed',
    payment: { provider: 'paypal', intentId: id, captured: TOTAL },
  });
});

test('an unapproved payment takes no money', async () => {
  const { shopper, id } = await openWithPayPal();
  expect((await confirmPayment(shop, shopper, id)).failure.code).toBe('payment.not_completed');
  expect(paypal.captured(id)).toEqual([]);
  expect((await openWithPayPal(shopper)).id).toBe(id);
});

test('concurrent confirmations and events capture once and create one order', async () => {
  const { shopper, id } = await openWithPayPal();
  paypal.approve(id);
  const event = approvedEvent(id);
  const [confirmed, ...events] = await Promise.all([
    Promise.all([1, 2, 3, 4].map(() => confirmPayment(shop, shopper, id))),
    send(event),
    send(event),
  ]);
  expect(new Set(confirmed.map(({ data }) => data.order_number)).size).toBe(1);
  expect(events.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(paypal.captured(id)).toEqual([TOTAL]);
});

test('an approval without return becomes an order by webhook', async () => {
  const { id } = await openWithPayPal();
  paypal.approve(id);
  expect((await send(approvedEvent(id))).statusCode).toBe(200);
  expect(await readCheckout(shop, id)).toEqual({ status: 'completed', provider: 'paypal' });
});

test('without a webhook the reconciler captures an approved payment', async () => {
  const { id } = await openWithPayPal();
  paypal.approve(id);
  shop.clock.advance({ minutes: 2 });
  await shop.jobs.run('reconcile-payments');
  expect(await readCheckout(shop, id)).toMatchObject({ status: 'completed' });
  expect(paypal.captured(id)).toEqual([TOTAL]);
});

test("an approval after the hold's end is never captured", async () => {
  const before = await readStock(shop, product.stock_id);
  const { shopper, id } = await openWithPayPal();
  paypal.approve(id);
  await makeOverdue(shop, id);
  await shop.jobs.run('expire-checkouts');
  expect(await readStock(shop, product.stock_id)).toEqual(before);
  expect((await confirmPayment(shop, shopper, id)).failure.code).toBe('checkout.expired');
  await send(approvedEvent(id));
  expect(paypal.captured(id)).toEqual([]);
});

test('a hold that ends during the capture waits for its result', async () => {
  const { shopper, id } = await openWithPayPal();
  paypal.approve(id);
  paypal.faults.duringCapture = async () => {
    await makeOverdue(shop, id);
    await shop.jobs.run('expire-checkouts');
    expect(await readCheckout(shop, id)).toMatchObject({ status: 'open' });
  };
  expect((await confirmPayment(shop, shopper, id)).status).toBe(200);
  expect(paypal.captured(id)).toEqual([TOTAL]);
  expect(paypal.refunded(id)).toEqual([]);
});

test('a capture whose response was lost becomes an order when the hold ends', async () => {
  const { shopper, id } = await openWithPayPal();
  paypal.approve(id);
  paypal.faults.lost.set('capture', 1);
  expect((await confirmPayment(shop, shopper, id)).failure.code).toBe('payment.provider_failed');
  await makeOverdue(shop, id);
  await shop.jobs.run('expire-checkouts');
  expect(await readCheckout(shop, id)).toMatchObject({ status: 'completed' });
  expect(paypal.captured(id)).toEqual([TOTAL]);
});

test("a payment after the hold's end takes the stock again", async () => {
  const { id } = await openWithPayPal();
  await makeOverdue(shop, id);
  await shop.jobs.run('expire-checkouts');
  paypal.capture(id);
  const resource = { id: 'CAPTURE', supplementary_data: { related_ids: { order_id: id } } };
  await send(paypal.sign('PAYMENT.CAPTURE.COMPLETED', 'capture', resource, shop.clock.now()));
  expect(await readCheckout(shop, id)).toMatchObject({ status: 'completed' });
});

test('a payment with another amount is refunded in full', async () => {
  const { shopper, id } = await openWithPayPal();
  paypal.approve(id);
  paypal.faults.captureValue = '1.00';
  const { failure } = await confirmPayment(shop, shopper, id);
  paypal.faults.captureValue = undefined;
  expect(failure.code).toBe('payment.refunded');
  expect(paypal.refunded(id)).toEqual(['1.00']);
});

test('a declined payment can be retried with another method', async () => {
  const { shopper, id } = await openWithPayPal();
  paypal.approve(id);
  paypal.faults.isDeclining = true;
  const { failure } = await confirmPayment(shop, shopper, id);
  expect(failure).toMatchObject({ code: 'payment.not_completed', message: 'INSTRUMENT_DECLINED.' });
  const byCard = (await openPayment(shop, shopper)).data;
  await shop.pay(byCard);
  expect((await confirmPayment(shop, shopper, byCard.payment_intent_id)).status).toBe(200);
  await send(approvedEvent(id));
  expect(paypal.captured(id)).toEqual([]);
});

test('a payment that was declined is captured after another approval, and a lost response is repeated', async () => {
  const { shopper, id } = await openWithPayPal();
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    paypal.approve(id);
    paypal.faults.isDeclining = true;
    expect((await confirmPayment(shop, shopper, id)).failure.message).toBe('INSTRUMENT_DECLINED.');
  }
  paypal.approve(id);
  // The capture is repeated with the id of the same attempt.
  paypal.faults.lost.set('capture', 1);
  await confirmPayment(shop, shopper, id);
  expect((await confirmPayment(shop, shopper, id)).status).toBe(200);
  expect(paypal.captured(id)).toEqual([TOTAL]);
});

test('a changed cart gets a new payment, and the approved one is never captured', async () => {
  const { shopper, id } = await openWithPayPal();
  paypal.approve(id);
  await fillCart(shop, shopper, product.id);
  const next = await openWithPayPal(shopper);
  expect(next.id).not.toBe(id);
  expect((await confirmPayment(shop, shopper, id)).failure.code).toBe('checkout.expired');
  paypal.approve(next.id);
  expect((await confirmPayment(shop, shopper, next.id)).status).toBe(200);
  expect(paypal.captured(id)).toEqual([]);
  expect(paypal.captured(next.id)).toEqual(['53.20']);
});

test('a PayPal order is created once although its response was lost', async () => {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  const before = paypal.orders.size;
  paypal.faults.lost.set('create', 1);
  const refused = await openPayment(shop, shopper, ADDRESS, 'paypal');
  expect(refused.failure.code).toBe('payment.provider_failed');
  await openWithPayPal(shopper);
  expect(paypal.orders.size).toBe(before + 1);
});

test('refunds go back through PayPal, in parts and once each', async () => {
  const { id, orderId } = await buyWithPayPal();
  expect(await refund(orderId, '5.00')).toMatchObject([{ status: 'succeeded', amount: '5.00' }]);
  paypal.faults.lost.set('refund', 1);
  expect(await refund(orderId, '6.00')).toMatchObject([{ status: 'succeeded' }, { status: 'pending' }]);
  shop.clock.advance({ minutes: 2 });
  await shop.jobs.run('reconcile-payments');
  expect(paypal.refunded(id)).toEqual(['5.00', '6.00']);
  const row = await shop.services.db
    .selectFrom('refund')
    .select(['status', 'provider'])
    .where('amount_cents', '=', 600)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ status: 'succeeded', provider: 'paypal' });
});

test('a refund made at PayPal is recorded', async () => {
  const { id, orderId } = await buyWithPayPal();
  const refundId = paypal.refund(id, '7.00');
  const event = paypal.sign('PAYMENT.CAPTURE.REFUNDED', 'refund', { id: refundId }, shop.clock.now());
  expect((await send(event)).statusCode).toBe(200);
  expect((await send(event)).statusCode).toBe(200);
  const order = await shop.call('GET /admin/orders/{id}', { params: { id: orderId } }, { token: await admin() });
  expect(order.data).toMatchObject({ paymentStatus: 'partially_refunded', refundedAmount: '7.00' });
  expect(order.data.refunds).toHaveLength(1);
});

test('requests with missing or outdated signatures are refused', async () => {
  const { id } = await openWithPayPal();
  paypal.approve(id);
  const { body, headers } = approvedEvent(id);
  const old = paypal.sign(
    'CHECKOUT.ORDER.APPROVED',
    'checkout-order',
    { id },
    new Date(shop.clock.now().getTime() - 301_000),
  );
  const unsigned = { 'content-type': 'application/json' };
  const calls = [
    { body, headers: unsigned },
    { body: body.replace('APPROVED', 'COMPLETED'), headers },
    { body: 'no JSON', headers },
    old,
  ];
  for (const call of calls) expect((await send(call)).json()).toMatchObject({ code: 'payment.signature_invalid' });
  expect(paypal.captured(id)).toEqual([]);
});

describe('forged events', () => {
  const PAYPAL = '198.51.100.7';
  /** With all headers of a signature, and a current time. */
  const forged = () => {
    const { body, headers } = paypal.sign('CHECKOUT.ORDER.APPROVED', 'checkout-order', { id: 'X' }, shop.clock.now());
    return { body, headers: { ...headers, 'paypal-transmission-sig': 'forged' } };
  };
  const unrelatedEvent = () => paypal.sign('CUSTOMER.DISPUTE.CREATED', 'dispute', {}, shop.clock.now());
  const statusesOf = (responses: readonly { statusCode: number }[]) => responses.map(({ statusCode }) => statusCode);

  beforeEach(async () => {
    // Earlier counts of failures and the last look-up of the webhook no longer matter.
    shop.clock.advance({ minutes: 2 });
    expect((await send(unrelatedEvent(), PAYPAL)).statusCode).toBe(200);
    Object.assign(paypal.webhookCalls, { lookUps: 0, verifications: 0 });
  });
  afterEach(() => {
    Object.assign(paypal.faults, { duringVerification: undefined, verificationStatus: 200 });
  });

  test('of one address cost a few calls a minute, and the shop asks for the rest again later', async () => {
    const responses = [];
    for (let count = 0; count < 40; count += 1) responses.push(await send(forged(), '203.0.113.2'));
    expect(statusesOf(responses)).toEqual([...Array(10).fill(400), ...Array(30).fill(503)]);
    expect(Number(responses[39]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(paypal.webhookCalls).toMatchObject({ verifications: 10, lookUps: 1 });
    shop.clock.advance({ minutes: 1 });
    expect((await send(forged(), '203.0.113.2')).statusCode).toBe(400);
  });

  test('of many addresses are limited together, and genuine ones of PayPal are still received', async () => {
    const responses = [];
    for (let count = 0; count < 100; count += 1) responses.push(await send(forged(), `192.0.2.${count}`));
    expect(responses.filter(({ statusCode }) => statusCode === 503)).toHaveLength(40);
    const { id } = await openWithPayPal();
    paypal.approve(id);
    expect((await send(approvedEvent(id), PAYPAL)).statusCode).toBe(200);
    expect(paypal.captured(id)).toEqual([TOTAL]);
    expect(paypal.webhookCalls.lookUps).toBe(1);
  });

  test('that arrive together wait for each other up to a limit, but genuine ones do not wait for them', async () => {
    const answer = Promise.withResolvers<void>();
    paypal.faults.duringVerification = () => answer.promise;
    const waiting = Array.from({ length: 60 }, (_, count) => send(forged(), `192.0.2.${count}`));
    await expect.poll(() => paypal.webhookCalls.verifications).toBe(4);
    const genuine = send(unrelatedEvent(), PAYPAL);
    await expect.poll(() => paypal.webhookCalls.verifications).toBe(5);
    answer.resolve();
    expect((await genuine).statusCode).toBe(200);
    const statuses = statusesOf(await Promise.all(waiting));
    expect(statuses.filter((status) => status === 503)).toHaveLength(36);
    expect(statuses.filter((status) => status === 400)).toHaveLength(24);
  });

  test('include those that PayPal refuses to verify', async () => {
    paypal.faults.verificationStatus = 400;
    const responses = [];
    for (let count = 0; count < 12; count += 1) responses.push(await send(forged(), '203.0.113.3'));
    expect(statusesOf(responses)).toEqual([...Array(10).fill(400), ...Array(2).fill(503)]);
  });

  test.each([
    [500, '203.0.113.4'],
    [403, '203.0.113.5'],
  ])('do not include those that PayPal answers with %s', async (status, address) => {
    paypal.faults.verificationStatus = status;
    for (let count = 0; count < 12; count += 1) expect((await send(unrelatedEvent(), address)).statusCode).toBe(503);
    paypal.faults.verificationStatus = 200;
    expect((await send(unrelatedEvent(), address)).statusCode).toBe(200);
  });

  test('a webhook that was created again is found by the next event, at most once a minute', async () => {
    await send(forged());
    paypal.recreateWebhook();
    expect((await send(unrelatedEvent(), PAYPAL)).statusCode).toBe(400);
    expect(paypal.webhookCalls.lookUps).toBe(1);
    shop.clock.advance({ minutes: 1 });
    expect((await send(unrelatedEvent(), PAYPAL)).statusCode).toBe(200);
    expect((await send(unrelatedEvent(), PAYPAL)).statusCode).toBe(200);
    expect(paypal.webhookCalls.lookUps).toBe(2);
  });
});
