import type { ServerResponse } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { openContext } from './browser.ts';
import { openShopProxy } from './shop-proxy.ts';
import { openShopper, untilHydrated } from './shopper.ts';

let context: BrowserContext;
let page: Page;
async function openTab(baseURL: string): Promise<void> {
  const opened = await openContext({ baseURL });
  onTestFinished(() => opened.close());
  context = opened;
  page = await opened.newPage();
}
beforeEach(() => openTab(inject('shopUrl')));

const SOON = { timeout: 20_000 };
const CAMERA = 'Pocket 35 Film Camera';
const OFFLINE = 'You are offline. Prices and stock are those of your last visit.';

/** Paths of everything in any cache. */
const keptPaths = () =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const workerReady = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active));

/** Opens the camera from the list by client-side navigation, and waits until it is cached. */
async function visitCamera(): Promise<string> {
  await page.goto('/products?search=camera');
  await workerReady();
  await page.getByRole('heading', { name: CAMERA }).getByRole('link').click();
  await heading(CAMERA);
  const path = new URL(page.url()).pathname;
  await expect.poll(keptPaths, SOON).toContain(path);
  return path;
}

/** The shop, with a service worker that changes with `build`. */
async function openBuilds() {
  const builds = { url: '', build: 'this-build' };
  const sendWorker = async (response: ServerResponse) => {
    const script = await (await fetch(`${inject('shopUrl')}/sw.js`)).text();
    response
      .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
      .end(script.replace(/^const VERSION = "\w+"/, `const VERSION = "${builds.build}"`));
  };
  builds.url = await openShopProxy(({ url }, response) => {
    if (url !== '/sw.js') return false;
    void sendWorker(response);
    return true;
  });
  return builds;
}

async function logIn(): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill('shopper@stoa.test');
  await untilHydrated(page);
  await page.getByLabel('Password', { exact: true }).fill('stoa-shopper-demo');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

test('offline, a guest can read visited pages and the cart; other pages say so and open when online', async () => {
  const camera = await visitCamera();
  await page.evaluate(async () => {
    const { data } = await (await fetch('/api/products?per_page=1&search=camera')).json();
    const [product] = data.data;
    localStorage.setItem('guest_cart', JSON.stringify([{ id: String(product.id), product, quantity: 2 }]));
  });
  await page.goto('/cart');
  await page.getByText('2 items', { exact: true }).waitFor();
  await expect.poll(keptPaths, SOON).toContain('/cart');

  await context.setOffline(true);
  await page.getByText(OFFLINE).waitFor();
  await page.goto(camera);
  await heading(CAMERA);
  await page.getByText(OFFLINE).waitFor();
  await page.goto('/cart');
  await page.getByText('2 items', { exact: true }).waitFor();

  await page.goto('/products/no-one-was-here');
  await heading('You are offline');
  await page.getByRole('link', { name: CAMERA }).click();
  await heading(CAMERA);
  // A link inside the shop shows the same page as loading its URL.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await heading('You are offline');
  await context.setOffline(false);
  await page.waitForURL('**/contact');
  await heading('Contact us');
  await page.getByText(OFFLINE).waitFor({ state: 'hidden' });
});

test('offline, a customer stays signed in and sees the last cart, but never a cached checkout', async () => {
  let isBack = false;
  /** Methods of the requests for the checkout since the connection came back. */
  const methods: (string | undefined)[] = [];
  const isFirst = () => methods.length === 1;
  const url = await openShopProxy((request, response) => {
    if (!isBack || request.url !== '/checkout') return false;
    methods.push(request.method);
    // Redirect like a captive portal: Chromium would retry a request whose connection is closed.
    if (isFirst()) response.writeHead(302, { location: 'http://network-login.invalid/' }).end();
    return isFirst();
  });
  await openTab(url);
  await logIn();
  await visitCamera();
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await page.getByText('Product added to cart!').waitFor();
  await page.goto('/checkout');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/cart');
  await page.getByRole('link', { name: 'Checkout', exact: true }).waitFor();
  await expect.poll(keptPaths, SOON).toContain('/cart');

  await context.setOffline(true);
  await page.goto('/cart');
  await page.getByText(/This is your cart as of/).waitFor();
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  await heading('You are offline');
  await page.getByText('Paying needs a connection').waitFor();
  for (const path of ['/dashboard', '/admin', '/order-success/ORD-2026-000001']) {
    await page.goto(path);
    await heading('You are offline');
  }
  await page.goto('/checkout');
  await heading('You are offline');
  // Wait for hydration: the page checks the connection only from then on.
  await expect.poll(() => page.getByRole('link', { name: 'Try again' }).getAttribute('href'), SOON).toBe('/checkout');
  isBack = true;
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Shipping address' }).waitFor();
  expect(methods.slice(0, 3)).toEqual(['HEAD', 'HEAD', 'GET']);
});

test('offline, the wishlist says at once why it does not change', async () => {
  const shopper = await openShopper();
  await shopper.becomeCustomer();
  await shopper.open('/products?search=torch');
  const heart = () => shopper.page.getByRole('button', { name: /wishlist/i }).first();
  await heart().click();
  await shopper.page.getByText('Added to wishlist').waitFor();
  await shopper.page.context().setOffline(true);
  await heart().click();
  await shopper.page.getByText('Your wishlist can be changed when the connection is back.').waitFor({ timeout: 8_000 });
});

