import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CreatedUser, createCustomer, PASSWORD, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
let customer: CreatedUser;
let token: string;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await createCustomer(shop.services.db);
  token = await signIn(shop, customer);
});

const profile = (bearer = token) => shop.call('GET /auth/profile', {}, { token: bearer });

test('logging out ends only this session', async () => {
  const other = await signIn(shop, customer);
  expect((await shop.call('POST /auth/logout', {}, { token })).data).toBeNull();
  const ended = await profile();
  expect(ended.status).toBe(401);
  expect(ended.failure.code).toBe('auth.expired');
  expect((await profile(other)).status).toBe(200);
});

test('a session ends after the idle timeout of the settings', async () => {
  shop.clock.advance({ minutes: 119 });
  expect((await profile()).status).toBe(200);
  shop.clock.advance({ minutes: 119 });
  expect((await profile()).status).toBe(200);
  shop.clock.advance({ minutes: 121 });
  expect((await profile()).status).toBe(401);
});

test('a session ends after 30 days, however often it is used', async () => {
  for (let hours = 0; hours < 30 * 24 - 1.5; hours += 1.5) {
    shop.clock.advance({ minutes: 90 });
    if ((await profile()).status !== 200) throw new Error(`Ended after ${hours} hours`);
  }
  shop.clock.advance({ minutes: 91 });
  expect((await profile()).status).toBe(401);
});

test('sessions of a deactivated account end, and it cannot log in', async () => {
  await shop.services.db.updateTable('users').set({ is_active: false }).where('id', '=', customer.id).execute();
  expect((await profile()).status).toBe(401);
  const login = await shop.call('POST /auth/login', { body: { email: customer.email, password: PASSWORD } });
  expect(login.failure).toMatchObject({ code: 'auth.failed', message: 'Invalid email or password.' });
});

test('concurrent requests are attributed to their own tokens', async () => {
  const { db, now } = shop.services;
  const people = await Promise.all(Array.from({ length: 12 }, () => createCustomer(db)));
  const tokens = await Promise.all(people.map((person) => signIn(shop, person)));
  // Every fourth is deactivated, idle for too long, or past the end of the session; the others are well.
  for (const [n, { id }] of people.entries()) {
    const session = db.updateTable('session').where('user_id', '=', id);
    if (n % 4 === 1) await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
    if (n % 4 === 2) await session.set({ last_seen_at: new Date(now().getTime() - 121 * 60_000) }).execute();
    if (n % 4 === 3) await session.set({ expires_at: now() }).execute();
  }
  const replies = await Promise.all(tokens.map((bearer) => profile(bearer)));
  expect(replies.map(({ status }) => status)).toEqual(people.map((_, n) => (n % 4 === 0 ? 200 : 401)));
  for (const [n, { email }] of people.entries()) if (n % 4 === 0) expect(replies[n]?.data.email).toBe(email);
});

test('an account that is deactivated during a login gets no session', async () => {
  const attempts = Array.from({ length: 4 }, () =>
    shop.call('POST /auth/login', { body: { email: customer.email, password: PASSWORD } }),
  );
  await shop.services.db.updateTable('users').set({ is_active: false }).where('id', '=', customer.id).execute();
  for (const reply of await Promise.all(attempts)) {
    if (reply.status === 200) expect((await profile(reply.data.token)).status).toBe(401);
    else expect(reply.failure.code).toBe('auth.failed');
  }
});

test.each([
  ['none', undefined, 'auth.required'],
  ['another scheme', 'Basic YTpi', 'auth.required'],
  ['an empty one', 'Bearer ', 'auth.required'],
  ['SQL', "Bearer ' OR '1'='1", 'auth.required'],
  ['an unknown one', 'Bearer abcdefghijklmnopqrstuvwxyz', 'auth.expired'],
])('a call with %s as token is refused with 401', async (_what, authorization, code) => {
  const response = await shop.app.inject({ url: '/api/auth/profile', headers: authorization ? { authorization } : {} });
  expect(response.statusCode).toBe(401);
  expect(response.json()).toMatchObject({ success: false, code, data: null });
});
