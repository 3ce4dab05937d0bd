import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import {
  ADDRESS,
  confirmPayment,
  createPaidOrder,
  createShopper,
  fillCart,
  openPayment,
  saveSetting,
} from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let token: string;
let product: CreatedProduct;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());
/** Each test begins with a shop in dollars that has sold nothing. */
beforeEach(async () => {
  const { db } = shop.services;
  await sql`TRUNCATE orders, checkout, payment, refund, setting CASCADE`.execute(db);
  await sql`DELETE FROM stock`.execute(db);
  product = await createProduct(db, { price_cents: 2000, stock: 50 });
  shop.services.settings.forget();
});

const site = async () => (await shop.call('GET /admin/settings', {}, { token })).data.site;
async function chooseCurrency(currency: 'USD' | 'EUR' | 'GBP', more: object = {}) {
  const { revision } = await site();
  return shop.call('PUT /admin/settings/site', { body: { ...more, currency, revision } }, { token });
}

describe('a shop without sales', () => {
  test('can change its currency, and charges in it from then on', async () => {
    expect((await site()).currencyLock).toBeNull();
    expect((await chooseCurrency('EUR')).data).toMatchObject({ currency: 'EUR', currencyLock: null });
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id);
    const opened = await openPayment(shop, shopper);
    expect(opened.data.currency).toBe('eur');
    expect(await shop.stripe.paymentIntents.retrieve(opened.data.payment_intent_id)).toMatchObject({ currency: 'eur' });

    const stale = { amount: '20.00', currency: 'usd' as const, shipping_address: ADDRESS };
    const refused = await shop.call('POST /payments/create-intent', { body: stale }, { token: shopper.token });
    expect(refused.failure.errors?.currency?.[0]).toMatch(/charges in EUR/);
    const coupon = { code: 'EUROS', kind: 'fixed' as const, value: '5.00', minimum: '900.00' };
    expect((await shop.call('POST /admin/coupons', { body: coupon }, { token })).status).toBe(201);
    const applied = await shop.call('POST /cart/coupon', { body: { code: 'EUROS' } }, { token: shopper.token });
    expect(applied.failure.message).toBe('This coupon needs a subtotal of at least €900.00.');
  });

  test('cannot change its currency while a customer is paying', async () => {
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id);
    const { data: opened } = await openPayment(shop, shopper);
    const reason = 'A customer is currently paying in USD. Please try again in 15 minutes.';
    expect((await site()).currencyLock).toBe(reason);
    expect((await chooseCurrency('EUR')).failure).toMatchObject({
      code: 'settings.currency_locked',
      message: reason,
      errors: { currency: [reason] },
    });
    await shop.pay(opened);
    expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).status).toBe(200);
  });

  test('whose currency changes while a payment opens has no order in the old one', async () => {
    const shoppers = await Promise.all(Array.from({ length: 6 }, () => createShopper(shop)));
    for (const shopper of shoppers) await fillCart(shop, shopper, product.id);
    const [changed, ...opened] = await Promise.all([
      chooseCurrency('EUR'),
      ...shoppers.map((shopper) => openPayment(shop, shopper)),
    ]);
    const isChanged = changed.status === 200;
    const currencies = opened.flatMap((reply) => (reply.status === 200 ? reply.data.currency : []));
    expect(new Set(currencies).size).toBeLessThanOrEqual(1);
    if (currencies.length > 0) expect(currencies[0]).toBe(isChanged ? 'eur' : 'usd');
    for (const reply of opened) if (reply.status !== 200) expect(reply.failure.code).toBe('cart.changed');
  });
});

describe('a shop that has orders', () => {
  const REASON =
    'The currency stays USD because the shop has orders: their amounts could not be added up with those of new ones.';

  test('cannot change its currency, and says why', async () => {
    await createPaidOrder(shop, product.id);
    expect((await site()).currencyLock).toBe(REASON);
    const refused = await chooseCurrency('EUR');
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.failure).toMatchObject({ code: 'settings.currency_locked', errors: { currency: [REASON] } });
    expect(await site()).toMatchObject({ currency: 'USD' });
  });

  test('even if its only order was cancelled, or is unpaid', async () => {
    await saveSetting(shop, 'payment', { offlineEnabled: true });
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id);
    const body = { shipping_address: ADDRESS };
    const { data: order } = await shop.call('POST /orders', { body }, { token: shopper.token });
    expect((await chooseCurrency('EUR')).failure.code).toBe('settings.currency_locked');
    await shop.call('PUT /orders/{id}/cancel', { params: { id: String(order.id) } }, { token: shopper.token });
    expect((await chooseCurrency('EUR')).failure.code).toBe('settings.currency_locked');
  });

  test('can save all other settings', async () => {
    await createPaidOrder(shop, product.id);
    const saved = await chooseCurrency('USD', { siteName: 'Stoa & Sons', language: 'de' });
    expect(saved.data).toMatchObject({ siteName: 'Stoa & Sons', language: 'de', currency: 'USD' });
  });
});

describe('orders in another currency, from before this rule', () => {
  test('keep their currency everywhere, and do not count as revenue', async () => {
    const before = await createPaidOrder(shop, product.id);
    await saveSetting(shop, 'site', { currency: 'EUR' });
    shop.services.settings.forget();
    const after = await createPaidOrder(shop, product.id, { quantity: 2 });
    const { data: orders } = await shop.call('GET /admin/orders', { query: {} }, { token });
    expect(orders.data.map(({ id, currency }) => [id, currency])).toEqual([
      [after.orderId, 'eur'],
      [before.orderId, 'usd'],
    ]);
    const total = orders.data[0]?.total;
    expect((await shop.call('GET /admin/orders/stats', {}, { token })).data.totalValue).toBe(total);
    expect((await shop.call('GET /admin/dashboard/stats', {}, { token })).data.totalRevenue).toBe(total);
    const { data: recent } = await shop.call('GET /admin/dashboard/recent-orders', { query: {} }, { token });
    expect(recent.map(({ currency }) => currency)).toEqual(['eur', 'usd']);
    const { data: found } = await shop.call('GET /admin/search', { query: { q: before.orderNumber } }, { token });
    expect(found.orders[0]?.currency).toBe('usd');

    const overview = (await shop.call('GET /account/overview', {}, { token: before.shopper.token })).data;
    expect(overview).toMatchObject({ total_orders: 1, total_spent: '0.00' });
    const { id } = before.shopper.user;
    const { data: user } = await shop.call('GET /admin/users/{id}', { params: { id } }, { token });
    expect(user).toMatchObject({ total_spent: '0.00', orders: [{ currency: 'usd', total: '31.60' }] });

    const days = { from: '2020-01-01', to: '2999-01-01' };
    const { data: report } = await shop.call('GET /admin/reports/orders', { query: days }, { token });
    expect(report.rows.map(({ currency, revenue }) => [currency, revenue])).toEqual([
      ['usd', '0.00'],
      ['eur', total],
    ]);
    expect((await shop.call('GET /admin/reports/sales', { query: days }, { token })).data).toMatchObject({
      currency: 'eur',
      rows: [{ revenue: total }],
    });
  });
});
