import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAdmin } from '#server/features/auth/index.ts';
import { lockUser } from '#server/features/users/index.ts';
import { countWaiting } from '#test/database.ts';
import { type CreatedUser, createAdmin, createCustomer, PASSWORD, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
let customer: CreatedUser;
let token: string;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await createCustomer(shop.services.db, { email_verified_at: shop.services.now() });
  token = await signIn(shop, customer);
});

const sure = { current_password: PASSWORD };
const begin = async (by = token) =>
  (await shop.call('POST /auth/two-factor/setup', { body: sure }, { token: by })).data.secret;
const confirm = (code: string, by = token) =>
  shop.call('POST /auth/two-factor/confirm', { body: { code } }, { token: by });
/** What the app shows: each call is a step later, since each code opens one door. */
function codeOf(secret: string): string {
  shop.clock.advance({ seconds: 30 });
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.services.now().getTime() });
}
async function switchOn(by = token): Promise<{ secret: string; recovery: string[] }> {
  const secret = await begin(by);
  return { secret, recovery: (await confirm(codeOf(secret), by)).data.recovery_codes };
}
const logIn = (email = customer.email, password = PASSWORD) =>
  shop.call('POST /auth/login', { body: { email, password } });
async function challenge(email = customer.email): Promise<string> {
  const { failure, status } = await logIn(email);
  expect([status, failure.code]).toEqual([401, 'auth.code_required']);
  return (failure.data as { challenge: string }).challenge;
}
const answerWith = (open: string, code: string) =>
  shop.call('POST /auth/login/code', { body: { challenge: open, code } });
const state = async () => (await shop.call('GET /auth/two-factor', {}, { token })).data;

describe('set-up', () => {
  test('requires the password and a first code; until then the password alone logs in', async () => {
    const wrong = await shop.call('POST /auth/two-factor/setup', { body: { current_password: 'guess' } }, { token });
    expect(wrong.failure.code).toBe('auth.password_wrong');
    const { data } = await shop.call('POST /auth/two-factor/setup', { body: sure }, { token });
    expect(data.otpauth_url).toMatch(new RegExp(`^otpauth://totp/Stoa:.+secret=${data.secret}`));
    expect((await logIn()).status).toBe(200);
    expect((await confirm('000000')).failure).toMatchObject({
      code: 'auth.code_wrong',
      errors: { code: [expect.any(String)] },
    });
    const { data: done } = await confirm(codeOf(data.secret));
    expect(new Set(done.recovery_codes).size).toBe(10);
    expect(await state()).toEqual({ is_enabled: true, is_required: false, recovery_codes_left: 10 });
    await shop.jobs.runRequested();
    expect(shop.mailbox.newestTo(customer.email).subject).toContain('Two-factor sign-in was switched on');
    const again = await shop.call('POST /auth/two-factor/setup', { body: sure }, { token });
    expect(again.failure.code).toBe('two_factor.enabled');
    expect((await confirm('000000')).failure.code).toBe('two_factor.not_set_up');
  });

  test('ends the other sessions of the account, and no others', async () => {
    const elsewhere = await signIn(shop, customer);
    const stranger = await signIn(shop, await createCustomer(shop.services.db));
    const open = async (by: string) => (await shop.call('GET /auth/profile', {}, { token: by })).status;
    const secret = await begin();
    await confirm('000000');
    expect(await open(elsewhere)).toBe(200);
    expect((await confirm(codeOf(secret))).message).toContain('Your other devices were signed out.');
    expect([await open(elsewhere), await open(token), await open(stranger)]).toEqual([401, 200, 200]);
  });

  describe('with concurrent requests', () => {
    /** Begins a call, and waits until it is answered or waits for what another transaction has locked. */
    async function begun<T>(call: () => Promise<T>): Promise<{ readonly answer: Promise<T> }> {
      const { db } = shop.services;
      const before = await countWaiting(db);
      let isAnswered = false;
      const answer = call().finally(() => {
        isAnswered = true;
      });
      await expect.poll(async () => isAnswered || (await countWaiting(db)) > before).toBe(true);
      return { answer };
    }
    const whileLocked = <T>(work: () => Promise<T>): Promise<T> =>
      shop.services.db.transaction().execute(async (tx) => {
        await lockUser(tx, customer.id);
        return work();
      });
    const openSessions = async () => (await shop.call('GET /account/sessions', {}, { token })).data;

    test('ends the session of a slightly earlier login', async () => {
      const code = codeOf(await begin());
      const { login, switching } = await whileLocked(async () => ({
        login: await begun(logIn),
        switching: await begun(() => confirm(code)),
      }));
      expect([(await login.answer).status, (await switching.answer).status]).toEqual([200, 200]);
      expect(await openSessions()).toMatchObject([{ is_this_one: true }]);
    });

    test('refuses the code of a secret that another set-up has replaced', async () => {
      const code = codeOf(await begin());
      const { switching } = await whileLocked(async () => {
        const waiting = await begun(() => confirm(code));
        await begin();
        return { switching: waiting };
      });
      expect((await switching.answer).failure.code).toBe('two_factor.not_set_up');
      expect((await logIn()).status).toBe(200);
    });

    test('requires the code of a slightly later login', async () => {
      const code = codeOf(await begin());
      const { login, switching } = await whileLocked(async () => ({
        switching: await begun(() => confirm(code)),
        login: await begun(logIn),
      }));
      expect((await switching.answer).status).toBe(200);
      expect((await login.answer).failure.code).toBe('auth.code_required');
      expect(await openSessions()).toMatchObject([{ is_this_one: true }]);
    });
  });

  test('the secret is stored encrypted, recovery codes only as hashes', async () => {
    const { secret, recovery } = await switchOn();
    const row = await shop.services.db
      .selectFrom('two_factor')
      .select('secret')
      .where('user_id', '=', customer.id)
      .executeTakeFirstOrThrow();
    expect(row.secret.toString('latin1')).not.toContain(secret);
    expect(shop.services.sealer.open(row.secret)).toBe(secret);
    const codes = await shop.services.db.selectFrom('recovery_code').selectAll().execute();
    const kept = codes.map(({ code_hash }) => code_hash.toString('latin1')).join();
    for (const code of recovery) expect(kept).not.toContain(code.replaceAll('-', ''));
  });
});

