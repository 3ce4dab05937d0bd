import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { findProduct } from './call-shop.ts';
import { openShopper, PASSWORD, type Shopper, settlesAt } from './shopper.ts';

/** A browser without storage: permanently, because site data is blocked, or because it is full. */

const CAMERA = 'Pocket 35 Film Camera';

let shopper: Shopper;
let page: Page;
beforeEach(async () => {
  shopper = await openShopper();
  page = shopper.page;
});

/** Like Chrome when the site's cookies are blocked. */
const blockSiteData = () =>
  page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, { get: refuse });
    }
    Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
  });

const expectNoComplaints = () => expect(shopper.complaints).toEqual([]);

const inMenu = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true }).first();

test.each(['/', '/products', '/products/1', '/cart', '/login', '/register', '/about', '/contact', '/faq', '/wishlist'])(
  '%s works for a guest whose site data is blocked',
  async (path) => {
    await blockSiteData();
    await shopper.open(path);
    await page.mouse.move(300, 300);
    await inMenu('Login').waitFor();
    await page.waitForTimeout(500);
    expect(await page.getByText('Oops! Something went wrong').isVisible()).toBe(false);
    expectNoComplaints();
  },
);

test('with site data blocked the cart, the theme and the login last as long as the page', async () => {
  await blockSiteData();
  await shopper.openAccount();
  await shopper.open(`/products?search=${encodeURIComponent(CAMERA)}`);
  const dark = () => page.evaluate(() => document.documentElement.dataset.theme);
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  expect(await dark()).toBe('dark');
  await page.getByRole('button', { name: `Add to Cart: ${CAMERA}` }).click();
  await page.getByRole('button', { name: 'Keep in cart on this device' }).first().click();
  await page.getByRole('link', { name: 'Cart, 1 item' }).click();
  await page.getByRole('region', { name: 'Order Summary' }).getByRole('link', { name: 'Login to Checkout' }).click();
  await settlesAt(page, '/login');
  await page.getByLabel('Remember me').check();
  await shopper.logIn(shopper.email, PASSWORD);
  await settlesAt(page, '/checkout');
  await shopper.fillAddress();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByLabel('Card number').waitFor();
  await page.getByRole('link', { name: 'Back to cart' }).click();
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
  const header = page.getByRole('banner');
  await header.getByText('Ada Marlowe').first().click();
  await header.getByRole('button', { name: 'Logout' }).click();
  await settlesAt(page, '/');
  await header.getByRole('link', { name: 'Login' }).waitFor();
  expectNoComplaints();
});

test('with site data blocked the pending item is added after the login', async () => {
  await blockSiteData();
  await shopper.openAccount();
  const { id } = await findProduct(CAMERA);
  await shopper.open(`/products/${id}`);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await settlesAt(page, '/login');
  await page.getByText(`Waiting for you: 1 × ${CAMERA}`).waitFor();
  await shopper.logIn(shopper.email, PASSWORD);
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
});

test('with full storage the cart lasts as long as the page, and follows other tabs', async () => {
  const { id } = await findProduct(CAMERA);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await shopper.open(`/products?search=${encodeURIComponent(CAMERA)}`);
  await page.getByRole('button', { name: `Add to Cart: ${CAMERA}` }).click();
  await page.getByRole('button', { name: 'Keep in cart on this device' }).first().click();
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
  await inMenu('About').click();
  await settlesAt(page, '/about');
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
  const otherTab = await page.context().newPage();
  await otherTab.goto('/faq');
  const product = { id, name: CAMERA, price: '10.00', stock: 9 };
  const entry = { id: String(id), product, quantity: 3 };
  await otherTab.evaluate((kept) => localStorage.setItem('guest_cart', JSON.stringify([kept])), entry);
  await page.getByRole('link', { name: 'Cart, 3 items' }).waitFor();
});
