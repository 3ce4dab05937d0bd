import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWaiting } from '#plugin/testing';
import { type AlertsTestShop, openAlertsShop } from '../testing.ts';

let shop: AlertsTestShop;
beforeAll(async () => {
  shop = await openAlertsShop();
});
afterAll(() => shop.close());

const CONFIRM = (name: string) => `Please confirm your alert: ${name}`;
test('mails a guest only after the address is confirmed', async () => {
  const id = await shop.createProduct({ name: 'Clay lamp' });
  await shop.requestAlertAsGuest('guest@example.test', 'stock', id);
  expect(shop.mailsTo('guest@example.test')).toEqual([CONFIRM('Clay lamp')]);
  const token = shop.tokenTo('guest@example.test');
  await shop.setStock(id, 2);
  await shop.settle();
  expect(shop.mailsTo('guest@example.test')).toHaveLength(1);

  await shop.setStock(id, 0);
  await shop.settle();
  expect((await shop.confirmAlert(token)).data).toMatchObject({ kind: 'stock', is_active: true });
  expect((await shop.confirmAlert(token)).data.is_active).toBe(true);
  await shop.setStock(id, 2);
  await shop.settle();
  expect(shop.mailsTo('guest@example.test')).toEqual([CONFIRM('Clay lamp'), 'Clay lamp is back in stock']);
});

test('mails at once when the product came back before the address was confirmed', async () => {
  const id = await shop.createProduct({ name: 'Reed lamp' });
  await shop.requestAlertAsGuest('late@example.test', 'stock', id);
  await shop.setStock(id, 2);
  await shop.settle();
  await shop.confirmAlert(shop.tokenTo('late@example.test'));
  await shop.settle();
  expect(shop.mailsTo('late@example.test')).toEqual([CONFIRM('Reed lamp'), 'Reed lamp is back in stock']);
});

test('stores only a hash of the link, which expires; the address is deleted after three days', async () => {
  const id = await shop.createProduct();
  await shop.requestAlertAsGuest('slow@example.test', 'stock', id);
  const token = shop.tokenTo('slow@example.test');
  await shop.advance({ days: 3 });
  expect((await shop.confirmAlert(token)).failure.code).toBe('stock-and-price-alerts.link_invalid');
  expect((await shop.confirmAlert('made-up')).failure.code).toBe('stock-and-price-alerts.link_invalid');
  expect(await shop.countOfGuest('slow@example.test')).toBe(1);
  await shop.jobs.run('stock-and-price-alerts.clean-up');
  expect(await shop.countOfGuest('slow@example.test')).toBe(0);
});

test('answers the same for an address that is new, known, or at its limit, and mails it seldom', async () => {
  const ids = [];
  for (let count = 0; count < 7; count += 1) ids.push(await shop.createProduct());
  const replies = [];
  for (const id of [...ids, ...ids]) replies.push(await shop.requestAlertAsGuest('often@example.test', 'stock', id));
  expect(new Set(replies.map(({ status, message }) => `${status} ${message}`)).size).toBe(1);
  // Five that wait for an answer.
  expect(shop.mailsTo('often@example.test')).toHaveLength(5);
  const known = await shop.createCustomer();
  expect((await shop.requestAlertAsGuest(known.email, 'stock', ids[0] ?? 0)).message).toBe(replies[0]?.message);
});

test('mails an address with many alerts no more often, until its links are opened', async () => {
  const email = 'watched@example.test';
  const ids: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    const id = await shop.createProduct();
    ids.push(id);
    await shop.requestAlertAsGuest(email, 'stock', id);
    await shop.confirmAlert(shop.tokenTo(email));
  }
  const requestAll = async () => {
    const before = shop.mailsTo(email).length;
    for (const id of ids) await shop.requestAlertAsGuest(email, 'stock', id);
    return shop.mailsTo(email).length - before;
  };
  await shop.advance({ minutes: 61 });
  expect(await requestAll()).toBe(5);
  await shop.advance({ minutes: 61 });
  expect(await requestAll()).toBe(0);
  expect((await shop.confirmAlert(shop.tokenTo(email))).data.is_active).toBe(true);
  expect(await requestAll()).toBe(1);
  await shop.advance({ days: 3 });
  expect(await requestAll()).toBe(5);
});

