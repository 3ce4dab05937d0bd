import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { refusalsOf } from '#contract/openapi.ts';
import { createAdmin, createCustomer, signIn } from '../factories/customer.ts';
import { createProduct } from '../factories/product.ts';
import { openTestShop, type TestShop } from '../shop.ts';

let shop: TestShop;
let customer: string;
let admin: string;
beforeAll(async () => {
  shop = await openTestShop();
  await createProduct(shop.services.db);
  customer = await signIn(shop, await createCustomer(shop.services.db));
  admin = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());

const calls = Object.entries(contract as Record<string, Endpoint>).map(([key, endpoint]) => {
  const [method = '', path = ''] = key.split(' ');
  return { key, endpoint, method: method as 'GET', path };
});

const fill = (path: string, value: string) => `/api${path.replace(/\{\w+\}/g, encodeURIComponent(value))}`;

async function play(method: 'GET', url: string, token?: string, payload?: unknown) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  if (payload !== undefined) headers['content-type'] = 'application/json';
  const body =
    payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) };
  const response = await shop.app.inject({ method, url, headers, ...body });
  return { status: response.statusCode, code: response.body.startsWith('{') ? response.json().code : undefined };
}

describe('access', () => {
  test.each(calls.filter(({ endpoint }) => endpoint.access !== 'public'))(
    '$key needs a sign-in',
    async ({ method, path }) => {
      const url = fill(path, '1');
      expect(await play(method, url)).toEqual({ status: 401, code: 'auth.required' });
      expect(await play(method, url, 'nobody-has-this-token')).toEqual({ status: 401, code: 'auth.expired' });
      expect((await play(method, url, "' OR 1=1 --")).status).toBe(401);
    },
  );

  test.each(calls.filter(({ endpoint }) => endpoint.access === 'admin'))(
    '$key is for admins alone',
    async ({ method, path }) => {
      expect(await play(method, fill(path, '1'), customer)).toEqual({ status: 403, code: 'auth.forbidden' });
    },
  );
});

const FIELDS = ['id', 'product_id', 'quantity', 'email', 'password', 'name', 'code', 'status', 'amount'];
/** Requests of people, scanners and broken programs. */
const BODIES = [
  [],
  null,
  'text',
  12,
  Object.fromEntries([...FIELDS, 'items', 'shipping_address'].map((field) => [field, { $gt: '' }])),
  Object.fromEntries([...FIELDS, 'token', 'payment_intent_id'].map((field) => [field, '\u0000\ud800'])),
  { product_id: 1e308, quantity: -1, amount: Number.MAX_VALUE, items: Array.from({ length: 5000 }, () => null) },
];
/** Bodies that no JSON serialiser would produce. */
const TEXTS = ['', '{"unclosed": ', '"\\ud800"', '{"__proto__": {"is_admin": true}, "constructor": {"prototype": {}}}'];
const SEGMENTS = [
  '0',
  '-1',
  '99999999999999999999',
  '1.5',
  'NaN',
  '\u0000',
  "1' OR '1'='1",
  '../../etc/passwd',
  '\u{1F600}',
  '%',
];
const QUERIES = [
  'page=0',
  'page=-1',
  'page=99999999999999999999',
  'page=1&page=2',
  'per_page=101',
  'limit=0',
  'search=%00',
  'search=%ED%A0%80',
  `search=${'a'.repeat(3000)}`,
  'q=%00',
  'sortBy=password_hash',
  'sortOrder=up',
  'minPrice=-1',
  'minPrice=1e400',
  'category=abc',
  'status=unknown',
  'constructor=1&__proto__=1',
];

describe('invalid input of any kind is refused with a 4xx, never a 5xx', () => {
  test.each(calls.filter(({ method }) => (method as string) !== 'GET'))(
    '$key: bodies',
    async ({ key, method, path }) => {
      for (const body of [...BODIES, ...TEXTS]) {
        const reply = await play(method, fill(path, '1'), admin, body);
        expect(reply.status, `${key} with ${JSON.stringify(body).slice(0, 80)}`).toBeLessThan(500);
      }
    },
  );

  test.each(calls.filter(({ path }) => path.includes('{')))('$key: addresses', async ({ key, method, path }) => {
    for (const segment of SEGMENTS) {
      const reply = await play(method, fill(path, segment), admin, (method as string) === 'GET' ? undefined : {});
      expect(reply.status, `${key} with ${segment}`).toBeGreaterThanOrEqual(400);
      expect(reply.status, `${key} with ${segment}`).toBeLessThan(500);
    }
  });

  test.each(calls.filter(({ method }) => (method as string) === 'GET'))(
    '$key: queries',
    async ({ key, method, path }) => {
      for (const query of QUERIES) {
        const reply = await play(method, `${fill(path, '1')}?${query}`, admin);
        expect(reply.status, `${key}?${query}`).toBeLessThan(500);
      }
    },
  );

  test('a body that is not JSON, too large or of another type is refused accordingly', async () => {
    const send = (headers: Record<string, string>, payload: string) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/cart',
        headers: { authorization: `Bearer ${customer}`, ...headers },
        payload,
      });
    expect((await send({ 'content-type': 'application/json' }, '{')).statusCode).toBe(400);
    expect((await send({ 'content-type': 'text/xml' }, '<a/>')).statusCode).toBe(415);
    const large = JSON.stringify({ product_id: 1, note: 'x'.repeat(2_000_000) });
    expect((await send({ 'content-type': 'application/json' }, large)).statusCode).toBe(413);
  });

  test('unknown addresses are 404, known ones with another method 405', async () => {
    expect(await play('GET', '/api/nothing-here')).toEqual({ status: 404, code: 'route.not_found' });
    const wrong = await shop.app.inject({ method: 'PATCH', url: '/api/cart' });
    expect(wrong.statusCode).toBe(405);
    expect(wrong.headers.allow).toContain('POST');
  });

  test('none of this was logged as an unexpected error', () => {
    expect(shop.log.warnings()).toEqual([]);
  });
});

test.each([
  ['broken', '{', 'application/json'],
  ['deep', '['.repeat(100), 'application/json'],
  ['large', JSON.stringify('a'.repeat(2_000_000)), 'application/json'],
  ['plain', 'a=1', 'text/plain'],
])('the reference lists the refusal of a %s body', async (_kind, payload, type) => {
  const headers = { 'content-type': type };
  const response = await shop.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload });
  const listed = refusalsOf('POST /auth/login', contract['POST /auth/login']).map(
    ({ status, code }) => `${status} ${code}`,
  );
  expect(listed).toContain(`${response.statusCode} ${response.json().code}`);
});

test('the reference lists the refusals of a write without a body', async () => {
  const key = 'PUT /orders/{id}/cancel';
  const headers = { 'content-type': 'text/plain' };
  const response = await shop.app.inject({ method: 'PUT', url: '/api/orders/1/cancel', headers, payload: 'a=1' });
  const listed = refusalsOf(key, contract[key]).map(({ status, code }) => `${status} ${code}`);
  expect(listed).toContain(`${response.statusCode} ${response.json().code}`);
  expect(listed).toEqual(expect.arrayContaining(['409 request.conflict', '422 idempotency.reused']));
});
