import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlertsTestShop, openAlertsShop } from '../testing.ts';

let shop: AlertsTestShop;
beforeAll(async () => {
  shop = await openAlertsShop();
});
afterAll(() => shop.close());

test('mails when the price falls by the merchant’s percentage, and again only below the mailed price', async () => {
  const id = await shop.createProduct({ name: 'Brass lamp', price: 100, stock: 5 });
  const maya = await shop.createCustomer();
  await shop.requestAlert(maya, 'price', id);

  await shop.setPrice(id, 95.01);
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toEqual([]);
  await shop.setPrice(id, 95);
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toEqual(['Brass lamp now costs $95.00']);
  expect(shop.mailbox.newestTo(maya.email).text).toContain('$95.00 instead of $100.00');

  await shop.advance({ days: 2 });
  await shop.setPrice(id, 100);
  await shop.settle();
  await shop.setPrice(id, 95);
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toHaveLength(1);
  await shop.changeProduct(id, { sale_price: 80 });
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toEqual(['Brass lamp now costs $95.00', 'Brass lamp now costs $80.00']);
  expect(await shop.alertsOf(await shop.signInAgain(maya))).toMatchObject([
    { kind: 'price', at_most: '76.00', price: '80.00' },
  ]);
});

test('a price that falls several times within the pause is mailed twice, with the last price', async () => {
  const id = await shop.createProduct({ name: 'Glass lamp', price: 100, stock: 5 });
  const maya = await shop.createCustomer();
  await shop.requestAlert(maya, 'price', id);
  for (const price of [90, 80, 70]) {
    await shop.setPrice(id, price);
    await shop.settle();
  }
  expect(shop.mailsTo(maya.email)).toEqual(['Glass lamp now costs $90.00']);
  await shop.advance({ days: 1 });
  await shop.jobs.run('stock-and-price-alerts.send-alerts');
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toEqual(['Glass lamp now costs $90.00', 'Glass lamp now costs $70.00']);
});

test('watches the price of the chosen variant', async () => {
  const variant = (name: string, price_modifier: number) => ({
    name,
    sku: `P-${name}`,
    options: { Size: name },
    price_modifier,
    stock: 3,
  });
  const id = await shop.createProduct({ price: 50, variants: [variant('S', 0), variant('XL', 50)] });
  const { data } = await shop.call('GET /products/{id}', { params: { id: String(id) } });
  const large = data.product.variants.find(({ name }) => name === 'XL');
  if (!large) throw new Error('There is a large one');
  const maya = await shop.createCustomer();
  const noah = await shop.createCustomer();
  await shop.requestAlert(maya, 'price', id, large.id);
  await shop.requestAlert(noah, 'price', id);
  await shop.changeVariant(id, large.id, { price_modifier: 20 });
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toHaveLength(1);
  expect(shop.mailbox.newestTo(maya.email).text).toContain('$70.00 instead of $100.00');
  // The cheapest variant costs what it did.
  expect(shop.mailsTo(noah.email)).toEqual([]);
});

test('a customer’s list says at which price a mail is sent, to the cent', async () => {
  await shop.saveSettings({ minDropPercent: 7 });
  const id = await shop.createProduct({ price: 19.99, stock: 5 });
  const maya = await shop.createCustomer();
  await shop.requestAlert(maya, 'price', id);
  const [alert] = await shop.alertsOf(maya);
  expect(alert).toMatchObject({ price: '19.99', at_most: '18.59' });
  await shop.setPrice(id, 18.6);
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toHaveLength(0);
  await shop.setPrice(id, 18.59);
  await shop.settle();
  expect(shop.mailsTo(maya.email)).toHaveLength(1);
  await shop.saveSettings({ minDropPercent: 5 });
});