test('mails an address whose alerts are not confirmed five times in three days, however often they are requested', async () => {
  const email = 'unasked@example.test';
  const ids = [await shop.createProduct(), await shop.createProduct()];
  for (let hour = 0; hour < 6; hour += 1) {
    for (const id of ids) await shop.requestAlertAsGuest(email, 'stock', id);
    await shop.advance({ minutes: 61 });
  }
  expect(shop.mailsTo(email)).toHaveLength(5);
});

test('an account that has not verified an address does not lift the limits of emails to it', async () => {
  const id = await shop.createProduct();
  const stranger = await shop.createCustomer();
  const email = `not-mine-${stranger.email}`;
  await shop.services.db
    .updateTable('users')
    .set({ email, email_verified_at: null })
    .where('id', '=', stranger.user.id)
    .execute();
  for (let round = 0; round < 3; round += 1) {
    await shop.requestAlertAsGuest(email, 'stock', id);
    const { data } = await shop.requestAlert(stranger, 'stock', id);
    await shop.call('DELETE /stock-and-price-alerts/{id}', { params: { id: data.id } }, stranger);
  }
  expect(shop.mailsTo(email)).toHaveLength(1);
  expect(await shop.countOfGuest(email)).toBe(1);
});

test('one of two simultaneous requests for the same alert mails', async () => {
  const id = await shop.createProduct();
  await Promise.all([1, 2, 3].map(() => shop.requestAlertAsGuest('twice@example.test', 'stock', id)));
  expect(shop.mailsTo('twice@example.test')).toHaveLength(1);
  expect(await shop.countOfGuest('twice@example.test')).toBe(1);
});

test('a customer with a verified address who had asked as a guest gets one mail', async () => {
  const id = await shop.createProduct();
  const maya = await shop.createCustomer();
  await shop.services.db
    .updateTable('users')
    .set({ email_verified_at: shop.services.now() })
    .where('id', '=', maya.user.id)
    .execute();
  await shop.requestAlertAsGuest(maya.email, 'stock', id);
  await shop.confirmAlert(shop.tokenTo(maya.email));
  await shop.requestAlert(maya, 'stock', id);
  const other = await shop.createProduct();
  await shop.requestAlert(maya, 'stock', other);
  await shop.requestAlertAsGuest(maya.email, 'stock', other);
  await shop.confirmAlert(shop.tokenTo(maya.email));
  const before = shop.mailsTo(maya.email).length;
  await shop.setStock(id, 2);
  await shop.setStock(other, 2);
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toHaveLength(before + 2);
});

test('the link in a mail stops one alert or all of them without a login', async () => {
  const email = 'stop@example.test';
  const [first, second] = [await shop.createProduct({ stock: 3 }), await shop.createProduct({ stock: 3 })];
  for (const id of [first, second]) {
    await shop.requestAlertAsGuest(email, 'price', id);
    await shop.confirmAlert(shop.tokenTo(email));
  }
  await shop.setPrice(first, 10);
  await shop.settle();
  const token = shop.tokenTo(email);
  const unsubscribe = (all: boolean) => shop.call('POST /stock-and-price-alerts/unsubscribe', { body: { token, all } });
  const link = await shop.call('POST /stock-and-price-alerts/link', { body: { token } });
  expect(link.data).toMatchObject({ kind: 'price', product: { id: first }, is_active: true });
  expect((await unsubscribe(true)).message).toBe('All your alerts are removed.');
  expect(await shop.countOfGuest(email)).toBe(0);
  expect((await unsubscribe(false)).failure.code).toBe('stock-and-price-alerts.link_invalid');
});

