import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { openShopper, PHONE, untilHydrated } from './shopper.ts';
import { violationsOf } from './violations.ts';

const LIST_CALL = /\/api\/products\?/;
const FEATURED_CALL = '**/api/products/featured';

const addressOf = (page: Page): string => page.url().slice(inject('shopUrl').length);

/** Answers calls like a broken server. */
const broken = (message: string) => ({ status: 500, json: { success: false, message } });

test('the phone menu keeps the focus, closes on Escape and links to every page', async () => {
  const shopper = await openShopper(PHONE);
  const { page } = shopper;
  await shopper.open('/products');
  const opener = page.getByRole('button', { name: 'Menu' });
  await opener.click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Electronics' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(false);
  await page.mouse.wheel(0, 900);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.route('**/api/categories', (route) => route.abort());
  await page.reload();
  await untilHydrated(page);
  await opener.click();
  await menu.getByRole('list', { name: 'Categories' }).waitFor({ timeout: 10_000 });
  const categories = menu.getByRole('list', { name: 'Categories' }).getByRole('link');
  await expect.poll(() => categories.allTextContents()).toEqual(['Electronics', 'Clothing', 'Books']);
  await menu.getByRole('link', { name: 'Clothing' }).click();
  await page.waitForURL('**/products/category/2');
  await menu.waitFor({ state: 'detached' });
});

test('the phone menu goes down level by level, shows the current place, and Back closes it', async () => {
  const shopper = await openShopper(PHONE);
  const { page } = shopper;
  await shopper.open('/about');
  await shopper.open('/products/category/1');
  const address = page.url();
  const opener = page.getByRole('button', { name: 'Menu' });
  await opener.click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect.poll(() => menu.getByRole('link', { name: 'Electronics' }).getAttribute('aria-current')).toBe('page');
  await menu.getByRole('button', { name: 'Subcategories of Electronics' }).click();
  const back = menu.getByRole('button', { name: 'Back to Menu' });
  await expect.poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true);
  await menu.getByRole('button', { name: 'Subcategories of Sound' }).click();
  await menu.getByRole('link', { name: 'Headphones' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await menu.getByRole('button', { name: 'Back to Electronics' }).click();
  await back.click();
  const entered = menu.getByRole('button', { name: 'Subcategories of Electronics' });
  await expect.poll(() => entered.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.goBack();
  await menu.waitFor({ state: 'detached' });
  expect(page.url()).toBe(address);
  await opener.click();
  // Escape has no effect until the menu is open.
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });

  await opener.click();
  await menu.getByRole('button', { name: 'Subcategories of Clothing' }).click();
  await menu.getByRole('link', { name: 'Sandals' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sandals' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Electronics' }).waitFor();
  await page.goBack();
  await page.waitForURL('**/about');
});

test('the header has the categories, each with a panel of its subcategories', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/about');
  const bar = page.getByRole('navigation', { name: 'Categories' });
  const opener = bar.getByRole('button', { name: 'Subcategories of Electronics' });
  const sound = bar.getByRole('link', { name: 'Sound', exact: true });
  await opener.click();
  await sound.waitFor();
  await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('true');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  const all = bar.getByRole('link', { name: 'All Electronics' });
  await expect.poll(() => all.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await sound.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);

  await bar.getByRole('link', { name: 'Clothing', exact: true }).hover();
  await bar.getByRole('link', { name: 'Sandals' }).waitFor();
  await page.mouse.move(200, 880);
  await bar.getByRole('link', { name: 'Sandals' }).waitFor({ state: 'detached' });

  await bar.getByRole('link', { name: 'Books' }).hover();
  await bar.getByRole('link', { name: 'Novels' }).click();
  await page.getByRole('heading', { level: 1, name: 'Novels' }).waitFor();
  await bar.getByRole('link', { name: 'Novels' }).waitFor({ state: 'detached' });
  await bar.getByRole('link', { name: 'Sports', exact: true }).click();
  await page.waitForURL('**/products/category/5');
  await expect
    .poll(() => bar.getByRole('link', { name: 'Sports', exact: true }).getAttribute('aria-current'))
    .toBe('page');
});

