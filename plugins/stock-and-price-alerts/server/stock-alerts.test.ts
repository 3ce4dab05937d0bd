import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlertsTestShop, openAlertsShop } from '../testing.ts';

let shop: AlertsTestShop;
beforeAll(async () => {
  shop = await openAlertsShop();
});
afterAll(() => shop.close());

/** As after a node that died before it could note the delivery. */
async function deliverEventsAgain(): Promise<void> {
  await shop.services.db
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
  const id = await shop.createProduct({ name: 'Oak lamp' });
  const maya = await shop.createCustomer();
  const { message } = await shop.requestAlert(maya, 'stock', id);
  expect(message).toBe('We will email you when it is back.');
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toEqual([]);

  await shop.setStock(id, 3);
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toEqual([BACK('Oak lamp')]);
  expect(shop.mailbox.newestTo(maya.email).text).toContain(`/products/${id}`);
  expect(await shop.alertsOf(maya)).toEqual([]);

  await shop.setStock(id, 0);
  await shop.setStock(id, 5);
  await shop.advance({ days: 2 });
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toHaveLength(1);
});

test('mails nobody when the product is sold out again before the mails are written', async () => {
  const id = await shop.createProduct();
  const maya = await shop.createCustomer();
  await shop.requestAlert(maya, 'stock', id);
  await shop.setStock(id, 1);
  await shop.setStock(id, 0);
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toEqual([]);
  expect(await shop.alertsOf(maya)).toHaveLength(1);
});

test('mails once although an event is delivered twice and the job runs on several nodes', async () => {
  const id = await shop.createProduct();
  const customers = await Promise.all(Array.from({ length: 5 }, () => shop.createCustomer()));
  for (const customer of customers) await shop.requestAlert(customer, 'stock', id);
  await shop.setStock(id, 3);
  await shop.events.deliverDue();
  await Promise.all(Array.from({ length: 5 }, () => shop.jobs.run('stock-and-price-alerts.send-alerts')));
  await shop.settle();
  await deliverEventsAgain();
  await shop.settle();
  for (const { email } of customers) expect(shop.mailsTo(email)).toHaveLength(1);
});

test('an alert that is set again during flapping stock is mailed after the pause only', async () => {
  const id = await shop.createProduct();
  const maya = await shop.createCustomer();
  for (const _ of [1, 2, 3]) {
    await shop.requestAlert(maya, 'stock', id);
    await shop.setStock(id, 2);
    await shop.settle();
    await shop.setStock(id, 0);
    await shop.settle();
  }
  expect(shop.mailsTo(maya.email)).toHaveLength(1);

  await shop.setStock(id, 2);
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toHaveLength(1);
  await shop.advance({ days: 1 });
  await shop.jobs.run('stock-and-price-alerts.send-alerts');
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toHaveLength(2);
});

test('waits for the chosen variant, not for another one of the product', async () => {
  const variant = (name: string, stock: number) => ({
    name,
    sku: `V-${name}`,
    options: { Size: name },
    price_modifier: 0,
    stock,
  });
  const id = await shop.createProduct({ name: 'Lamp in sizes', variants: [variant('S', 0), variant('L', 0)] });
  const { data } = await shop.call('GET /products/{id}', { params: { id: String(id) } });
  const [small, large] = data.product.variants;
  if (!small || !large) throw new Error('The product has two variants');
  const maya = await shop.createCustomer();
  const noah = await shop.createCustomer();
  await shop.requestAlert(maya, 'stock', id, small.id);
  await shop.requestAlert(noah, 'stock', id, large.id);

  await shop.changeVariantStock(id, large.id, 4);
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toEqual([]);
  expect(shop.mailsTo(noah.email)).toEqual([BACK('Lamp in sizes')]);
  expect(shop.mailbox.newestTo(noah.email).text).toContain(`/products/${id}?variant=${large.id}`);
  expect((await shop.requestAlert(maya, 'stock', id, large.id)).failure.code).toBe('stock-and-price-alerts.in_stock');
  expect((await shop.requestAlert(maya, 'stock', id, 2_000_000)).failure.code).toBe('variant.not_found');
});

test('mails nobody about a hidden product until it is shown again', async () => {
  const id = await shop.createProduct();
  const maya = await shop.createCustomer();
  await shop.requestAlert(maya, 'stock', id);
  await shop.changeProduct(id, { is_active: false, stock: 3 });
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toEqual([]);
  await shop.changeProduct(id, { is_active: true, stock: 3 });
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toHaveLength(1);
});

test('refuses alerts about products that are unknown, hidden or in stock, and kinds that are off', async () => {
  const maya = await shop.createCustomer();
  const hidden = await shop.createProduct({ is_active: false });
  const available = await shop.createProduct({ stock: 2 });
  expect((await shop.requestAlert(maya, 'stock', 2_000_000)).failure.code).toBe('product.not_found');
  expect((await shop.requestAlert(maya, 'stock', hidden)).failure.code).toBe('product.not_found');
  expect((await shop.requestAlert(maya, 'stock', available)).failure.code).toBe('stock-and-price-alerts.in_stock');
  await shop.saveSettings({ sendsPriceAlerts: false });
  expect((await shop.requestAlert(maya, 'price', available)).failure.code).toBe('stock-and-price-alerts.off');
  const { data } = await shop.call('GET /stock-and-price-alerts/kinds', {});
  expect(data.kinds).toEqual(['stock']);
  await shop.saveSettings({ sendsPriceAlerts: true });
});

test('deletes the alerts of a deleted product', async () => {
  const id = await shop.createProduct();
  const maya = await shop.createCustomer();
  await shop.requestAlert(maya, 'stock', id);
  await shop.call('DELETE /admin/products/{id}', { params: { id } }, shop.admin).then(({ data }) => data);
  await shop.settle();
  expect(await shop.alertsOf(maya)).toEqual([]);
});

test('a customer has at most 50 alerts, also when two are set at once', async () => {
  const maya = await shop.createCustomer();
  const ids = [];
  for (let count = 0; count < 52; count += 1) ids.push(await shop.createProduct());
  for (const id of ids.slice(0, 49)) await shop.requestAlert(maya, 'stock', id);
  const replies = await Promise.all(ids.slice(49).map((id) => shop.requestAlert(maya, 'stock', id)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  // Setting one again is no further alert.
  expect((await shop.requestAlert(maya, 'stock', ids[0] ?? 0)).status).toBe(200);
});

test('a customer removes an alert, and nobody else’s', async () => {
  const id = await shop.createProduct();
  const maya = await shop.createCustomer();
  const noah = await shop.createCustomer();
  const alert = (await shop.requestAlert(maya, 'stock', id)).data;
  const remove = (token: string) => shop.call('DELETE /stock-and-price-alerts/{id}', { params: alert }, { token });
  expect((await remove(noah.token)).failure.code).toBe('stock-and-price-alerts.not_found');
  expect((await remove(maya.token)).message).toBe('Alert removed.');
  await shop.setStock(id, 2);
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toEqual([]);
});
