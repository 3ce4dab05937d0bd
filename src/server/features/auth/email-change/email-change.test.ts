import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAdmin } from '#server/features/auth/index.ts';
import { type CreatedUser, createAdmin, createCustomer, PASSWORD, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

const NEXT = 'Battery-staple-2';

let shop: TestShop;
let customer: CreatedUser;
let token: string;
let newEmail: string;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await createCustomer(shop.services.db, { email_verified_at: shop.services.now() });
  token = await signIn(shop, customer);
  newEmail = `new-${customer.email}`;
});

type Changes = Parameters<typeof shop.call<'PUT /auth/profile'>>[1]['body'];
const update = (body: Changes) =>
  shop.call('PUT /auth/profile', { body: { ...body, current_password: PASSWORD } }, { token });
const profile = async () => (await shop.call('GET /auth/profile', {}, { token })).data;
const verify = (link: string) => shop.call('POST /auth/verify-email', { body: { token: link } });
const undo = (link: string) => shop.call('POST /auth/email-change/undo', { body: { token: link } });
const resend = () => shop.call('POST /auth/email-change/resend', {}, { token });
const cancel = () => shop.call('DELETE /auth/email-change', {}, { token });
const deliver = async () => {
  await shop.jobs.runRequested();
  await shop.jobs.runRequested();
};
/** The newest link to a page that was mailed to an address; empty when there is none. */
async function linkTo(page: string, email: string): Promise<string> {
  await deliver();
  const mail = shop.mailbox.mails.findLast(({ to, text }) => to.email === email && text.includes(`/${page}?token=`));
  return new RegExp(`/${page}\\?token=([\\w-]{43})`).exec(mail?.text ?? '')?.[1] ?? '';
}
const confirmLink = (email = newEmail) => linkTo('verify-email', email);
const undoLink = (email = customer.email) => linkTo('undo-email-change', email);
async function changeTo(email: string): Promise<void> {
  await update({ email });
  expect((await verify(await confirmLink(email))).status).toBe(200);
}