test('an alert that was set as a guest belongs to the account that verifies its address later, and is deleted with it', async () => {
  const id = await shop.createProduct({ name: 'Opal lamp' });
  const [maya, unverified] = [await shop.createCustomer(), await shop.createCustomer()];
  const emails = [maya.email, unverified.email].map((email) => `first-${email}`);
  for (const email of emails) {
    await shop.requestAlertAsGuest(email, 'stock', id);
    await shop.confirmAlert(shop.tokenTo(email));
  }
  for (const [index, { user }] of [maya, unverified].entries()) {
    const email = emails[index] ?? '';
    const email_verified_at = user === maya.user ? shop.services.now() : null;
    await shop.services.db.updateTable('users').set({ email, email_verified_at }).where('id', '=', user.id).execute();
  }
  await shop.jobs.run('stock-and-price-alerts.clean-up');
  expect(await shop.alertsOf(maya)).toMatchObject([{ kind: 'stock', product: { id } }]);
  // The address of an account may belong to somebody else until it is verified.
  expect(await shop.alertsOf(unverified)).toEqual([]);
  expect(await Promise.all(emails.map(shop.countOfGuest))).toEqual([0, 1]);

  for (const { user } of [maya, unverified]) {
    await shop.call('DELETE /admin/users/{id}', { params: { id: user.id } }, shop.admin);
  }
  await shop.settle();
  expect((await shop.readDemand({ search: 'Opal lamp' })).data.data).toMatchObject([{ waiting: 1 }]);
});

test('an alert that has ended belongs to the account as well, unless the account has set it again', async () => {
  const id = await shop.createProduct();
  const [ended, setAgain] = [await shop.createCustomer(), await shop.createCustomer()];
  const emails = [ended.email, setAgain.email].map((email) => `ended-${email}`);
  for (const email of emails) {
    await shop.requestAlertAsGuest(email, 'stock', id);
    await shop.confirmAlert(shop.tokenTo(email));
  }
  await shop.setStock(id, 2);
  await shop.settle();
  await shop.setStock(id, 0);
  await shop.settle();
  await shop.requestAlert(setAgain, 'stock', id);
  for (const [index, { user }] of [ended, setAgain].entries()) {
    const verified = { email: emails[index] ?? '', email_verified_at: shop.services.now() };
    await shop.services.db.updateTable('users').set(verified).where('id', '=', user.id).execute();
  }
  await shop.jobs.run('stock-and-price-alerts.clean-up');
  expect(await Promise.all(emails.map(shop.countOfGuest))).toEqual([0, 0]);
  expect(await shop.alertsOf(setAgain)).toMatchObject([{ kind: 'stock', product: { id } }]);
});

test('an alert of a guest is not given to an account that is being deleted', async () => {
  const { db } = shop.services;
  const id = await shop.createProduct();
  const maya = await shop.createCustomer();
  const email = `leaving-${maya.email}`;
  await shop.requestAlertAsGuest(email, 'stock', id);
  await shop.confirmAlert(shop.tokenTo(email));
  const account = { email, email_verified_at: shop.services.now() };
  await db.updateTable('users').set(account).where('id', '=', maya.user.id).execute();

  const deletion = await db.startTransaction().execute();
  const erased = { email: `gone-${email}`, email_verified_at: null, is_active: false };
  await deletion.updateTable('users').set(erased).where('id', '=', maya.user.id).execute();
  const cleanUp = shop.jobs.run('stock-and-price-alerts.clean-up');
  try {
    await expect.poll(() => countWaiting(db)).toBe(1);
  } finally {
    await deletion.commit().execute();
  }
  await cleanUp;
  expect(await shop.countOfGuest(email)).toBe(1);
});

test('a customer who has an alert and asked for it as a guest keeps one', async () => {
  const id = await shop.createProduct();
  const maya = await shop.createCustomer();
  const email = `later-${maya.email}`;
  await shop.requestAlertAsGuest(email, 'stock', id);
  await shop.confirmAlert(shop.tokenTo(email));
  await shop.requestAlert(maya, 'stock', id);
  await shop.services.db
    .updateTable('users')
    .set({ email, email_verified_at: shop.services.now() })
    .where('id', '=', maya.user.id)
    .execute();
  await shop.jobs.run('stock-and-price-alerts.clean-up');
  expect(await shop.alertsOf(maya)).toHaveLength(1);
  expect(await shop.countOfGuest(email)).toBe(0);
});

