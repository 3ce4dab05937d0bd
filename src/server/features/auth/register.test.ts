import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const details = (email: string, more: object = {}) => ({
  name: 'Grace Hopper',
  email,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  ...more,
});
const register = (email: string, more: object = {}) => shop.call('POST /auth/register', { body: details(email, more) });

test('a new customer is signed in at once and can log in later', async () => {
  const { data, status, message } = await register('grace@example.test', { phone: '+1 (555) 010-0123' });
  expect({ status, message }).toEqual({ status: 201, message: 'Registration successful' });
  expect(data.user).toMatchObject({
    name: 'Grace Hopper',
    email: 'grace@example.test',
    phone: '+1 (555) 010-0123',
    is_admin: false,
    is_active: true,
    email_verified_at: null,
  });
  const profile = await shop.call('GET /auth/profile', {}, { token: data.token });
  expect(profile.data).toEqual(data.user);
  const login = await shop.call('POST /auth/login', { body: { email: 'grace@example.test', password: PASSWORD } });
  expect(login.data.user.id).toBe(data.user.id);
});

test('an address is case-insensitive, and can be registered once', async () => {
  await register('twice@example.test');
  const again = await register('  TWICE@Example.Test ');
  expect(again.status).toBe(422);
  expect(again.failure).toMatchObject({
    code: 'auth.email_taken',
    errors: { email: ['An account with this email address already exists.'] },
  });
});

test('of ten concurrent registrations of one address, one succeeds', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => register('at-once@example.test')));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(422)]);
});

test('problems are reported by field', async () => {
  const empty = await shop.app.inject({ method: 'POST', url: '/api/auth/register', payload: {} });
  expect(empty.statusCode).toBe(422);
  expect(empty.json().errors).toEqual({
    name: ['This field is required.'],
    email: ['This field is required.'],
    password: ['This field is required.'],
    password_confirmation: ['This field is required.'],
  });
  const weak = await register('weak@example.test', { password: 'short', password_confirmation: 'other' });
  expect(weak.failure.errors).toEqual({
    password: ['Must be at least 8 characters long.', 'Must contain an uppercase letter.', 'Must contain a number.'],
    password_confirmation: ['Passwords do not match'],
  });
  const phone = await register('weak@example.test', { phone: 'call me' });
  expect(phone.failure.errors).toEqual({ phone: ['Please enter a valid phone number.'] });
});

test('the merchant’s password rules apply at once', async () => {
  const other = await openTestShop();
  await other.services.db
    .insertInto('setting')
    .values({
      section: 'security',
      value: JSON.stringify({
        passwordMinLength: 6,
        requireUppercase: false,
        requireNumbers: false,
        requireSpecialChars: true,
      }),
    })
    .execute();
  const answers = await Promise.all(
    ['plain-', 'nospecialcharacter'].map((password) =>
      other.call('POST /auth/register', {
        body: details(`${password.length}@example.test`, { password, password_confirmation: password }),
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 422]);
  expect(answers[1]?.failure.errors).toEqual({ password: ['Must contain a special character.'] });
  await other.close();
});

test('nobody can register as admin, as verified, or with a chosen id', async () => {
  const { data } = await register('mallory@example.test', {
    is_admin: true,
    is_active: false,
    id: 1,
    email_verified_at: '2026-01-01T00:00:00.000Z',
    password_hash: 'x',
    role: 'admin',
  });
  expect(data.user).toMatchObject({ is_admin: false, is_active: true, email_verified_at: null });
  const admin = await shop.app.inject({ url: '/api/auth/profile', headers: { authorization: `Bearer ${data.token}` } });
  expect(admin.json().data.is_admin).toBe(false);
});

test.each([
  ['a line break in the name', { name: 'Eve\r\nBcc: victim@example.test' }, 'name'],
  ['a NUL in the name', { name: 'Eve\u0000' }, 'name'],
  ['a line break in the address', { email: 'eve@example.test\r\nBcc: victim@example.test' }, 'email'],
  ['two addresses in one', { email: 'eve@example.test,victim@example.test' }, 'email'],
  ['a name around the address', { email: '"Eve" <eve@example.test>' }, 'email'],
  ['an object as the address', { email: { $ne: null } }, 'email'],
  ['a list as the password', { password: ['Correct-horse-1'] }, 'password'],
  ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name'],
  ['a password of 201 characters', { password: 'Aa1'.repeat(67) }, 'password'],
])('refuses %s', async (_what, wrong, field) => {
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: details('eve@example.test', wrong),
  });
  expect(response.statusCode).toBe(422);
  expect(response.json().errors).toHaveProperty(field);
});

test('SQL and markup in a name are plain text', async () => {
  const name = `Robert'); DROP TABLE users;-- <img src=x onerror=alert(1)>`;
  const { data } = await register('bobby@example.test', { name });
  expect(data.user.name).toBe(name);
  await shop.jobs.runRequested();
  const mail = shop.mailbox.newestTo('bobby@example.test');
  expect(mail.html).not.toContain('<img');
  expect(mail.to.name).toBe('');
});

test('a name that looks like an advertisement is not mailed to strangers', async () => {
  await register('stranger@example.test', { name: 'Win a prize at https://evil.example/now' });
  await register('stranger-2@example.test', { name: 'evil.example has your parcel' });
  await shop.jobs.runRequested();
  for (const address of ['stranger@example.test', 'stranger-2@example.test']) {
    const { text, html, to, subject } = shop.mailbox.newestTo(address);
    expect([text, html, to.name, subject].join()).not.toContain('evil.example');
  }
});

test('no log line contains a password or token', async () => {
  const { data } = await register('quiet@example.test');
  await shop.call('POST /auth/login', { body: { email: 'quiet@example.test', password: 'Wrong-horse-9' } });
  await shop.app.inject({ method: 'POST', url: '/api/auth/login', payload: `{"password":"${PASSWORD}"` });
  await shop.jobs.runRequested();
  const [, link = ''] = /token=([\w-]+)/.exec(shop.mailbox.newestTo('quiet@example.test').text) ?? [];
  expect(link).not.toBe('');
  for (const secret of [PASSWORD, 'Wrong-horse-9', data.token, link]) expect(shop.log.text()).not.toContain(secret);
});

test('the database contains neither password nor token', async () => {
  const { data } = await register('at-rest@example.test');
  const { db } = shop.services;
  const user = await db.selectFrom('users').selectAll().where('id', '=', data.user.id).executeTakeFirstOrThrow();
  expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const sessions = await db.selectFrom('session').selectAll().where('user_id', '=', data.user.id).execute();
  expect(sessions).toHaveLength(1);
  expect(sessions[0]?.token_hash).toHaveLength(32);
  expect(JSON.stringify(sessions)).not.toContain(data.token);
});

test('a registration repeated with an Idempotency-Key creates one account, and its token is not returned again', async () => {
  const options = { headers: { 'idempotency-key': 'register-once' } };
  const body = details('retried@example.test');
  expect((await shop.call('POST /auth/register', { body }, options)).status).toBe(201);
  const second = await shop.call('POST /auth/register', { body }, options);
  expect(second.failure.code).toBe('auth.email_taken');
  expect(second.headers['idempotent-replayed']).toBeUndefined();
});
