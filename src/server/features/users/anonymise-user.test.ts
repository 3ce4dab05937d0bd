import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { ADDRESS, createPaidOrder, fillCart, openPayment, type Shopper } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { anonymiseUser } from './anonymise-user.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());

const anonymise = (id: number) =>
  inTransaction(shop.services.db, (tx) => anonymiseUser(tx, shop.services.personalData, id, shop.services.now()));
const codeOf = (id: number) =>
  anonymise(id).then(
    () => 'done',
    (refusal: { code?: string }) => refusal.code,
  );

/** Words that only Zora's data holds. */
const MARKS = [
  'Zora',
  'Quillfeather',
  'zora.q',
  'Hidden Lane',
  '010-7788',
  'nonbinary-zq',
  '1991-02-03',
  '203.0.113.77',
];

async function ordered(shopper: Shopper, status: string): Promise<number> {
  const product = await createProduct(shop.services.db, { price_cents: 1000 });
  const { orderId } = await createPaidOrder(shop, product.id, { shopper });
  await shop.services.db
    .updateTable('orders')
    .set({ status: status as 'pending' })
    .where('id', '=', orderId)
    .execute();
  return orderId;
}

/** A customer of whom the shop knows everything that it can know. */
async function createZora(): Promise<Shopper> {
  const { db } = shop.services;
  const { data: registered } = await shop.call('POST /auth/register', {
    body: {
      name: 'Zora Quillfeather',
      email: 'zora.q@example.test',
      phone: '+1 (555) 010-7788',
      password: 'Correct-horse-1',
      password_confirmation: 'Correct-horse-1',
    },
  });
  const { token } = registered;
  await shop.jobs.runRequested();
  const [, link = ''] = /verify-email\?token=([\w-]+)/.exec(shop.mailbox.newestTo('zora.q@example.test').text) ?? [];
  expect((await shop.call('POST /auth/verify-email', { body: { token: link } })).status).toBe(200);
  const user = await db.selectFrom('users').selectAll().where('id', '=', registered.user.id).executeTakeFirstOrThrow();
  await shop.call(
    'PUT /auth/profile',
    {
      body: {
        date_of_birth: '1991-02-03',
        gender: 'nonbinary-zq',
        preferences: {
          bio: 'Zora writes',
        },
      },
    },
    { token, headers: { 'idempotency-key': 'zoras-key' } },
  );
  return { user, token };
}

/** Every row of every table of the shop, the pictures of bytes included, that holds one of the words. */
async function findTraces(): Promise<string[]> {
  const { db } = shop.services;
  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'sandbox') AND tablename NOT IN ('change_notifier', 'stock_change')`.execute(
    db,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.raw(name)} AS t`.execute(db);
    for (const { row } of rows) {
      if (MARKS.some((mark) => row.toLowerCase().includes(mark.toLowerCase()))) found.push(`${name}: ${row}`);
    }
  }
  return found;
}