test('a category opens with its picture, description, subcategories and the way to it', async () => {
  const shopper = await openShopper(PHONE);
  const { page } = shopper;
  await shopper.open('/products/category/1');
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1, name: 'Electronics' }).waitFor();
  await main.getByText('Things with a switch').waitFor();
  const below = main.getByRole('navigation', { name: 'Subcategories' });
  const sound = below.getByRole('link', { name: /^Sound/ });
  const shown = Number(/\d+/.exec(String(await sound.textContent()))?.[0]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await sound.click();
  await main.getByRole('heading', { level: 1, name: 'Sound' }).waitFor();
  await expect.poll(() => main.getByRole('status').first().textContent()).toBe(`${shown} products`);
  await below.getByRole('link', { name: /^Headphones/ }).click();
  await main.getByRole('heading', { level: 1, name: 'Headphones' }).waitFor();
  const way = main.getByRole('navigation', { name: 'Breadcrumb' });
  await expect
    .poll(() => way.getByRole('listitem').allTextContents())
    .toEqual(['Home', 'Products', 'Electronics', 'Sound', 'Headphones']);
  expect(await violationsOf(page)).toEqual([]);
  // The heading names the category: only other conditions are filters that can be removed.
  await shopper.open('/products/category/1?inStock=true&onSale=true');
  await main.getByRole('button', { name: 'Filters (2)' }).waitFor();
  const chips = main.getByRole('list', { name: 'Chosen filters' }).getByRole('link');
  const texts = ['Remove filter In stock', 'Remove filter On sale', 'Clear all chosen filters'];
  await expect.poll(() => chips.allTextContents()).toEqual(texts);
  await chips.last().click();
  await page.waitForURL((url) => url.pathname === '/products/category/1' && url.search === '');
});

test('filters are in the URL, shown as chips with counts, and Back restores them and the scroll position', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  const count = page.getByRole('main').getByRole('status').first();
  await shopper.open('/products?page=3');
  const panel = page.getByRole('complementary', { name: 'Filters' });
  const option = await panel.getByLabel('Category').locator('option', { hasText: 'Electronics' }).textContent();
  const inCategory = /\((\d+)\)/.exec(String(option))?.[1];
  await panel.getByLabel('Category').selectOption('1');
  await page.waitForURL('**/products?category=1');
  await expect.poll(() => count.textContent()).toBe(`${inCategory} products`);

  const first = panel.getByRole('group', { name: 'Brand' }).getByRole('checkbox').first();
  const brand = String(await first.getAttribute('value'));
  await first.check();
  await panel.getByLabel('In stock only').check();
  await page.getByRole('link', { name: 'Remove filter In stock' }).waitFor();
  await panel.getByLabel('Min price').fill('90');
  await panel.getByLabel('Max price').fill('9');
  await panel.getByText('The lowest price is above the highest.').waitFor();
  await panel.getByLabel('Max price').fill('10000000');
  await panel.getByText('This number is too large.').waitFor();
  await panel.getByLabel('Max price').fill('1e3');
  await panel.getByText('Please enter an amount of at least 0 with at most two decimals.').waitFor();
  await panel.getByLabel('Max price').fill('9000');
  await page.getByRole('link', { name: 'Remove filter Up to $9,000.00' }).waitFor();
  await page.getByLabel('Sort by').selectOption('price.desc');
  await page.waitForURL(/sortBy=price&sortOrder=desc/);
  for (const part of ['category=1', 'inStock=true', 'minPrice=90', 'maxPrice=9000']) expect(page.url()).toContain(part);
  const chip = page.getByRole('link', { name: `Remove filter ${brand}` });
  // The address changes before the page does.
  await expect.poll(() => chip.getAttribute('href')).toContain('sortBy=price&sortOrder=desc');
  await chip.click();
  await expect.poll(() => first.isChecked()).toBe(false);

  const prices = await page.locator('.product-card .price').allInnerTexts();
  const amounts = prices.map((text) => Number(/\$([\d,.]+)/.exec(text)?.[1]?.replace(',', '')));
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));

  const address = addressOf(page);
  await page.locator('.product-card').last().scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  await page.locator('.product-card h3 a').last().click();
  await page.waitForURL(({ pathname }) => pathname !== '/products');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  expect(addressOf(page)).toBe(address);
  await expect.poll(() => panel.getByLabel('Min price').inputValue()).toBe('90');
  await panel.getByRole('link', { name: 'Clear All Filters' }).click();
  await page.waitForURL('**/products');
  await expect.poll(() => page.getByLabel('Sort by').inputValue()).toBe('name.asc');
});