describe('a new address', () => {
  test('is pending until confirmed by mail; the old one stays meanwhile', async () => {
    const saved = await update({ name: 'Ada Lovelace', email: newEmail.toUpperCase() });
    expect(saved.status).toBe(200);
    expect(saved.message).toBe(
      `Profile updated successfully! Please open our email to ${newEmail}: its link confirms your new address.`,
    );
    expect(saved.data).toMatchObject({ name: 'Ada Lovelace', email: customer.email, pending_email: newEmail });
    expect(await profile()).toEqual(saved.data);
    expect(saved.data.email_verified_at).not.toBeNull();

    const confirmed = await verify(await confirmLink());
    expect(confirmed.message).toBe('Your new email address is confirmed.');
    expect(await profile()).toMatchObject({ email: newEmail, pending_email: null });
    expect((await verify(await confirmLink())).failure.code).toBe('auth.token_invalid');
    const logIn = (email: string) => shop.call('POST /auth/login', { body: { email, password: PASSWORD } });
    expect([(await logIn(newEmail)).status, (await logIn(customer.email)).status]).toEqual([200, 401]);
  });

  test('notifies the old one when requested and when confirmed', async () => {
    await update({ email: newEmail });
    await deliver();
    const asked = shop.mailbox.newestTo(customer.email);
    expect(asked.subject).toContain('Your email address is about to change');
    expect(asked.text).toContain(newEmail);
    await verify(await confirmLink());
    await deliver();
    const made = shop.mailbox.newestTo(customer.email);
    expect(made.subject).toContain('Your email address was changed');
    expect(made.text).toContain(newEmail);
  });

  test('replaces an unverified one in the same way; that one gets no link', async () => {
    customer = await createCustomer(shop.services.db);
    token = await signIn(shop, customer);
    const { data } = await update({ email: newEmail });
    expect(data).toMatchObject({ email: customer.email, email_verified_at: null, pending_email: newEmail });
    await verify(await confirmLink());
    const { email, email_verified_at } = await profile();
    expect([email, email_verified_at === null]).toEqual([newEmail, false]);
    await deliver();
    const notices = shop.mailbox.mails.filter(({ to }) => to.email === customer.email);
    expect(notices.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Your email address is about to change'),
    ]);
    expect(notices[0]?.text).not.toContain(newEmail);
    expect(notices[0]?.text).not.toContain('token=');
  });

  test('must be confirmed within the hour, with the latest link', async () => {
    await update({ email: newEmail });
    const first = await confirmLink();
    expect((await resend()).message).toBe('The link to confirm your new email address is on its way.');
    const second = await confirmLink();
    expect((await verify(first)).failure.code).toBe('auth.token_invalid');
    shop.clock.advance({ minutes: 61 });
    expect((await verify(second)).failure.code).toBe('auth.token_invalid');
    expect((await profile()).email).toBe(customer.email);
    await resend();
    expect((await verify(await confirmLink())).status).toBe(200);
  });

  test('requested twice is one change, and one mail', async () => {
    await Promise.all([update({ email: newEmail }), update({ email: newEmail })]);
    await deliver();
    expect(shop.mailbox.mails.filter(({ to }) => to.email === newEmail)).toHaveLength(1);
  });

  test('replaces another pending one', async () => {
    await update({ email: newEmail });
    const first = await confirmLink();
    await update({ email: `other-${newEmail}` });
    expect((await verify(first)).failure.code).toBe('auth.token_invalid');
    expect((await profile()).pending_email).toBe(`other-${newEmail}`);
  });

  test('can be cancelled, which is safe to repeat', async () => {
    await update({ email: newEmail });
    const link = await confirmLink();
    for (const cancelled of [await cancel(), await cancel()]) {
      expect(cancelled.message).toBe('Your email address stays as it is.');
      expect(cancelled.data.pending_email).toBeNull();
    }
    expect((await verify(link)).failure.code).toBe('auth.token_invalid');
    expect((await resend()).failure.code).toBe('email_change.none');
  });

  test('is mailed at most five times an hour', async () => {
    for (let time = 0; time < 5; time += 1) expect((await update({ email: `${time}-${newEmail}` })).status).toBe(200);
    const refused = await update({ name: 'Not saved', email: `6-${newEmail}` });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600']);
    expect((await resend()).status).toBe(429);
    expect((await profile()).name).toBe(customer.name);
  });

  test('gets at most ten mails an hour, from all accounts', async () => {
    const statuses: number[] = [];
    for (let account = 0; account < 4; account += 1) {
      token = await signIn(shop, await createCustomer(shop.services.db));
      statuses.push((await update({ email: newEmail })).status);
      for (let time = 0; time < 3; time += 1) statuses.push((await resend()).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429, 429, 409, 409, 409]);
    await deliver();
    expect(shop.mailbox.mails.filter(({ to }) => to.email === newEmail)).toHaveLength(10);
    shop.clock.advance({ minutes: 61 });
    token = await signIn(shop, customer);
    expect((await update({ email: newEmail })).status).toBe(200);
  });

  test('gets no more mails with concurrent requests', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 14 }, async () => signIn(shop, await createCustomer(shop.services.db))),
    );
    const body = { email: newEmail, current_password: PASSWORD };
    const answers = await Promise.all(tokens.map((one) => shop.call('PUT /auth/profile', { body }, { token: one })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });

  test.each(['changed', 'reset'])('is no longer pending when the password is %s', async (way) => {
    await update({ email: newEmail });
    const link = await confirmLink();
    const next = { password: NEXT, password_confirmation: NEXT };
    if (way === 'changed') {
      await shop.call('PUT /auth/password', { body: { current_password: PASSWORD, ...next } }, { token });
    } else {
      await shop.call('POST /auth/forgot-password', { body: { email: customer.email } });
      const body = { token: await linkTo('reset-password', customer.email), ...next };
      expect((await shop.call('POST /auth/reset-password', { body })).status).toBe(200);
    }
    expect((await verify(link)).failure.code).toBe('auth.token_invalid');
  });

  test('cannot be reached by links mailed to the old one', async () => {
    await shop.call('POST /auth/forgot-password', { body: { email: customer.email } });
    const reset = await linkTo('reset-password', customer.email);
    await shop.call('POST /account/deletion', {}, { token });
    const deletion = await linkTo('delete-account', customer.email);
    await changeTo(newEmail);
    const body = { token: reset, password: NEXT, password_confirmation: NEXT };
    expect((await shop.call('POST /auth/reset-password', { body })).failure.code).toBe('auth.token_invalid');
    const deleted = await shop.call('POST /account/deletion/confirm', { body: { token: deletion } });
    expect(deleted.failure.code).toBe('auth.token_invalid');
  });

  test('of an admin is audited when requested and when confirmed', async () => {
    const admin = await createAdmin(shop.services.db, { email_verified_at: shop.services.now() });
    token = await signIn(shop, admin);
    newEmail = `new-${admin.email}`;
    await changeTo(newEmail);
    const records = await shop.services.db
      .selectFrom('audit_entry')
      .select(['action', 'before', 'after'])
      .where('actor_id', '=', admin.id)
      .orderBy('id')
      .execute();
    expect(records).toEqual([
      { action: 'user.profile', before: { pending_email: null }, after: { pending_email: newEmail } },
      { action: 'user.profile', before: { email: admin.email }, after: { email: newEmail } },
    ]);
  });
});

