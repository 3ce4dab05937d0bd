import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { callShop, findProduct } from './call-shop.ts';
import { openShopper, type Shopper } from './shopper.ts';
import { violationsInBothThemes } from './violations.ts';

const HOME = { name: 'Ada Marlowe', city: 'Portland', state: 'ME', postal_code: '04101', country: 'US' };

let shopper: Shopper;
let page: Page;
beforeEach(async () => {
  shopper = await openShopper();
  page = shopper.page;
  const token = await shopper.becomeCustomer();
  const { id } = await findProduct('Pocket 35 Film Camera');
  await callShop('/cart', { token, body: { product_id: id } });
  await callShop('/account/addresses', { token, body: { ...HOME, line1: '3 Hill Street' } });
  await callShop('/account/addresses', { token, body: { ...HOME, line1: '12 Harbour Lane', is_default: true } });
});

test('a saved address is shown as lines with Change; its fields open only for another address', async () => {
  await shopper.open('/checkout');
  const change = page.getByRole('button', { name: 'Change' });
  await change.waitFor();
  await page.getByText('12 Harbour Lane').first().waitFor();
  const line1 = page.getByLabel('Address line 1');
  expect(await line1.isVisible()).toBe(false);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await change.click();
  await page.getByRole('radio', { name: /3 Hill Street/ }).check();
  await change.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Change');
  expect(await page.getByRole('radio').count()).toBe(0);

  await change.click();
  await page.keyboard.press('ArrowDown');
  await line1.fill('7 Mill Road');
  await page.getByRole('radio', { name: /12 Harbour Lane/ }).click();
  await change.waitFor();
  expect(await line1.isVisible()).toBe(false);

  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByLabel('Card number').waitFor();
  await page.getByText('12 Harbour Lane').last().waitFor();
});

test('a saved address that the shop refuses shows its fields', async () => {
  const errors = { 'shipping_address.postal_code': ['This postal code does not exist.'] };
  await page.route('**/api/payments/create-intent', (route) =>
    route.fulfill({ status: 422, json: { success: false, message: 'Please check the address.', errors } }),
  );
  await shopper.open('/checkout');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByText('This postal code does not exist.').waitFor();
  await expect.poll(() => page.getByLabel('Postal code').isVisible()).toBe(true);
});

test('the checkout has a quiet frame: the shop, the cart and the legal pages', async () => {
  await shopper.open('/cart');
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  const header = page.getByRole('banner');
  await header.getByText('Secure payment').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  expect(
    await page
      .getByRole('searchbox')
      .or(page.getByRole('combobox', { name: /search/i }))
      .count(),
  ).toBe(0);
  expect(await header.getByRole('button').count()).toBe(0);
  const footer = page.getByRole('contentinfo');
  expect(await footer.getByRole('textbox').count()).toBe(0);
  for (const [name, path] of [
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
    ['Returns', '/returns'],
  ] as const) {
    await expect.poll(() => footer.getByRole('link', { name }).getAttribute('href')).toBe(path);
  }
  await header.getByRole('link', { name: 'Back to cart' }).click();
  await page.getByRole('heading', { level: 1, name: 'Shopping Cart' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
});
