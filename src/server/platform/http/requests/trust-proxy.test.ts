import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { createCustomer, PASSWORD, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { clientAddress, limitKey } from './client-address.ts';

const PROXY = '10.0.0.2';

/** One wrong password, from a socket and with the addresses that proxies and visitors wrote. */
async function guess(
  shop: TestShop,
  { email, socket = PROXY, forwarded }: { email: string; socket?: string; forwarded?: string },
): Promise<number> {
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: socket,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    payload: { email, password: 'Wrong-horse-1' },
  });
  return response.statusCode;
}

/** The statuses of so many guesses at an account, one after the other. */
async function guesses(count: number, one: (index: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push(await one(index));
  return statuses;
}

const passed = (statuses: readonly number[]) => statuses.filter((status) => status === 401).length;

/** The address under which a login is listed among the account's sessions. */
async function placeOf(shop: TestShop, forwarded: string, socket = PROXY): Promise<string | null | undefined> {
  const { email } = await createCustomer(shop.services.db);
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: socket,
    headers: { 'x-forwarded-for': forwarded },
    payload: { email, password: PASSWORD },
  });
  const { data } = await shop.call('GET /account/sessions', {}, { token: response.json().data.token });
  return data[0]?.place;
}

describe('behind one proxy (TRUST_PROXY=1)', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop({ TRUST_PROXY: '1' });
  });
  afterAll(() => shop.close());

  test('the client is the address that the proxy saw, despite forged entries', async () => {
    expect(await placeOf(shop, '203.0.113.5')).toBe('203.0.113.5');
    expect(await placeOf(shop, '1.1.1.1, 2.2.2.2, 203.0.113.5')).toBe('203.0.113.5');
    expect(await placeOf(shop, 'unknown, 203.0.113.5:4711')).toBe('203.0.113.5');
    expect(await placeOf(shop, '2001:db8::5')).toBe('2001:db8::5');
    expect(await placeOf(shop, '[2001:db8::5]:443')).toBe('2001:db8::5');
    expect(await placeOf(shop, '::ffff:203.0.113.5')).toBe('203.0.113.5');
  });

  test("an invalid entry counts as the proxy's address", async () => {
    expect(await placeOf(shop, 'x'.repeat(5_000))).toBe(PROXY);
    expect(await placeOf(shop, '')).toBe(PROXY);
  });

  test('of 120 guesses with forged addresses only five are checked', async () => {
    const { email } = await createCustomer(shop.services.db);
    const statuses = await guesses(120, (index) =>
      guess(shop, { email, forwarded: `198.51.100.${index}, 203.0.113.9` }),
    );
    expect(passed(statuses)).toBe(5);
  });
});

test('sixty visitors behind one proxy have separate rate limits', async () => {
  const shop = await openTestShop({ TRUST_PROXY: '1', RATE_LIMIT: '20' });
  const visit = async (forwarded: string) =>
    (await shop.app.inject({ url: '/api/categories', remoteAddress: PROXY, headers: { 'x-forwarded-for': forwarded } }))
      .statusCode;
  for (let round = 0; round < 20; round += 1) {
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, index) => visit(`203.0.113.${index}`)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  expect(await visit('203.0.113.7')).toBe(429);
  expect(await visit('198.51.100.1, 203.0.113.7')).toBe(429);
  expect(await visit('203.0.113.77')).toBe(200);
  await shop.close();
});

test('without TRUST_PROXY, and with 0, the header is ignored', async () => {
  for (const env of [{}, { TRUST_PROXY: '0' }]) {
    const shop = await openTestShop(env);
    expect(await placeOf(shop, '203.0.113.5', '192.0.2.1')).toBe('192.0.2.1');
    await shop.close();
  }
});

test('behind two proxies the second entry from the right is the client', async () => {
  const shop = await openTestShop({ TRUST_PROXY: '2' });
  expect(await placeOf(shop, '1.1.1.1, 203.0.113.5, 10.0.0.3')).toBe('203.0.113.5');
  await shop.close();
});

test('with a list of networks only proxies in them are trusted, however many there are', async () => {
  const shop = await openTestShop({ TRUST_PROXY: '10.0.0.0/8, 2001:db8:ffff::/48, loopback' });
  expect(await placeOf(shop, '1.1.1.1, 203.0.113.5, 10.0.0.3, 2001:db8:ffff::1')).toBe('203.0.113.5');
  expect(await placeOf(shop, '203.0.113.5', '127.0.0.1')).toBe('203.0.113.5');
  expect(await placeOf(shop, '203.0.113.5', '192.0.2.1')).toBe('192.0.2.1');
  await shop.close();
});

test.each([
  'yes',
  'true',
  '-1',
  '1.5',
  '100',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '300.1.1.1',
  '10.0.0.1,,',
  '1,2',
])('TRUST_PROXY=%s stops the start with one line that lists the options', (value) => {
  expect(() => readConfig({ TRUST_PROXY: value })).toThrow(
    /^TRUST_PROXY is not usable: must be the number of proxies before the shop, .*\.$/,
  );
});

test.each(['0', '1', '3', '10.0.0.2', '10.0.0.0/8,::1', 'loopback, uniquelocal'])(
  'TRUST_PROXY=%s is accepted',
  (value) => {
    expect(() => readConfig({ TRUST_PROXY: value })).not.toThrow();
  },
);

describe('limits count', () => {
  test('IPv4 by address, in any notation', () => {
    expect(limitKey('203.0.113.5')).toBe('203.0.113.5');
    expect(limitKey('::ffff:203.0.113.5')).toBe(limitKey('203.0.113.5'));
    expect(limitKey('::ffff:cb00:7105')).toBe(limitKey('203.0.113.5'));
  });

  test('IPv6 by the /64 network', () => {
    expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe(limitKey('2001:db8:1:2::1'));
    expect(limitKey('2001:db8:1:3::1')).not.toBe(limitKey('2001:db8:1:2::1'));
  });

  test('a socket without an address as unknown', () => expect(clientAddress({ ip: '' })).toBe('unknown'));

  test('an account with requests from many addresses as one', async () => {
    const shop = await openTestShop({ RATE_LIMIT: '30' });
    const token = await signIn(shop, await createCustomer(shop.services.db));
    const other = await signIn(shop, await createCustomer(shop.services.db));
    const read = async (bearer: string, index: number) =>
      (
        await shop.app.inject({
          url: index % 2 ? '/api/cart' : '/api/wishlist',
          remoteAddress: `203.0.113.${index}`,
          headers: { authorization: `Bearer ${bearer}` },
        })
      ).statusCode;
    const statuses = await guesses(32, (index) => read(token, index));
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429, 429]);
    expect(await read(other, 99)).toBe(200);
    await shop.close();
  });
});
