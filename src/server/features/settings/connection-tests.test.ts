import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPayPalAccount } from '#server/adapters/paypal/check-paypal-account.ts';
import { type CreatedUser, createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { openSmtpServer, type TestSmtpServer } from '#test/servers/smtp-server.ts';
import { SANDBOX_KEYS } from '#test/servers/stripe-sandbox.ts';
import { openTestShop } from '#test/shop.ts';

const { secretKey, publishableKey } = SANDBOX_KEYS;

let shop: PayingShop;
let admin: CreatedUser;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop({ ALLOW_PRIVATE_ADDRESSES: '1' });
  admin = await createAdmin(shop.services.db, { name: 'Ada', email: 'ada@example.test' });
  token = await signIn(shop, admin);
});
afterAll(() => shop.close());

async function save(key: 'PUT /admin/settings/payment' | 'PUT /admin/settings/email', fields: object) {
  const all = (await shop.call('GET /admin/settings', {}, { token })).data;
  const { revision } = key.endsWith('email') ? all.email : all.payment;
  const reply = await shop.call(key, { body: { ...fields, revision } }, { token });
  expect(reply.status).toBe(200);
}

describe('Stripe', () => {
  const check = (keys: object = {}) =>
    shop.call('POST /admin/settings/payment/test', { body: { service: 'stripe', ...keys } }, { token });

  test('without keys the sandbox is tested', async () => {
    const reply = await check();
    expect(reply.message).toBe('Stripe connection test successful!');
    expect(reply.data).toEqual({ mode: 'test' });
  });

  test('entered keys are tested before they are saved', async () => {
    const reply = await check({ stripePublishableKey: publishableKey, stripeSecretKey: secretKey });
    expect(reply.message).toBe('Stripe connection test successful!');
    const wrong = await check({ stripePublishableKey: publishableKey, stripeSecretKey: 'sk_test_of_somebody_else' });
    expect(wrong.status).toBe(409);
    expect(wrong.failure).toMatchObject({
      code: 'settings.test_failed',
      message: 'Stripe refused the connection. It does not know the secret key.',
    });
    expect(JSON.stringify(wrong.failure)).not.toContain('somebody');
  });

  test('the stored secret is used if none was entered', async () => {
    await save('PUT /admin/settings/payment', { stripeSecretKey: 'sk_test_stored_but_wrong' });
    expect((await check({ stripePublishableKey: publishableKey })).failure.code).toBe('settings.test_failed');
    await save('PUT /admin/settings/payment', { stripeSecretKey: secretKey });
    expect((await check({ stripePublishableKey: publishableKey })).status).toBe(200);
    await save('PUT /admin/settings/payment', { stripeSecretKey: null });
  });

  test('incomplete keys, or keys of two modes, fail', async () => {
    const half = await check({ stripePublishableKey: publishableKey });
    expect(half.failure.errors).toEqual({ stripeSecretKey: ['Please enter the secret key as well.'] });
    const other = await check({ stripeSecretKey: secretKey });
    expect(other.failure.errors).toEqual({ stripePublishableKey: ['Please enter the publishable key as well.'] });
    const mixed = await check({ stripePublishableKey: 'pk_live_1', stripeSecretKey: secretKey });
    expect(mixed.failure.errors).toEqual({
      stripePublishableKey: ['One of the two keys is for test payments, the other for real ones.'],
    });
  });

  test('the stored secret key is not kept for a publishable key of another mode', async () => {
    await save('PUT /admin/settings/payment', { stripePublishableKey: publishableKey, stripeSecretKey: secretKey });
    const { revision } = (await shop.call('GET /admin/settings', {}, { token })).data.payment;
    const body = { stripePublishableKey: 'pk_live_1', revision };
    const saved = await shop.call('PUT /admin/settings/payment', { body }, { token });
    expect(saved.failure.errors).toEqual({
      stripeSecretKey: ['Enter the secret key again: the new publishable key has a different mode.'],
    });
    await save('PUT /admin/settings/payment', { stripePublishableKey: '', stripeSecretKey: null });
  });

  test('an unresponsive provider fails', async () => {
    const alone = await openTestShop();
    const other = await signIn(alone, await createAdmin(alone.services.db));
    const body = { service: 'stripe' as const };
    const reply = await alone.call('POST /admin/settings/payment/test', { body }, { token: other });
    expect(reply.failure.errors).toEqual({ stripeSecretKey: ['Please enter the keys first.'] });
    await alone.close();
  });
});