test('no data in the database identifies a deleted customer, and order totals stay', async () => {
  const { db, now } = shop.services;
  // Admins get mails about new customers and orders.
  const admin = await createAdmin(db);
  const zora = await createZora();
  const { id } = zora.user;
  const adminToken = await signIn(shop, admin);
  const orderId = await ordered(zora, 'delivered');
  const address = JSON.stringify({ ...ADDRESS, name: 'Zora Quillfeather', line1: '7 Hidden Lane' });
  await db
    .updateTable('orders')
    .set({ shipping_address: address, billing_address: address, customer_email: 'zora.q.before@example.test' })
    .where('id', '=', orderId)
    .execute();
  await db.insertInto('user_address').values({ user_id: id, address, is_default: true }).execute();
  await shop.call(
    'PUT /admin/orders/{id}/status',
    { params: { id: orderId }, body: { status: 'delivered', note: 'ZORA QUILLFEATHER rang from +1 (555) 010-7788' } },
    { token: adminToken },
  );
  await shop.call(
    'POST /admin/orders/{id}/refunds',
    { params: { id: orderId }, body: { amount: 1, reason: 'Zora Quillfeather found a scratch' } },
    { token: adminToken },
  );
  const product = await createProduct(db);
  await shop.call('POST /wishlist/{productId}', { params: { productId: product.id } }, zora);
  // A checkout that was given up: its address is frozen.
  await fillCart(shop, zora, product.id);
  await openPayment(shop, zora, { ...ADDRESS, name: 'Zora Quillfeather', line1: '7 Hidden Lane' });
  expect(await codeOf(id)).toBe('user.is_paying');
  shop.clock.advance({ minutes: 20 });
  await shop.jobs.run('expire-checkouts');
  await shop.call('POST /auth/login', { body: { email: zora.user.email, password: 'wrong' } });
  await shop.call('POST /auth/forgot-password', { body: { email: zora.user.email } });
  await shop.call('POST /newsletter', { body: { email: zora.user.email } });
  await shop.call('POST /contact', {
    body: { name: 'Zora Quillfeather', email: zora.user.email, subject: 'support', message: 'Zora asks' },
  });
  const letter = { name: zora.user.name, email: zora.user.email, subject: 'other', message: 'Hello.' } as const;
  await shop.call('POST /contact', { body: letter });
  await db.updateTable('session').set({ address: '203.0.113.77' }).where('user_id', '=', id).execute();
  await inTransaction(db, async (tx) => {
    const change = { request: { address: '203.0.113.77' }, entity: 'user', at: now() } as const;
    const actor = { userId: id, name: zora.user.name };
    await recordAudit(tx, { ...change, actor, action: 'x', entityId: '0', before: null, after: { a: 1 } });
    await recordAudit(tx, {
      ...change,
      actor: { userId: admin.id, name: admin.name },
      request: { address: '198.51.100.1' },
      action: 'user.created',
      entityId: String(id),
      before: null,
      after: { name: zora.user.name, email: zora.user.email, is_admin: false },
    });
  });
  const before = await findTraces();
  for (const table of [
    'users',
    'orders',
    'mail',
    'session',
    'audit_entry',
    'checkout_freeze',
    'user_address',
    'refund',
  ])
    expect(
      before.some((trace) => trace.startsWith(`public.${table}:`)),
      table,
    ).toBe(true);
  const figures = () =>
    db
      .selectFrom('orders')
      .select(['order_number', 'user_id', 'status', 'subtotal_cents', 'tax_cents', 'shipping_cents', 'total_cents'])
      .where('user_id', '=', id)
      .execute();
  const figuresBefore = await figures();
  const linesBefore = await db.selectFrom('order_line').selectAll().where('order_id', '=', orderId).execute();

  const known = await anonymise(id);

  expect(known.email).toBe('zora.q@example.test');
  expect(await findTraces()).toEqual([]);
  expect(await figures()).toEqual(figuresBefore);
  expect(await db.selectFrom('order_line').selectAll().where('order_id', '=', orderId).execute()).toEqual(linesBefore);
  const detail = await shop.call('GET /admin/orders/{id}', { params: { id: orderId } }, { token: adminToken });
  expect(detail.data).toMatchObject({
    user: { id, name: 'Deleted customer' },
    shippingAddress: { line1: '—', country: 'US' },
    payment: { cardLast4: null },
    history: [{}, { note: '[removed] rang from [removed]' }],
  });
  expect((await shop.call('GET /auth/profile', {}, zora)).status).toBe(401);
  expect(await codeOf(id)).toBe('user.not_found');
});

test("a deleted account's address can be registered again as a new account", async () => {
  const { db } = shop.services;
  const old = await createCustomer(db, { email: 'again@example.test' });
  await anonymise(old.id);
  const password = 'Correct-horse-1';
  const body = { name: 'Again', email: 'again@example.test', password, password_confirmation: password };
  const registered = await shop.call('POST /auth/register', { body });
  expect(registered.status).toBe(201);
  expect(registered.data.user.id).not.toBe(old.id);
});

test('data of an account that now has an earlier address stays', async () => {
  const { db } = shop.services;
  const leaving = await createCustomer(db, { email: 'leaving@example.test' });
  const mails = (to_email: string, user_id: number) => ({
    user_id,
    to_email,
    kind: 'x',
    subject: 'x',
    text_body: 'x',
    html_body: 'x',
  });
  const staying = await createCustomer(db, { email: 'shared@example.test' });
  await db
    .insertInto('mail')
    .values([mails('shared@example.test', leaving.id), mails('shared@example.test', staying.id)])
    .execute();
  await anonymise(leaving.id);
  const left = await db.selectFrom('mail').select('user_id').where('to_email', '=', 'shared@example.test').execute();
  expect(left).toEqual([{ user_id: staying.id }]);
});

/** Every row of every table, as text, except the heartbeat of the node that announces changes. */
async function listRows(): Promise<string[]> {
  const { db } = shop.services;
  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'sandbox') AND tablename NOT IN ('change_notifier', 'stock_change')`.execute(
    db,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.raw(name)} AS t`.execute(db);
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found.sort();
}

