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

test('Logout ends the session at once, even if the home page does not load', async () => {
  const { page } = shopper;
  await shopper.open('/dashboard/orders');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isOver = page.waitForResponse('**/api/auth/logout', { timeout: 5_000 });
  await page.route('**/*', async (route) => {
    if (route.request().method() === 'GET') await released;
    await route.continue();
  });
  await WAYS['account’s own button']();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('auth_token')), { timeout: 1_000 }).toBeNull();
  expect((await isOver).status()).toBe(200);
  release();
  await settlesAt(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a double click on Logout leads to the home page', async () => {
  const { page } = shopper;
  await shopper.open('/dashboard/orders');
  await page.route('**/*', async (route) => {
    if (route.request().method() === 'GET') await page.waitForTimeout(300);
    await route.continue();
  });
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).dblclick();
  await settlesAt(page, '/');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