describe('PayPal', () => {
  let server: Server;
  let origin: string;
  /** What the server answers with, and what it was asked. */
  let status = 200;
  let asked: { url: string | undefined; authorization: string | undefined }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push({ url: request.url, authorization: request.headers.authorization });
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status === 200 ? { access_token: 'A21' } : { error: 'invalid_client' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    status = 200;
    asked = [];
  });
  const worlds = () => ({ live: origin, test: origin });

  test('an access token succeeds, and names the environment', async () => {
    expect(await checkPayPalAccount('client', 'secret', worlds())).toBe('live');
    const basic = `Basic ${Buffer.from('client:secret').toString('base64')}`;
    expect(asked).toEqual([{ url: '/v1/oauth2/token', authorization: basic }]);
  });

  test('wrong credentials, failures and timeouts fail', async () => {
    status = 401;
    await expect(checkPayPalAccount('client', 'secret', worlds())).rejects.toThrow('does not know this client ID');
    expect(asked).toHaveLength(2);
    status = 500;
    await expect(checkPayPalAccount('client', 'secret', worlds())).rejects.toThrow('answered with status 500');
    const nowhere = { live: 'http://127.0.0.1:1', test: 'http://127.0.0.1:1' };
    await expect(checkPayPalAccount('client', 'secret', nowhere)).rejects.toThrow('cannot be reached');
  });

  test('the stored client secret is not used or kept with another client ID', async () => {
    const sentence = 'Enter the client secret again for the new client ID.';
    await save('PUT /admin/settings/payment', { paypalClientId: 'ours', paypalClientSecret: 'stored' });
    const body = { service: 'paypal' as const, paypalClientId: 'other' };
    const tested = await shop.call('POST /admin/settings/payment/test', { body }, { token });
    expect(tested.failure.errors).toEqual({ paypalClientSecret: [sentence] });
    const { revision } = (await shop.call('GET /admin/settings', {}, { token })).data.payment;
    const wanted = { body: { paypalClientId: 'other', revision } };
    const saved = await shop.call('PUT /admin/settings/payment', wanted, { token });
    expect(saved.failure.errors).toEqual({ paypalClientSecret: [sentence] });
    await save('PUT /admin/settings/payment', { paypalClientId: '', paypalClientSecret: null });
  });

  test('missing values are refused, and never reported as success', async () => {
    const check = (keys: object) =>
      shop.call('POST /admin/settings/payment/test', { body: { service: 'paypal', ...keys } }, { token });
    expect((await check({})).failure.errors).toHaveProperty('paypalClientId');
    expect((await check({ paypalClientId: 'c' })).failure.errors).toHaveProperty('paypalClientSecret');
    const refused = await check({ paypalClientId: 'c', paypalClientSecret: 's' });
    expect([refused.status, refused.failure.code]).toEqual([409, 'settings.test_failed']);
  });
});