/** Messages, notices, notes and subscriptions of other people, full of short words and signs. */
async function fillShop(email: string): Promise<void> {
  const { db } = shop.services;
  const admin = { token: await signIn(shop, await createAdmin(db)) };
  const buyer = await createCustomer(db, { name: 'Anne Percent' });
  const orderId = await ordered({ user: buyer, token: await signIn(shop, buyer) }, 'delivered');
  const note = 'The end: an hour late, 100% of_it e e an % _';
  await shop.call(
    'PUT /admin/orders/{id}/status',
    { params: { id: orderId }, body: { status: 'shipped', note } },
    admin,
  );
  await shop.call('POST /contact', { body: { name: 'An E', email, subject: 'other', message: note } });
  await shop.call('POST /newsletter', { body: { email } });
  await shop.call('POST /auth/login', { body: { email, password: 'wrong' } });
}

test.each(['e', 'an', '%', '_', '.*', 'The'])('deleting a user named %j changes no other rows', async (name) => {
  const { db } = shop.services;
  await createAdmin(db);
  await fillShop(`stranger-${name.charCodeAt(0)}@example.test`);
  const leaving = await createCustomer(db, { name, phone: '100', email_verified_at: shop.services.now() });
  const before = await listRows();
  await anonymise(leaving.id);
  const after = new Set(await listRows());
  const changed = before.filter((row) => !after.has(row)).map((row) => row.split(',')[0]);
  expect(changed).toEqual([`public.users: (${leaving.id}`, `public.verified_email: (${leaving.email}`]);
});

test('data of an address that was never verified stays', async () => {
  const { db } = shop.services;
  await createAdmin(db);
  const email = 'stranger@example.test';
  await fillShop(email);
  const thief = await createCustomer(db, { email_verified_at: shop.services.now() });
  const shopper = { user: thief, token: await signIn(shop, thief) };
  // To the stranger's address and back, as it was possible before addresses had to be confirmed.
  const put = (wanted: string) =>
    shop.call('PUT /auth/profile', { body: { email: wanted, current_password: 'Correct-horse-1' } }, shopper);
  expect((await put(email)).data.email).toBe(thief.email);
  expect((await put(thief.email)).status).toBe(200);
  const registrant = await createCustomer(db, { email: 'unverified@example.test' });
  await fillShop(registrant.email);
  const kept = () =>
    Promise.all(
      (['contact_message', 'newsletter_subscription'] as const).map((table) =>
        db.selectFrom(table).select('email').where('email', 'in', [email, registrant.email]).orderBy('email').execute(),
      ),
    );
  const before = await kept();
  expect(before.map((rows) => rows.length)).toEqual([2, 2]);
  await anonymise(thief.id);
  await anonymise(registrant.id);
  expect(await kept()).toEqual(before);
});

test('messages from a verified earlier address are deleted with the account', async () => {
  const { db } = shop.services;
  await createAdmin(db);
  const moved = await createCustomer(db, { email: 'earlier@example.test', email_verified_at: shop.services.now() });
  await fillShop('earlier@example.test');
  await db.updateTable('users').set({ email: 'later@example.test' }).where('id', '=', moved.id).execute();
  await anonymise(moved.id);
  for (const table of ['contact_message', 'newsletter_subscription', 'login_failure'] as const) {
    expect(await db.selectFrom(table).select('email').where('email', '=', 'earlier@example.test').execute()).toEqual(
      [],
    );
  }
});

test.each(['pending', 'confirmed', 'processing'])('a %s order must be shipped first', async (status) => {
  const buyer = await createCustomer(shop.services.db);
  const shopper = { user: buyer, token: await signIn(shop, buyer) };
  await ordered(shopper, status);
  await expect(anonymise(buyer.id)).rejects.toThrow(
    /^Order ORD-\d{4}-\d{6} is still open\. The account can be deleted once it is shipped or cancelled\.$/,
  );
});

test.each(['shipped', 'delivered', 'cancelled'])('a %s order does not block the deletion', async (status) => {
  const buyer = await createCustomer(shop.services.db);
  await ordered({ user: buyer, token: await signIn(shop, buyer) }, status);
  expect(await codeOf(buyer.id)).toBe('done');
});

