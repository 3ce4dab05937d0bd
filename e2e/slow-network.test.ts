import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { callShop } from './call-shop.ts';
import { DESKTOP, isHydrated, openShopper, PASSWORD, PHONE, type Shopper, untilHydrated } from './shopper.ts';

/** A visitor on a slow network: responses come late, twice or not at all. */

let shopper: Shopper;
let page: Page;
beforeEach(async () => {
  shopper = await openShopper(PHONE);
  page = shopper.page;
  // Like a phone that opens the shop over plain HTTP.
  await page.context().addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }));
});

const HELD = 1_200;
const later = (ms = HELD) => new Promise((resolve) => setTimeout(resolve, ms));

async function someProducts() {
  const { data } = await callShop<{ data: { id: number; stock: number; has_variants: boolean }[] }>(
    '/products?per_page=40',
  );
  return data.filter(({ stock, has_variants }) => stock > 5 && !has_variants);
}

async function haveInGuestCart(quantity: number): Promise<void> {
  const [product] = await someProducts();
  await shopper.open('/about');
  const entry = { id: String(product?.id), product, quantity };
  await page.evaluate((kept) => localStorage.setItem('guest_cart', JSON.stringify([kept])), entry);
}

/** The server has answered; the phone receives the response later. */
const late = async (route: Route): Promise<void> => {
  const response = await route.fetch();
  await later();
  await route.fulfill({ response }).catch(() => undefined);
};

const itemsInCart = async (token: string) => (await callShop<{ itemCount: number }>('/cart', { token })).itemCount;
const badge = (name: string) => page.getByRole('link', { name });

test('a guest’s cart is merged once, despite a lost response and a second tab', async () => {
  const token = await shopper.openAccount();
  await haveInGuestCart(2);
  const otherTab = await page.context().newPage();
  await otherTab.goto('/faq');
  await untilHydrated(otherTab);
  let merges = 0;
  await page.context().route('**/api/cart/merge', async (route) => {
    merges += 1;
    if (merges > 1) return late(route);
    await route.fetch();
    await route.abort();
  });
  await shopper.open('/login');
  await shopper.logIn(shopper.email, PASSWORD);
  await expect.poll(() => merges).toBeGreaterThan(1);
  await page.reload();
  await badge('Cart, 2 items').waitFor();
  expect(await itemsInCart(token)).toBe(2);
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('guest_cart'))))
    .toEqual([]);
});

test('logging in while an earlier session is being checked works', async () => {
  await shopper.openAccount();
  await shopper.open('/about');
  await page.evaluate(() => localStorage.setItem('auth_token', 'ended-long-ago'));
  let asked = 0;
  await page.route('**/api/auth/profile', (route) => {
    asked += 1;
    return asked === 1 ? later(2 * HELD).then(() => late(route)) : route.continue();
  });
  await shopper.open('/login');
  await shopper.logIn(shopper.email, PASSWORD);
  await later(3 * HELD);
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).not.toBeNull();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a wishlist entry added while loading is kept; a cart arriving after logout is ignored', async () => {
  const token = await shopper.openAccount();
  const [first, ...others] = await someProducts();
  for (const { id } of others.slice(0, 3)) await callShop(`/wishlist/${id}`, { token, body: {} });
  await shopper.remember('auth_token', token);
  await page.route('**/api/wishlist?*', late);
  await shopper.open(`/products/${first?.id}`);
  await page.getByRole('button', { name: 'Add to Wishlist' }).first().click();
  await page.getByText('Added to wishlist').waitFor();
  await badge('Wishlist, 4 items').waitFor();

  await page.route('**/api/cart', (route) => later().then(() => route.continue()));
  await shopper.open('/cart');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/about');
  await callShop('/auth/logout', { token, body: {} });
  await otherTab.evaluate(() => localStorage.removeItem('auth_token'));
  await page.getByText('Your cart is empty').waitFor();
  await later(2 * HELD);
  await page.getByText('Your cart is empty').waitFor();
});

test('without HTTPS an address can be saved', async () => {
  await shopper.open('/register');
  await shopper.register();
  await shopper.open('/dashboard/profile');
  await page.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address line 1').fill('7 Mill Street');
  await dialog.getByLabel('City').fill('Salem');
  await dialog.getByLabel('State').fill('MA');
  await dialog.getByLabel('Postal code').fill('01970');
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('Address saved').waitFor();
});

test('every press counts on a slow connection, and the button keeps the focus', async () => {
  const token = await shopper.openAccount();
  const [product] = await someProducts();
  await shopper.remember('auth_token', token);
  await page.route(/\/api\/cart(\/\d+)?$/, late);
  await shopper.open(`/products/${product?.id}`);
  const add = page.getByRole('button', { name: 'Add to Cart', exact: true });
  const hasFocus = (button: typeof add) => button.evaluate((element) => element === document.activeElement);
  await add.press('Enter');
  await page.getByText('Product added to cart!').waitFor();
  expect(await hasFocus(add)).toBe(true);

  await shopper.open('/cart');
  const more = page.getByRole('button', { name: /^One more of/ });
  for (let press = 0; press < 3; press += 1) await more.press('Enter');
  expect(
    await page
      .getByRole('group', { name: /^Quantity of/ })
      .getByRole('status')
      .textContent(),
  ).toBe('4');
  await badge('Cart, 4 items').waitFor();
  expect(await itemsInCart(token)).toBe(4);
  expect(await hasFocus(more)).toBe(true);
});