test('on a phone the filters open in a drawer whose button shows the result count', async () => {
  const shopper = await openShopper(PHONE);
  const { page } = shopper;
  await shopper.open('/products');
  await page.getByRole('button', { name: 'Filters' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  const onSale = await drawer
    .getByLabel(/^On sale \(\d+\)$/)
    .locator('xpath=..')
    .textContent();
  await drawer.getByLabel(/^On sale/).check();
  const left = /\((\d+)\)/.exec(String(onSale))?.[1];
  await drawer.getByRole('button', { name: `Show ${left} products` }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await drawer.getByRole('button', { name: `Show ${left} products` }).click();
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
  await expect.poll(() => page.locator('.product-card').count()).toBe(12);
});

/** Distance of the list's heading from the page's header, in whole pixels. */
const headBelowHeader = (page: Page) =>
  page.evaluate(() => {
    const [header, head] = ['header', '.results-head'].map((name) => document.querySelector(name));
    return Math.ceil((head?.getBoundingClientRect().top ?? 0) - (header?.getBoundingClientRect().bottom ?? 0));
  });

const scrollDown = (page: Page, top: number) => page.evaluate((place) => scrollTo(0, place), top);
const place = (page: Page) => page.evaluate(() => scrollY);

test('a changed list scrolls to its start, and visible content does not move', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  const beginsInSight = () => expect.poll(() => headBelowHeader(page)).toBe(16);
  await shopper.open('/products?category=1');
  const category = page.getByRole('complementary', { name: 'Filters' }).getByLabel('Category');
  await scrollDown(page, 2400);
  await category.focus();
  const left = await place(page);
  expect(left).toBeGreaterThan(1500);
  await category.selectOption('5');
  await page.waitForURL('**/products?category=5');
  await beginsInSight();
  await expect.poll(() => category.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.goBack();
  await expect.poll(() => place(page)).toBe(left);
  await page.goForward();
  await beginsInSight();

  await scrollDown(page, 20);
  await page.getByLabel('Sort by').selectOption('price.asc');
  await page.waitForURL(/sortBy=price/);
  await page.locator('.results[aria-busy=false]').waitFor();
  expect(await place(page)).toBe(20);

  const search = page.getByRole('complementary', { name: 'Filters' }).getByLabel('Search');
  await scrollDown(page, 900);
  await search.fill('no such thing');
  await page.getByRole('heading', { name: 'No products found' }).waitFor();
  await beginsInSight();
  await page.goBack();
  await page.getByRole('heading', { name: 'No products found' }).waitFor({ state: 'detached' });

  await scrollDown(page, 1500);
  await page.getByRole('link', { name: 'Remove filter Sports' }).evaluate((chip: HTMLElement) => chip.click());
  await page.waitForURL('**/products');
  await beginsInSight();

  await page.route(LIST_CALL, (route) => route.fulfill(broken('')));
  await scrollDown(page, 1500);
  await category.selectOption('2');
  const banner = page.getByRole('alert').filter({ hasText: 'Error fetching products' });
  await banner.getByRole('button', { name: 'Retry' }).waitFor();
  await beginsInSight();
  await expect.poll(async () => (await banner.boundingBox())?.y).toBeLessThan(500);
});

test('the list behind the phone drawer scrolls to its start after a choice', async () => {
  const shopper = await openShopper(PHONE);
  const { page } = shopper;
  await shopper.open('/products/category/1');
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await scrollDown(page, 3000);
  await page.getByRole('button', { name: 'Filters' }).evaluate((button: HTMLElement) => button.click());
  await drawer.getByLabel(/^On sale/).check();
  await page.waitForURL(/onSale=true/);
  await drawer.getByRole('button', { name: /^Show \d+ product/ }).click();
  await drawer.waitFor({ state: 'detached' });
  await expect.poll(() => headBelowHeader(page)).toBe(16);
});

test('the highest price fits into the field that names it', async () => {
  const { page, open } = await openShopper();
  await open('/products');
  const field = page.getByLabel('Max price');
  const [words, fits] = await field.evaluate((input: HTMLInputElement) => {
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    pen.font = font;
    const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return [input.placeholder, pen.measureText(input.placeholder).width <= room];
  });
  expect(words).toMatch(/^\$\d,\d{3}$/);
  expect(fits).toBe(true);
});

test('an empty list says so and offers next steps', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/products?search=camera&minPrice=90000');
  await page.getByRole('heading', { name: 'No products found' }).waitFor();
  await page.getByText('Try adjusting your search criteria').waitFor();
  await page.getByRole('heading', { name: 'Popular right now' }).waitFor();
  await page.getByRole('link', { name: 'Search everything for “camera”' }).click();
  await page.getByRole('heading', { name: 'Pocket 35 Film Camera' }).waitFor();

  await shopper.open('/products?category=1&page=99');
  await page.getByRole('heading', { name: 'No products found' }).waitFor();
  await page.getByRole('link', { name: 'To the first page' }).click();
  await page.locator('.product-card').first().waitFor();
  expect(addressOf(page)).toBe('/products?category=1');

  await shopper.open('/products?minPrice=90&maxPrice=20');
  await page.getByRole('heading', { name: 'The lowest price is above the highest.' }).waitFor();
  await page.getByRole('link', { name: 'Remove filter From $90.00' }).waitFor();
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Clear All Filters' }).last().click();
  await page.locator('.product-card').first().waitFor();
});

test('a failed list shows featured products with the reason and Retry, or nothing', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/cart');
  const toList = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click();
  await page.route(LIST_CALL, (route) => route.fulfill(broken('')));
  await toList();
  await page.getByText('Error fetching products').waitFor();
  await expect.poll(() => page.locator('.product-card').count()).toBeGreaterThan(0);

  await page.unroute(LIST_CALL);
  await page.route(LIST_CALL, (route) => route.fulfill(broken('The shelves are being dusted.')));
  await page.route(FEATURED_CALL, (route) => route.fulfill(broken('')));
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'The shelves are being dusted.' }).waitFor();
  expect(await page.locator('.product-card').count()).toBe(0);

  await page.unroute(LIST_CALL);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.locator('.product-card').first().waitFor();
});

