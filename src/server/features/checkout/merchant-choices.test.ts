import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import {
  ADDRESS,
  applyCoupon,
  confirmPayment,
  createCoupon,
  createPaidOrder,
  createShopper,
  fillCart,
  openPayment,
  readStock,
  type Shopper,
  saveSetting,
} from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { violatedInvariants } from '#test/invariants.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { reportsTo } from '#test/plugin-reports.ts';
import { openTestShop } from '#test/shop.ts';

let shop: PayingShop;
let product: CreatedProduct;
beforeAll(async () => {
  shop = await openPayingShop();
  product = await createProduct(shop.services.db, { price_cents: 2000, stock: 100 });
});
afterAll(() => shop.close());
afterEach(async () => {
  await saveSetting(shop, 'payment', {});
  await saveSetting(shop, 'shipping', {});
});

async function shopperWith(quantity: number): Promise<Shopper> {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id, quantity);
  return shopper;
}

function quote({ token }: Shopper, body: object = {}) {
  return shop.call('POST /checkout/quote', { body }, { token });
}

function placeOffline({ token }: Shopper, more: object = {}) {
  return shop.call('POST /orders', { body: { shipping_address: ADDRESS, ...more } }, { token });
}

test('the full cost is shown before anything is held', async () => {
  const shopper = await shopperWith(2);
  const { data } = await quote(shopper);
  expect(data).toMatchObject({
    items: [{ quantity: 2, unit_price: '20.00', line_total: '40.00' }],
    cart_total: '40.00',
    totals: { subtotal: '40.00', discount: '0.00', tax: '3.20', shipping: '10.00', total: '53.20' },
    shipping_method: 'flat',
    shipping_options: [{ method: 'flat', cost: '10.00' }],
    countries: ['US', 'CA', 'UK'],
  });
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 0 });
  expect((await quote(await createShopper(shop))).failure.code).toBe('cart.empty');
});

test('changed tax and flat shipping apply at once', async () => {
  await saveSetting(shop, 'shipping', { flatShippingCost: 4.5, taxPercent: 8.875 });
  const { data } = await openPayment(shop, await shopperWith(3));
  expect(data.totals).toEqual({ subtotal: '60.00', discount: '0.00', tax: '5.33', shipping: '4.50', total: '69.83' });
});

test('with a choice of methods, standard is free above the threshold and the others cost', async () => {
  await saveSetting(shop, 'shipping', { checkoutShipping: 'methods' });
  const shopper = await shopperWith(3);
  expect((await quote(shopper)).data.shipping_options).toMatchObject([
    { method: 'standard', label: 'Standard delivery', cost: '0.00' },
    { method: 'express', label: 'Express delivery', cost: '12.99' },
    { method: 'overnight', label: 'Overnight delivery', cost: '24.99' },
  ]);
  const body = { amount: 60, shipping_address: ADDRESS, shipping_method: 'express' as const };
  const opened = await shop.call('POST /payments/create-intent', { body }, { token: shopper.token });
  expect(opened.data).toMatchObject({ shipping_method: 'express', totals: { shipping: '12.99', total: '77.79' } });
  const flat = { ...body, shipping_method: 'flat' as const };
  const refused = await shop.call('POST /payments/create-intent', { body: flat }, { token: shopper.token });
  expect(refused.failure).toMatchObject({ code: 'request.invalid', errors: { shipping_method: expect.any(Array) } });
});

test('without international shipping only addresses in the United States are accepted', async () => {
  await saveSetting(shop, 'shipping', { internationalShipping: false });
  const shopper = await shopperWith(1);
  expect((await quote(shopper)).data.countries).toEqual(['US']);
  const { failure } = await openPayment(shop, shopper, { ...ADDRESS, country: 'CA' });
  expect(failure).toMatchObject({
    code: 'request.invalid',
    errors: { 'shipping_address.country': ['We do not ship to this country.'] },
  });
  expect((await openPayment(shop, shopper)).status).toBe(200);
});

test('a total outside the card limits is refused before anything is held', async () => {
  await saveSetting(shop, 'shipping', { flatShippingCost: 0, taxPercent: 0 });
  await createCoupon(shop, { code: 'ALL-OF-IT', value: 10_000 });
  const shopper = await shopperWith(1);
  await shop.call('POST /cart/coupon', { body: { code: 'ALL-OF-IT' } }, { token: shopper.token });
  const held = await readStock(shop, product.stock_id);
  expect((await openPayment(shop, shopper)).failure).toMatchObject({
    code: 'payment.amount_unsupported',
    message: 'Cards can be charged $0.50 or more.',
  });
  expect(await readStock(shop, product.stock_id)).toEqual(held);
});

test("the methods include the card form’s provider and the merchant's switches", async () => {
  const methods = async () => (await shop.call('GET /payments/methods', {})).data;
  const cards = { provider: 'sandbox', publishable_key: expect.stringMatching(/^pk_/), sandbox_url: shop.sandbox.url };
  expect(await methods()).toMatchObject({ ...cards, methods: [{ method: 'card', ...cards }] });
  await saveSetting(shop, 'payment', { stripeEnabled: false, offlineEnabled: true });
  const nobody = { provider: null, publishable_key: null, sandbox_url: null };
  await expect.poll(methods).toMatchObject({ ...nobody, methods: [{ method: 'offline', ...nobody }] });
  const refused = await openPayment(shop, await shopperWith(1));
  expect(refused.failure.code).toBe('payment.method_unavailable');
});

