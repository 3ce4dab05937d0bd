import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxConcurrentDecodings } from '#test/decoding.ts';
import { type CreatedUser, createCustomer, signIn } from '#test/factories/customer.ts';
import { ADDRESS } from '#test/factories/order.ts';
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

const stranger = async () => signIn(shop, await createCustomer(shop.services.db));

describe('saved addresses', () => {
  const add = (given: Partial<typeof ADDRESS & { is_default: boolean }> = {}) =>
    shop.call('POST /account/addresses', { body: { ...ADDRESS, ...given } }, { token });
  const list = async () => (await shop.call('GET /account/addresses', {}, { token })).data;

  test('the first is the default; another can replace it, and there is always one', async () => {
    const { data: home } = await add();
    expect(home).toEqual({ ...ADDRESS, id: home.id, line2: null, is_default: true });
    const { data: work } = await add({ line1: '2 Work Street' });
    expect(work.is_default).toBe(false);
    const { data: third } = await add({ line1: '3 Third Street', is_default: true });
    expect((await list()).map(({ id, is_default }) => [id, is_default])).toEqual([
      [third.id, true],
      [work.id, false],
      [home.id, false],
    ]);
    const unset = { params: { id: third.id }, body: { ...ADDRESS, is_default: false } };
    expect((await shop.call('PUT /account/addresses/{id}', unset, { token })).data.is_default).toBe(true);
    await shop.call('DELETE /account/addresses/{id}', { params: { id: third.id } }, { token });
    expect((await list()).find(({ is_default }) => is_default)?.id).toBe(home.id);
  });

  test('of two concurrent first addresses, one is the default', async () => {
    await Promise.all([add(), add(), add()]);
    expect((await list()).filter(({ is_default }) => is_default)).toHaveLength(1);
  });

  test('addresses of others can be neither changed nor deleted', async () => {
    const { data: mine } = await add();
    const other = { token: await stranger() };
    const change = { params: { id: mine.id }, body: { ...ADDRESS, line1: 'Elsewhere' } };
    expect((await shop.call('PUT /account/addresses/{id}', change, other)).failure.code).toBe('address.not_found');
    const gone = await shop.call('DELETE /account/addresses/{id}', { params: { id: mine.id } }, other);
    expect(gone.failure.code).toBe('address.not_found');
    expect(await list()).toEqual([mine]);
    expect((await shop.call('GET /account/addresses', {}, other)).data).toEqual([]);
  });

  test('at most twenty, and only in countries the shop ships to', async () => {
    for (let count = 0; count < 20; count += 1) await add({ line1: `${count} Long Road` });
    expect((await add()).failure.code).toBe('address.too_many');
    const wrong = await add({ country: 'XX' as 'US', city: ' ' });
    expect(Object.keys(wrong.failure.errors ?? {}).sort()).toEqual(['city', 'country']);
  });
});

