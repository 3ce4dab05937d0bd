import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlertsDesk, openAlertsShop } from '../testing.ts';

let desk: AlertsDesk;
beforeAll(async () => {
  desk = await openAlertsShop();
});
afterAll(() => desk.shop.close());

test('mails when the price falls by the merchant’s percentage, and again only below the mailed price', async () => {
  const id = await desk.createProduct({ name: 'Brass lamp', price: 100, stock: 5 });
  const maya = await desk.createCustomer();
  await desk.ask(maya, 'price', id);

  await desk.setPrice(id, 95.01);
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toEqual([]);
  await desk.setPrice(id, 95);
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toEqual(['Brass lamp now costs $95.00']);
  expect(desk.shop.mailbox.newestTo(maya.email).text).toContain('$95.00 instead of $100.00');

  await desk.advance({ days: 2 });
  await desk.setPrice(id, 100);
  await desk.settle();
  await desk.setPrice(id, 95);
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toHaveLength(1);
  await desk.changeProduct(id, { sale_price: 80 });
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toEqual(['Brass lamp now costs $95.00', 'Brass lamp now costs $80.00']);
  expect(await desk.alertsOf(await desk.signInAgain(maya))).toMatchObject([
    { kind: 'price', below: '80.00', price: '80.00' },
  ]);
});

test('a price that falls several times within the pause is mailed twice, with the last price', async () => {
  const id = await desk.createProduct({ name: 'Glass lamp', price: 100, stock: 5 });
  const maya = await desk.createCustomer();
  await desk.ask(maya, 'price', id);
  for (const price of [90, 80, 70]) {
    await desk.setPrice(id, price);
    await desk.settle();
  }
  expect(desk.mailsTo(maya.email)).toEqual(['Glass lamp now costs $90.00']);
  await desk.advance({ days: 1 });
  await desk.shop.jobs.run('stock-and-price-alerts.send-alerts');
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toEqual(['Glass lamp now costs $90.00', 'Glass lamp now costs $70.00']);
});

test('watches the price of the chosen variant', async () => {
  const variant = (name: string, price_modifier: number) => ({
    name,
    sku: `P-${name}`,
    options: { Size: name },
    price_modifier,
    stock: 3,
  });
  const id = await desk.createProduct({ price: 50, variants: [variant('S', 0), variant('XL', 50)] });
  const { data } = await desk.shop.call('GET /products/{id}', { params: { id: String(id) } });
  const large = data.product.variants.find(({ name }) => name === 'XL');
  if (!large) throw new Error('There is a large one');
  const maya = await desk.createCustomer();
  const noah = await desk.createCustomer();
  await desk.ask(maya, 'price', id, large.id);
  await desk.ask(noah, 'price', id);
  await desk.changeVariant(id, large.id, { price_modifier: 20 });
  await desk.settle();
  expect(desk.mailsTo(maya.email)).toHaveLength(1);
  expect(desk.shop.mailbox.newestTo(maya.email).text).toContain('$70.00 instead of $100.00');
  // The cheapest variant costs what it did.
  expect(desk.mailsTo(noah.email)).toEqual([]);
});
