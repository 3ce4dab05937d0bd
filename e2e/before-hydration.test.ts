import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { findProduct } from './call-shop.ts';
import { openShopper, PHONE, type Shopper, untilHydrated } from './shopper.ts';

/** A visitor who acts before a page's scripts have loaded, or for whom some fail to load. */

let shopper: Shopper;
let page: Page;
beforeEach(async () => {
  shopper = await openShopper(PHONE);
  page = shopper.page;
});

const later = () => new Promise((resolve) => setTimeout(resolve, 1_200));
const CAMERA = 'Pocket 35 Film Camera';

test('input before hydration is not overwritten by the remembered email', async () => {
  await shopper.open('/about');
  await page.evaluate(() => localStorage.setItem('remembered_email', 'ada@example.com'));
  await page.route('**/*.js', (route) => later().then(() => route.continue()));
  await page.goto('/login', { waitUntil: 'commit' });
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('beth@example.com');
  await untilHydrated(page);
  await later();
  expect(await email.inputValue()).toBe('beth@example.com');
});

test.each([
  ['the footer’s scripts', '**/header-footer-*.js'],
  ['any script', '**/*.js'],
])('a newsletter form submitted before %s loaded is still sent', async (_, scripts) => {
  await page.route(scripts, (route) => later().then(() => route.continue()));
  await page.goto('/terms', { waitUntil: scripts === '**/*.js' ? 'commit' : 'load' });
  const box = page.getByLabel('Letters, rarely');
  await box.fill(shopper.email);
  await box.press('Enter');
  await page.getByText('Please open the link in the email we sent to this address').waitFor();
});

test('in a browser that reports no paint, scripts load after the page', async () => {
  await page.addInitScript(() => {
    const { observe } = PerformanceObserver.prototype;
    PerformanceObserver.prototype.observe = function (options) {
      if (options?.type !== 'paint') observe.call(this, options);
    };
  });
  await page.goto('/terms');
  await untilHydrated(page);
});

test('repeated clicks before hydration all count, and a form is sent once', async () => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  const product = await findProduct(CAMERA);
  await page.route('**/*.js', (route) => later().then(() => route.continue()));
  await page.goto(`/products/${product.id}`, { waitUntil: 'commit' });
  const more = page.getByRole('button', { name: 'One more' });
  for (let times = 0; times < 3; times += 1) await more.click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('4');

  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email', { exact: true }).fill(shopper.email);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('Wrong-horse-1');
  await password.press('Enter');
  await password.press('Enter');
  await page.getByRole('main').getByRole('alert').first().waitFor();
  expect(sent.filter((path) => path === '/api/auth/login')).toHaveLength(1);
});

test('a part whose script fails to load does not break the page', async () => {
  const product = await findProduct(CAMERA);
  await page.route(/\/assets\/(visitor|header-footer|product-tabs|zoom-dialog|phone-drawer)-/, (route) =>
    route.abort(),
  );
  await shopper.open(`/products/${product.id}`);
  await page.getByRole('button', { name: /^Zoom/ }).click();
  await page.getByText('This could not be opened. Please reload the page.').click();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByText('This could not be opened. Please reload the page.').click();
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await page.getByText('Failed to add product to cart').waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('link', { name: /^Cart/ }).first().waitFor();
  // The server's HTML stays: it can be read, and its form says that it was not sent.
  await page.getByRole('tab', { name: 'Specifications' }).waitFor();
  const box = page.getByLabel('Letters, rarely');
  await box.fill(shopper.email);
  await box.press('Enter');
  await page.getByText('This could not be sent. Please reload the page.').waitFor();
});

test("a list can be sorted without the filters' scripts", async () => {
  await page.route('**/assets/filters-*', (route) => route.abort());
  await shopper.open('/products');
  await page.getByLabel('Sort by').selectOption('Price, low to high');
  await page.waitForURL((url) => url.searchParams.get('sortBy') === 'price');
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
});

