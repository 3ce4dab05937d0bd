import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ADDRESS,
  confirmPayment,
  createCoupon,
  createPaidOrder,
  createShopper,
  fillCart,
  openPayment,
  readIntents,
  readStock,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());

test('a paid cart becomes an order: numbered, cart emptied, stock sold, customer notified', async () => {
  const product = await createProduct(shop.services.db, { name: 'Field Lamp', price_cents: 2000, stock: 3 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id, 2);
  const { data: opened } = await openPayment(shop, shopper);
  const totals = { subtotal: '40.00', discount: '0.00', tax: '3.20', shipping: '10.00', total: '53.20' };
  expect(opened).toMatchObject({ totals, currency: 'usd', provider: 'sandbox', sandbox_url: shop.sandbox.url });
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 3, sold: 0, held: 2 });

  const paid = await shop.pay(opened);
  expect(paid.body).toMatchObject({ status: 'succeeded', amount: 5320 });
  const { data: confirmed } = await confirmPayment(shop, shopper, opened.payment_intent_id);
  expect(confirmed.order_number).toMatch(/^ORD-\d{4}-000001$/);
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 3, sold: 2, held: 0 });
  expect((await shop.call('GET /cart', {}, { token: shopper.token })).data.items).toEqual([]);
  const params = { id: String(confirmed.order_id) };
  const { data: order } = await shop.call('GET /orders/{id}', { params }, { token: shopper.token });
  expect(order).toMatchObject({
    status: 'pending',
    payment_status: 'completed',
    payment_method: 'card',
    total: '53.20',
    items: [{ name: 'Field Lamp', quantity: 2, price: '20.00', line_total: '40.00' }],
    shipping_address: { ...ADDRESS, line2: null },
  });
  await shop.jobs.runRequested();
  const mail = shop.mailbox.newestTo(shopper.user.email);
  expect(mail.subject).toContain(confirmed.order_number);
  expect(mail.text).toMatch(/^Total +\$53\.20$/m);
});

test('repeated requests for the same cart reuse checkout and intent; a changed cart updates them', async () => {
  const product = await createProduct(shop.services.db, { stock: 5 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id, 1);
  const before = await readIntents(shop);
  const first = await openPayment(shop, shopper);
  const again = await openPayment(shop, shopper);
  expect(again.data.payment_intent_id).toBe(first.data.payment_intent_id);
  expect(again.data.client_secret).toBe(first.data.client_secret);

  await fillCart(shop, shopper, product.id, 2);
  const more = await openPayment(shop, shopper);
  expect(more.data.payment_intent_id).toBe(first.data.payment_intent_id);
  expect(more.data.totals.total).toBe('74.80');
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 3 });
  expect((await readIntents(shop)).made).toBe(before.made + 1);

  const paid = await shop.pay(more.data);
  expect(paid.body.amount).toBe(7480);
  await confirmPayment(shop, shopper, more.data.payment_intent_id);
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 5, sold: 3, held: 0 });
});

test('units held by a checkout remain available to its own customer', async () => {
  const product = await createProduct(shop.services.db, { stock: 1 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  await openPayment(shop, shopper);
  const { data: cart } = await shop.call('GET /cart', {}, { token: shopper.token });
  expect(cart.items).toMatchObject([{ problem: null, product: { stock: 1 } }]);
  expect((await openPayment(shop, shopper)).status).toBe(200);
});

test('a wrong amount is refused with the current cart, and nothing is held', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 2000, stock: 4 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  await shop.services.db.updateTable('product').set({ price_cents: 2500 }).where('id', '=', product.id).execute();
  const body = { amount: 20, shipping_address: ADDRESS };
  const { failure } = await shop.call('POST /payments/create-intent', { body }, { token: shopper.token });
  expect(failure).toMatchObject({
    code: 'cart.changed',
    message: 'Your cart has changed. Please review it and try again.',
    data: { total: '25.00', items: [{ unit_price: '25.00', previous_unit_price: '20.00' }] },
  });
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 0 });
  for (const amount of [25, '25.00', '25', 24.999999999999996]) {
    const retry = { amount, shipping_address: ADDRESS };
    const reply = await shop.call('POST /payments/create-intent', { body: retry }, { token: shopper.token });
    expect(reply.status, String(amount)).toBe(200);
  }
});

test('a price change after the freeze affects neither payment nor order', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 1000, stock: 4 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  const { data: opened } = await openPayment(shop, shopper);
  await shop.services.db.updateTable('product').set({ price_cents: 9000 }).where('id', '=', product.id).execute();
  expect((await shop.pay(opened)).body.amount).toBe(2080);
  const { data } = await confirmPayment(shop, shopper, opened.payment_intent_id);
  const params = { id: data.order_number };
  const { data: order } = await shop.call('GET /orders/{id}', { params }, { token: shopper.token });
  expect(order).toMatchObject({ total: '20.80', items: [{ price: '10.00' }] });
});

test('items added during the payment stay in the cart', async () => {
  const bought = await createProduct(shop.services.db);
  const other = await createProduct(shop.services.db);
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, bought.id, 1);
  const { data: opened } = await openPayment(shop, shopper);
  await fillCart(shop, shopper, bought.id, 2);
  await fillCart(shop, shopper, other.id, 1);
  await shop.pay(opened);
  await confirmPayment(shop, shopper, opened.payment_intent_id);
  const { data: cart } = await shop.call('GET /cart', {}, { token: shopper.token });
  expect(cart.items.map(({ product, quantity }) => [product.id, quantity])).toEqual([
    [bought.id, 2],
    [other.id, 1],
  ]);
});