describe('an address of another account', () => {
  test('is refused like at registration, and nothing becomes pending', async () => {
    const owner = await createCustomer(shop.services.db);
    const taken = await update({ email: owner.email });
    expect([taken.status, taken.failure.code]).toEqual([422, 'auth.email_taken']);
    expect(taken.failure.errors).toHaveProperty('email');
    await deliver();
    expect(() => shop.mailbox.newestTo(owner.email)).toThrow();
    expect(await profile()).toMatchObject({ email: customer.email, pending_email: null });
  });

  test('does not block others while pending, and only the first can confirm it', async () => {
    await update({ email: newEmail });
    const link = await confirmLink();
    const chosen = { password: PASSWORD, password_confirmation: PASSWORD };
    const registered = await shop.call('POST /auth/register', { body: { name: 'Eve', email: newEmail, ...chosen } });
    expect(registered.status).toBe(201);
    const refused = await verify(link);
    expect([refused.status, refused.failure.code]).toEqual([422, 'auth.email_taken']);
    expect((await profile()).email).toBe(customer.email);
  });

  test('of two concurrent confirmations, one succeeds', async () => {
    const other = await createCustomer(shop.services.db);
    await update({ email: newEmail });
    const mine = await confirmLink();
    await shop.call(
      'PUT /auth/profile',
      { body: { email: newEmail, current_password: PASSWORD } },
      { token: await signIn(shop, other) },
    );
    const theirs = await confirmLink();
    const replies = await Promise.all([verify(mine), verify(theirs)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

describe('the link in a mail to the old address', () => {
  test('cancels a pending change', async () => {
    await update({ email: newEmail });
    const [keep, link] = [await undoLink(), await confirmLink()];
    expect((await undo(keep)).message).toBe('Your email address stays as it is.');
    expect((await verify(link)).failure.code).toBe('auth.token_invalid');
    expect(await profile()).toMatchObject({ email: customer.email, pending_email: null });
    expect((await undo(keep)).failure.code).toBe('auth.token_invalid');
  });

  test.each(['the email of the request', 'the email of the change'])(
    'undoes a completed change, by %s',
    async (mail) => {
      await update({ email: newEmail });
      const notice = await undoLink();
      await verify(await confirmLink());
      shop.clock.advance({ days: 2 });
      token = await signIn(shop, customer);
      const undone = await undo(mail === 'the email of the request' ? notice : await undoLink());
      expect(undone.message).toContain('Your account has its old email address back');
      expect((await shop.call('GET /auth/profile', {}, { token })).status).toBe(401);
      token = await signIn(shop, customer);
      expect(await profile()).toMatchObject({ email: customer.email, email_verified_at: expect.any(String) });
    },
  );

  test('resets the password, and mails a link to choose another one', async () => {
    const logIn = (password: string) =>
      shop.call('POST /auth/login', { body: { email: customer.email, password } }).then(({ status }) => status);
    await changeTo(newEmail);
    expect((await undo(await undoLink())).message).toContain('the password no longer works');
    expect(await logIn(PASSWORD)).toBe(401);
    const body = { token: await linkTo('reset-password', customer.email), password: NEXT, password_confirmation: NEXT };
    expect((await shop.call('POST /auth/reset-password', { body })).status).toBe(200);
    expect(await logIn(NEXT)).toBe(200);
  });

  test('resets the password of a deactivated account too, without a link to choose another one', async () => {
    await changeTo(newEmail);
    const link = await undoLink();
    const setActive = (is_active: boolean) =>
      shop.services.db.updateTable('users').set({ is_active }).where('id', '=', customer.id).execute();
    await setActive(false);
    expect((await undo(link)).status).toBe(200);
    expect(await linkTo('reset-password', customer.email)).toBe('');
    const { text } = shop.mailbox.newestTo(customer.email);
    expect(text).toContain('The password no longer works');
    expect(text).not.toContain('/forgot-password');
    await setActive(true);
    const body = { email: customer.email, password: PASSWORD };
    expect((await shop.call('POST /auth/login', { body })).status).toBe(401);
  });

  test('mails the link however often a new password was requested before', async () => {
    await changeTo(newEmail);
    const link = await undoLink();
    for (let requests = 0; requests < 5; requests += 1) {
      await shop.call('POST /auth/forgot-password', { body: { email: newEmail } });
      await deliver();
    }
    expect(await linkTo('reset-password', newEmail)).not.toBe('');
    expect((await undo(link)).status).toBe(200);
    const reset = await linkTo('reset-password', customer.email);
    const body = { token: reset, password: NEXT, password_confirmation: NEXT };
    expect((await shop.call('POST /auth/reset-password', { body })).status).toBe(200);
  });

  describe('with two-factor sign-in', () => {
    async function switchOn(): Promise<void> {
      const { data } = await shop.call(
        'POST /auth/two-factor/setup',
        { body: { current_password: PASSWORD } },
        { token },
      );
      const timestamp = shop.services.now().getTime();
      const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate({ timestamp });
      expect((await shop.call('POST /auth/two-factor/confirm', { body: { code } }, { token })).status).toBe(200);
    }
    const isOn = async () => {
      token = await signIn(shop, customer);
      return (await shop.call('GET /auth/two-factor', {}, { token })).data.is_enabled;
    };
    const undoAfter = async (days: number) => {
      await switchOn();
      shop.clock.advance({ days });
      token = await signIn(shop, customer);
      await changeTo(newEmail);
      await undo(await undoLink());
      await deliver();
    };
    const subjects = () =>
      shop.mailbox.mails.filter(({ to }) => to.email === customer.email).map(({ subject }) => subject);
    const OFF = expect.stringContaining('Two-factor sign-in was switched off');

    test('removes a second factor set up shortly before the change, as somebody who takes an account over does', async () => {
      await undoAfter(2);
      expect(await isOn()).toBe(false);
      expect(subjects()).toContainEqual(OFF);
    });

    test('keeps one that is older', async () => {
      await undoAfter(4);
      expect(await isOn()).toBe(true);
      expect(subjects()).not.toContainEqual(OFF);
    });
  });

  test('undoes every later change too, and invalidates their links', async () => {
    await changeTo(newEmail);
    const first = await undoLink();
    await changeTo(`later-${newEmail}`);
    const second = await undoLink(newEmail);
    expect((await undo(first)).status).toBe(200);
    expect((await undo(second)).failure.code).toBe('auth.token_invalid');
    token = await signIn(shop, customer);
    expect((await profile()).email).toBe(customer.email);
  });

  test('prevents others from registering the old address while it is valid', async () => {
    await changeTo(newEmail);
    const chosen = { password: PASSWORD, password_confirmation: PASSWORD };
    const register = () =>
      shop.call('POST /auth/register', { body: { name: 'Eve', email: customer.email, ...chosen } });
    expect((await register()).failure.code).toBe('auth.email_taken');
    const link = await undoLink();
    shop.clock.advance({ days: 3, minutes: 1 });
    expect((await undo(link)).failure.code).toBe('auth.token_invalid');
    expect((await register()).status).toBe(201);
  });

  test('is refused when invalid', async () => {
    for (const made of ['x', "' OR 1=1 --", 'a'.repeat(43)]) {
      expect((await undo(made)).failure.code).toBe('auth.token_invalid');
    }
  });
});

test('tokens are stored only as hashes, and changes are deleted after three days', async () => {
  await update({ email: newEmail });
  const links = [await confirmLink(), await undoLink()];
  const { db } = shop.services;
  const rows = await db.selectFrom('email_change').selectAll().execute();
  const mails = await db.selectFrom('mail').selectAll().execute();
  for (const link of links) expect(JSON.stringify([rows, mails])).not.toContain(link);
  shop.clock.advance({ days: 3, minutes: 1 });
  await shop.jobs.run('clean-up');
  expect(await db.selectFrom('email_change').select('id').execute()).toEqual([]);
  token = await signIn(shop, customer);
  expect((await profile()).pending_email).toBeNull();
});

test('no link of a change works after create-admin has taken over the account', async () => {
  await changeTo(newEmail);
  const undoChange = await undoLink();
  await update({ email: `pending-${newEmail}` });
  const confirmPending = await confirmLink(`pending-${newEmail}`);
  await makeAdmin(shop.services.db, { name: 'Ada', email: newEmail, password: NEXT }, shop.services.now());
  expect((await verify(confirmPending)).failure.code).toBe('auth.token_invalid');
  expect((await undo(undoChange)).failure.code).toBe('auth.token_invalid');
  const logIn = await shop.call('POST /auth/login', { body: { email: newEmail, password: NEXT } });
  expect(logIn.data.user).toMatchObject({ email: newEmail, is_admin: true });
});
