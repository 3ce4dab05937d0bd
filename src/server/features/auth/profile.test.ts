import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anonymiseUser } from '#server/features/users/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
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
  customer = await createCustomer(shop.services.db);
  token = await signIn(shop, customer);
});

type Changes = Parameters<typeof shop.call<'PUT /auth/profile'>>[1]['body'];
const send = (body: Changes) => shop.call('PUT /auth/profile', { body }, { token });
/** With the password, which a new address takes. */
const update = (body: Changes) => send({ ...body, ...(body.email && { current_password: PASSWORD }) });
const profile = async () => (await shop.call('GET /auth/profile', {}, { token })).data;
const verificationLink = async (email: string): Promise<string> => {
  await shop.jobs.runRequested();
  const [, link = ''] =
    /http:\/\/shop\.test\/verify-email\?token=([\w-]{43})/.exec(shop.mailbox.newestTo(email).text) ?? [];
  return link;
};
const verify = (link: string) => shop.call('POST /auth/verify-email', { body: { token: link } });
const resend = () => shop.call('POST /auth/resend-verification', {}, { token });

describe('the profile', () => {
  test('stores changes and leaves the rest unchanged', async () => {
    const before = await profile();
    const { data, message } = await update({ name: ' Ada Lovelace ', phone: '555 0100', date_of_birth: '1990-04-23' });
    expect(message).toBe('Profile updated successfully!');
    expect(data).toMatchObject({ name: 'Ada Lovelace', phone: '555 0100', date_of_birth: '1990-04-23' });
    expect(data).toMatchObject({ email: before.email, gender: null });
    expect(await profile()).toEqual(data);
    expect((await update({ phone: '', date_of_birth: '' })).data).toMatchObject({ phone: null, date_of_birth: null });
  });

  test('stores each section of the preferences separately', async () => {
    await update({ preferences: { bio: 'First programmer.' } });
    await update({ preferences: {} });
    expect((await profile()).preferences).toEqual({ bio: 'First programmer.' });
  });

  test('of an admin is audited with the changed fields, until the person is deleted', async () => {
    const { db } = shop.services;
    await createAdmin(db);
    const admin = await createAdmin(db, { name: 'Ada Admin', phone: '555 0100' });
    const own = { token: await signIn(shop, admin) };
    const change = (body: Changes) => shop.call('PUT /auth/profile', { body }, own);
    const records = () =>
      db
        .selectFrom('audit_entry')
        .select(['action', 'entity', 'entity_id', 'actor_name', 'before', 'after'])
        .where('actor_id', '=', admin.id)
        .execute();
    await change({ name: 'Ada Admin', phone: '555 0100' });
    expect(await records()).toEqual([]);
    const named = { name: 'Ada Byron', phone: '555 0100', preferences: { bio: 'Counts.' }, current_password: PASSWORD };
    await change(named);
    const record = { action: 'user.profile', entity: 'user', entity_id: String(admin.id) };
    expect(await records()).toEqual([
      {
        ...record,
        actor_name: 'Ada Byron',
        before: { name: 'Ada Admin', bio: null },
        after: { name: 'Ada Byron', bio: 'Counts.' },
      },
    ]);
    await inTransaction(db, (tx) => anonymiseUser(tx, shop.services.personalData, admin.id, shop.clock.now()));
    expect(await records()).toMatchObject([{ ...record, before: null, after: null }]);
  });

  test('cannot change role, id or password', async () => {
    const { data } = await update({
      name: 'Mallory',
      ...{ is_admin: true, is_active: false, id: 1, password: 'x', password_hash: 'x', email_verified_at: 'now' },
      preferences: { bio: 'Hello', ...{ is_admin: true } },
    });
    expect(data).toMatchObject({ id: customer.id, is_admin: false, is_active: true, email_verified_at: null });
    expect(data.preferences).toEqual({ bio: 'Hello' });
    const row = await shop.services.db.selectFrom('users').selectAll().where('id', '=', customer.id).executeTakeFirst();
    expect(row).toMatchObject({ is_admin: false, is_active: true, password_hash: customer.password_hash });
  });

  test('refuses invalid values by field', async () => {
    expect((await update({ date_of_birth: '2999-01-01' })).failure.errors).toHaveProperty('date_of_birth');
    expect((await update({ date_of_birth: '1990-02-30' })).failure.errors).toHaveProperty('date_of_birth');
    expect((await update({ name: '   ' })).failure.errors).toEqual({ name: ['This field is required.'] });
    expect((await update({ email: 'not an address' })).failure.errors).toHaveProperty('email');
  });

  test('a new address requires the password; attempts are limited like logins', async () => {
    const email = `new-${customer.email}`;
    const sentence = 'Please enter your password to change your email address.';
    expect((await send({ email })).failure.errors).toEqual({ current_password: [sentence] });
    for (let guess = 0; guess < 5; guess += 1) {
      const wrong = await send({ email, current_password: `wrong ${guess}` });
      expect(wrong.failure).toMatchObject({
        code: 'auth.password_wrong',
        errors: { current_password: [expect.any(String)] },
      });
    }
    const locked = await send({ email, current_password: PASSWORD });
    expect(locked.status).toBe(429);
    expect((await profile()).email).toBe(customer.email);
    expect((await send({ email: customer.email, name: 'Same address' })).status).toBe(200);
  });

  test('saving a name during an address change keeps the new address', async () => {
    const { db } = shop.services;
    const email = `meanwhile-${customer.email}`;
    let saving: ReturnType<typeof send> | undefined;
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ email }).where('id', '=', customer.id).execute();
      saving = send({ name: 'Ada Lovelace', email: customer.email });
      await expect.poll(() => countWaiting(db)).toBe(1);
    });
    expect((await saving)?.data).toMatchObject({ name: 'Ada Lovelace', email });
    expect(await profile()).toMatchObject({ name: 'Ada Lovelace', email });
  });
});

describe('verifying an address', () => {
  test('works once, within the hour', async () => {
    await resend();
    const link = await verificationLink(customer.email);
    expect((await verify(link)).message).toBe('Your email address is verified.');
    expect((await profile()).email_verified_at).not.toBeNull();
    expect((await verify(link)).failure.code).toBe('auth.token_invalid');
    expect((await resend()).message).toBe('Your email address is verified already.');
  });

  test('a link older than an hour is refused; a new one works', async () => {
    await resend();
    const old = await verificationLink(customer.email);
    shop.clock.advance({ minutes: 61 });
    expect((await verify(old)).failure.code).toBe('auth.token_invalid');
    token = await signIn(shop, customer);
    await resend();
    expect((await verify(await verificationLink(customer.email))).status).toBe(200);
  });

  test('is resent at most five times an hour', async () => {
    for (let time = 0; time < 5; time += 1) expect((await resend()).status).toBe(200);
    const refused = await resend();
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('3600');
  });
});