test('a deleted product sends the shopper back to the cart', async () => {
  const product = await createProduct(shop.services.db);
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  await shop.services.db.updateTable('product').set({ is_active: false }).where('id', '=', product.id).execute();
  const { failure } = await openPayment(shop, shopper);
  expect(failure).toMatchObject({ code: 'cart.changed', data: { items: [{ problem: 'not_available' }] } });
});

test('an empty cart cannot be paid, and neither can one without an address', async () => {
  const shopper = await createShopper(shop);
  const body = { amount: 0, shipping_address: ADDRESS };
  const empty = await shop.call('POST /payments/create-intent', { body }, { token: shopper.token });
  expect(empty.failure.code).toBe('cart.empty');
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/payments/create-intent',
    headers: { authorization: `Bearer ${shopper.token}` },
    payload: { amount: 10, shipping_address: { ...ADDRESS, city: ' ', country: 'FR', name: 'A\ud800' } },
  });
  expect(response.statusCode).toBe(422);
  expect(Object.keys(response.json().errors)).toEqual([
    'shipping_address.name',
    'shipping_address.city',
    'shipping_address.country',
  ]);
});

test('another customer’s payment is not found, before and after it is paid', async () => {
  const product = await createProduct(shop.services.db);
  const owner = await createShopper(shop);
  const stranger = await createShopper(shop);
  await fillCart(shop, owner, product.id);
  const { data: opened } = await openPayment(shop, owner);
  const before = await confirmPayment(shop, stranger, opened.payment_intent_id);
  expect(before.failure.code).toBe('payment.not_found');
  await shop.pay(opened);
  expect((await confirmPayment(shop, stranger, opened.payment_intent_id)).failure.code).toBe('payment.not_found');
  const { data } = await confirmPayment(shop, owner, opened.payment_intent_id);
  expect((await confirmPayment(shop, stranger, opened.payment_intent_id)).failure.code).toBe('payment.not_found');
  expect((await confirmPayment(shop, owner, opened.payment_intent_id)).data).toEqual(data);
  expect((await confirmPayment(shop, owner, 'pi_of_nobody')).failure.code).toBe('payment.not_found');
});

test('a declined card creates no order and keeps the hold; another card can pay', async () => {
  const product = await createProduct(shop.services.db, { stock: 1 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  const { data: opened } = await openPayment(shop, shopper);
  expect((await shop.pay(opened, '4000000000009995')).body.error).toMatchObject({ decline_code: 'insufficient_funds' });
  const declined = await confirmPayment(shop, shopper, opened.payment_intent_id);
  expect(declined.failure).toMatchObject({
    code: 'payment.not_completed',
    message: 'Your card has insufficient funds.',
  });
  expect(await readStock(shop, product.stock_id)).toMatchObject({ held: 1, sold: 0 });
  await shop.pay(opened);
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).data.order_number).toMatch(/^ORD-/);
});

test('a 3-D Secure payment creates its order after the shopper returns', async () => {
  const product = await createProduct(shop.services.db);
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  const { data: opened } = await openPayment(shop, shopper);
  const challenged = await shop.pay(opened, '4000002760003184', { return_url: 'http://shop.test/order-success' });
  expect(challenged.body.status).toBe('requires_action');
  const early = await confirmPayment(shop, shopper, opened.payment_intent_id);
  expect(early.failure.code).toBe('payment.not_completed');
  const page = challenged.body.next_action?.redirect_to_url?.url ?? '';
  await fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'complete' }) });
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).data.order_number).toMatch(/^ORD-/);
});

test('the last coupon use is taken by one checkout, counted once, and linked to its order', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 5000, stock: 9 });
  const coupon = await createCoupon(shop, { code: 'LAST-ONE', usage_limit: 1 });
  const [first, second] = [await createShopper(shop), await createShopper(shop)];
  for (const shopper of [first, second]) {
    await fillCart(shop, shopper, product.id);
    await shop.call('POST /cart/coupon', { body: { code: 'last-one' } }, { token: shopper.token });
  }
  const { data: opened } = await openPayment(shop, first);
  expect(opened.totals).toMatchObject({ subtotal: '50.00', discount: '5.00', tax: '3.60', total: '58.60' });
  // The total that the second one saw still had the discount.
  const body = { amount: 45, shipping_address: ADDRESS };
  const late = await shop.call('POST /payments/create-intent', { body }, { token: second.token });
  expect(late.failure).toMatchObject({ code: 'cart.changed', data: { total: '50.00' } });
  expect((await openPayment(shop, first)).data.totals.discount).toBe('5.00');

  await shop.pay(opened);
  const { data } = await confirmPayment(shop, first, opened.payment_intent_id);
  const use = await shop.services.db.selectFrom('coupon_use').selectAll().execute();
  expect(use).toMatchObject([{ coupon_id: coupon.id, order_id: data.order_id }]);
  const { times_used } = await shop.services.db.selectFrom('coupon').selectAll().executeTakeFirstOrThrow();
  expect(times_used).toBe(1);
});

test('no usable payment data is in the log or the database', async () => {
  const product = await createProduct(shop.services.db);
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  const { data: opened } = await openPayment(shop, shopper);
  await createPaidOrder(shop, product.id);
  expect(shop.log.text()).not.toContain(opened.client_secret);
  expect(shop.log.text()).not.toMatch(/_secret_|4242424242424242/);
  const kept = await shop.services.db.selectFrom('checkout').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain('_secret_');
});