test('changes to orders of a deleted user send no mail', async () => {
  const { db } = shop.services;
  const buyer = await createCustomer(db);
  const id = await ordered({ user: buyer, token: await signIn(shop, buyer) }, 'delivered');
  await anonymise(buyer.id);
  const admin = { token: await signIn(shop, await createAdmin(db)) };
  const setStatus = (status: 'shipped' | 'cancelled') =>
    shop.call('PUT /admin/orders/{id}/status', { params: { id }, body: { status } }, admin);
  expect((await setStatus('shipped')).status).toBe(200);
  const again = await shop.call(
    'POST /admin/orders/{id}/mails',
    { params: { id }, body: { kind: 'order-shipped' } },
    admin,
  );
  expect(again.failure.message).toBe('The customer of this order has deleted their account.');
  expect((await setStatus('cancelled')).status).toBe(200);
  expect(await db.selectFrom('mail').select('kind').where('order_id', '=', id).execute()).toEqual([]);
});

test('a payment after the deletion is refunded', async () => {
  const { db } = shop.services;
  const product = await createProduct(db, { stock: 3 });
  const buyer = await createCustomer(db);
  const shopper = { user: buyer, token: await signIn(shop, buyer) };
  await fillCart(shop, shopper, product.id);
  const { data: opened } = await openPayment(shop, shopper);
  await shop.pay(opened);
  // The hold ended while the payment was on its way.
  await db.updateTable('checkout').set({ status: 'expired' }).where('user_id', '=', buyer.id).execute();
  await anonymise(buyer.id);
  shop.connectWebhooks(true);
  const isSuccess = ({ type, body }: (typeof shop.deliveries)[number]) =>
    type === 'payment_intent.succeeded' && body.includes(opened.payment_intent_id);
  await expect.poll(() => shop.deliveries.some(isSuccess)).toBe(true);
  for (const delivery of shop.deliveries) await shop.deliver(delivery);
  shop.connectWebhooks(false);
  const refunds = await shop.stripe.refunds.list({ payment_intent: opened.payment_intent_id });
  expect(refunds.data).toHaveLength(1);
  expect(await db.selectFrom('orders').select('id').where('user_id', '=', buyer.id).execute()).toEqual([]);
});

test('the last active admin cannot be deleted, even concurrently', async () => {
  const { db } = shop.services;
  await db.updateTable('users').set({ is_admin: false }).where('anonymised_at', 'is', null).execute();
  const only = await createAdmin(db);
  await createAdmin(db, { is_active: false });
  expect(await codeOf(only.id)).toBe('user.last_admin');
  const second = await createAdmin(db);
  const outcomes = await Promise.all([codeOf(only.id), codeOf(second.id)]);
  expect(outcomes.sort()).toEqual(['done', 'user.last_admin']);
});

test('a deleted account gets no customer at a payment provider', async () => {
  const { db } = shop.services;
  const { id } = await createCustomer(db);
  await anonymise(id);
  const saved = db.insertInto('payment_customer').values({ user_id: id, provider: 'sandbox' }).execute();
  await expect(saved).rejects.toMatchObject({ code: 'SD001' });
});

/** What happens to the rows of each table that refers to accounts when one is deleted. */
const DECIDED: Readonly<Record<string, 'deleted' | 'without the person'>> = {
  'audit_entry.actor_id': 'without the person',
  'cart.user_id': 'deleted',
  'cart_line.user_id': 'deleted',
  'checkout.user_id': 'without the person',
  'contact_reply.author_id': 'without the person',
  'coupon_use.user_id': 'without the person',
  'email_change.user_id': 'deleted',
  'known_login_address.user_id': 'deleted',
  'login_challenge.user_id': 'deleted',
  'mail.user_id': 'deleted',
  'monthly_goal.updated_by': 'without the person',
  'one_time_token.user_id': 'deleted',
  'order_status_change.actor_id': 'without the person',
  'orders.user_id': 'without the person',
  'payment_customer.user_id': 'deleted',
  'plugin_setting.updated_by': 'without the person',
  'product_import.created_by': 'without the person',
  'product_import.run_by': 'without the person',
  'recovery_code.user_id': 'deleted',
  'refund.requested_by': 'without the person',
  'session.user_id': 'deleted',
  'setting.updated_by': 'without the person',
  'two_factor.user_id': 'deleted',
  'uploaded_picture.uploaded_by': 'without the person',
  'user_address.user_id': 'deleted',
  'user_avatar.user_id': 'deleted',
  'verified_email.user_id': 'deleted',
  'wishlist_entry.user_id': 'deleted',
};

test('every column that references an account has a deletion rule', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT c.conrelid::regclass::text || '.' || a.attname AS name
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
     WHERE c.contype = 'f' AND c.conparentid = 0 AND c.confrelid = 'users'::regclass ORDER BY 1`.execute(
    shop.services.db,
  );
  // A new table belongs into the personal-data-owner.store.ts of its feature, and then here.
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(DECIDED));
});
