import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWaiting } from '#test/database.ts';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { ADDRESS, createPaidOrder, createShopper, fillCart, type Shopper } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());

const request = ({ token }: Pick<Shopper, 'token'>) => shop.call('POST /account/deletion', {}, { token });
const confirm = (token: string) => shop.call('POST /account/deletion/confirm', { body: { token } });
async function mailedLink(email: string): Promise<string> {
  await shop.jobs.runRequested();
  const mail = shop.mailbox.mails.findLast(({ to, text }) => to.email === email && text.includes('/delete-account'));
  return /\/delete-account\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

test('an account is deleted by the mailed link, once, and cannot log in again', async () => {
  const shopper = await createShopper(shop);
  const asked = await request(shopper);
  expect(asked.message).toBe('Account deletion request submitted. You will receive a confirmation email.');
  expect((await shop.call('GET /auth/profile', {}, shopper)).status).toBe(200);
  const link = await mailedLink(shopper.user.email);
  expect((await confirm('made-up')).failure.code).toBe('auth.token_invalid');
  expect((await confirm(link)).message).toBe('Your account has been deleted.');
  expect((await confirm(link)).failure.code).toBe('auth.token_invalid');
  expect((await shop.call('GET /auth/profile', {}, shopper)).status).toBe(401);
  const body = { email: shopper.user.email, password: 'Correct-horse-1' };
  expect((await shop.call('POST /auth/login', { body })).failure.code).toBe('auth.failed');
});

test('the link verifies the address: messages sent from it are deleted as well', async () => {
  const shopper = await createShopper(shop);
  expect(shopper.user.email_verified_at).toBeNull();
  const { name, email } = shopper.user;
  await shop.call('POST /contact', { body: { name, email, subject: 'other', message: 'Hello.' } });
  await request(shopper);
  expect((await confirm(await mailedLink(email))).status).toBe(200);
  const { db } = shop.services;
  expect(await db.selectFrom('contact_message').select('id').where('email', '=', email).execute()).toEqual([]);
});

test('the link expires after an hour, or with a newer one', async () => {
  const shopper = await createShopper(shop);
  await request(shopper);
  const first = await mailedLink(shopper.user.email);
  await request(shopper);
  const second = await mailedLink(shopper.user.email);
  expect((await confirm(first)).failure.code).toBe('auth.token_invalid');
  shop.clock.advance({ minutes: 61 });
  expect((await confirm(second)).failure.code).toBe('auth.token_invalid');
  const stillThere = await signIn(shop, shopper.user);
  expect((await shop.call('GET /auth/profile', {}, { token: stillThere })).status).toBe(200);
});

test('an unshipped order blocks the deletion and keeps the link valid', async () => {
  const product = await createProduct(shop.services.db, { stock: 5 });
  const { shopper, orderId, orderNumber } = await createPaidOrder(shop, product.id);
  await request(shopper);
  const link = await mailedLink(shopper.user.email);
  const refused = await confirm(link);
  expect([refused.status, refused.failure.code]).toEqual([409, 'user.has_open_orders']);
  expect(refused.message).toContain(orderNumber);
  await shop.services.db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', orderId).execute();
  expect((await confirm(link)).status).toBe(200);
});

test('an order that is reopened while the account is being deleted blocks the deletion', async () => {
  const { db } = shop.services;
  const product = await createProduct(db, { stock: 5 });
  const { shopper, orderId } = await createPaidOrder(shop, product.id);
  await db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute();
  await request(shopper);
  const link = await mailedLink(shopper.user.email);
  const deletion = await db.transaction().execute(async (tx) => {
    await tx.updateTable('orders').set({ status: 'processing' }).where('id', '=', orderId).execute();
    const reply = confirm(link);
    await expect.poll(() => countWaiting(db)).toBe(1);
    // Wrapped, because a returned promise would be awaited inside the transaction.
    return { reply };
  });
  expect((await deletion.reply).failure.code).toBe('user.has_open_orders');
  const kept = await db.selectFrom('orders').select('customer_email').where('id', '=', orderId).executeTakeFirst();
  expect(kept?.customer_email).toBe(shopper.user.email);
});

test('the last admin cannot be deleted; another one can, with an audit row', async () => {
  const { db } = shop.services;
  const only = await createAdmin(db);
  await request({ token: await signIn(shop, only) });
  const link = await mailedLink(only.email);
  expect((await confirm(link)).failure.code).toBe('user.last_admin');
  await createAdmin(db);
  expect((await confirm(link)).status).toBe(200);
  const entry = await db.selectFrom('audit_entry').selectAll().where('actor_id', '=', only.id).executeTakeFirst();
  expect(entry).toMatchObject({ action: 'user.deleted_own_account', actor_name: 'Deleted admin' });
});

test("a person's data can be exported, and only theirs", async () => {
  const { db } = shop.services;
  const product = await createProduct(db, { name: 'Brass lamp', stock: 9 });
  const { shopper, orderNumber } = await createPaidOrder(shop, product.id);
  await createPaidOrder(shop, product.id);
  await shop.call('POST /account/addresses', { body: ADDRESS }, shopper);
  await fillCart(shop, shopper, product.id, 2);
  await shop.call('POST /wishlist/{productId}', { params: { productId: product.id } }, shopper);
  const { data } = await shop.call('GET /account/data', {}, shopper);
  expect(data.account.email).toBe(shopper.user.email);
  expect(data.orders.map(({ order_number }) => order_number)).toEqual([orderNumber]);
  expect(data.addresses).toMatchObject([{ line1: ADDRESS.line1 }]);
  expect(data.cart).toMatchObject([{ product: 'Brass lamp', quantity: 2 }]);
  expect(data.wishlist).toMatchObject([{ product: 'Brass lamp' }]);
  expect(data.checkouts).toMatchObject([{ status: 'completed', shipping_address: { line1: ADDRESS.line1 } }]);
  expect(data.sessions).toMatchObject([{ is_this_one: true }]);
  expect(data.mails).toMatchObject([{ subject: `Your order ${orderNumber}`, to: shopper.user.email }]);
  expect(JSON.stringify(data)).not.toContain(shopper.user.password_hash);
  const stranger = await signIn(shop, await createCustomer(db));
  const theirs = (await shop.call('GET /account/data', {}, { token: stranger })).data;
  expect([theirs.orders, theirs.addresses, theirs.mails]).toEqual([[], [], []]);
});
