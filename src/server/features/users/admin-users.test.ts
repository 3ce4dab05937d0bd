import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openAdminUserClient } from '#test/clients/admin-user-client.ts';
import { createCustomer } from '#test/factories/customer.ts';
import { createPaidOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';

const client = openAdminUserClient();
const { list, detail, setStatus, audited } = client;
const create = (body: { name: string; email: string; role?: 'admin'; status?: 'inactive' | 'banned' }) =>
  client.shop.call('POST /admin/users', { body }, { token: client.token });
const invitationOf = (email: string): string => {
  const [, found] = /\/reset-password\?token=([\w-]{43})/.exec(client.shop.mailbox.newestTo(email).text) ?? [];
  if (!found) throw new Error('The email holds no link');
  return found;
};

describe('the list', () => {
  test('finds by part of name or address in any case, and by id; wildcards are literal', async () => {
    const { db } = client.shop.services;
    const user = await createCustomer(db, { name: 'Ольга Ö’Kim_100%', email: 'olga.kim@example.test' });
    for (const search of ['ольга', 'KIM_100%', 'OLGA.K', String(user.id), `#${user.id}`]) {
      expect(
        (await list({ search })).data.map(({ id }) => id),
        search,
      ).toContain(user.id);
    }
    for (const search of ['olga_kim', '%%', '99999999999']) expect((await list({ search })).total, search).toBe(0);
  });

  test('filters by role and status; banned counts as inactive, all as no filter', async () => {
    const { db } = client.shop.services;
    await createCustomer(db, { is_active: false });
    const all = (await list({})).total;
    const count = async (query: object) => (await list(query)).total;
    expect(await count({ role: 'all', status: 'all', search: '' })).toBe(all);
    expect((await count({ role: 'admin' })) + (await count({ role: 'customer' }))).toBe(all);
    expect((await count({ status: 'active' })) + (await count({ status: 'inactive' }))).toBe(all);
    expect(await count({ status: 'banned' })).toBe(await count({ status: 'inactive' }));
    expect((await list({ status: 'inactive' })).data.every(({ is_active }) => !is_active)).toBe(true);
    for (const query of [{ role: 'owner' }, { status: 'gone' }, { limit: 101 }, { page: 0 }]) {
      expect(
        (await client.shop.call('GET /admin/users', { query: query as object }, { token: client.token })).status,
      ).toBe(422);
    }
  });

  test('is paged, limited and sorted', async () => {
    const { db } = client.shop.services;
    await createCustomer(db, { name: 'aaa first of all', last_login_at: new Date('2020-01-01') });
    const { data: names } = await list({ sortBy: 'name', sortOrder: 'asc', limit: 2 });
    expect(names[0]?.name).toBe('aaa first of all');
    const newest = await list({ limit: 1 });
    expect(newest).toMatchObject({ current_page: 1, per_page: 1, last_page: newest.total });
    const seen = await list({ sortBy: 'last_login_at', sortOrder: 'desc', limit: 100 });
    const moments = seen.data.map(({ last_login_at }) => last_login_at);
    expect(moments.lastIndexOf(moments.findLast((at) => at !== null) ?? null)).toBeLessThan(moments.indexOf(null));
  });

  test('never contains credentials', async () => {
    const { body } = await client.shop.app.inject({
      url: '/api/admin/users',
      headers: { authorization: `Bearer ${client.token}` },
    });
    expect(body).not.toMatch(/password|argon|token|secret/i);
  });
});

test('the figures match the accounts, and months follow the shop’s time zone', async () => {
  const { db } = client.shop.services;
  await createCustomer(db, { is_active: false });
  const at = client.shop.services.now();
  const month = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', year: 'numeric', month: '2-digit' });
  const begins = `${month.format(at)}-01 00:00 America/New_York`;
  const justBefore = await createCustomer(db);
  await sql`UPDATE users SET created_at = ${begins}::timestamptz - interval '1 second' WHERE id = ${justBefore.id}`.execute(
    db,
  );
  const justAfter = await createCustomer(db);
  await sql`UPDATE users SET created_at = ${begins}::timestamptz WHERE id = ${justAfter.id}`.execute(db);
  const { data } = await client.shop.call('GET /admin/users/stats', {}, { token: client.token });
  const rows = await db.selectFrom('users').selectAll().where('anonymised_at', 'is', null).execute();
  const startOf = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', justAfter.id)
    .executeTakeFirstOrThrow();
  expect(data).toEqual({
    total: rows.length,
    active: rows.filter(({ is_active }) => is_active).length,
    inactive: rows.filter(({ is_active }) => !is_active).length,
    admins: rows.filter(({ is_admin }) => is_admin).length,
    customers: rows.filter(({ is_admin }) => !is_admin).length,
    newThisMonth: rows.filter(({ created_at }) => created_at >= startOf.created_at).length,
  });
  expect(data.newThisMonth).toBeLessThan(data.total);
});

test('an account shows its orders, and totals of payments and refunds', async () => {
  const product = await createProduct(client.shop.services.db, { price_cents: 1000, stock: 9 });
  const first = await createPaidOrder(client.shop, product.id);
  const second = await createPaidOrder(client.shop, product.id, { quantity: 3, shopper: first.shopper });
  const body = { amount: 5, reason: 'A scratch' };
  await client.shop.call(
    'POST /admin/orders/{id}/refunds',
    { params: { id: first.orderId }, body },
    { token: client.token },
  );
  await client.shop.call('PUT /orders/{id}/cancel', { params: { id: String(second.orderId) } }, first.shopper);
  const { data } = await detail(first.shopper.user.id);
  expect(data).toMatchObject({
    orders_count: 2,
    total_spent: '15.80',
    orders: [
      { order_number: second.orderNumber, status: 'cancelled', items_count: 3, paymentStatus: 'refunded' },
      { order_number: first.orderNumber, status: 'pending', items_count: 1, total: '20.80' },
    ],
    figures: { orders: 2, cancelled: 1, open: 1, spent: '15.80', sessions: 1, wishlist: 0, cart_items: 0 },
  });
  expect(data.figures.refunded).toBe((5 + 32.4 + 10).toFixed(2));
  expect((await list({ search: first.shopper.user.email })).data[0]).toMatchObject({ total_spent: '15.80' });
  expect((await detail(999_999)).failure.code).toBe('user.not_found');
});

describe('creating an account', () => {
  test('invites by mail; the link sets the first password once, and the account can log in', async () => {
    const email = 'invited@example.test';
    const created = await create({ name: 'Ivy Vited', email: ' Invited@Example.test ' });
    expect(created).toMatchObject({
      status: 201,
      message: `User Ivy Vited created. An invitation is on its way to ${email}.`,
      data: { email, role: 'customer', status: 'active', is_invited: true, email_verified_at: null },
    });
    await client.shop.jobs.runRequested();
    const body = { token: invitationOf(email), password: 'Brand-new-1', password_confirmation: 'Brand-new-1' };
    expect((await client.shop.call('POST /auth/reset-password', { body })).status).toBe(200);
    expect((await client.shop.call('POST /auth/reset-password', { body })).failure.code).toBe('auth.token_invalid');
    const login = await client.shop.call('POST /auth/login', { body: { email, password: 'Brand-new-1' } });
    expect(login.data.user).toMatchObject({ is_admin: false });
    expect((await detail(created.data.id)).data).toMatchObject({ is_invited: false });
    expect(await audited(created.data.id)).toMatchObject([
      { action: 'user.created', actor_id: client.admin.id, after: { email, role: 'customer', status: 'active' } },
    ]);
  });

  test('a second invitation invalidates the first link; accounts with a password need none', async () => {
    const email = 'twice@example.test';
    const { id } = (await create({ name: 'Twice', email })).data;
    await client.shop.jobs.runRequested();
    const first = invitationOf(email);
    const again = () =>
      client.shop.call('POST /admin/users/{id}/invitation', { params: { id } }, { token: client.token });
    expect((await again()).message).toBe('The invitation is on its way.');
    await client.shop.jobs.runRequested();
    const second = invitationOf(email);
    expect(second).not.toBe(first);
    const choose = (link: string) =>
      client.shop.call('POST /auth/reset-password', {
        body: { token: link, password: 'Brand-new-1', password_confirmation: 'Brand-new-1' },
      });
    expect((await choose(first)).failure.code).toBe('auth.token_invalid');
    expect((await choose(second)).status).toBe(200);
    expect((await again()).failure.code).toBe('user.not_invited');
  });

  test('verified users, even without a password, are not invited again', async () => {
    const email = 'confirmed@example.test';
    const { id } = (await create({ name: 'Confirmed', email })).data;
    await client.shop.services.db
      .updateTable('users')
      .set({ email_verified_at: client.shop.services.now() })
      .where('id', '=', id)
      .execute();
    await client.shop.jobs.runRequested();
    const sent = client.shop.mailbox.mails.length;
    const { status, failure } = await client.shop.call(
      'POST /admin/users/{id}/invitation',
      { params: { id } },
      { token: client.token },
    );
    expect([status, failure.code]).toEqual([409, 'user.not_invited']);
    expect(failure.message).toMatch(/needs no invitation/);
    await client.shop.jobs.runRequested();
    expect(client.shop.mailbox.mails).toHaveLength(sent);
  });

  test('an inactive account gets no mail until it is active and invited', async () => {
    const email = 'later@example.test';
    const { data, message } = await create({ name: 'Later', email, role: 'admin', status: 'banned' });
    expect(data).toMatchObject({ role: 'admin', status: 'inactive', is_admin: true, is_active: false });
    expect(message).toBe('User Later created.');
    await client.shop.jobs.runRequested();
    expect(client.shop.mailbox.mails.some(({ to }) => to.email === email)).toBe(false);
    const invite = () =>
      client.shop.call('POST /admin/users/{id}/invitation', { params: { id: data.id } }, { token: client.token });
    expect((await invite()).failure.code).toBe('user.not_invited');
    await setStatus(data.id, 'active');
    expect((await invite()).status).toBe(200);
  });

  test('an address is used once, even concurrently; missing fields are reported by field', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => create({ name: 'Once', email: 'once@example.test' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const taken = replies.find(({ status }) => status === 422);
    expect(taken?.failure.errors).toEqual({ email: ['An account with this email address already exists.'] });
    expect(Object.keys((await create({ name: '', email: 'no address' })).failure.errors ?? {})).toEqual([
      'name',
      'email',
    ]);
  });
});

test('the merchant mails a customer from the shop’s address; paragraphs stay, markup does not', async () => {
  const user = await createCustomer(client.shop.services.db);
  const body = { subject: 'Your <b>question</b>', message: 'Dear customer,\n\nall is well.\nTruly.' };
  const reply = await client.shop.call(
    'POST /admin/users/{id}/mail',
    { params: { id: user.id }, body },
    { token: client.token },
  );
  expect(reply).toMatchObject({ status: 202, message: 'Your email is in the outbox.' });
  await client.shop.jobs.runRequested();
  const mail = client.shop.mailbox.newestTo(user.email);
  expect(mail.subject).toBe('Your <b>question</b>');
  expect(mail.text).toContain('Dear customer,\n\nall is well.\nTruly.');
  expect(mail.html).toContain('Your &lt;b&gt;question&lt;/b&gt;');
  expect(mail.html).toContain('all is well.<br>Truly.');
  expect(await audited(user.id)).toMatchObject([{ action: 'user.mailed', after: { subject: body.subject } }]);
});

test('the export contains every matching account, without formulas', async () => {
  const { db } = client.shop.services;
  await createCustomer(db, { name: '=cmd|calc', email: 'formula@example.test', is_active: false });
  const read = async (search: string) =>
    await client.shop.app.inject({
      url: `/api/admin/users/export${search}`,
      headers: { authorization: `Bearer ${client.token}` },
    });
  const all = await read('');
  expect(all.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(all.headers['content-disposition']).toMatch(/users-\d{4}-\d\d-\d\d\.csv/);
  const lines = all.body.trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFID,Name,Email/);
  expect(lines).toHaveLength(1 + (await list({})).total);
  expect(all.body).toContain(`,'=cmd|calc,formula@example.test,`);
  const inactive = await read('?status=inactive&role=customer');
  expect(inactive.body.trimEnd().split('\r\n')).toHaveLength(
    1 + (await list({ status: 'inactive', role: 'customer' })).total,
  );
});
