import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlertsDesk, openAlertsShop } from '../testing.ts';

let desk: AlertsDesk;
beforeAll(async () => {
  desk = await openAlertsShop();
});
afterAll(() => desk.shop.close());

const CONFIRM = (name: string) => `Please confirm your alert: ${name}`;
test('mails a guest only after the address is confirmed', async () => {
  const id = await desk.createProduct({ name: 'Clay lamp' });
  await desk.askAsGuest('guest@example.test', 'stock', id);
  expect(desk.mailsTo('guest@example.test')).toEqual([CONFIRM('Clay lamp')]);
  const token = desk.tokenTo('guest@example.test');
  await desk.setStock(id, 2);
  await desk.settle();
  expect(desk.mailsTo('guest@example.test')).toHaveLength(1);

  await desk.setStock(id, 0);
  await desk.settle();
  expect((await desk.confirm(token)).data).toMatchObject({ kind: 'stock', is_active: true });
  expect((await desk.confirm(token)).data.is_active).toBe(true);
  await desk.setStock(id, 2);
  await desk.settle();
  expect(desk.mailsTo('guest@example.test')).toEqual([CONFIRM('Clay lamp'), 'Clay lamp is back in stock']);
});

test('mails at once when the product came back before the address was confirmed', async () => {
  const id = await desk.createProduct({ name: 'Reed lamp' });
  await desk.askAsGuest('late@example.test', 'stock', id);
  await desk.setStock(id, 2);
  await desk.settle();
  await desk.confirm(desk.tokenTo('late@example.test'));
  await desk.settle();
  expect(desk.mailsTo('late@example.test')).toEqual([CONFIRM('Reed lamp'), 'Reed lamp is back in stock']);
});

test('stores only a hash of the link, which expires; the address is deleted after three days', async () => {
  const id = await desk.createProduct();
  await desk.askAsGuest('slow@example.test', 'stock', id);
  const token = desk.tokenTo('slow@example.test');
  await desk.advance({ days: 3 });
  expect((await desk.confirm(token)).failure.code).toBe('stock-and-price-alerts.link_invalid');
  expect((await desk.confirm('made-up')).failure.code).toBe('stock-and-price-alerts.link_invalid');
  expect(await desk.countOfGuest('slow@example.test')).toBe(1);
  await desk.shop.jobs.run('stock-and-price-alerts.clean-up');
  expect(await desk.countOfGuest('slow@example.test')).toBe(0);
});

test('answers the same for an address that is new, known, or at its limit, and mails it seldom', async () => {
  const ids = [];
  for (let count = 0; count < 7; count += 1) ids.push(await desk.createProduct());
  const replies = [];
  for (const id of [...ids, ...ids]) replies.push(await desk.askAsGuest('often@example.test', 'stock', id));
  expect(new Set(replies.map(({ status, message }) => `${status} ${message}`)).size).toBe(1);
  // Five that wait for an answer.
  expect(desk.mailsTo('often@example.test')).toHaveLength(5);
  const known = await desk.createCustomer();
  expect((await desk.askAsGuest(known.email, 'stock', ids[0] ?? 0)).message).toBe(replies[0]?.message);
});

test('one of two simultaneous requests for the same alert mails', async () => {
  const id = await desk.createProduct();
  await Promise.all([1, 2, 3].map(() => desk.askAsGuest('twice@example.test', 'stock', id)));
  expect(desk.mailsTo('twice@example.test')).toHaveLength(1);
  expect(await desk.countOfGuest('twice@example.test')).toBe(1);
});

test('a customer who had asked as a guest gets one mail', async () => {
  const id = await desk.createProduct();
  const maya = await desk.createCustomer();
  await desk.askAsGuest(maya.email, 'stock', id);
  await desk.confirm(desk.tokenTo(maya.email));
  await desk.ask(maya, 'stock', id);
  const other = await desk.createProduct();
  await desk.ask(maya, 'stock', other);
  await desk.askAsGuest(maya.email, 'stock', other);
  await desk.confirm(desk.tokenTo(maya.email));
  const before = desk.mailsTo(maya.email).length;
  await desk.setStock(id, 2);
  await desk.setStock(other, 2);
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toHaveLength(before + 2);
});

test('the link in a mail stops one alert or all of them without a login', async () => {
  const email = 'stop@example.test';
  const [first, second] = [await desk.createProduct({ stock: 3 }), await desk.createProduct({ stock: 3 })];
  for (const id of [first, second]) {
    await desk.askAsGuest(email, 'price', id);
    await desk.confirm(desk.tokenTo(email));
  }
  await desk.setPrice(first, 10);
  await desk.settle();
  const token = desk.tokenTo(email);
  const unsubscribe = (all: boolean) =>
    desk.shop.call('POST /stock-and-price-alerts/unsubscribe', { body: { token, all } });
  const link = await desk.shop.call('POST /stock-and-price-alerts/link', { body: { token } });
  expect(link.data).toMatchObject({ kind: 'price', product: { id: first }, is_active: true });
  expect((await unsubscribe(true)).message).toBe('All your alerts are removed.');
  expect(await desk.countOfGuest(email)).toBe(0);
  expect((await unsubscribe(false)).failure.code).toBe('stock-and-price-alerts.link_invalid');
});

test('exports the alerts of an account, and deletes them with it', async () => {
  const id = await desk.createProduct({ name: 'Cane lamp' });
  const maya = await desk.createCustomer();
  await desk.ask(maya, 'stock', id);
  const { data } = await desk.shop.call('GET /account/data', {}, maya);
  expect(JSON.stringify(data)).toContain('Cane lamp');

  await desk.shop.call('POST /account/deletion', {}, maya);
  await desk.settle();
  const deletion = await desk.shop.call('POST /account/deletion/confirm', {
    body: { token: desk.tokenTo(maya.email) },
  });
  expect(deletion.status).toBe(200);
  expect((await desk.demand({ search: 'Cane lamp' })).data.total).toBe(1);
  await desk.settle();
  expect((await desk.demand({ search: 'Cane lamp' })).data.total).toBe(0);
});