describe('login', () => {
  test('requires the password and then a code', async () => {
    const { secret } = await switchOn();
    const before = await shop.services.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', customer.id)
      .execute();
    const open = await challenge();
    const after = await shop.services.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', customer.id)
      .execute();
    expect(after).toEqual(before);
    expect((await answerWith('made-up', codeOf(secret))).failure.code).toBe('auth.challenge_expired');
    const { data } = await answerWith(open, codeOf(secret));
    expect(data.user.id).toBe(customer.id);
    expect((await shop.call('GET /auth/profile', {}, { token: data.token })).status).toBe(200);
    expect((await answerWith(open, codeOf(secret))).failure.code).toBe('auth.challenge_expired');
    expect((await logIn(customer.email, 'wrong')).failure.code).toBe('auth.failed');
  });

  test('each code works once, and no older one afterwards; of two concurrent uses one succeeds', async () => {
    const { secret } = await switchOn();
    const older = codeOf(secret);
    const code = codeOf(secret);
    const [first, second] = [await challenge(), await challenge()];
    const outcomes = await Promise.all([answerWith(first, code), answerWith(second, code)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 422]);
    const left = outcomes[0]?.status === 200 ? second : first;
    expect((await answerWith(left, older)).failure.code).toBe('auth.code_wrong');
    expect((await answerWith(left, codeOf(secret))).status).toBe(200);
  });

  test('renewing the codes twice at once leaves ten codes, not twenty', async () => {
    await switchOn();
    const { db } = shop.services;
    const renew = () => shop.call('POST /auth/two-factor/recovery-codes', { body: sure }, { token });
    const renewing = await db.transaction().execute(async (tx) => {
      await lockUser(tx, customer.id);
      const replies = [renew(), renew()];
      await expect.poll(() => countWaiting(db)).toBe(2);
      return { replies };
    });
    expect((await Promise.all(renewing.replies)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await state()).recovery_codes_left).toBe(10);
  });

  test('a recovery code works once, however it is typed', async () => {
    const { recovery } = await switchOn();
    const [code = ''] = recovery;
    expect((await answerWith(await challenge(), ` ${code.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect((await state()).recovery_codes_left).toBe(9);
    expect((await answerWith(await challenge(), code)).failure.code).toBe('auth.code_wrong');
    const renewed = await shop.call('POST /auth/two-factor/recovery-codes', { body: sure }, { token });
    expect((await answerWith(await challenge(), recovery[1] ?? '')).failure.code).toBe('auth.code_wrong');
    expect((await answerWith(await challenge(), renewed.data.recovery_codes[0] ?? '')).status).toBe(200);
  });

  test('after five wrong codes even the right one is refused, with any challenge', async () => {
    const { secret } = await switchOn();
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await answerWith(await challenge(), `00000${guess}`)).status).toBe(422);
    }
    const locked = await answerWith(await challenge(), codeOf(secret));
    expect([locked.status, locked.failure.code]).toEqual([429, 'auth.locked']);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    shop.clock.advance({ minutes: 16 });
    expect((await answerWith(await challenge(), codeOf(secret))).status).toBe(200);
  });

  test('a challenge expires after ten minutes, with a password change, and with the account', async () => {
    const { secret } = await switchOn();
    const late = await challenge();
    shop.clock.advance({ minutes: 11 });
    expect((await answerWith(late, codeOf(secret))).failure.code).toBe('auth.challenge_expired');

    const open = await challenge();
    const body = {
      current_password: PASSWORD,
      password: 'Battery-staple-2',
      password_confirmation: 'Battery-staple-2',
    };
    token = await signIn(shop, customer);
    await shop.call('PUT /auth/password', { body }, { token });
    expect((await answerWith(open, codeOf(secret))).failure.code).toBe('auth.challenge_expired');

    const { failure } = await logIn(customer.email, 'Battery-staple-2');
    await shop.services.db.updateTable('users').set({ is_active: false }).where('id', '=', customer.id).execute();
    const { challenge: last } = failure.data as { challenge: string };
    expect((await answerWith(last, codeOf(secret))).failure.code).toBe('auth.challenge_expired');
  });
});

test('disabling it requires the password', async () => {
  await switchOn();
  const off = (current_password: string) =>
    shop.call('POST /auth/two-factor/disable', { body: { current_password } }, { token });
  expect((await off('guess')).failure.code).toBe('auth.password_wrong');
  expect((await logIn()).failure.code).toBe('auth.code_required');
  expect((await off(PASSWORD)).status).toBe(200);
  expect((await logIn()).status).toBe(200);
  expect(await state()).toEqual({ is_enabled: false, is_required: false, recovery_codes_left: 0 });
});

describe('a shop that requires it for admins', () => {
  const require = async (requireTwoFactorForAdmins: boolean) => {
    const value = JSON.stringify({ requireTwoFactorForAdmins });
    await shop.services.db
      .insertInto('setting')
      .values({ section: 'security', value })
      .onConflict((conflict) => conflict.column('section').doUpdateSet({ value }))
      .execute();
    await expect
      .poll(async () => (await shop.services.settings.get('security')).requireTwoFactorForAdmins)
      .toBe(requireTwoFactorForAdmins);
  };
  const listOrders = (by: string) => shop.call('GET /admin/orders', { query: {} }, { token: by });

  test('allows them only to set it up', async () => {
    const user = await createAdmin(shop.services.db, { email_verified_at: shop.services.now() });
    const admin = await signIn(shop, user);
    expect((await listOrders(admin)).status).toBe(200);
    await require(true);
    const refused = await listOrders(admin);
    expect([refused.status, refused.failure.code]).toEqual([403, 'auth.second_factor_needed']);
    const asked = await shop.call('GET /auth/two-factor', {}, { token: admin });
    expect(asked.data).toMatchObject({ is_enabled: false, is_required: true });
    expect((await state()).is_required).toBe(false);
    await switchOn(admin);
    expect((await listOrders(admin)).status).toBe(200);
    const entry = await shop.services.db
      .selectFrom('audit_entry')
      .select(['action', 'after'])
      .where('actor_id', '=', user.id)
      .executeTakeFirst();
    expect(entry).toEqual({ action: 'user.two_factor', after: { two_factor: true } });
    await require(false);
  });

  test('the operator can restore access for an admin without a phone', async () => {
    const user = await createAdmin(shop.services.db, { email_verified_at: shop.services.now() });
    await switchOn(await signIn(shop, user));
    expect((await logIn(user.email)).failure.code).toBe('auth.code_required');
    const details = { name: user.name, email: user.email, password: 'Battery-staple-2' };
    await makeAdmin(shop.services.db, details, shop.services.now());
    expect((await logIn(user.email, 'Battery-staple-2')).status).toBe(200);
  });
});

describe('a shop in production', () => {
  let production: TestShop;
  beforeAll(async () => {
    production = await openTestShop({ NODE_ENV: 'production' });
  });
  afterAll(() => production.close());

  test('requires a second factor of its first admin, unless the setting says otherwise', async () => {
    const { db, now } = production.services;
    const details = { name: 'Ada', email: 'ada@example.test', password: PASSWORD };
    await makeAdmin(db, details, now());
    const login = await production.call('POST /auth/login', { body: details });
    const own = { token: login.data.token };
    const orders = () => production.call('GET /admin/orders', { query: {} }, own);
    const refused = await orders();
    expect([refused.status, refused.failure.code]).toEqual([403, 'auth.second_factor_needed']);
    expect((await production.call('GET /auth/profile', {}, own)).data.is_admin).toBe(true);
    expect((await production.call('GET /auth/two-factor', {}, own)).data.is_required).toBe(true);

    const begun = await production.call('POST /auth/two-factor/setup', { body: sure }, own);
    production.clock.advance({ seconds: 30 });
    const app = new TOTP({ secret: Secret.fromBase32(begun.data.secret) });
    const code = app.generate({ timestamp: production.services.now().getTime() });
    expect((await production.call('POST /auth/two-factor/confirm', { body: { code } }, own)).status).toBe(200);
    expect((await orders()).status).toBe(200);

    const another = { token: await signIn(production, await createAdmin(db)) };
    const settings = (await production.call('GET /admin/settings', {}, own)).data.security;
    expect(settings.requireTwoFactorForAdmins).toBe(true);
    const body = { revision: settings.revision, requireTwoFactorForAdmins: false };
    const saved = await production.call('PUT /admin/settings/security', { body }, own);
    expect(saved.data.requireTwoFactorForAdmins).toBe(false);
    expect((await production.call('GET /admin/orders', { query: {} }, another)).status).toBe(200);
  });
});

test('development and demo shops accept a password alone, unless the setting says otherwise', async () => {
  const admin = { token: await signIn(shop, await createAdmin(shop.services.db)) };
  const { data } = await shop.call('GET /admin/settings', {}, admin);
  expect(data.security.requireTwoFactorForAdmins).toBe(false);
});

describe('an address that was never verified', () => {
  const NEXT = 'Battery-staple-2';
  const mailedToken = async (email: string, page: string): Promise<string> => {
    await shop.jobs.runRequested();
    await shop.jobs.runRequested();
    const mail = shop.mailbox.mails.findLast(({ to, text }) => to.email === email && text.includes(`/${page}?token=`));
    return new RegExp(`/${page}\\?token=([\\w-]{43})`).exec(mail?.text ?? '')?.[1] ?? '';
  };
  /** By the link of a mail, as who forgot the password. */
  const resetPassword = async (email: string) => {
    await shop.call('POST /auth/forgot-password', { body: { email } });
    const body = {
      token: await mailedToken(email, 'reset-password'),
      password: NEXT,
      password_confirmation: NEXT,
    };
    expect((await shop.call('POST /auth/reset-password', { body })).status).toBe(200);
  };
  /** As it was possible before: a confirmed factor on an account whose address nobody has proved. */
  const withOldFactor = async () => {
    const { db } = shop.services;
    const user = await createCustomer(db, { email_verified_at: shop.services.now() });
    await switchOn(await signIn(shop, user));
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', user.id).execute();
    // What nodes of the previous version write.
    const confirmed_at = shop.services.now();
    await db.updateTable('two_factor').set({ confirmed_at }).where('user_id', '=', user.id).execute();
    return user;
  };

  test('allows no second factor until it is verified', async () => {
    const user = await createCustomer(shop.services.db);
    const by = await signIn(shop, user);
    const setUp = () => shop.call('POST /auth/two-factor/setup', { body: sure }, { token: by });
    const refused = await setUp();
    expect([refused.status, refused.failure.code]).toEqual([409, 'two_factor.email_unverified']);
    expect(refused.message).toBe('Please verify your email address before you switch on two-factor sign-in.');
    await shop.call('POST /auth/resend-verification', {}, { token: by });
    const link = await mailedToken(user.email, 'verify-email');
    expect((await shop.call('POST /auth/verify-email', { body: { token: link } })).status).toBe(200);
    await switchOn(by);
    expect((await logIn(user.email)).failure.code).toBe('auth.code_required');
  });

  test("is not locked by a stranger's factor: a password reset removes it", async () => {
    const user = await withOldFactor();
    expect((await logIn(user.email)).failure.code).toBe('auth.code_required');
    await resetPassword(user.email);
    expect((await logIn(user.email, NEXT)).status).toBe(200);
    await shop.jobs.runRequested();
    const subjects = shop.mailbox.mails.filter(({ to }) => to.email === user.email).map(({ subject }) => subject);
    expect(subjects).toContain('Two-factor sign-in was switched off — Stoa');
  });

  test('loses such a factor when it is verified', async () => {
    const user = await withOldFactor();
    await shop.call('POST /auth/resend-verification', {}, { token: await signIn(shop, user) });
    const link = await mailedToken(user.email, 'verify-email');
    await shop.call('POST /auth/verify-email', { body: { token: link } });
    expect((await logIn(user.email)).status).toBe(200);
  });

  test('the factor of a verified owner survives a password reset', async () => {
    await switchOn();
    await resetPassword(customer.email);
    expect((await logIn(customer.email, NEXT)).failure.code).toBe('auth.code_required');
  });
});
