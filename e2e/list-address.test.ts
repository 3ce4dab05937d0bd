import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { openContext } from './browser.ts';
import { openShopper, untilHydrated } from './shopper.ts';

/** The state of a product list is its URL, and each list has one URL. */

const addressOf = (page: Page): string => page.url().slice(inject('shopUrl').length);
const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
/** Number of products in the list. */
const count = async (page: Page): Promise<number> =>
  Number.parseInt((await page.getByRole('main').getByRole('status').first().textContent()) ?? '', 10);
const EVERYTHING_EMPTY = 'category=&brand=&minPrice=&maxPrice=&minRating=';

describe('the server redirects to the canonical URL', () => {
  test.each([
    ['/products?search=++a++&category=', '/products?search=a'],
    [`/products?search=&${EVERYTHING_EMPTY}&sort=name.asc`, '/products'],
    [`/products?search=lamp&${EVERYTHING_EMPTY}&sort=name.asc`, '/products?search=lamp'],
    ['/products?sortBy=name&sortOrder=asc&page=1', '/products'],
    ['/products?sort=price.desc', '/products?sortBy=price&sortOrder=desc'],
    ['/products/category/1?category=1&page=2', '/products/category/1?page=2'],
    ['/faq?search=++a++&category=', '/faq?search=a'],
    ['/faq?search=&category=nothing&ref=mail', '/faq?ref=mail'],
    ['/faq?search=&category=', '/faq'],
  ])('from %s', async (from, to) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await fetch(inject('shopUrl') + from, { method, redirect: 'manual' });
      expect([status, headers.get('location'), headers.get('cache-control')], method).toEqual([302, to, 'no-store']);
    }
    expect((await fetch(inject('shopUrl') + to, { redirect: 'manual' })).status).toBe(200);
  });
});

test.each([
  ['/products?sort=unknown&ref=mail', '/products?ref=mail'],
  ['/products?search=desk%20lamp&sortBy=unknown&sortOrder=sideways', '/products?search=desk%20lamp'],
  ['/products?minPrice=cheap&maxPrice=-1&minRating=many&inStock=maybe&onSale=2', '/products'],
  ['/products?category=shoes&brand=Nord&brand=a%00b&maxPrice=50', '/products?maxPrice=50'],
  ['/products?page=9999999', '/products'],
  ['/products/category/1?sort=unknown&maxPrice=50', '/products/category/1?maxPrice=50'],
])('%s redirects to the list without the invalid parameters, which the API refuses', async (from, to) => {
  const shown = await fetch(inject('shopUrl') + from);
  expect([shown.status, shown.url]).toEqual([200, inject('shopUrl') + to]);
  const { search } = new URL(from.replace('sort=', 'sortBy='), inject('shopUrl'));
  expect((await fetch(`${inject('shopUrl')}/api/products${search}`)).status).toBe(422);
});

test('a category that cannot exist is not found', async () => {
  expect((await fetch(`${inject('shopUrl')}/products/category/shoes?sort=unknown`)).status).toBe(404);
});

test('client-side navigation to a link with an unknown order shows the list in its default order', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/about');
  await page.evaluate(() => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate: (to: string) => Promise<void> };
    };
    return router.navigate('/products?search=lamp&sort=unknown');
  });
  await page.locator('.product-card').first().waitFor();
  expect(addressOf(page)).toBe('/products?search=lamp');
});

test('client-side navigation replaces a URL with the canonical one in one history step', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/about');
  await page.evaluate(() => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> };
    };
    return router.navigate('/products?search=++lamp++&category=&sort=price.asc');
  });
  await page.waitForURL('**/products?search=lamp&sortBy=price');
  await page.goBack();
  await page.waitForURL('**/about');
});

test('a filter entered before hydration is applied, and Back removes it', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  let release = () => {};
  let held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', (route) => held.then(() => route.continue()).catch(() => undefined));
  await page.goto('/products', { waitUntil: 'commit' });
  await filters(page).getByLabel('Min price').fill('90');
  await filters(page).getByLabel('In stock only').check();
  await filters(page).getByLabel('Min price').press('Enter');
  await page.waitForURL((url) => url.searchParams.get('minPrice') === '90', { waitUntil: 'commit' });
  expect(addressOf(page)).toBe('/products?minPrice=90&inStock=true');
  release();
  await untilHydrated(page);
  const filtered = await count(page);

  held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForURL('**/products', { waitUntil: 'commit' });
  const fields = async () => [
    await filters(page).getByLabel('Min price').inputValue(),
    await filters(page).getByLabel('In stock only').isChecked(),
  ];
  await page.waitForTimeout(500);
  expect(await fields()).toEqual(['', false]);
  release();
  await untilHydrated(page);
  // Other tests add and remove products meanwhile.
  expect(await count(page)).toBeGreaterThan(filtered * 2);
  expect(await fields()).toEqual(['', false]);
  await page.mouse.move(300, 300);
  await page.mouse.move(320, 340);
  await page.waitForTimeout(1_500);
  expect(await count(page)).toBeGreaterThan(filtered * 2);
  expect([addressOf(page), ...(await fields())]).toEqual(['/products', '', false]);
});

test('values restored by the browser are not applied', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/products');
  await filters(page)
    .getByLabel('Min price')
    .evaluate((field: HTMLInputElement) => {
      field.value = '90';
    });
  await page.mouse.move(300, 300);
  await expect.poll(() => filters(page).getByLabel('Min price').inputValue()).toBe('');
  await page.waitForTimeout(1_000);
  expect(addressOf(page)).toBe('/products');
});

test.each([
  ['whose scripts have not come', true],
  ['whose scripts are there', false],
])('a page %s restored from memory matches its URL', async (_, isHeld) => {
  const shopper = await openShopper();
  const { page } = shopper;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  if (isHeld) await page.route('**/*.js', (route) => held.then(() => route.continue()).catch(() => undefined));
  await page.goto('/products?maxPrice=500', { waitUntil: isHeld ? 'commit' : 'load' });
  if (!isHeld) await untilHydrated(page);
  const field = filters(page).getByLabel('Max price');
  // Typed, and left within the debounce time: in one step, because the time between two depends on the machine.
  await field.evaluate((input) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '90');
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect.poll(() => field.inputValue()).toBe('500');
  release();
  await untilHydrated(page);
  await page.mouse.move(300, 300);
  await page.waitForTimeout(1_000);
  expect([addressOf(page), await field.inputValue()]).toEqual(['/products?maxPrice=500', '500']);
});

test('without scripts, searches are trimmed and forms lead to short URLs', async () => {
  const context = await openContext({ javaScriptEnabled: false, baseURL: inject('shopUrl') });
  const page = await context.newPage();
  await page.goto('/about');
  const box = page.getByRole('banner').locator('input[name=search]').first();
  await box.fill('   lamp  ');
  await box.press('Enter');
  await page.waitForURL('**/products?search=lamp');

  await page.getByLabel('Sort by').selectOption('name.asc');
  await filters(page).getByRole('button', { name: 'Apply filters' }).click();
  await page.waitForURL('**/products?search=lamp&sortBy=name');
  await page.getByLabel('Sort by').selectOption('price.desc');
  await filters(page).getByLabel('Search').fill('');
  await filters(page).getByRole('button', { name: 'Apply filters' }).click();
  await page.waitForURL('**/products?sortBy=price&sortOrder=desc');
  await page.getByLabel('Sort by').selectOption('name.asc');
  await filters(page).getByRole('button', { name: 'Apply filters' }).click();
  await page.waitForURL('**/products');
  await context.close();
});