test('a production shop without keys accepts no cards and says so', async () => {
  const { openPaymentProviders } = await import('#server/services/open-payment-providers.ts');
  const other = await openTestShop({ NODE_ENV: 'production' });
  const { config, log, now, settings } = other.services;
  const enteredKeys = async () => undefined;
  const readSettings = () => settings.getFresh('payment');
  const options = {
    config,
    ...reportsTo(log),
    log,
    now,
    enteredKeys,
    enteredPayPal: enteredKeys,
    readSettings,
    isConnectedByAnyNode: async () => false,
    database: other.databaseUrl,
    appSecret: 'any',
  };
  const { paymentProviders } = await openPaymentProviders(options);
  expect(await paymentProviders.enabled()).toEqual([]);
  expect(await paymentProviders.cardKeySource()).toBe('nobody');
  expect((await other.call('GET /payments/methods', {})).data).toMatchObject({ provider: null, methods: [] });
  await other.close();
});

test('an order can be placed without a card and paid later, if allowed', async () => {
  const shopper = await shopperWith(2);
  expect((await placeOffline(shopper)).failure.code).toBe('payment.method_unavailable');
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  expect((await placeOffline(shopper, { payment_method: 'card' })).failure.code).toBe('payment.method_unavailable');
  const before = await readStock(shop, product.stock_id);
  const replies = await Promise.all([placeOffline(shopper), placeOffline(shopper), placeOffline(shopper)]);
  const placed = replies.filter(({ status }) => status === 201);
  expect(placed).toHaveLength(1);
  for (const reply of replies.filter(({ status }) => status !== 201)) expect(reply.failure.code).toBe('cart.empty');
  const order = placed[0]?.data;
  expect(order).toMatchObject({
    status: 'pending',
    payment_status: 'pending',
    payment_method: 'offline',
    total: '53.20',
  });
  expect(await readStock(shop, product.stock_id)).toEqual({ ...before, sold: before.sold + 2 });

  const token = await signIn(shop, await createAdmin(shop.services.db));
  const params = { id: order?.id ?? 0 };
  const paid = await shop.call('POST /admin/orders/{id}/payment', { params }, { token });
  expect(paid.data).toMatchObject({ paymentStatus: 'completed', payment: { provider: 'offline', captured: '53.20' } });
  const twice = await shop.call('POST /admin/orders/{id}/payment', { params }, { token });
  expect(twice.failure.code).toBe('order.takes_no_payment');
  const cancelled = await shop.call(
    'PUT /orders/{id}/cancel',
    { params: { id: String(order?.id) } },
    { token: shopper.token },
  );
  expect(cancelled.data).toMatchObject({ status: 'cancelled', payment_status: 'refunded' });
});

test('no payment can be recorded for an order cancelled unpaid', async () => {
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  const shopper = await shopperWith(1);
  const { data: order } = await placeOffline(shopper);
  await shop.call('PUT /orders/{id}/cancel', { params: { id: String(order.id) } }, { token: shopper.token });

  const token = await signIn(shop, await createAdmin(shop.services.db));
  const record = () => shop.call('POST /admin/orders/{id}/payment', { params: { id: order.id } }, { token });
  expect((await record()).failure.code).toBe('order.takes_no_payment');

  const input = { params: { id: order.id }, body: { status: 'confirmed' as const } };
  await shop.call('PUT /admin/orders/{id}/status', input, { token });
  expect((await record()).data.paymentStatus).toBe('completed');
});

test('a Pay later order cancels an open card payment, unless it is paid', async () => {
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  const first = await shopperWith(1);
  const { data: opened } = await openPayment(shop, first);
  expect((await placeOffline(first)).status).toBe(201);
  expect((await shop.pay(opened)).body.error?.code).toBe('payment_intent_unexpected_state');

  const second = await shopperWith(1);
  const { data: begun } = await openPayment(shop, second);
  await shop.pay(begun);
  expect((await placeOffline(second)).failure.code).toBe('payment.already_completed');
  expect((await confirmPayment(shop, second, begun.payment_intent_id)).status).toBe(200);
});

test('a Pay later order waits for a concurrent card payment', async () => {
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  const shopper = await shopperWith(1);
  await openPayment(shop, shopper);
  let begun: Awaited<ReturnType<typeof openPayment>> | undefined;
  shop.afterNext('cancelIntent', async () => {
    await shop.jobs.run('reconcile-payments');
    begun = await openPayment(shop, shopper);
  });
  expect((await placeOffline(shopper)).failure.code).toBe('payment.in_progress');
  await shop.pay(begun?.data ?? { payment_intent_id: '', client_secret: '' });
  expect((await confirmPayment(shop, shopper, begun?.data.payment_intent_id ?? '')).status).toBe(200);
});