test('account pages are never cached, and logout clears visited pages', async () => {
  await logIn();
  const camera = await visitCamera();
  await page.goto('/dashboard/orders');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/cart');
  await expect.poll(keptPaths, SOON).toContain('/cart');
  const personal = /^\/(dashboard|checkout|admin|order-success|api\/(?!products|categories|shop))/;
  expect((await keptPaths()).filter((path) => personal.test(path))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('last_cart'))).not.toBeNull();

  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Logout' }).first().click();
  const visited = async () => (await keptPaths()).filter((path) => path === camera || path.startsWith('/api/'));
  await expect.poll(visited, SOON).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('last_cart'))).toBeNull();
});

test.each(['this', 'another'])(
  'logout in %s tab drops pages that were visited before the service worker was installed',
  async (tab) => {
    await context.addInitScript(() => {
      // Missing in the blank page of a new tab.
      if (!('serviceWorker' in navigator)) return;
      const { register } = ServiceWorkerContainer.prototype;
      const released = new Promise((resolve) => addEventListener('install-worker', resolve, { once: true }));
      ServiceWorkerContainer.prototype.register = async function (...given) {
        await released;
        return register.apply(this, given);
      };
    });
    await logIn();
    await page.goto('/products?search=camera');
    await untilHydrated(page);
    await page.getByRole('heading', { name: CAMERA }).getByRole('link').click();
    await heading(CAMERA);
    const camera = new URL(page.url()).pathname;
    const tabOfLogout = tab === 'this' ? page : await context.newPage();
    if (tab === 'another') await tabOfLogout.goto('/');
    const header = tabOfLogout.getByRole('banner');
    await header.getByText('Maya Lindqvist').first().click();
    await header.getByRole('button', { name: 'Logout' }).click();
    await tabOfLogout.waitForURL('/');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
    await page.evaluate(() => dispatchEvent(new Event('install-worker')));
    await workerReady();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    await expect.poll(keptPaths, SOON).toContain('/contact');
    expect(await keptPaths()).not.toContain(camera);
  },
);

test('avatars are never kept on the device, unlike pictures of products', async () => {
  const customer = await openShopper();
  const token = await customer.openAccount();
  await page.goto('/about');
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token);
  await workerReady();
  await page.goto('/dashboard/profile');
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  const red = { create: { width: 200, height: 200, channels: 3, background: '#c00' } } as const;
  const buffer = await sharp(red).png().toBuffer();
  await page.getByLabel('Picture file').setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Save picture' }).click();
  const isAvatar = (path: string | null) => path?.startsWith('/media/avatars/') ?? false;
  const shown = page.getByRole('main').locator('img[width="120"]');
  await expect.poll(async () => isAvatar(await shown.getAttribute('src')), SOON).toBe(true);
  await expect.poll(() => shown.evaluate((picture: HTMLImageElement) => picture.naturalWidth), SOON).toBeGreaterThan(0);

  await page.goto('/products?search=camera');
  const isPicture = (path: string) => path.startsWith('/media/') && !isAvatar(path);
  await expect.poll(async () => (await keptPaths()).some(isPicture), SOON).toBe(true);
  expect((await keptPaths()).filter(isAvatar)).toEqual([]);
});

test("the next build's service worker takes over during navigation and clears old caches", async () => {
  const builds = await openBuilds();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const cacheNames = () => page.evaluate(() => caches.keys());
  const isWaiting = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  await page.goto(`${builds.url}/products`);
  await workerReady();
  await expect.poll(cacheNames, SOON).toContain('this-build-visited-pages');

  builds.build = 'the-next-build';
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect.poll(isWaiting, SOON).toBe(true);
  expect(loads).toBe(1);
  let pages = 1;
  // The browser lets the old worker finish its work, and under load may need a second page.
  const takesOverAt = async (path: string) => {
    await page.goto(builds.url + path);
    pages += 1;
    await expect.poll(cacheNames, { timeout: 5_000 }).not.toContain('this-build-visited-pages');
  };
  await takesOverAt('/cart')
    .catch(() => takesOverAt('/about'))
    .catch(() => takesOverAt('/faq'));
  await page.goto(`${builds.url}/contact`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(loads).toBe(pages + 1);
  expect((await cacheNames()).filter((name) => !name.startsWith('the-next-build-'))).toEqual([]);
  expect(await isWaiting()).toBe(false);
});

test('a first visit installs the service worker four seconds after the page, and keeps what was visited before', async () => {
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (...given) {
      performance.mark('registered');
      return register.apply(this, given);
    };
  });
  await page.goto('/products?search=camera');
  await untilHydrated(page);
  await page.getByRole('heading', { name: CAMERA }).getByRole('link').click();
  await heading(CAMERA);
  const camera = new URL(page.url()).pathname;
  await page.goBack();
  await heading('Results for “camera”');
  await workerReady();
  const delayMs = await page.evaluate(() => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const [registered] = performance.getEntriesByName('registered');
    return (registered?.startTime ?? 0) - (load?.loadEventEnd ?? 0);
  });
  expect(delayMs).toBeGreaterThan(3_900);
  await expect.poll(keptPaths, SOON).toContain(camera);
});

test('the service worker is revalidated each time and may run only the shop’s scripts', async () => {
  const { headers } = await page.request.get('/sw.js').then((answer) => ({ headers: answer.headers() }));
  expect(headers['content-type']).toMatch(/^text\/javascript/);
  expect(headers['cache-control']).toBe('no-cache');
  const policy = (await page.request.get('/')).headers()['content-security-policy'];
  expect(policy).toContain("worker-src 'self'");
});
