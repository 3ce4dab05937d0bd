import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { CallKey, ShopContract } from '#contract/index.ts';
import { createAdmin, createCustomer, PASSWORD, signIn } from '#test/factories/customer.ts';
import { createShopper, fillCart, openPayment } from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let product: CreatedProduct;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  product = await createProduct(shop.services.db, { price_cents: 2000, stock: 100 });
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());

type SectionKey = Extract<CallKey, `PUT /admin/settings/${string}`>;

async function save<K extends SectionKey>(key: K, fields: Omit<InputOf<ShopContract[K]>['body'], 'revision'>) {
  const all = (await shop.call('GET /admin/settings', {}, { token })).data;
  const { revision } = all[key.split('/').at(-1) as keyof typeof all];
  const input = { body: { ...fields, revision } } as unknown as InputOf<ShopContract[K]>;
  expect((await shop.call(key, input, { token })).status).toBe(200);
}

const register = (password: string) => {
  const body = { name: 'New', email: `${crypto.randomUUID()}@example.test`, password, password_confirmation: password };
  return shop.call('POST /auth/register', { body });
};

test('public settings apply at once, and contain no secrets or internals', async () => {
  const card = { method: 'card', label: 'Card', isPaidLater: false };
  expect((await shop.call('GET /shop', {})).data).toMatchObject({ siteName: 'Stoa', paymentMethods: [card] });
  await save('PUT /admin/settings/site', { siteName: 'Agora', timezone: 'UTC', language: 'en-GB' });
  await save('PUT /admin/settings/shipping', { freeShippingThreshold: 75 });
  await save('PUT /admin/settings/payment', { offlineEnabled: true, stripeSecretKey: 'sk_test_hidden' });
  await save('PUT /admin/settings/email', { smtpHost: '127.0.0.1', smtpPassword: 'hidden too' });
  const { data } = await shop.call('GET /shop', {});
  expect(data).toMatchObject({
    siteName: 'Agora',
    timezone: 'UTC',
    language: 'en-GB',
    paymentMethods: [card, { method: 'offline', label: 'Pay later', isPaidLater: true }],
  });
  expect(data.shipping.freeShippingThreshold).toBe('75.00');
  expect(JSON.stringify(data)).not.toMatch(/hidden|smtp|secret|127\.0/i);
});

test('payment provider accounts change only after confirmation while payments are open', async () => {
  const change = async (fields: object) => {
    const { revision } = (await shop.call('GET /admin/settings', {}, { token })).data.payment;
    return shop.call('PUT /admin/settings/payment', { body: { ...fields, revision } }, { token });
  };
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  await openPayment(shop, shopper);
  const other = { stripeSecretKey: 'sk_test_of_another_account' };
  const refused = await change(other);
  expect([refused.status, refused.failure.code]).toEqual([409, 'settings.open_payments']);
  expect(refused.failure).toMatchObject({
    message: expect.stringMatching(/^1 payment is open with the current keys\./),
    data: { payments: 1, refunds: 0 },
  });
  expect((await change({ stripePublishableKey: 'pk_test_1' })).status).toBe(409);
  expect((await change({ paypalClientId: 'wallet', confirmOpenPayments: false })).status).toBe(200);
  await shop.services.db.updateTable('checkout').set({ provider: 'paypal' }).where('status', '=', 'open').execute();
  expect((await change({ paypalClientId: 'other wallet' })).failure.code).toBe('settings.open_payments');
  await shop.services.db.updateTable('checkout').set({ provider: 'sandbox' }).where('status', '=', 'open').execute();
  expect((await change({ ...other, confirmOpenPayments: true })).status).toBe(200);
  expect((await change({ stripeSecretKey: null, confirmOpenPayments: true })).status).toBe(200);
});

test('a longer minimum applies to the next password, with the right number in the message', async () => {
  await save('PUT /admin/settings/security', { passwordMinLength: 12, requireSpecialChars: true });
  const { failure } = await register('Short-hors1');
  expect(failure.errors?.password).toEqual(['Must be at least 12 characters long.']);
  expect((await register('Nospecialhorse1')).failure.errors?.password).toEqual(['Must contain a special character.']);
  expect((await shop.call('GET /shop', {})).data.passwordRules.passwordMinLength).toBe(12);
  await save('PUT /admin/settings/security', { passwordMinLength: 8, requireSpecialChars: false });
  expect((await register('Bcdefgh1')).status).toBe(201);
});

test('a shorter timeout ends sessions idle for longer', async () => {
  const customer = await signIn(shop, await createCustomer(shop.services.db));
  const profile = async () => (await shop.call('GET /auth/profile', {}, { token: customer })).status;
  shop.clock.advance({ minutes: 20 });
  expect(await profile()).toBe(200);
  shop.clock.advance({ minutes: 20 });
  token = await signIn(shop, await createAdmin(shop.services.db));
  await save('PUT /admin/settings/security', { sessionTimeout: 15 });
  expect(await profile()).toBe(401);
  await save('PUT /admin/settings/security', { sessionTimeout: 120 });
});

test('fewer login attempts lock sooner', async () => {
  await save('PUT /admin/settings/security', { maxLoginAttempts: 3 });
  const { email } = await createCustomer(shop.services.db);
  const logIn = async (password: string) => (await shop.call('POST /auth/login', { body: { email, password } })).status;
  for (let time = 0; time < 3; time += 1) expect(await logIn('Wrong-horse-1')).toBe(401);
  expect(await logIn(PASSWORD)).toBe(429);
});

test('with cards disabled the method is hidden and payments are refused with a message', async () => {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  await save('PUT /admin/settings/payment', { stripeEnabled: false });
  expect((await shop.call('GET /payments/methods', {})).data.methods.map(({ method }) => method)).toEqual(['offline']);
  expect((await openPayment(shop, shopper)).failure).toMatchObject({
    code: 'payment.method_unavailable',
    message: 'Card payments are not available at the moment.',
  });
  await save('PUT /admin/settings/payment', { stripeEnabled: true });
});
