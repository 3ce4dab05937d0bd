import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CreatedUser, createCustomer, PASSWORD } from '#test/factories/customer.ts';
import { recordStatementsOf } from '#test/record-statements-of.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

/** What was verified: the cost of each hash and the password. */
const verified: string[] = [];
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  return {
    ...argon2,
    verify: (hash: string, password: string) => {
      verified.push(hash.split('$').slice(1, 4).join(' '));
      return argon2.verify(hash, password);
    },
  };
});

let shop: TestShop;
let customer: CreatedUser;
beforeAll(async () => {
  shop = await openTestShop();
  // After a stall of this process, settings would be read again, by one login and not by others.
  vi.spyOn(shop.services.changes, 'isLive').mockReturnValue(true);
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await createCustomer(shop.services.db);
  verified.length = 0;
});

const logIn = (email: string, password: string, headers = {}) =>
  shop.call('POST /auth/login', { body: { email, password } }, { headers });
const failTimes = async (email: string, times: number) => {
  for (let time = 0; time < times; time += 1) await logIn(email, 'Wrong-horse-1');
};

test('a login returns token and user, and is recorded', async () => {
  const { data, message } = await logIn(customer.email.toUpperCase(), PASSWORD);
  expect(message).toBe('Login successful');
  expect(data.user).toMatchObject({ id: customer.id, is_admin: false });
  expect(data.user.last_login_at).not.toBeNull();
  expect(data.token).toMatch(/^[\w-]{43}$/);
});

test('login responses are never cached', async () => {
  expect((await logIn(customer.email, PASSWORD)).headers['cache-control']).toBe('no-store');
});

describe('a refused login reveals nothing', () => {
  const refused = async (email: string, password: string) => {
    const request = { method: 'POST', url: '/api/auth/login', payload: { email, password } } as const;
    const { result: response, statements } = await recordStatementsOf(() => shop.app.inject(request));
    const hashes = verified.splice(0);
    const { date: _date, ...headers } = response.headers;
    return { status: response.statusCode, body: response.json(), headers, statements, hashes };
  };

  test('unknown, wrong, deactivated and invited accounts get the same answer after the same work', async () => {
    const inactive = await createCustomer(shop.services.db, { is_active: false });
    const invited = await createCustomer(shop.services.db, { password_hash: null });
    // The first call of a process also reads the settings.
    await logIn('first@example.test', PASSWORD);
    verified.length = 0;
    const wrong = await refused(customer.email, 'Wrong-horse-1');
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatchObject({ code: 'auth.failed', message: 'Invalid email or password.' });
    expect(wrong.statements).not.toEqual([]);
    expect(wrong.hashes).toEqual(['argon2id v=19 m=19456,t=2,p=1']);
    const limits = /^x-ratelimit/;
    const comparable = ({ headers, ...rest }: typeof wrong) => ({
      ...rest,
      headers: Object.keys(headers).filter((name) => !limits.test(name)),
    });
    for (const [email, password] of [
      ['nobody@example.test', PASSWORD],
      [inactive.email, PASSWORD],
      [invited.email, PASSWORD],
    ] as const) {
      expect(comparable(await refused(email, password)), email).toEqual(comparable(wrong));
    }
  });

  test('an unknown address is locked out like a known one', async () => {
    await failTimes('nobody-2@example.test', 5);
    await failTimes(customer.email, 5);
    const unknown = await logIn('nobody-2@example.test', PASSWORD);
    const known = await logIn(customer.email, PASSWORD);
    expect(unknown.failure).toEqual(known.failure);
  });
});

describe('the lockout', () => {
  test('follows the settings, says when it ends, and ends after 15 minutes', async () => {
    await failTimes(customer.email, 5);
    const locked = await logIn(customer.email, PASSWORD);
    expect(locked.status).toBe(429);
    expect(locked.failure.code).toBe('auth.locked');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    shop.clock.advance({ minutes: 14 });
    expect((await logIn(customer.email, PASSWORD)).status).toBe(429);
    shop.clock.advance({ minutes: 1, seconds: 1 });
    expect((await logIn(customer.email, PASSWORD)).status).toBe(200);
  });

  test('a successful login resets the count', async () => {
    await failTimes(customer.email, 4);
    expect((await logIn(customer.email, PASSWORD)).status).toBe(200);
    await failTimes(customer.email, 4);
    expect((await logIn(customer.email, PASSWORD)).status).toBe(200);
  });

  test('concurrent attempts cannot exceed the limit', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => logIn(customer.email, 'Wrong-horse-1')));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(35);
    expect(verified).toHaveLength(5);
  });

  test('thirty concurrent logins succeed', async () => {
    // Five are checked at a time, and the last ones wait for eight seconds at most: use a hash that is fast to check.
    const password_hash = await hash(PASSWORD, { memoryCost: 64, timeCost: 1 });
    const { email } = await createCustomer(shop.services.db, { password_hash });
    const replies = await Promise.all(Array.from({ length: 30 }, () => logIn(email, PASSWORD)));
    expect(replies.map(({ status }) => status)).toEqual(Array<number>(30).fill(200));
  });

  test('applies to one account and address', async () => {
    const other = await createCustomer(shop.services.db);
    await failTimes(customer.email, 5);
    expect((await logIn(other.email, PASSWORD)).status).toBe(200);
    const elsewhere = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: customer.email, password: PASSWORD },
      remoteAddress: '203.0.113.7',
    });
    expect(elsewhere.statusCode).toBe(200);
  });

  test('forged headers do not change the address', async () => {
    await failTimes(customer.email, 5);
    const spoofed = await logIn(customer.email, PASSWORD, { 'x-forwarded-for': '198.51.100.9' });
    expect(spoofed.status).toBe(429);
  });

  test('follows the settings', async () => {
    const strict = await openTestShop();
    await strict.services.db
      .insertInto('setting')
      .values({ section: 'security', value: JSON.stringify({ maxLoginAttempts: 3 }) })
      .execute();
    const tries = [];
    for (let time = 0; time < 4; time += 1) {
      const body = { email: 'a@example.test', password: 'Wrong-horse-1' };
      tries.push((await strict.call('POST /auth/login', { body })).status);
    }
    expect(tries).toEqual([401, 401, 401, 429]);
    await strict.close();
  });
});

test('further guessing is limited by address, too', async () => {
  const limited = await openTestShop({ RATE_LIMIT: '300' });
  const statuses = [];
  for (let time = 0; time < 16; time += 1) {
    const body = { email: `guess-${time}@example.test`, password: 'Wrong-horse-1' };
    statuses.push(await limited.call('POST /auth/login', { body }));
  }
  expect(statuses.slice(0, 15).every(({ status }) => status === 401)).toBe(true);
  expect(statuses[15]?.status).toBe(429);
  expect(statuses[15]?.failure.code).toBe('request.too_many');
  expect(Number(statuses[15]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await limited.call('GET /categories', {})).status).toBe(200);
  await limited.close();
});