describe('the mail server', () => {
  let smtp: TestSmtpServer;
  beforeAll(async () => {
    smtp = await openSmtpServer();
  });
  afterAll(() => smtp.close());
  const check = (fields: object = {}) => shop.call('POST /admin/settings/email/test', { body: fields }, { token });

  test('is logged in to and sends a real mail, with unsaved values', async () => {
    expect((await check()).failure.errors).toEqual({ smtpHost: ['Please enter the mail server.'] });
    const typed = { smtpHost: '127.0.0.1', smtpPort: smtp.port, smtpEncryption: 'none', smtpUsername: 'u' };
    const reply = await check({ ...typed, smtpPassword: 'typed' });
    expect(reply.message).toBe('Email connection test successful!');
    expect(smtp.logins.at(-1)).toBe('u:typed');
    expect(smtp.mails.at(-1)).toMatchObject({ to: ['ada@example.test'] });
    expect(smtp.mails.at(-1)?.raw).toContain('Your mail server works');

    await save('PUT /admin/settings/email', { ...typed, smtpPassword: 'stored' });
    expect((await check()).status).toBe(200);
    expect(smtp.logins.at(-1)).toBe('u:stored');
  });

  test.each([
    ['host', { smtpHost: 'localhost' }],
    ['port', { smtpPort: 2526 }],
    ['user name', { smtpUsername: 'somebody' }],
    ['encryption', { smtpEncryption: 'tls' }],
  ] as const)('another %s never gets the stored password, when testing or saving', async (_what, change) => {
    const stored = { smtpHost: '127.0.0.1', smtpPort: smtp.port, smtpEncryption: 'none', smtpUsername: 'u' };
    await save('PUT /admin/settings/email', { ...stored, smtpPassword: 'stored' });
    const before = (await shop.call('GET /admin/settings', {}, { token })).data.email;
    smtp.connections = 0;
    const sentence = 'Enter the password again for the new server.';
    const tested = await check(change);
    expect([tested.status, tested.failure.errors]).toEqual([422, { smtpPassword: [sentence] }]);
    const body = { ...change, revision: before.revision };
    const saved = await shop.call('PUT /admin/settings/email', { body }, { token });
    expect([saved.status, saved.failure.errors]).toEqual([422, { smtpPassword: [sentence] }]);
    expect(smtp.connections).toBe(0);
    expect((await shop.call('GET /admin/settings', {}, { token })).data.email).toEqual(before);
    await save('PUT /admin/settings/email', { ...change, smtpPassword: 'its own' });
    expect(await shop.services.settings.getMailServer()).toMatchObject({ ...change, smtpPassword: 'its own' });
  });

  test('the stored password stays while the sender changes, and can be cleared with the server', async () => {
    await save('PUT /admin/settings/email', { smtpPassword: 'stored' });
    await save('PUT /admin/settings/email', { fromName: 'Agora' });
    expect((await shop.services.settings.getMailServer()).smtpPassword).toBe('stored');
    await save('PUT /admin/settings/email', { smtpHost: 'mail.example.test', smtpPassword: null });
    expect((await shop.services.settings.getMailServer()).smtpPassword).toBeUndefined();
  });

  test('on a private address is not connected to, and nothing is revealed', async () => {
    const strict = await openTestShop();
    const other = await signIn(strict, await createAdmin(strict.services.db));
    smtp.connections = 0;
    const body = { smtpHost: '127.0.0.1', smtpPort: smtp.port, smtpEncryption: 'none' } as const;
    const reply = await strict.call('POST /admin/settings/email/test', { body }, { token: other });
    expect([reply.status, reply.failure.code]).toEqual([409, 'settings.test_failed']);
    expect(reply.failure.message).toBe(
      'This server is on a private network. The operator can allow that with ALLOW_PRIVATE_ADDRESSES=1.',
    );
    expect(smtp.connections).toBe(0);
    await strict.close();
  });

  test('that refuses or does not exist is reported in fixed sentences', async () => {
    smtp.refuse('550 No such person');
    const typed = { smtpHost: '127.0.0.1', smtpEncryption: 'none', smtpUsername: '', smtpPassword: 'x' };
    const refused = await check({ ...typed, smtpPort: smtp.port });
    expect(refused.status).toBe(409);
    expect(refused.failure.message).toBe('The mail server rejected the sender or the recipient of the test email.');
    smtp.refuse(undefined);
    const gone = await check({ ...typed, smtpPort: 1 });
    expect(gone.failure.message).toMatch(/^Could not connect to the mail server\./);
  });
});

test('connection tests are for admins only', async () => {
  const customer = await signIn(shop, await createCustomer(shop.services.db));
  const body = { service: 'stripe' as const };
  expect((await shop.call('POST /admin/settings/payment/test', { body }, { token: customer })).status).toBe(403);
  expect((await shop.call('POST /admin/settings/email/test', { body: {} })).status).toBe(401);
});
