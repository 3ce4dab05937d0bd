import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createPaidOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { SANDBOX_KEYS } from '#test/servers/stripe-sandbox.ts';

/** A shop whose settings contain keys of Stripe and PayPal. */
let shop: PayingShop;
let admin: string;
beforeAll(async () => {
  shop = await openPayingShop();
  admin = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());
beforeEach(async () => {
  const { payment } = (await shop.call('GET /admin/settings', {}, { token: admin })).data;
  const { publishableKey, secretKey, webhookSecret } = SANDBOX_KEYS;
  const body = {
    revision: payment.revision,
    stripePublishableKey: publishableKey,
    stripeSecretKey: secretKey,
    stripeWebhookSecret: webhookSecret,
    paypalEnabled: true,
    paypalClientId: 'client',
    paypalClientSecret: 'secret',
  };
  expect((await shop.call('PUT /admin/settings/payment', { body }, { token: admin })).status).toBe(200);
});

function forget(): void {
  shop.services.settings.forget();
  shop.services.cache.clear();
}

/** Makes reading the secrets from the database fail during `work`. */
async function withoutSecrets<T>(work: () => Promise<T>): Promise<T> {
  const { db } = shop.services;
  await sql`ALTER TABLE setting_secret RENAME TO setting_secret_away`.execute(db);
  forget();
  try {
    return await work();
  } finally {
    await sql`ALTER TABLE setting_secret_away RENAME TO setting_secret`.execute(db);
  }
}

const readMethods = async () => (await shop.call('GET /shop', {})).data.paymentMethods.map(({ method }) => method);

test('payment methods are offered again as soon as their secrets can be read', async () => {
  const methods = await readMethods();
  expect(methods).toEqual(expect.arrayContaining(['card', 'paypal']));
  const failed = await withoutSecrets(() => shop.call('GET /shop', {}));
  expect(failed.status).toBe(500);
  expect(await readMethods()).toEqual(methods);
});

test('a refund waits while the secret of its provider cannot be read', async () => {
  const product = await createProduct(shop.services.db);
  const { orderId } = await createPaidOrder(shop, product.id);
  const params = { id: orderId };
  const refund = { params, body: { amount: '5.00', reason: 'Scratched' } };
  await withoutSecrets(() => shop.call('POST /admin/orders/{id}/refunds', refund, { token: admin }));
  const read = async () => (await shop.call('GET /admin/orders/{id}', { params }, { token: admin })).data.refunds;
  expect(await read()).toMatchObject([{ status: 'pending' }]);
  shop.clock.advance({ minutes: 2 });
  await shop.jobs.run('reconcile-payments');
  expect(await read()).toMatchObject([{ status: 'succeeded' }]);
});

test('secrets encrypted with another APP_SECRET turn their payment methods off, with a line in the log', async () => {
  await sql`UPDATE setting_secret SET ciphertext = decode(repeat('00', 64), 'hex')`.execute(shop.services.db);
  forget();
  shop.log.clear();
  expect(await readMethods()).not.toContain('paypal');
  const lines = shop.log.warnings().map(({ msg }) => msg);
  expect(lines).toContain('The Stripe keys cannot be read: they were encrypted with another APP_SECRET');
  expect(lines).toContain('The PayPal secret cannot be read: it was encrypted with another APP_SECRET');
});
