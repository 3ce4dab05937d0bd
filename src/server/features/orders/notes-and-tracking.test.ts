import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminOrderClient } from '#test/clients/admin-order-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import {
  ADDRESS,
  type BoughtOrder,
  createPaidOrder,
  createShopper,
  fillCart,
  saveSetting,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db, { name: 'Ada Admin' }));
  await saveSetting(shop, 'payment', { offlineEnabled: true });
});
afterAll(() => shop.close());

const { setStatus } = adminOrderClient(() => ({ shop, token }));

const buy = async () => createPaidOrder(shop, (await createProduct(shop.services.db, { stock: 9 })).id);

async function buyOffline() {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, (await createProduct(shop.services.db, { stock: 9 })).id);
  const body = { shipping_address: ADDRESS, payment_method: 'offline' as const };
  const { data } = await shop.call('POST /orders', { body }, shopper);
  return { shopper, orderId: data.id, orderNumber: data.order_number };
}

async function subjectsTo({ shopper }: Pick<BoughtOrder, 'shopper'>) {
  await shop.jobs.runRequested();
  return shop.mailbox.mails.filter(({ to }) => to.email === shopper.user.email).map(({ subject }) => subject);
}

const declineMails = ({ shopper }: Pick<BoughtOrder, 'shopper'>) =>
  shop.call('PUT /account/notifications', { body: { orderNotifications: false } }, shopper);

test('a note has its own message, and sends no mail', async () => {
  const order = await buy();
  const { message, data } = await setStatus(order, 'pending', { note: 'Called about the colour' });
  expect(message).toBe('Note added');
  expect(data.history.at(-1)).toMatchObject({ from: 'pending', to: 'pending', note: 'Called about the colour' });
  expect((await setStatus(order, 'pending')).message).toBe(`Order ${order.orderId} status updated to Pending`);
  expect(await subjectsTo(order)).toEqual([`Your order ${order.orderNumber}`]);
});

test('a tracking number added after shipping is mailed once, and so is a new one', async () => {
  const order = await buy();
  await setStatus(order, 'shipped');
  const sent = [`Your order ${order.orderNumber}`, `Your order ${order.orderNumber} is on its way`];
  expect(await subjectsTo(order)).toEqual(sent);

  const first = await setStatus(order, 'shipped', { tracking_number: '1Z 111' });
  expect(first.message).toBe('Tracking number saved and sent to the customer');
  expect(first.data.history.at(-1)).toMatchObject({ actor: 'Ada Admin', note: 'Tracking number 1Z 111 added' });
  sent.push(`Tracking number of your order ${order.orderNumber}`);
  expect(await subjectsTo(order)).toEqual(sent);
  expect(shop.mailbox.newestTo(order.shopper.user.email).text).toContain('1Z 111');

  const again = await setStatus(order, 'shipped', { tracking_number: '1Z 111' });
  expect(again.data.history).toHaveLength(first.data.history.length);
  expect(await subjectsTo(order)).toEqual(sent);

  const second = await setStatus(order, 'shipped', { tracking_number: '1Z 222', note: 'Second parcel' });
  expect(second.message).toBe('Tracking number saved and sent to the customer. Note added');
  expect(second.data.history.at(-1)?.note).toBe('Second parcel\nTracking number changed from 1Z 111 to 1Z 222');
  sent.push(`Tracking number of your order ${order.orderNumber}`);
  expect(await subjectsTo(order)).toEqual(sent);
  expect(shop.mailbox.newestTo(order.shopper.user.email).text).toMatch(/1Z 222/);

  const removed = await setStatus(order, 'shipped', { tracking_number: null });
  expect(removed.message).toBe('Tracking number removed');
  expect(removed.data.history.at(-1)?.note).toBe('Tracking number 1Z 222 removed');
  expect(await subjectsTo(order)).toEqual(sent);
  const audit = await shop.services.db
    .selectFrom('audit_entry')
    .select(['before', 'after'])
    .where('entity', '=', 'order')
    .where('entity_id', '=', String(order.orderId))
    .orderBy('id')
    .execute();
  expect(audit.map(({ after }) => after)).toMatchObject([
    { status: 'shipped', tracking_number: null },
    { tracking_number: '1Z 111' },
    { tracking_number: '1Z 222', note: 'Second parcel' },
    { tracking_number: null },
  ]);
});

test('the same tracking number saved twice at once is mailed once', async () => {
  const order = await buy();
  await setStatus(order, 'shipped');
  await Promise.all([1, 2, 3].map(() => setStatus(order, 'shipped', { tracking_number: '1Z 777' })));
  const subjects = await subjectsTo(order);
  expect(subjects.filter((subject) => subject.startsWith('Tracking number'))).toHaveLength(1);
});

test('a tracking number saved before shipping is mailed with the shipping notice', async () => {
  const order = await buy();
  const saved = await setStatus(order, 'pending', { tracking_number: '1Z 444' });
  expect(saved.message).toBe('Tracking number saved');
  expect(saved.data.history.at(-1)?.note).toBe('Tracking number 1Z 444 added');
  await setStatus(order, 'shipped');
  expect(await subjectsTo(order)).toEqual([
    `Your order ${order.orderNumber}`,
    `Your order ${order.orderNumber} is on its way`,
  ]);
  expect(shop.mailbox.newestTo(order.shopper.user.email).text).toContain('1Z 444');
});

test('a customer who declined mails about orders gets no tracking number by mail', async () => {
  const order = await buy();
  await declineMails(order);
  await setStatus(order, 'shipped');
  expect((await setStatus(order, 'shipped', { tracking_number: '1Z 555' })).message).toBe('Tracking number saved');
  expect(await subjectsTo(order)).toEqual([`Your order ${order.orderNumber}`]);
});

test('before shipping, unpaid orders are listed and mails counted', async () => {
  const [paid, shipped, quiet, unpaid] = [await buy(), await buy(), await buy(), await buyOffline()];
  await setStatus(shipped, 'shipped');
  await declineMails(quiet);
  const preview = (status: 'shipped' | 'delivered' | 'cancelled', orders: { orderId: number }[]) => {
    const query = { status, ids: orders.map(({ orderId }) => orderId).join(',') };
    return shop.call('GET /admin/orders/status-preview', { query }, { token });
  };
  const all = [paid, shipped, quiet, unpaid];
  expect((await preview('shipped', all)).data).toEqual({ orders: 3, unpaid: [unpaid.orderNumber], mails: 2 });
  expect((await preview('delivered', all)).data).toEqual({ orders: 4, unpaid: [unpaid.orderNumber], mails: 0 });
  expect((await preview('cancelled', all)).data).toEqual({ orders: 4, unpaid: [unpaid.orderNumber], mails: 4 });
  expect((await preview('shipped', [{ orderId: 999_999 }])).data).toEqual({ orders: 0, unpaid: [], mails: 0 });
  const wrong = { query: { status: 'shipped' as const, ids: '1,x' } };
  expect((await shop.call('GET /admin/orders/status-preview', wrong, { token })).status).toBe(422);
  expect((await shop.call('GET /admin/orders/status-preview', wrong, unpaid.shopper)).status).toBe(403);

  await shop.jobs.runRequested();
  const before = shop.mailbox.mails.length;
  for (const order of all) await setStatus(order, 'shipped');
  await shop.jobs.runRequested();
  const sent = shop.mailbox.mails.slice(before).filter(({ subject }) => subject.endsWith('is on its way'));
  expect(sent).toHaveLength(2);
});
