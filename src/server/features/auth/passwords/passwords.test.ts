import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createJobs } from '#server/platform/jobs.ts';
import { hashPassword } from '#server/platform/security/password-hashing.ts';
import { dumpDatabase } from '#test/dump-database.ts';
import { type CreatedUser, createAdmin, createCustomer, PASSWORD, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

const NEXT = 'Battery-staple-2';
const FORGOTTEN = 'If this address has an account, a link to reset its password is on its way.';

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

const logIn = (password: string) => shop.call('POST /auth/login', { body: { email: customer.email, password } });
const profileStatus = async (bearer: string) => (await shop.call('GET /auth/profile', {}, { token: bearer })).status;
const forgot = (email: string) => shop.call('POST /auth/forgot-password', { body: { email } });
/** Lets the jobs of the shop do what they were asked for, and what they ask for. */
const workOff = async () => {
  await shop.jobs.runRequested();
  await shop.jobs.runRequested();
};
const linkTo = (email: string): string => {
  const [, found] =
    /http:\/\/shop\.test\/reset-password\?token=([\w-]{43})/.exec(shop.mailbox.newestTo(email).text) ?? [];
  if (!found) throw new Error('The email holds no link');
  return found;
};
const askForLink = async (email = customer.email): Promise<string> => {
  await forgot(email);
  await workOff();
  return linkTo(email);
};
const reset = (resetToken: string, password = NEXT, confirmation = password) =>
  shop.call('POST /auth/reset-password', {
    body: { token: resetToken, password, password_confirmation: confirmation },
  });

describe('changing the password', () => {
  const change = (current: string, password = NEXT, confirmation = password) =>
    shop.call(
      'PUT /auth/password',
      { body: { current_password: current, password, password_confirmation: confirmation } },
      { token },
    );

  test('ends the other sessions, keeps this one, and notifies the owner by mail', async () => {
    const elsewhere = await signIn(shop, customer);
    const changed = await change(PASSWORD);
    expect(changed.message).toBe('Password changed successfully!');
    expect(await profileStatus(token)).toBe(200);
    expect(await profileStatus(elsewhere)).toBe(401);
    expect((await logIn(PASSWORD)).status).toBe(401);
    expect((await logIn(NEXT)).status).toBe(200);
    await workOff();
    expect(shop.mailbox.newestTo(customer.email).subject).toContain('Your password was changed');
  });

  test('is audited for an admin, without the password', async () => {
    const { db } = shop.services;
    const admin = await createAdmin(db);
    const body = { current_password: PASSWORD, password: NEXT, password_confirmation: NEXT };
    await shop.call('PUT /auth/password', { body }, { token: await signIn(shop, admin) });
    await change(PASSWORD);
    const records = await db.selectFrom('audit_entry').select(['actor_id', 'action', 'before', 'after']).execute();
    expect(records).toEqual([{ actor_id: admin.id, action: 'user.password', before: null, after: null }]);
  });

  test('requires the current one; guessing leads to the lockout', async () => {
    const wrong = await change('Wrong-horse-1');
    expect(wrong.failure).toMatchObject({
      code: 'auth.password_wrong',
      errors: { current_password: ['The current password is not correct.'] },
    });
    for (let time = 0; time < 4; time += 1) await change('Wrong-horse-1');
    const locked = await change(PASSWORD);
    expect(locked.failure.code).toBe('auth.locked');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await logIn(PASSWORD)).status).toBe(429);
  });

  test('refuses invalid or mismatched passwords, and changes nothing', async () => {
    expect((await change(PASSWORD, 'alllowercase1')).failure.errors).toEqual({
      password: ['Must contain an uppercase letter.'],
    });
    expect((await change(PASSWORD, NEXT, 'Battery-staple-3')).failure.errors).toEqual({
      password_confirmation: ['Passwords do not match'],
    });
    expect((await logIn(PASSWORD)).status).toBe(200);
  });

  test('invalidates pending reset links', async () => {
    const link = await askForLink();
    await change(PASSWORD);
    expect((await reset(link, 'Another-one-3')).failure.code).toBe('auth.token_invalid');
  });

  test('of two concurrent changes one succeeds', async () => {
    const replies = await Promise.all([change(PASSWORD, 'First-one-1'), change(PASSWORD, 'Second-one-2')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

describe('a forgotten password', () => {
  test('known, unknown and deactivated addresses get the same answer after the same work', async () => {
    const inactive = await createCustomer(shop.services.db, { is_active: false });
    const requests = () => shop.services.db.selectFrom('password_reset_request').select('email').execute();
    const mails = () => shop.services.db.selectFrom('mail').select('id').execute();
    const tokens = () => shop.services.db.selectFrom('one_time_token').select('id').execute();
    const before = [await mails(), await tokens()];
    for (const email of [customer.email, 'nobody@example.test', inactive.email]) {
      const reply = await forgot(email);
      expect([reply.status, reply.message, reply.data]).toEqual([200, FORGOTTEN, null]);
    }
    // All that was done so far is the same row for each; who has an account is looked up by the job.
    expect((await requests()).map(({ email }) => email)).toEqual([
      customer.email,
      'nobody@example.test',
      inactive.email,
    ]);
    expect([await mails(), await tokens()]).toEqual(before);
    await workOff();
    expect(await requests()).toEqual([]);
    expect(() => shop.mailbox.newestTo('nobody@example.test')).toThrow();
    expect(() => shop.mailbox.newestTo(inactive.email)).toThrow();
    expect(linkTo(customer.email)).not.toBe('');
  });

  test('the link sets a new password once, ends every session and verifies the address', async () => {
    const link = await askForLink();
    expect((await reset(link)).message).toBe('Your password has been reset. Please log in.');
    expect(await profileStatus(token)).toBe(401);
    expect((await logIn(PASSWORD)).status).toBe(401);
    const { data } = await logIn(NEXT);
    expect(data.user.email_verified_at).not.toBeNull();
    const again = await reset(link, 'Third-time-3');
    expect(again.status).toBe(422);
    expect(again.failure.code).toBe('auth.token_invalid');
  });

  test('of ten concurrent uses of a link one succeeds', async () => {
    const link = await askForLink();
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(link, `Parallel-no-${n}`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(422)]);
  });

  test('a link expires after an hour, or with the next one', async () => {
    const first = await askForLink();
    const second = await askForLink();
    expect((await reset(first)).failure.code).toBe('auth.token_invalid');
    shop.clock.advance({ minutes: 61 });
    expect((await reset(second)).failure.code).toBe('auth.token_invalid');
    expect((await reset(await askForLink())).status).toBe(200);
  });

  test('an invalid password leaves the link valid', async () => {
    const link = await askForLink();
    const refused = await reset(link, 'short', 'shorter');
    expect(Object.keys(refused.failure.errors ?? {})).toEqual(['password', 'password_confirmation']);
    expect((await reset(link)).status).toBe(200);
  });

  test('a reset releases the lockout', async () => {
    for (let time = 0; time < 5; time += 1) await logIn('Wrong-horse-1');
    expect((await logIn(PASSWORD)).status).toBe(429);
    await reset(await askForLink());
    expect((await logIn(NEXT)).status).toBe(200);
  });

  test('a deactivated account’s link does not work', async () => {
    const link = await askForLink();
    await shop.services.db.updateTable('users').set({ is_active: false }).where('id', '=', customer.id).execute();
    expect((await reset(link)).failure.code).toBe('auth.token_invalid');
  });

  test('invalid tokens and those for other purposes are refused', async () => {
    for (const made of ['x', "' OR 1=1 --", 'a'.repeat(43)]) {
      expect((await reset(made)).failure.code).toBe('auth.token_invalid');
    }
    await shop.call('POST /auth/resend-verification', {}, { token });
    await workOff();
    const [, verification = ''] = /token=([\w-]+)/.exec(shop.mailbox.newestTo(customer.email).text) ?? [];
    expect((await reset(verification)).failure.code).toBe('auth.token_invalid');
  });

  test('its link does nothing else: no verification, no deletion', async () => {
    const body = { token: await askForLink() };
    expect((await shop.call('POST /auth/verify-email', { body })).failure.code).toBe('auth.token_invalid');
    expect((await shop.call('POST /account/deletion/confirm', { body })).failure.code).toBe('auth.token_invalid');
    expect((await reset(body.token)).status).toBe(200);
  });

  test('no account gets more than five links an hour', async () => {
    for (let time = 0; time < 8; time += 1) {
      await forgot(customer.email);
      await workOff();
    }
    expect(shop.mailbox.mails.filter(({ to }) => to.email === customer.email)).toHaveLength(5);
    shop.clock.advance({ minutes: 61 });
    expect(await askForLink()).not.toBe('');
  });

  test('the token of a link is never stored, before or after its mail is sent', async () => {
    const jobs = createJobs(shop.databaseUrl, shop.services.log);
    jobs.define('deliver-mail', async () => undefined);
    await jobs.start();
    await forgot(customer.email);
    await jobs.request('deliver-mail');
    await shop.jobs.run('send-password-resets');
    const waiting = await dumpDatabase(shop.databaseUrl);
    expect(waiting).toContain('Reset your password');
    await workOff();
    const link = linkTo(customer.email);
    const sent = await dumpDatabase(shop.databaseUrl);
    await jobs.stop();
    await jobs.close();
    const dumps = [waiting, sent];
    expect(dumps.map((dump) => dump.includes(link))).toEqual([false, false]);
    expect(dumps.map((dump) => /[?&]token=/.test(dump))).toEqual([false, false]);
  });

  test('neither the mail of a link nor its token is kept', async () => {
    const link = await askForLink();
    const { db } = shop.services;
    const mails = await db.selectFrom('mail').selectAll().where('user_id', '=', customer.id).execute();
    expect(mails.map(({ kind, status, text_body }) => [kind, status, text_body])).toEqual([
      ['reset-password', 'sent', ''],
    ]);
    const tokens = await db.selectFrom('one_time_token').selectAll().execute();
    expect(JSON.stringify([mails, tokens])).not.toContain(link);
  });
});

describe('a common password', () => {
  const COMMON = ['This is one of the 10,000 most common passwords. Please choose another one.'];
  const NAME = ['The name of the shop is too easy to guess. Please choose another password.'];
  const EXAMPLES = [
    ['Password1', COMMON],
    ['Qwerty123', COMMON],
    ['Welcome1', COMMON],
    ['Stoa1234', NAME],
  ] as const;

  test.each(EXAMPLES)('%s is refused at the registration', async (password, why) => {
    const body = { name: 'Ada', email: `ada-${password}@example.test`, password, password_confirmation: password };
    const refused = await shop.call('POST /auth/register', { body });
    expect([refused.status, refused.failure.errors]).toEqual([422, { password: why }]);
  });

  test('is refused at changes, resets and invitations', async () => {
    const { db } = shop.services;
    const admin = await signIn(shop, await createAdmin(db));
    for (const [password, why] of EXAMPLES) {
      const body = { current_password: PASSWORD, password, password_confirmation: password };
      const changed = await shop.call('PUT /auth/password', { body }, { token });
      expect(changed.failure.errors).toEqual({ password: why });
      expect((await reset('any', password)).failure.errors).toEqual({ password: why });
    }
    const email = 'invited@example.test';
    const created = { name: 'Ivy', email, role: 'customer', status: 'active' } as const;
    await shop.call('POST /admin/users', { body: created }, { token: admin });
    await workOff();
    const link = linkTo(email);
    expect((await reset(link, 'Password1')).failure.errors).toEqual({ password: COMMON });
    expect((await reset(link)).status).toBe(200);
  });

  test('still works for accounts that had it before', async () => {
    const password_hash = await hashPassword('Password1');
    const old = await createCustomer(shop.services.db, { password_hash });
    const body = { email: old.email, password: 'Password1' };
    expect((await shop.call('POST /auth/login', { body })).status).toBe(200);
  });

  test.each(['Passw0rd!', 'Secret123!', 'Test1234!', 'Correct-horse-1', 'Stoa-is-my-shop-1'])(
    '%s is none of them',
    async (password) => {
      const body = { name: 'Ada', email: `fine-${password.length}-${password.charCodeAt(0)}@example.test`, password };
      const made = await shop.call('POST /auth/register', { body: { ...body, password_confirmation: password } });
      expect(made.status).toBe(201);
    },
  );
});
