import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { type CreatedUser, createAdmin, createCustomer, PASSWORD, signIn } from '#test/factories/customer.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { openTestShop } from '#test/shop.ts';
import { SECURITY_EVENTS, securityEventTables } from './security-events.ts';

let shop: PayingShop;
let admin: CreatedUser;
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  admin = await createAdmin(shop.services.db);
});

interface Line {
  readonly event: string;
  readonly user_id: number | null;
  readonly [name: string]: unknown;
}

const linesIn = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line.includes('"event"'))
    .map((line) => JSON.parse(line) as Line);
const lines = () => linesIn(shop.log.text());
const newest = (): Line => {
  const line = lines().at(-1);
  if (!line) throw new Error('The security log is empty');
  return line;
};

function logIn(password: string, { email = admin.email, from = '198.51.100.7' } = {}) {
  return shop.app.inject({
    method: 'POST',
    url: '/api/auth/login?unused=query',
    headers: { 'user-agent': 'Firefox/140' },
    remoteAddress: from,
    payload: { email, password },
  });
}

describe('the security log', () => {
  test('records who logged in from where in which request, without secrets', async () => {
    await logIn('Not-the-password-9');
    const failed = {
      level: 30,
      event: 'auth.login.failed',
      outcome: 'failure',
      user_id: admin.id,
      address: '198.51.100.7',
      user_agent: 'Firefox/140',
      request_id: expect.any(String),
      method: 'POST',
      path: '/api/auth/login',
    };
    expect(newest()).toMatchObject(failed);
    await logIn(PASSWORD);
    expect(newest()).toMatchObject({ ...failed, event: 'auth.login.succeeded', outcome: 'success' });
    await logIn('Not-the-password-9', { email: 'nobody@example.test' });
    expect(newest()).toMatchObject({ event: 'auth.login.failed', user_id: null });
    for (let guess = 0; guess < 6; guess += 1) await logIn('Not-the-password-9');
    expect(newest()).toMatchObject({ event: 'auth.login.locked', user_id: admin.id });
    for (const secret of ['Not-the-password-9', PASSWORD, 'nobody@example.test', admin.email, 'unused=query']) {
      expect(shop.log.text()).not.toContain(secret);
    }
  });

  test('records forbidden back office requests, refused files and forged webhooks', async () => {
    const customer = await createCustomer(shop.services.db);
    const token = await signIn(shop, customer);
    await shop.call('GET /admin/users', { query: {} }, { token });
    expect(newest()).toMatchObject({ event: 'admin.access.denied', user_id: customer.id, path: '/api/admin/users' });
    const image = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`;
    await shop.call('PUT /account/avatar', { body: { image } }, { token });
    expect(newest()).toMatchObject({ event: 'upload.rejected', user_id: customer.id });
    await shop.deliver({ body: '{}', signature: 't=1,v1=forged' });
    expect(newest()).toMatchObject({ event: 'webhook.signature.rejected', user_id: null });
  });

  test('records coupon guessing', async () => {
    const customer = await createCustomer(shop.services.db);
    const token = await signIn(shop, customer);
    for (let guess = 0; guess < 12; guess += 1) {
      await shop.call('POST /cart/coupon', { body: { code: `GUESS-${guess}` } }, { token });
    }
    expect(newest()).toMatchObject({ event: 'coupon.guesses_limited', outcome: 'failure', user_id: customer.id });
    expect(shop.log.text()).not.toContain('GUESS-');
  });

  test('records changes of accounts and settings', async () => {
    const token = await signIn(shop, admin);
    const other = await createCustomer(shop.services.db);
    await shop.call('PUT /admin/users/{id}/role', { params: { id: other.id }, body: { role: 'admin' } }, { token });
    expect(newest()).toMatchObject({
      event: 'admin.user.role_changed',
      user_id: admin.id,
      path: `/api/admin/users/${other.id}/role`,
    });
    const { data } = (await shop.call('GET /admin/settings', {}, { token })).data;
    await shop.call('PUT /admin/settings/data', { body: data }, { token });
    expect(newest()).toMatchObject({ event: 'admin.settings.changed', path: '/api/admin/settings/data' });
    await shop.call('DELETE /account/sessions', {}, { token });
    expect(newest()).toMatchObject({ event: 'auth.sessions.revoked', user_id: admin.id });
    await shop.call('POST /auth/logout', {}, { token });
    expect(newest()).toMatchObject({ event: 'auth.logout', user_id: admin.id });
  });

  test('records each part of an order report', async () => {
    const token = await signIn(shop, admin);
    const days = { from: '2026-01-01', to: '2026-01-31' };
    for (const part of [{}, { after: 1 }]) {
      await shop.call('GET /admin/reports/orders', { query: { ...days, ...part } }, { token });
    }
    const exported = lines().filter(({ event, user_id }) => event === 'admin.data.exported' && user_id === admin.id);
    expect(exported.map(({ path }) => path)).toEqual(Array(2).fill('/api/admin/reports/orders'));
  });

  test('records a client over the rate limit once a minute', async () => {
    const strict = await openTestShop({ RATE_LIMIT: '20' });
    for (let request = 0; request < 60; request += 1) await strict.app.inject({ url: '/api/auth/profile' });
    const exceeded = linesIn(strict.log.text()).filter(({ event }) => event === 'rate_limit.exceeded');
    expect(exceeded).toHaveLength(1);
    await strict.close();
  });

  test('is limited per client', async () => {
    const before = lines().length;
    for (let guess = 0; guess < 60; guess += 1) {
      await logIn('Not-the-password-9', { email: `${guess}@example.test`, from: '198.51.100.99' });
    }
    expect(lines().length - before).toBe(20);
  });

  test('has an event for every section of the settings and every export', () => {
    const { ofCall } = securityEventTables({});
    const keys = Object.keys(contract).filter((key) => /^PUT \/admin\/settings\/|^GET \/admin\/.*\/export$/.test(key));
    expect(keys.length).toBeGreaterThan(9);
    expect(keys.filter((key) => !(key in ofCall))).toEqual([]);
  });

  test('has only documented events, and each is used', async () => {
    const page = await readFile('docs/security-events.md', 'utf8');
    const documented = [...page.matchAll(/^\| `(\w+\.[\w.]+)` \|/gm)].map(([, name]) => name);
    expect(documented.sort()).toEqual(Object.keys(SECURITY_EVENTS).sort());
    const { ofCall, ofRefusal } = securityEventTables({});
    // Reports of browsers are no calls of the contract: csp-reports.test.ts.
    const reached = new Set(['csp.violated', ...Object.values(ofCall), ...Object.values(ofRefusal)]);
    expect(Object.keys(SECURITY_EVENTS).filter((name) => !reached.has(name))).toEqual([]);
  });
});

describe('the audit log', () => {
  const rows = () =>
    shop.services.db
      .selectFrom('audit_entry')
      .select(['actor_id', 'actor_name', 'action', 'address', 'before', 'after'])
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(admin.id))
      .orderBy('id')
      .execute();

  // Failed logins are counted by the minute: each test happens within one.
  beforeEach(() => shop.clock.advance({ seconds: 61 - shop.services.now().getUTCSeconds() }));

  test('records an admin’s logins, with the device', async () => {
    await logIn(PASSWORD);
    expect(await rows()).toEqual([
      {
        actor_id: admin.id,
        actor_name: 'Ada Admin',
        action: 'user.login',
        address: '198.51.100.7',
        before: null,
        after: { device: expect.stringContaining('Firefox'), second_step: false },
      },
    ]);
  });

  test('counts failed admin logins in one row per minute and address, including refused ones', async () => {
    for (let guess = 0; guess < 8; guess += 1) await logIn('Not-the-password-9');
    await logIn('Not-the-password-9', { from: '203.0.113.9' });
    const unknown = { actor_id: null, actor_name: 'Unknown', before: null };
    expect(await rows()).toEqual([
      { ...unknown, action: 'user.login_failed', address: '198.51.100.7', after: { attempts: 5 } },
      { ...unknown, action: 'user.login_locked', address: '198.51.100.7', after: { attempts: 3 } },
      { ...unknown, action: 'user.login_failed', address: '203.0.113.9', after: { attempts: 1 } },
    ]);
    shop.clock.advance({ minutes: 1 });
    await logIn('Not-the-password-9', { from: '203.0.113.9' });
    expect(await rows()).toHaveLength(4);
  });

  test('is not flooded by guesses from many addresses, or at once', async () => {
    const addresses = Array.from({ length: 12 }, (_, index) => `192.0.2.${index + 1}`);
    for (const from of addresses) await logIn('Not-the-password-9', { from });
    const failed = await rows();
    expect(failed).toHaveLength(6);
    expect(failed.at(-1)).toMatchObject({ address: 'other addresses', after: { attempts: 7 } });
    await Promise.all([1, 2, 3, 4].map(() => logIn('Not-the-password-9', { from: '192.0.2.1' })));
    expect(await rows()).toHaveLength(6);
  });

  test("records nothing about customers' failed logins", async () => {
    const customer = await createCustomer(shop.services.db);
    await logIn('Not-the-password-9', { email: customer.email });
    const found = await shop.services.db
      .selectFrom('audit_entry')
      .select('id')
      .where('entity_id', '=', String(customer.id))
      .where('action', 'like', 'user.login%')
      .execute();
    expect(found).toEqual([]);
  });
});
