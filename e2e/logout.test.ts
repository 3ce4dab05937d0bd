import { beforeEach, expect, test } from 'vitest';
import { callShop, findProduct } from './call-shop.ts';
import { DESKTOP, openShopper, PHONE, type Shopper, settlesAt } from './shopper.ts';

let shopper: Shopper;
beforeEach(async () => {
  shopper = await openShopper();
  const token = await shopper.becomeCustomer();
  const { id } = await findProduct('Pocket 35 Film Camera');
  await callShop('/cart', { token, body: { product_id: id } });
});

const WAYS = {
  async 'menu under the name'() {
    const header = shopper.page.getByRole('banner');
    await header.getByText('Ada Marlowe').first().click();
    await header.getByRole('button', { name: 'Logout' }).click();
  },
  async 'phone’s menu'() {
    await shopper.page.getByRole('button', { name: 'Menu', exact: true }).click();
    await shopper.page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  },
  async 'account’s own button'() {
    await shopper.page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  },
};

test.each([
  ['menu under the name', '/dashboard'],
  ['menu under the name', '/cart'],
  ['menu under the name', '/order-success/ORD-2026-000000'],
  ['menu under the name', '/products'],
  ['phone’s menu', '/dashboard/orders'],
  ['account’s own button', '/dashboard/orders'],
] as const)('Logout in the %s leads from %s to the home page', async (way, path) => {
  const { page } = shopper;
  await page.setViewportSize(way === 'phone’s menu' ? PHONE : DESKTOP);
  await shopper.open(path);
  await WAYS[way]();
  await settlesAt(page, '/');
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

test('Logout in the menu discards input', async () => {
  const { page } = shopper;
  await shopper.open('/dashboard/profile');
  await page.getByRole('main').getByLabel('Phone').fill('555 0100');
  await WAYS['menu under the name']();
  await settlesAt(page, '/');
  expect(await page.getByRole('dialog').isVisible()).toBe(false);
});

test('a signed-out visitor of a customer page is redirected to the login', async () => {
  const { page } = shopper;
  await shopper.open('/dashboard');
  await WAYS['account’s own button']();
  await settlesAt(page, '/');
  await page.goBack();
  await settlesAt(page, '/login');
});

test('Logout leads from the back office to the login, and stays there', async () => {
  const { page } = shopper;
  await shopper.open('/about');
  await page.evaluate(() => localStorage.clear());
  await shopper.enterBackOffice('/admin/orders');
  await page
    .getByRole('button', { name: /Logout/ })
    .first()
    .click();
  await settlesAt(page, '/login');
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});
