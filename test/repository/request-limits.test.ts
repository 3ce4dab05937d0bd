import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { createAdmin, createCustomer, signIn } from '../factories/customer.ts';
import { openTestShop, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: string;
let customer: string;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await signIn(shop, await createAdmin(shop.services.db));
  customer = await signIn(shop, await createCustomer(shop.services.db));
});
afterAll(() => shop.close());

const calls = Object.entries(contract as Record<string, Endpoint>).map(([key, endpoint]) => {
  const [method = '', path = ''] = key.split(' ');
  return { key, endpoint, method: method as 'POST', url: `/api${path.replace(/\{\w+\}/g, '1')}` };
});
const writes = calls.filter(({ key }) => !key.startsWith('GET '));

async function send(method: 'POST', url: string, headers: Record<string, string>, payload: string | Buffer) {
  const response = await shop.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${admin}`, ...headers },
    payload,
  });
  return { status: response.statusCode, code: response.json().code, headers: response.headers };
}

const BOUNDARY = 'stoa-boundary';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const FORM = [
  `--${BOUNDARY}`,
  'Content-Disposition: form-data; name="name"',
  '',
  'Mallory',
  `--${BOUNDARY}--`,
  '',
].join('\r\n');

describe('only uploads accept a form', () => {
  test.each(writes.filter(({ endpoint }) => !endpoint.file))('$key', async ({ method, url }) => {
    for (const [type, payload] of [
      [MULTIPART, FORM],
      ['application/x-www-form-urlencoded', 'name=Mallory'],
      ['text/plain', '{"name":"Mallory"}'],
      ['text/xml', '<name>Mallory</name>'],
      ['application/octet-stream', 'Mallory'],
    ] as const) {
      const reply = await send(method, url, { 'content-type': type }, payload);
      expect(reply, type).toMatchObject({ status: 415, code: 'request.unsupported_media_type' });
    }
  });

  test.each(writes.filter(({ endpoint }) => endpoint.file))(
    '$key accepts one, and no JSON',
    async ({ method, url }) => {
      expect((await send(method, url, { 'content-type': MULTIPART }, FORM)).status).not.toBe(415);
      expect((await send(method, url, { 'content-type': 'application/json' }, '{}')).status).toBe(415);
    },
  );

  test('an unknown URL is a 404 with any body', async () => {
    const headers = { 'content-type': MULTIPART };
    expect(await send('POST', '/api/nothing-here', headers, FORM)).toMatchObject({ status: 404 });
    expect((await shop.app.inject({ method: 'PATCH', url: '/api/cart', headers, payload: FORM })).statusCode).toBe(405);
  });

  test('a profile is not changed by a form', async () => {
    const headers = { authorization: `Bearer ${customer}`, 'content-type': MULTIPART };
    await shop.app.inject({ method: 'PUT', url: '/api/auth/profile', headers, payload: FORM });
    const { data } = await shop.call('GET /auth/profile', {}, { token: customer });
    expect(data.name).not.toBe('Mallory');
  });
});

describe('deeply nested JSON is refused', () => {
  const nested = (depth: number) => `{"name":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

  test.each(writes)('$key, with and without an Idempotency-Key', async ({ method, url }) => {
    for (const body of [nested(20_000), `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, '['.repeat(20_000)]) {
      for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
        const reply = await send(method, url, { 'content-type': 'application/json', ...headers }, body);
        expect(reply).toMatchObject({ status: 400, code: 'request.too_deep' });
      }
    }
  });

  test('32 levels are accepted, 33 are not', async () => {
    const put = (body: string) => send('POST', '/api/contact', { 'content-type': 'application/json' }, body);
    expect((await put(nested(32))).code).toBe('request.invalid');
    expect((await put(nested(33))).code).toBe('request.too_deep');
  });

  test('brackets within strings do not count', async () => {
    const bio = `${'['.repeat(100)}"\\${'{'.repeat(100)}\\`;
    const { data } = await shop.call('PUT /auth/profile', { body: { preferences: { bio } } }, { token: customer });
    expect(data.preferences.bio).toBe(bio);
  });

  test('none of this was logged as an unexpected error', () => expect(shop.log.warnings()).toEqual([]));
});

test('a key is bound to the bytes of a request, not to their meaning', async () => {
  const headers = {
    authorization: `Bearer ${customer}`,
    'content-type': 'application/json',
    'idempotency-key': 'bytes',
  };
  const put = (payload: string) =>
    shop.app.inject({ method: 'PUT', url: '/api/account/notifications', headers, payload });
  expect((await put('{"marketingEmails":false}')).statusCode).toBe(200);
  const again = await put('{"marketingEmails":false}');
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect((await put('{ "marketingEmails": false }')).json()).toMatchObject({ code: 'idempotency.reused' });
});

describe('responses that can contain a secret are never stored', () => {
  const authWrites = writes.filter(({ key }) => / \/auth(\/|$)/.test(key));

  test('every write below /auth declares it', () => {
    expect(authWrites.filter(({ endpoint }) => endpoint.storesResponse !== false).map(({ key }) => key)).toEqual([]);
    expect(authWrites.length).toBeGreaterThan(10);
  });

  test.each(authWrites)('$key stores nothing under an Idempotency-Key', async ({ key, method, url }) => {
    const owner = await createCustomer(shop.services.db);
    const token = await signIn(shop, owner);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `key of ${key}`.replace(/[^a-z]/gi, '-'),
    };
    for (let time = 0; time < 2; time += 1) {
      const response = await shop.app.inject({ method, url, headers, payload: '{}' });
      expect(response.headers['idempotent-replayed']).toBeUndefined();
    }
    const stored = await shop.services.db
      .selectFrom('idempotency_record')
      .select('scope')
      .where('scope', 'like', `%${key}`)
      .execute();
    expect(stored).toEqual([]);
  });

  test('a login with a key twice gives two tokens', async () => {
    const { email } = await createCustomer(shop.services.db);
    const logIn = () =>
      shop.call(
        'POST /auth/login',
        { body: { email, password: 'Correct-horse-1' } },
        { headers: { 'idempotency-key': 'my-login' } },
      );
    const first = (await logIn()).data.token;
    expect((await logIn()).data.token).not.toBe(first);
  });
});
