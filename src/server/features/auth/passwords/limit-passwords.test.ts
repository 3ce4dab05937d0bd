import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CreatedUser, createCustomer, PASSWORD, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

const WRONG = 'Wrong-horse-1';
const NEXT = 'Battery-staple-2';
const HOME = '192.0.2.10';

/** Fast to check: these tests try hundreds of passwords. */
const quickHash = hash(PASSWORD, { memoryCost: 64, timeCost: 1 });
const createAccount = async () => createCustomer(shop.services.db, { password_hash: await quickHash });

let shop: TestShop;
let owner: CreatedUser;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  owner = await createAccount();
});

async function post(url: string, payload: object, { from, token }: { from: string; token?: string }) {
  const response = await shop.app.inject({
    method: url.endsWith('/password') ? 'PUT' : 'POST',
    url: `/api${url}`,
    remoteAddress: from,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    payload,
  });
  const { code, data } = response.json() as { code?: string; data: { token?: string } | null };
  return { status: response.statusCode, code, data, retryAfter: Number(response.headers['retry-after']) };
}

const logIn = (password: string, from: string, email = owner.email) =>
  post('/auth/login', { email, password }, { from });

/** One wrong password from each of so many addresses. @returns how many were checked. */
async function attack(addresses: number, network = '203.0.113', email = owner.email): Promise<number> {
  let checked = 0;
  for (let index = 0; index < addresses; index += 1) {
    if ((await logIn(WRONG, `${network}.${index}`, email)).status === 401) checked += 1;
  }
  return checked;
}

/** By the link of a mail; the new password is `NEXT`. */
async function resetPassword(from: string): Promise<void> {
  await shop.call('POST /auth/forgot-password', { body: { email: owner.email } });
  await shop.jobs.runRequested();
  await shop.jobs.runRequested();
  const [, link = ''] = /reset-password\?token=([\w-]{43})/.exec(shop.mailbox.newestTo(owner.email).text) ?? [];
  const body = { token: link, password: NEXT, password_confirmation: NEXT };
  expect((await post('/auth/reset-password', body, { from })).status).toBe(200);
}

describe('attempts at one account from many addresses', () => {
  test('are limited together: of 40, twenty are checked, and then even the right password is refused', async () => {
    expect(await attack(40)).toBe(20);
    const locked = await logIn(PASSWORD, '198.51.100.1');
    expect(locked).toMatchObject({ status: 429, code: 'auth.locked' });
    expect(locked.retryAfter).toBeGreaterThan(14 * 60);
    expect(locked.retryAfter).toBeLessThanOrEqual(15 * 60);
  });

  test('cannot exceed the limit concurrently', async () => {
    const replies = await Promise.all(Array.from({ length: 60 }, (_, index) => logIn(WRONG, `203.0.113.${index}`)));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(20);
  });

  test('expire 15 minutes after the first', async () => {
    await attack(19);
    shop.clock.advance({ minutes: 14 });
    await attack(5, '198.51.100');
    expect((await logIn(PASSWORD, '192.0.2.200')).status).toBe(429);
    shop.clock.advance({ minutes: 1, seconds: 1 });
    expect((await logIn(PASSWORD, '192.0.2.200')).status).toBe(200);
  });

  test('do not lock out when rare, over hours', async () => {
    for (let hour = 0; hour < 6; hour += 1) {
      await attack(4, `198.51.${hour}`);
      shop.clock.advance({ minutes: 14 });
    }
    expect((await logIn(PASSWORD, '192.0.2.201')).status).toBe(200);
  });

  test('do not lock out known addresses', async () => {
    await logIn(PASSWORD, HOME);
    await attack(25);
    expect((await logIn(PASSWORD, HOME)).status).toBe(200);
    expect((await logIn(PASSWORD, '192.0.2.11')).status).toBe(429);
  });

  test('do not reveal known addresses: there the limit of five applies', async () => {
    await logIn(PASSWORD, HOME);
    await attack(25);
    for (let time = 0; time < 5; time += 1) expect((await logIn(WRONG, HOME)).status).toBe(401);
    expect((await logIn(PASSWORD, HOME)).status).toBe(429);
  });

  test('do not lock the owner out after a password reset', async () => {
    await attack(25);
    const hotel = '198.51.100.77';
    expect((await logIn(PASSWORD, hotel)).status).toBe(429);
    await resetPassword(hotel);
    await attack(25);
    expect((await logIn(NEXT, hotel)).status).toBe(200);
  });

  test('are limited from addresses known before a password reset', async () => {
    for (let index = 0; index < 30; index += 1) await logIn(PASSWORD, `203.0.113.${index}`);
    await resetPassword('198.51.100.77');
    expect(await attack(30)).toBe(20);
  });

  test('do not affect signed-in users, also when they confirm their password', async () => {
    const token = await signIn(shop, owner);
    await attack(25);
    const body = { current_password: PASSWORD, password: NEXT, password_confirmation: NEXT };
    expect((await post('/auth/password', body, { from: '198.51.100.5', token })).status).toBe(200);
  });

  test('at an unknown address are limited in the same way', async () => {
    expect(await attack(60, '203.0.113', 'nobody-at-all@example.test')).toBe(20);
  });

  test('at other accounts are counted separately', async () => {
    const other = await createAccount();
    await attack(25);
    expect((await logIn(PASSWORD, '198.51.100.3', other.email)).status).toBe(200);
  });
});

test('a stolen session cannot be used to guess the password from many addresses', async () => {
  const token = await signIn(shop, owner);
  const statuses: number[] = [];
  for (let index = 0; index < 60; index += 1) {
    const body = { current_password: WRONG, password: NEXT, password_confirmation: NEXT };
    statuses.push((await post('/auth/password', body, { from: `203.0.113.${index}`, token })).status);
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
});

test('all addresses of an IPv6 /64 network share a limit', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 8; index += 1) statuses.push((await logIn(WRONG, `2001:db8:1:2::${index}`)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  expect((await logIn(PASSWORD, '2001:db8:1:3::1')).status).toBe(200);
});

test('known addresses expire after 90 days, and are in the personal data export', async () => {
  const { data } = await logIn(PASSWORD, HOME);
  const { data: download } = await shop.call('GET /account/data', {}, { token: data?.token ?? '' });
  expect(download.login_addresses).toMatchObject([{ address: HOME }]);
  shop.clock.advance({ days: 91 });
  await shop.jobs.run('clean-up');
  const left = await shop.services.db
    .selectFrom('known_login_address')
    .select('address')
    .where('user_id', '=', owner.id)
    .execute();
  expect(left).toEqual([]);
});
