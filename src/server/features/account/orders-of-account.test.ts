import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { createPaidOrder, createShopper, type Shopper } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let admin: string;
beforeAll(async () => {
  shop = await openPayingShop();
  admin = await signIn(shop, await createAdmin(shop.services.db, { email: 'merchant@example.test' }));
});
afterAll(() => shop.close());

const overview = async ({ token }: Shopper) => (await shop.call('GET /account/overview', {}, { token })).data;
const setStatus = (id: number, status: 'shipped' | 'cancelled') =>
  shop.call('PUT /admin/orders/{id}/status', { params: { id }, body: { status } }, { token: admin });

test('the figures include all orders, without refunds', async () => {
  const shopper = await createShopper(shop);
  expect(await overview(shopper)).toEqual({ total_orders: 0, total_spent: '0.00', in_transit: 0, recent_orders: [] });
  const product = await createProduct(shop.services.db, { price_cents: 10_000, stock: 20 });
  const orders = [];
  for (let count = 0; count < 4; count += 1) orders.push(await createPaidOrder(shop, product.id, { shopper }));
  await setStatus(orders[0]?.orderId ?? 0, 'shipped');
  await setStatus(orders[1]?.orderId ?? 0, 'cancelled');
  const { recent_orders, ...figures } = await overview(shopper);
  // $100, 8 % tax and $10 delivery, three times: the fourth was cancelled and paid back.
  expect(figures).toEqual({ total_orders: 4, total_spent: '354.00', in_transit: 1 });
  expect(recent_orders.map(({ order_number }) => order_number)).toEqual(
    orders
      .slice(1)
      .reverse()
      .map(({ orderNumber }) => orderNumber),
  );
});

test('reordering adds what is still sold and names the rest', async () => {
  const { db } = shop.services;
  const shopper = await createShopper(shop);
  const kept = await createProduct(db, { name: 'Kept lamp', stock: 9 });
  const { orderId } = await createPaidOrder(shop, kept.id, { shopper, quantity: 2 });
  const again = (token = shopper.token) =>
    shop.call('POST /account/orders/{id}/again', { params: { id: String(orderId) } }, { token });
  expect((await again()).data).toEqual({ added: [{ name: 'Kept lamp', quantity: 2 }], refused: [] });
  expect((await shop.call('GET /cart', {}, shopper)).data.items).toMatchObject([{ quantity: 2 }]);
  await db.updateTable('product').set({ is_active: false }).where('id', '=', kept.id).execute();
  expect((await again()).data).toEqual({
    added: [],
    refused: [{ name: 'Kept lamp', reason: 'This product is no longer sold.' }],
  });
  const stranger = await signIn(shop, await createCustomer(db));
  expect((await again(stranger)).failure.code).toBe('order.not_found');
  expect((await again(admin)).failure.code).toBe('order.not_found');
});

test('without order mails, no shipping notice is sent, but the receipt is', async () => {
  const shopper = await createShopper(shop);
  const body = { orderNotifications: false };
  await shop.call('PUT /account/notifications', { body }, { token: shopper.token });
  const product = await createProduct(shop.services.db, { stock: 5 });
  const { orderId, orderNumber } = await createPaidOrder(shop, product.id, { shopper });
  await setStatus(orderId, 'shipped');
  await shop.jobs.runRequested();
  const subjects = shop.mailbox.mails.filter(({ to }) => to.email === shopper.user.email).map(({ subject }) => subject);
  expect(subjects).toEqual([`Your order ${orderNumber}`]);
});

test('admins get mails about orders and registrations according to their preferences', async () => {
  const { mails } = shop.mailbox;
  const mailed = async () => {
    await shop.jobs.runRequested();
    return mails
      .splice(0)
      .filter(({ to }) => to.email === 'merchant@example.test')
      .map(({ subject }) => subject)
      .sort();
  };
  const register = (email: string) => {
    const password = 'Correct-horse-1';
    return shop.call('POST /auth/register', {
      body: { name: 'Nora', email, password, password_confirmation: password },
    });
  };
  const product = await createProduct(shop.services.db, { stock: 5 });
  await mailed();
  const { orderNumber } = await createPaidOrder(shop, product.id);
  await register('nora@example.test');
  expect(await mailed()).toEqual(['A new customer — Stoa', `New order ${orderNumber} — Stoa`]);
  await shop.call('PUT /account/notifications', { body: { userNotifications: false } }, { token: admin });
  await register('nora-2@example.test');
  expect(await mailed()).toEqual([]);
  await shop.call('PUT /account/notifications', { body: { emailNotifications: false } }, { token: admin });
  await createPaidOrder(shop, product.id);
  expect(await mailed()).toEqual([]);
});

test('system mails report a failed mail, but not a failed report', async () => {
  const { mails } = shop.mailbox;
  const { db } = shop.services;
  await shop.jobs.runRequested();
  mails.splice(0);
  const body = { emailNotifications: true, systemNotifications: true };
  await shop.call('PUT /account/notifications', { body }, { token: admin });
  const queued = (kind: string) => ({
    kind,
    to_email: 'nobody@example.test',
    subject: 'Lost',
    text_body: 'x',
    html_body: 'x',
    attempts: 7,
    next_attempt_at: shop.services.now(),
  });
  await db
    .insertInto('mail')
    .values([queued('order-placed'), queued('admin-notice')])
    .execute();
  shop.mailbox.refuse('550 no such mailbox');
  await shop.jobs.run('deliver-mail');
  shop.mailbox.refuse(undefined);
  shop.clock.advance({ minutes: 2 });
  await shop.jobs.run('deliver-mail');
  expect(mails.map(({ to, subject }) => [to.email, subject])).toEqual([
    ['merchant@example.test', 'An email could not be sent — Stoa'],
  ]);
});