test('payment instructions are shown at the checkout, with the unpaid order and in its email', async () => {
  const admin = await signIn(shop, await createAdmin(shop.services.db));
  const instructions = 'Bank: First Federal\nIBAN: DE02 1203 0000 0000 2020 51\n\n<b>Reference</b>: your order number';
  const { payment } = (await shop.call('GET /admin/settings', {}, { token: admin })).data;
  const body = { revision: payment.revision, offlineEnabled: true, offlineInstructions: instructions };
  await shop.call('PUT /admin/settings/payment', { body }, { token: admin });
  const { methods } = (await shop.call('GET /payments/methods', {})).data;
  expect(methods).toMatchObject([
    { method: 'card', instructions: null },
    { method: 'offline', instructions },
  ]);

  const shopper = await shopperWith(2);
  const { data: placed } = await placeOffline(shopper);
  expect(placed.payment_instructions).toBe(instructions);
  const read = async () =>
    (await shop.call('GET /orders/{id}', { params: { id: placed.order_number } }, { token: shopper.token })).data;
  expect((await read()).payment_instructions).toBe(instructions);
  await shop.jobs.run('deliver-mail');
  const { text, html } = shop.mailbox.newestTo(shopper.user.email);
  expect(text).toContain('It is not paid yet. Please pay $53.20 as described below.');
  expect(text).toContain(
    'Bank: First Federal\nIBAN: DE02 1203 0000 0000 2020 51\n\n<b>Reference</b>: your order number',
  );
  expect(html).toContain('Bank: First Federal<br>IBAN: DE02 1203 0000 0000 2020 51');
  expect(html).toContain('&lt;b&gt;Reference&lt;/b&gt;');
  for (const words of [text, html]) expect(words).not.toMatch(/payment has arrived|get in touch/);

  await shop.call('POST /admin/orders/{id}/payment', { params: { id: placed.id } }, { token: admin });
  expect((await read()).payment_instructions).toBeNull();
  expect((await createPaidOrderOf(shopper)).payment_instructions).toBeNull();
});

async function createPaidOrderOf(shopper: Shopper) {
  const { orderId } = await createPaidOrder(shop, product.id, { shopper });
  return (await shop.call('GET /orders/{id}', { params: { id: String(orderId) } }, { token: shopper.token })).data;
}

test('without instructions, page and email say that the shop will get in touch', async () => {
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  await expect
    .poll(async () => (await shop.call('GET /payments/methods', {})).data.methods.at(-1))
    .toMatchObject({
      method: 'offline',
      instructions: null,
    });
  const shopper = await shopperWith(1);
  expect((await placeOffline(shopper)).data.payment_instructions).toBeNull();
  await shop.jobs.run('deliver-mail');
  expect(shop.mailbox.newestTo(shopper.user.email).text).toContain(
    'It is not paid yet. We will contact you about the payment.',
  );
});

test('instructions keep their line breaks and have a limit', async () => {
  const admin = await signIn(shop, await createAdmin(shop.services.db));
  const { payment } = (await shop.call('GET /admin/settings', {}, { token: admin })).data;
  const body = { revision: payment.revision, offlineInstructions: 'x'.repeat(2001) };
  const refused = await shop.call('PUT /admin/settings/payment', { body }, { token: admin });
  expect(refused).toMatchObject({ status: 422 });
  expect(refused.failure.errors).toHaveProperty('offlineInstructions');
});

test('an order for which nothing is left to pay is completed when it is placed, and nobody is asked for money', async () => {
  await saveSetting(shop, 'payment', { offlineEnabled: true, offlineInstructions: 'By transfer to DE00.' });
  await saveSetting(shop, 'shipping', { flatShippingCost: 0 });
  await createCoupon(shop, { code: 'GIFT', value: 10_000 });
  const token = await signIn(shop, await createAdmin(shop.services.db));
  const shopper = await shopperWith(2);
  await applyCoupon(shop, shopper, 'GIFT');
  const { data: placed } = await placeOffline(shopper, { total: '0.00' });
  expect(placed).toMatchObject({ total: '0.00', payment_status: 'completed', payment_instructions: null });
  await shop.jobs.runRequested();
  const { text } = shop.mailbox.newestTo(shopper.user.email);
  expect(text).toContain('We will tell you as soon as your parcel is on its way.');
  expect(text).not.toMatch(/not paid|Please pay|payment has arrived|DE00/);
  const params = { id: placed.id };
  const { data: seen } = await shop.call('GET /admin/orders/{id}', { params }, { token });
  expect(seen).toMatchObject({ paymentStatus: 'completed', payment: null, refundableAmount: '0.00' });
  const paid = await shop.call('POST /admin/orders/{id}/payment', { params }, { token });
  expect(paid.failure.code).toBe('order.takes_no_payment');
  const cancelled = await shop.call('PUT /orders/{id}/cancel', { params: { id: String(placed.id) } }, shopper);
  expect(cancelled.data).toMatchObject({ status: 'cancelled', payment_status: 'completed', refunded: '0.00' });
  expect(await violatedInvariants(shop.services.db)).toEqual([]);
});