test('a guest who adds from a card can log in or keep the product on this device', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/products?search=Pocket+35+Film+Camera');
  const add = page.getByRole('button', { name: 'Add to Cart: Pocket 35 Film Camera' });
  await add.click();
  await page.getByText('Please login to add items to cart').waitFor();
  await page.getByRole('button', { name: 'Keep in cart on this device' }).click();
  await page.getByText('Product added to cart!').waitFor();
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('guest_cart'))).toContain('Pocket 35 Film Camera');

  await page.getByRole('button', { name: 'Add to wishlist: Pocket 35 Film Camera' }).click();
  await page
    .locator('.toast')
    .filter({ hasText: 'Please login to add items to wishlist' })
    .getByRole('button', { name: 'Log in' })
    .click();
  await page.waitForURL('**/login');
});

test('input before hydration counts', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await page.route(/assets\/(filters|header-footer|product-tabs)-/, async (route) => {
    await new Promise((later) => setTimeout(later, 500));
    await route.continue();
  });
  await shopper.open('/products');
  await page.getByLabel('In stock only').check();
  await page.getByRole('link', { name: 'Remove filter In stock' }).waitFor();
  expect(addressOf(page)).toBe('/products?inStock=true');

  await shopper.open('/products/1');
  await page.getByRole('tab', { name: 'Specifications' }).click();
  await page.getByRole('tabpanel').getByText('40 mm dynamic').waitFor();
});

test('choices stay visible while their list is loading', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(LIST_CALL, async (route) => {
    await held;
    await route.continue();
  });
  await shopper.open('/products');
  await page.getByLabel('Sort by').selectOption('price.asc');
  await page.locator('.results[aria-busy=true]').waitFor();
  await expect.poll(() => page.getByLabel('Sort by').inputValue()).toBe('price.asc');
  letGo();
  await page.waitForURL('**/products?sortBy=price');
  await expect.poll(() => page.getByLabel('Sort by').inputValue()).toBe('price.asc');
});