test('alerts that were set as a guest at an address of the account are deleted with it, those of others are not', async () => {
  const { db } = shop.services;
  const id = await shop.createProduct();
  const [maya, stranger] = [await shop.createCustomer(), await shop.createCustomer()];
  const [earlier, current] = [`earlier-${maya.email}`, `current-${maya.email}`];
  const setEmail = (user: { readonly id: number }, email: string, email_verified_at: Date | null) =>
    db.updateTable('users').set({ email, email_verified_at }).where('id', '=', user.id).execute();
  for (const email of [earlier, current, stranger.email]) {
    await shop.requestAlertAsGuest(email, 'stock', id);
    await shop.confirmAlert(shop.tokenTo(email));
  }
  await setEmail(maya.user, earlier, shop.services.now());
  // Proved only by the link that deletes the account.
  await setEmail(maya.user, current, null);
  await setEmail(stranger.user, `other-${stranger.email}`, null);
  await shop.call('DELETE /admin/users/{id}', { params: { id: stranger.user.id } }, shop.admin);
  await shop.call('POST /account/deletion', {}, await shop.signInAgain(maya));
  await shop.settle();
  const body = { token: shop.tokenTo(current) };
  expect((await shop.call('POST /account/deletion/confirm', { body })).status).toBe(200);
  await shop.settle();
  expect(await Promise.all([earlier, current, stranger.email].map(shop.countOfGuest))).toEqual([0, 0, 1]);
});

test('exports the alerts of an account, and deletes them with it', async () => {
  const id = await shop.createProduct({ name: 'Cane lamp' });
  const maya = await shop.createCustomer();
  await shop.requestAlert(maya, 'stock', id);
  const { data } = await shop.call('GET /account/data', {}, maya);
  expect(JSON.stringify(data)).toContain('Cane lamp');

  await shop.call('POST /account/deletion', {}, maya);
  await shop.settle();
  const deletion = await shop.call('POST /account/deletion/confirm', {
    body: { token: shop.tokenTo(maya.email) },
  });
  expect(deletion.status).toBe(200);
  expect((await shop.readDemand({ search: 'Cane lamp' })).data.total).toBe(1);
  await shop.settle();
  expect((await shop.readDemand({ search: 'Cane lamp' })).data.total).toBe(0);
});

test('an account with as many alerts as it can have gets one that was set as a guest once it has room', async () => {
  const { db } = shop.services;
  const id = await shop.createProduct();
  const maya = await shop.createCustomer();
  await db
    .updateTable('users')
    .set({ email_verified_at: shop.services.now() })
    .where('id', '=', maya.user.id)
    .execute();
  const others = [];
  for (let count = 0; count < 50; count += 1) others.push(await shop.createProduct());
  await sql`
    INSERT INTO plugin_stock_and_price_alerts.alert (kind, product_id, user_id, confirmed_at, created_at)
    SELECT 'stock', product_id, ${maya.user.id}::integer, now(), now()
      FROM unnest(${others}::integer[]) AS product_id`.execute(db);
  const count = async () => {
    const { data } = await shop.call('GET /stock-and-price-alerts', { query: {} }, maya);
    return [data.total, await shop.countOfGuest(maya.email)];
  };
  await shop.requestAlertAsGuest(maya.email, 'stock', id);
  expect((await shop.confirmAlert(shop.tokenTo(maya.email))).data.is_active).toBe(true);
  expect(await count()).toEqual([50, 1]);
  await shop.jobs.run('stock-and-price-alerts.clean-up');
  expect(await count()).toEqual([50, 1]);
  const [removed] = await shop.alertsOf(maya);
  await shop.call('DELETE /stock-and-price-alerts/{id}', { params: { id: removed?.id ?? 0 } }, maya);
  await shop.jobs.run('stock-and-price-alerts.clean-up');
  expect(await count()).toEqual([50, 0]);
});