test('filters, URL and typed input stay consistent with slow lists', async () => {
  await page.setViewportSize(DESKTOP);
  await shopper.open('/products?page=2');
  const panel = page.getByRole('complementary', { name: 'Filters' });
  await panel.hover();
  const inStock = panel.getByRole('checkbox', { name: /stock/i });
  const onSale = panel.getByRole('checkbox', { name: /sale/i });
  await page.route('**/api/products?*', late);
  await inStock.check();
  await onSale.check();
  await page.getByLabel('Sort by').selectOption('price.desc');
  await page.waitForURL('**/products?inStock=true&onSale=true&sortBy=price&sortOrder=desc');
  await page.goBack();
  await page.waitForURL('**/products?page=2');
  await expect.poll(() => onSale.isChecked()).toBe(false);
  expect(await inStock.isChecked()).toBe(false);

  const search = panel.getByRole('searchbox', { name: 'Search' });
  await search.pressSequentially('cam', { delay: 20 });
  await page.waitForURL('**/products?search=cam');
  await search.pressSequentially('era', { delay: 20 });
  await page.waitForURL('**/products?search=camera');
  await expect.poll(() => search.inputValue()).toBe('camera');
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
});

test('filters chosen before their scripts have loaded survive a change of the order', async () => {
  await page.setViewportSize(DESKTOP);
  await shopper.open('/products?page=2');
  const panel = page.getByRole('complementary', { name: 'Filters' });
  await page.route('**/*.js', late);
  await page.route('**/api/products?*', late);
  // As a browser restores a field: nobody has chosen it here.
  await panel.getByLabel('Category').evaluate((field: HTMLSelectElement) => {
    field.selectedIndex = 1;
  });
  await panel.getByRole('checkbox', { name: /stock/i }).check();
  await panel.getByRole('checkbox', { name: /sale/i }).check();
  await page.getByLabel('Sort by').selectOption('price.desc');
  await page.waitForURL('**/products?inStock=true&onSale=true&sortBy=price&sortOrder=desc');
});

test('a choice made while the previous list is rendering stays selected', async () => {
  await page.setViewportSize(DESKTOP);
  const processor = await page.context().newCDPSession(page);
  for (const ms of [0, 5]) {
    await shopper.open('/products');
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await filters.hover();
    await expect.poll(() => filters.locator('[name=inStock]').evaluate(isHydrated)).toBe(true);
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    expect(await page.evaluate(chooseTwice, ms)).toEqual(['true', '?inStock=true&onSale=true']);
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
});

/**
 * Makes a second choice a few milliseconds after the first list has arrived, before it is rendered.
 * @returns what the second choice showed until the address named both, and that address.
 */
async function chooseTwice(ms: number): Promise<string[]> {
  const [first, second] = ['onSale', 'inStock'].map((name) => document.querySelector(`aside [name=${name}]`));
  if (!(first instanceof HTMLInputElement && second instanceof HTMLInputElement)) return [];
  const { text } = Response.prototype;
  const hasCome = new Promise<void>((come) => {
    Response.prototype.text = async function (this: Response) {
      const answer = await text.call(this);
      if (/api\/products\?.*onSale/.test(this.url)) come();
      return answer;
    };
  });
  first.click();
  await hasCome;
  Response.prototype.text = text;
  await new Promise((resolve) => setTimeout(resolve, ms));
  second.click();
  const shown = new Set<string>();
  let arrivedAt = Number.POSITIVE_INFINITY;
  for (const latest = performance.now() + 30_000; performance.now() < Math.min(latest, arrivedAt + 500); ) {
    shown.add(String(second.checked));
    if (location.search.includes('inStock')) arrivedAt = Math.min(arrivedAt, performance.now());
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return [[...shown].join(), location.search];
}

test('starting a search while a page loads is not interrupted', async () => {
  await shopper.open('/products');
  await page.route('**/api/products/*', late);
  await page.getByRole('heading', { level: 3 }).first().getByRole('link').click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const search = page.getByRole('combobox', { name: 'Search products' });
  await search.pressSequentially('lam');
  await page.waitForURL(/\/products\/\d+$/);
  await page.getByRole('button', { name: 'Buy Now' }).waitFor();
  await page.keyboard.type('p');
  await expect.poll(() => search.inputValue()).toBe('lamp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/products?search=lamp');
  await search.waitFor({ state: 'hidden' });
});

test('a page restored from the back/forward cache shows the current user', async () => {
  const token = await shopper.openAccount();
  await shopper.remember('auth_token', token);
  await shopper.open('/dashboard');
  await page.getByRole('heading', { name: /Ada Marlowe/ }).waitFor();
  // Another tab has logged out; a page in the back/forward cache receives no messages.
  await page.evaluate(() => {
    localStorage.removeItem('auth_token');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await page.waitForURL((url) => url.pathname === '/login');
});

test('the login does not move when the row of categories arrives after a redirect from the back office', async () => {
  await page.setViewportSize(DESKTOP);
  await page.route('**/header-footer-*', late);
  await shopper.open('/admin');
  const button = page.getByRole('main').getByRole('button', { name: 'Log in' });
  const top = () => button.evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  // The row loads on the first interaction.
  await page.mouse.move(200, 200);
  await page.mouse.move(220, 260);
  await page.getByRole('navigation', { name: 'Categories' }).waitFor();
  expect(await top()).toBe(before);
});
