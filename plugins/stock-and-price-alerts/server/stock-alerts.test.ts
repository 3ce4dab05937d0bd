import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlertsDesk, openAlertsShop } from '../testing.ts';

let desk: AlertsDesk;
beforeAll(async () => {
  desk = await openAlertsShop();
});
afterAll(() => desk.shop.close());

/** As after a node that died before it could note the delivery. */
async function deliverEventsAgain(): Promise<void> {
  await desk.shop.services.db
    .insertInto('event_delivery')
    .columns(['subscriber', 'event_id', 'subject_kind', 'subject_id'])
    .expression((eb) =>
      eb
        .selectFrom('domain_event')
        .select((of) => [
          of.val('stock-and-price-alerts.check-products').as('subscriber'),
          'id',
          'subject_kind',
          'subject_id',
        ])
        .where('type', '=', 'stock.changed'),
    )
    .execute();
}

const BACK = (name: string) => `${name} is back in stock`;

test('mails a customer once when a sold-out product is back, and ends the alert', async () => {
  const id = await desk.createProduct({ name: 'Oak lamp' });
  const maya = await desk.createCustomer();
  const { message } = await desk.ask(maya, 'stock', id);
  expect(message).toBe('We will mail you when it is back.');
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toEqual([]);

  await desk.setStock(id, 3);
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toEqual([BACK('Oak lamp')]);
  expect(desk.shop.mailbox.newestTo(maya.email).text).toContain(`/products/${id}`);
  expect(await desk.alertsOf(maya)).toEqual([]);

  await desk.setStock(id, 0);
  await desk.setStock(id, 5);
  await desk.advance({ days: 2 });
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toHaveLength(1);
});

test('mails nobody when the product is sold out again before the mails are written', async () => {
  const id = await desk.createProduct();
  const maya = await desk.createCustomer();
  await desk.ask(maya, 'stock', id);
  await desk.setStock(id, 1);
  await desk.setStock(id, 0);
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toEqual([]);
  expect(await desk.alertsOf(maya)).toHaveLength(1);
});

test('mails once although an event is delivered twice and the job runs on several nodes', async () => {
  const id = await desk.createProduct();
  const customers = await Promise.all(Array.from({ length: 5 }, () => desk.createCustomer()));
  for (const customer of customers) await desk.ask(customer, 'stock', id);
  await desk.setStock(id, 3);
  await desk.shop.events.deliverDue();
  await Promise.all(Array.from({ length: 5 }, () => desk.shop.jobs.run('stock-and-price-alerts.send-alerts')));
  await desk.settle();
  await deliverEventsAgain();
  await desk.settle();
  for (const { email } of customers) expect(desk.mailsTo(email)).toHaveLength(1);
});

test('an alert that is set again during flapping stock is mailed after the pause only', async () => {
  const id = await desk.createProduct();
  const maya = await desk.createCustomer();
  for (const _ of [1, 2, 3]) {
    await desk.ask(maya, 'stock', id);
    await desk.setStock(id, 2);
    await desk.settle();
    await desk.setStock(id, 0);
    await desk.settle();
  }
  expect(desk.mailsTo(maya.email)).toHaveLength(1);

  await desk.setStock(id, 2);
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toHaveLength(1);
  await desk.advance({ days: 1 });
  await desk.shop.jobs.run('stock-and-price-alerts.send-alerts');
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toHaveLength(2);
});

test('waits for the chosen variant, not for another one of the product', async () => {
  const variant = (name: string, stock: number) => ({
    name,
    sku: `V-${name}`,
    options: { Size: name },
    price_modifier: 0,
    stock,
  });
  const id = await desk.createProduct({ name: 'Lamp in sizes', variants: [variant('S', 0), variant('L', 0)] });
  const { data } = await desk.shop.call('GET /products/{id}', { params: { id: String(id) } });
  const [small, large] = data.product.variants;
  if (!small || !large) throw new Error('The product has two variants');
  const maya = await desk.createCustomer();
  const noah = await desk.createCustomer();
  await desk.ask(maya, 'stock', id, small.id);
  await desk.ask(noah, 'stock', id, large.id);

  await desk.changeVariantStock(id, large.id, 4);
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toEqual([]);
  expect(desk.mailsTo(noah.email)).toEqual([BACK('Lamp in sizes')]);
  expect(desk.shop.mailbox.newestTo(noah.email).text).toContain(`/products/${id}?variant=${large.id}`);
  expect((await desk.ask(maya, 'stock', id, large.id)).failure.code).toBe('stock-and-price-alerts.in_stock');
  expect((await desk.ask(maya, 'stock', id, 2_000_000)).failure.code).toBe('variant.not_found');
});

test('mails nobody about a hidden product until it is shown again', async () => {
  const id = await desk.createProduct();
  const maya = await desk.createCustomer();
  await desk.ask(maya, 'stock', id);
  await desk.changeProduct(id, { is_active: false, stock: 3 });
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toEqual([]);
  await desk.changeProduct(id, { is_active: true, stock: 3 });
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toHaveLength(1);
});

test('refuses alerts about products that are unknown, hidden or in stock, and kinds that are off', async () => {
  const maya = await desk.createCustomer();
  const hidden = await desk.createProduct({ is_active: false });
  const available = await desk.createProduct({ stock: 2 });
  expect((await desk.ask(maya, 'stock', 2_000_000)).failure.code).toBe('product.not_found');
  expect((await desk.ask(maya, 'stock', hidden)).failure.code).toBe('product.not_found');
  expect((await desk.ask(maya, 'stock', available)).failure.code).toBe('stock-and-price-alerts.in_stock');
  await desk.saveSettings({ sendsPriceAlerts: false });
  expect((await desk.ask(maya, 'price', available)).failure.code).toBe('stock-and-price-alerts.off');
  const { data } = await desk.shop.call('GET /stock-and-price-alerts/kinds', {});
  expect(data.kinds).toEqual(['stock']);
  await desk.saveSettings({ sendsPriceAlerts: true });
});

test('deletes the alerts of a deleted product', async () => {
  const id = await desk.createProduct();
  const maya = await desk.createCustomer();
  await desk.ask(maya, 'stock', id);
  await desk.shop.call('DELETE /admin/products/{id}', { params: { id } }, desk.admin).then(({ data }) => data);
  await desk.settle();
  expect(await desk.alertsOf(maya)).toEqual([]);
});

test('a customer has at most 50 alerts, also when two are set at once', async () => {
  const maya = await desk.createCustomer();
  const ids = [];
  for (let count = 0; count < 52; count += 1) ids.push(await desk.createProduct());
  for (const id of ids.slice(0, 49)) await desk.ask(maya, 'stock', id);
  const replies = await Promise.all(ids.slice(49).map((id) => desk.ask(maya, 'stock', id)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  // Setting one again is no further alert.
  expect((await desk.ask(maya, 'stock', ids[0] ?? 0)).status).toBe(200);
});

test('a customer removes an alert, and nobody else’s', async () => {
  const id = await desk.createProduct();
  const maya = await desk.createCustomer();
  const noah = await desk.createCustomer();
  const alert = (await desk.ask(maya, 'stock', id)).data;
  const remove = (token: string) => desk.shop.call('DELETE /stock-and-price-alerts/{id}', { params: alert }, { token });
  expect((await remove(noah.token)).failure.code).toBe('stock-and-price-alerts.not_found');
  expect((await remove(maya.token)).message).toBe('Alert removed.');
  await desk.setStock(id, 2);
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toEqual([]);
});
