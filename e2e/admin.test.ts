import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { CARDS, openShopper, type Shopper } from './shopper.ts';

let browser: Browser;
let shopper: Shopper;
let merchant: Shopper;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  shopper = await openShopper(browser);
  merchant = await openShopper(browser);
});
afterEach(async () => {
  await shopper.close();
  await merchant.close();
});

async function placeOrder(): Promise<string> {
  await shopper.open('/register');
  await shopper.register();
  await shopper.addToCart('Pocket 35 Film Camera');
  await shopper.open('/checkout');
  await shopper.fillAddress();
  await shopper.page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await shopper.fillCard(CARDS.good);
  await shopper.pay();
  return shopper.orderNumber();
}

test('the merchant sees a new order, ships it, and the shopper sees that and buys the same again', async () => {
  const number = await placeOrder();
  await merchant.open('/admin/orders');
  await merchant.logIn('admin@stoa.test', 'stoa-admin-demo');
  await merchant.page.getByText(number).first().waitFor();
  const row = merchant.page.getByRole('row', { name: new RegExp(number) });
  await row.getByRole('combobox').selectOption('shipped');
  await merchant.page.getByText(/status updated to Shipped/).waitFor();

  await shopper.open('/dashboard/orders');
  await shopper.page.getByText('Shipped').first().waitFor();
  await shopper.open(`/dashboard/orders/${number}`);
  await shopper.page.getByRole('button', { name: 'Buy again' }).press('Enter');
  await shopper.page.getByText('1 item was put into your cart').waitFor();
  await shopper.page.getByRole('button', { name: 'View cart' }).click();
  await shopper.page.waitForURL((url) => url.pathname === '/cart');
  await shopper.page.getByRole('main').getByText('Pocket 35 Film Camera').first().waitFor();
  expect([...merchant.complaints, ...shopper.complaints]).toEqual([]);
});

test('a shopper has no business in the back office', async () => {
  await shopper.open('/register');
  await shopper.register();
  await shopper.open('/admin/orders');
  await shopper.page.waitForURL((url) => url.pathname === '/');
});