describe('sessions', () => {
  const list = async () => (await shop.call('GET /account/sessions', {}, { token })).data;
  const isAlive = async (other: string) => (await shop.call('GET /auth/profile', {}, { token: other })).status === 200;

  test('are listed, the current one first, and can be ended one by one or all at once', async () => {
    const [phone, office, home] = [
      await signIn(shop, customer),
      await signIn(shop, customer),
      await signIn(shop, customer),
    ];
    await shop.services.db
      .updateTable('session')
      .set({ user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1' })
      .where('user_id', '=', customer.id)
      .execute();
    const sessions = await list();
    expect(sessions.map(({ is_this_one }) => is_this_one)).toEqual([true, false, false, false]);
    expect(sessions[0]).toMatchObject({ device: 'Safari on iPhone', place: '127.0.0.1' });
    const [newest] = sessions.slice(1);
    const ended = await shop.call('DELETE /account/sessions/{id}', { params: { id: newest?.id ?? 0 } }, { token });
    expect(ended.status).toBe(200);
    expect(await isAlive(home)).toBe(false);
    expect([await isAlive(phone), await isAlive(office)]).toEqual([true, true]);
    expect((await shop.call('DELETE /account/sessions', {}, { token })).data).toEqual({ ended: 2 });
    expect([await isAlive(phone), await isAlive(office), await isAlive(token)]).toEqual([false, false, true]);
  });

  test('of others cannot be accessed', async () => {
    const other = await stranger();
    const theirs = (await shop.call('GET /account/sessions', {}, { token: other })).data[0];
    const tried = await shop.call('DELETE /account/sessions/{id}', { params: { id: theirs?.id ?? 0 } }, { token });
    expect(tried.failure.code).toBe('session.not_found');
    await shop.call('DELETE /account/sessions', {}, { token });
    expect(await isAlive(other)).toBe(true);
  });

  test('idle for too long are not listed', async () => {
    await signIn(shop, customer);
    shop.clock.advance({ minutes: 121 });
    token = await signIn(shop, customer);
    expect(await list()).toHaveLength(1);
  });
});

describe('the avatar', () => {
  const put = (bytes: Buffer, { type = 'image/png', as = token } = {}) =>
    shop.call(
      'PUT /account/avatar',
      { body: { image: `data:${type};base64,${bytes.toString('base64')}` } },
      { token: as },
    );

  test('is cropped square, re-encoded without metadata, and public', async () => {
    const photo = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#884422' } })
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .jpeg()
      .toBuffer();
    const { data, message } = await put(photo, { type: 'text/plain' });
    expect(message).toBe('Avatar updated successfully!');
    expect(data.avatar).toMatch(/^\/media\/avatars\/[0-9a-f]{32}\.webp$/);
    const served = await shop.app.inject({ method: 'GET', url: data.avatar ?? '' });
    expect(served.headers['content-type']).toBe('image/webp');
    const { format, width, height, exif } = await sharp(served.rawPayload).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 256, height: 256, exif: undefined });
    expect((await shop.call('GET /auth/profile', {}, { token })).data.avatar).toBe(data.avatar);

    const second = (await put(photo)).data.avatar;
    expect(second).not.toBe(data.avatar);
    expect((await shop.app.inject({ method: 'GET', url: data.avatar ?? '' })).statusCode).toBe(404);
    expect((await shop.call('DELETE /account/avatar', {}, { token })).data.avatar).toBeNull();
    expect((await shop.app.inject({ method: 'GET', url: second ?? '' })).statusCode).toBe(404);
  });

  test('is validated by content, not by name', async () => {
    for (const bytes of [Buffer.from('#!/bin/sh'), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]) {
      const refused = await put(bytes);
      expect([refused.status, refused.failure.code]).toEqual([415, 'picture.unreadable']);
    }
    const half = (
      await sharp({ create: { width: 90, height: 90, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
    ).subarray(0, 60);
    expect((await put(half)).failure.code).toBe('picture.unreadable');
    expect(
      (await shop.call('PUT /account/avatar', { body: { image: 'https://example.com/x.png' } }, { token })).status,
    ).toBe(422);
  });

  test('is decoded one at a time, however many are sent: each may take up to 200 MB', async () => {
    const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#a53' } })
      .jpeg()
      .toBuffer();
    const customers = await Promise.all(Array.from({ length: 6 }, stranger));
    const { most, done: replies } = await maxConcurrentDecodings(() =>
      Promise.all(customers.map((as) => put(photo, { as }))),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(most).toBe(1);
  });

  test('has at most 25 megapixels, fewer as AVIF, and is refused before decoding', async () => {
    const blank = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#357' } });
    const large = await put(await blank(6000, 5000).jpeg().toBuffer());
    expect([large.status, large.failure.code]).toEqual([422, 'picture.too_many_pixels']);
    expect(large.failure.message).toBe('This picture has 30 megapixels. At most 25 are allowed.');
    // Made by `blank(5000, 3000).avif({ effort: 0 })`, which takes seconds.
    const slow = await put(await readFile('test/fixtures/pictures/15-megapixels.avif'));
    expect(slow.failure.message).toBe('This picture has 15 megapixels. At most 12.5 are allowed for an AVIF.');
    expect((await put(await blank(5712, 4284).jpeg().toBuffer())).status).toBe(200);
  });

  test('may be larger than other bodies, up to a limit', async () => {
    expect((await put(Buffer.alloc(3_000_000))).status).toBe(415);
    expect((await put(Buffer.alloc(11 * 1024 * 1024))).status).toBe(413);
  });
});

describe('mail preferences', () => {
  const read = async () => (await shop.call('GET /account/notifications', {}, { token })).data;
  const change = (body: Partial<Awaited<ReturnType<typeof read>>>) =>
    shop.call('PUT /account/notifications', { body }, { token });

  test('have the specified defaults, and keep changes', async () => {
    const defaults = {
      emailNotifications: true,
      orderNotifications: true,
      userNotifications: true,
      systemNotifications: false,
      marketingEmails: false,
      marketingPending: false,
    };
    expect(await read()).toEqual(defaults);
    const { data, message } = await change({ orderNotifications: false });
    expect(message).toBe('Notification preferences updated!');
    expect(data).toEqual({ ...defaults, orderNotifications: false });
    await shop.call('PUT /auth/profile', { body: { preferences: { bio: 'Hello' } } }, { token });
    expect(await read()).toEqual(data);
  });

  const newsletterOf = async () => {
    const { marketingEmails, marketingPending } = await read();
    return { marketingEmails, marketingPending };
  };
  const newsletterLink = async () => {
    await shop.jobs.runRequested();
    return /newsletter\?token=([\w-]+)/.exec(shop.mailbox.newestTo(customer.email).text)?.[1] ?? '';
  };
  const verify = () =>
    shop.services.db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', customer.id)
      .execute();

  test('the newsletter is sent to a verified address at once, otherwise after confirmation', async () => {
    const requested = await change({ marketingEmails: true });
    expect(requested.message).toContain('Please open our email');
    expect(requested.data).toMatchObject({ marketingEmails: false, marketingPending: true });
    expect((await change({ orderNotifications: false })).data.marketingPending).toBe(true);
    await shop.call('POST /newsletter/confirm', { body: { token: await newsletterLink() } });
    await verify();
    expect(await newsletterOf()).toEqual({ marketingEmails: true, marketingPending: false });
    expect((await change({ marketingEmails: false })).data.marketingEmails).toBe(false);

    customer = await createCustomer(shop.services.db, { email_verified_at: new Date() });
    token = await signIn(shop, customer);
    expect((await change({ marketingEmails: true })).data).toMatchObject({
      marketingEmails: true,
      marketingPending: false,
    });
  });

  test('the newsletter stays pending until confirmed or withdrawn', async () => {
    await change({ marketingEmails: true });
    await verify();
    expect(await newsletterOf()).toEqual({ marketingEmails: false, marketingPending: true });
    shop.clock.advance({ days: 8 });
    token = await signIn(shop, customer);
    expect(await newsletterOf()).toEqual({ marketingEmails: false, marketingPending: false });

    customer = await createCustomer(shop.services.db);
    token = await signIn(shop, customer);
    await change({ marketingEmails: true });
    expect((await change({ marketingEmails: false })).data).toMatchObject({ marketingPending: false });
  });

  test('a request for the newsletter is stored under the name that nodes of the previous version use', async () => {
    await change({ marketingEmails: true });
    const { preferences } = await shop.services.db
      .selectFrom('users')
      .select('preferences')
      .where('id', '=', customer.id)
      .executeTakeFirstOrThrow();
    expect(preferences.notifications).toMatchObject({ lettersAskedFor: customer.email });
  });

  test('registering a stranger’s address neither shows nor ends their subscription', async () => {
    await shop.call('POST /newsletter', { body: { email: customer.email } });
    await shop.call('POST /newsletter/confirm', { body: { token: await newsletterLink() } });
    const subscription = () =>
      shop.services.db
        .selectFrom('newsletter_subscription')
        .selectAll()
        .where('email', '=', customer.email)
        .executeTakeFirst();
    const before = await subscription();
    expect(before?.confirmed_at).not.toBeNull();
    expect(await newsletterOf()).toEqual({ marketingEmails: false, marketingPending: false });
    expect((await shop.call('GET /account/data', {}, { token })).data.notifications.marketingEmails).toBe(false);
    await change({ marketingEmails: false });
    expect(await subscription()).toEqual(before);
    // The same answer as for an address that has no subscription.
    expect((await change({ marketingEmails: true })).data).toMatchObject({
      marketingEmails: false,
      marketingPending: true,
    });
  });

  test('are saved together or not at all: a failing newsletter change leaves the others unchanged', async () => {
    const { db } = shop.services;
    await sql`ALTER TABLE newsletter_subscription ADD CONSTRAINT nobody_more CHECK (false) NOT VALID`.execute(db);
    const before = await read();
    const failed = await change({ marketingEmails: true, orderNotifications: false });
    expect([failed.status, await read()]).toEqual([500, before]);
    await sql`ALTER TABLE newsletter_subscription DROP CONSTRAINT nobody_more`.execute(db);
    const { data: chosen } = await change({ marketingEmails: true, orderNotifications: false });
    expect(chosen).toEqual({ ...before, orderNotifications: false, marketingPending: true });
  });
});