test('a sort order chosen while React takes over the page is kept', async () => {
  await page.addInitScript(() => {
    // Recording ends soon after React has attached its listeners: both notice a choice made in between.
    let recorded: typeof window.earlyEvents;
    Object.defineProperty(window, 'earlyEvents', {
      get: () => recorded,
      set(next: typeof recorded) {
        const sort = document.querySelector<HTMLSelectElement>('select[name=sort]');
        if (recorded && !next && sort) {
          sort.value = 'price.asc';
          for (const type of ['input', 'change']) sort.dispatchEvent(new Event(type, { bubbles: true }));
        }
        recorded = next;
      },
    });
  });
  await page.goto('/products', { waitUntil: 'networkidle' });
  await page.waitForURL((url) => url.searchParams.get('sortBy') === 'price');
  await page.waitForLoadState('networkidle');
  expect(new URL(page.url()).searchParams.get('sortBy')).toBe('price');
  expect(await page.getByLabel('Sort by').inputValue()).toBe('price.asc');
});

test('an option chosen before any script has loaded is kept', async () => {
  const sweater = await findProduct('Fisher Lambswool Sweater');
  await page.route('**/*.js', (route) => later().then(() => route.continue()));
  await page.goto(`/products/${sweater.id}`, { waitUntil: 'commit' });
  const chalk = page.getByRole('radio', { name: 'Chalk' });
  await chalk.check({ force: true });
  await expect.poll(() => new URL(page.url()).search).toBe('?Colour=Chalk');
  expect(await chalk.isChecked()).toBe(true);
});

test('an option chosen while React takes over the page is kept', async () => {
  await page.addInitScript(() => {
    let recorded: typeof window.earlyEvents;
    Object.defineProperty(window, 'earlyEvents', {
      get: () => recorded,
      set(next: typeof recorded) {
        const option = document.querySelector<HTMLInputElement>('.buy-box input[type=radio]:not(:checked)');
        if (recorded && !next && option) queueMicrotask(() => option.click());
        recorded = next;
      },
    });
  });
  const sweater = await findProduct('Fisher Lambswool Sweater');
  await page.goto(`/products/${sweater.id}`, { waitUntil: 'networkidle' });
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?(Colour|Size|variant)=/);
});

test.each([
  ['/about', /\/assets\/(header-footer|visitor)-/],
  ['/products', /\/assets\/(header-footer|visitor|filters)-/],
])(
  'on %s, the scripts of header and footer and of the visitor load on the first interaction',
  async (path, scripts) => {
    const loaded = new Set<string>();
    page.on('request', (request) => {
      const [, name] = scripts.exec(request.url()) ?? [];
      if (name) loaded.add(name);
    });
    await shopper.open(path);
    await page.waitForLoadState('networkidle');
    expect([...loaded]).toEqual([]);
    await page.keyboard.press('Tab');
    await expect.poll(() => [...loaded]).toEqual(expect.arrayContaining(['header-footer', 'visitor']));
  },
);

test('clicks on parts that are not hydrated yet are not lost', async () => {
  const skittles = await findProduct('Twelve-Pin Lawn Skittles');
  await page.route('**/assets/{stock-alert,product-tabs}-*.js', (route) => later().then(() => route.continue()));
  await page.goto(`/products/${skittles.id}`);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Notify me when it is back' }).click();
  await page.getByLabel('Your email address').waitFor();

  await page.reload();
  await untilHydrated(page);
  await page.getByRole('tab', { name: 'Specifications' }).click();
  await page.getByRole('tabpanel', { name: 'Specifications' }).waitFor();
});

test('the first interaction is painted before anything loads for it', async () => {
  await shopper.open('/products');
  const countPreloads = () => page.locator('link[rel=modulepreload]').count();
  const before = await countPreloads();
  const atOnce = await page.evaluate(async () => {
    document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    for (let microtasks = 0; microtasks < 100; microtasks += 1) await null;
    return document.querySelectorAll('link[rel=modulepreload]').length;
  });
  expect(atOnce).toBe(before);
  await expect.poll(countPreloads).toBeGreaterThan(before);
});
