import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { ADMIN, DESKTOP, openShopper, type Shopper } from './shopper.ts';

const CAMERA = '/products/reporter-35-rangefinder-camera';
const FILM = '/products/12';
const SOLD_OUT = '/products/144';
const BASKET_BEFORE = '/products/willow-gathering-basket';
const BASKET = { id: 119, description: 'Of willow.', price: 39, sku: 'BASKET-1', stock: 5, category_id: 4 };
const DETAIL_CALL = /\/api\/products\/9$/;

let shopper: Shopper;
let page: Page;

async function openProduct(path: string): Promise<void> {
  shopper = await openShopper();
  page = shopper.page;
  await shopper.open(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const variantInAddress = () => new URL(page.url()).searchParams.get('variant');

test('a variant is chosen by keyboard, is in the URL and survives a reload', async () => {
  await openProduct(CAMERA);
  const [first, second] = await page
    .getByRole('group', { name: /^Colour/ })
    .getByRole('radio')
    .all();
  if (!first || !second) throw new Error('The camera has two colours');
  await first.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowRight');
      return second.isChecked();
    })
    .toBe(true);
  await expect.poll(variantInAddress).not.toBeNull();
  const chosen = await second.inputValue();
  await page.getByRole('group', { name: new RegExp(`^Colour: ${chosen}`) }).waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole('radio', { name: chosen }).isChecked()).toBe(true);
});

test('the quantity stays between one and the stock; a sold-out product has none', async () => {
  await openProduct('/products/1');
  const quantity = page.getByRole('textbox', { name: 'Quantity' });
  for (const [typed, kept] of [
    ['1000', '4'],
    ['-4', '1'],
    ['many', '1'],
    ['0', '1'],
    ['3', '3'],
  ] as const) {
    await quantity.fill(typed);
    await quantity.blur();
    await expect.poll(() => quantity.inputValue(), { message: typed }).toBe(kept);
  }
  await page.getByRole('button', { name: 'One more' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'One more' }).isDisabled()).toBe(true);

  await shopper.open(SOLD_OUT);
  await page.getByText('Out of Stock').first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Add to Cart', exact: true }).isDisabled()).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: 'Buy Now' }).isDisabled()).toBe(true);
});

test('tabs work with arrow keys, pictures open full screen, the link is copied', async () => {
  await openProduct(CAMERA);
  await page.getByRole('tab', { name: 'Description' }).focus();
  for (const [key, tab, words] of [
    ['ArrowRight', 'Specifications', '35 mm, ISO 25 to 3200'],
    ['ArrowRight', 'Reviews', 'Log in to write a review'],
    ['End', 'Shipping & Returns', '30-day returns'],
  ] as const) {
    await expect
      .poll(async () => {
        const isThere = (await page.getByRole('tab', { name: tab }).getAttribute('aria-selected')) === 'true';
        if (!isThere) await page.keyboard.press(key);
        return isThere;
      })
      .toBe(true);
    await page.getByRole('tabpanel').getByText(words).waitFor();
  }

  const main = page.getByRole('button', { name: /^Zoom: / });
  await main.focus();
  await page.keyboard.press('Enter');
  const zoom = page.getByRole('dialog', { name: 'Pictures of Reporter 35 Rangefinder Camera' });
  await zoom.getByText('1 / 4').waitFor();
  const lowerEdge = async () => {
    const box = await zoom.getByRole('img').first().boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect.poll(lowerEdge).toBeLessThan(DESKTOP.height);
  await page.keyboard.press('ArrowRight');
  await zoom.getByText('2 / 4').waitFor();
  await page.keyboard.press('+');
  await expect.poll(() => zoom.getByRole('button', { name: 'Smaller' }).isEnabled()).toBe(true);
  await page.keyboard.press('Escape');
  await zoom.waitFor({ state: 'detached' });
  await expect.poll(() => main.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('Link copied').waitFor();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test('where the device has a share sheet, it opens within the click', async () => {
  await openProduct(CAMERA);
  await page.evaluate(() => {
    const calls: unknown[] = [];
    Object.assign(window, { calls });
    navigator.share = (data) => {
      calls.push(data);
      return Promise.reject(new DOMException('', 'AbortError'));
    };
  });
  // Read in the same task as the click.
  const shared = await page.evaluate(() => {
    document.querySelector<HTMLElement>('button[aria-label="Share"]')?.click();
    return (window as unknown as { calls: unknown[] }).calls;
  });
  expect(shared).toEqual([{ title: 'Reporter 35 Rangefinder Camera', url: page.url() }]);
  expect(await page.getByText('Link copied').count()).toBe(0);
});

test('a product counts as viewed once its page is open, and is shown with its current price until cleared', async () => {
  const remembered = () => page.evaluate(() => localStorage.getItem('recently_viewed'));
  await openProduct(CAMERA);
  await expect.poll(remembered).toBe('[9]');
  await shopper.open(FILM);
  const viewed = page.getByRole('region', { name: 'Recently viewed' });
  const camera = viewed.getByRole('listitem').filter({ hasText: 'Reporter 35 Rangefinder Camera' });
  await expect.poll(() => camera.textContent()).toMatch(/Sale price \$349\.00 instead of \$389\.00/);
  expect(await viewed.getByRole('listitem').count()).toBe(1);

  // Within the shop, too. A product that has left the shop is left out.
  await page.evaluate(() => localStorage.setItem('recently_viewed', '[12,999999,9]'));
  await camera.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Reporter 35 Rangefinder Camera' }).waitFor();
  await expect
    .poll(() => viewed.getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringContaining('Colour Film')]);
  await expect.poll(remembered).toBe('[9,12,999999]');
  await viewed.getByRole('button', { name: 'Clear' }).click();
  await viewed.waitFor({ state: 'detached' });
  expect(await remembered()).toBeNull();
});

test('a slow product shows a skeleton, a failed one offers Retry, a missing one says so', async () => {
  await openProduct('/products?search=reporter+35');
  const link = page.getByRole('heading', { name: 'Reporter 35 Rangefinder Camera' }).getByRole('link');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(DETAIL_CALL, async (route) => {
    await held;
    await route.continue();
  });
  await link.click();
  await page.getByRole('status', { name: 'Loading the product' }).waitFor();
  letGo();
  await page.getByRole('heading', { level: 1, name: 'Reporter 35 Rangefinder Camera' }).waitFor();
  await page.unroute(DETAIL_CALL);

  await page.goBack();
  await page.route(DETAIL_CALL, (route) => route.fulfill({ status: 500, json: { success: false, message: '' } }));
  await link.click();
  await page.getByRole('heading', { name: 'Oops! Something went wrong' }).waitFor();
  await page.getByText('Failed to load product details').waitFor();
  await page.unroute(DETAIL_CALL);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reporter 35 Rangefinder Camera' }).waitFor();

  await shopper.open('/products/999999');
  await page.getByText('Product not found').first().waitFor();
  await page.getByRole('link', { name: 'Back to Products' }).click();
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
});

test('long names and missing pictures do not break the layout', async () => {
  await openProduct('/products');
  await page.setViewportSize({ width: 320, height: 640 });
  const name = `Donaudampfschifffahrtsgesellschaft${'skapitaen'.repeat(6)}`;
  const endless = { name, brand: name, description: name, images: [] };
  await page.route(/\/api\/products\?/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.data = answer.data.data.map((product: object) => ({ ...product, ...endless }));
    await route.fulfill({ response, json: answer });
  });
  await page.route(/\/api\/products\/\d+$/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    Object.assign(answer.data.product, { ...endless, image_alts: [], sku: name });
    await route.fulfill({ response, json: answer });
  });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.getByLabel('Sort by').selectOption('price.asc');
  const link = page.getByRole('heading', { name }).first().getByRole('link');
  await link.waitFor();
  expect(await width()).toBe(320);
  await link.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(await width()).toBe(320);
  await page.setViewportSize({ width: 1440, height: 900 });
  const picture = () => page.getByRole('button', { name: /^Zoom: / }).boundingBox();
  await expect.poll(async () => (await picture())?.width).toBeGreaterThan(500);
  await expect.poll(async () => (await picture())?.height).toBe(500);
});

test('a renamed product is found at its old URL', async () => {
  shopper = await openShopper();
  page = shopper.page;
  const api = `${inject('shopUrl')}/api`;
  const login = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { token } = ((await login.json()) as { data: { token: string } }).data;
  const name = 'Basket of Willow Rods';
  const renamed = await fetch(`${api}/admin/products/${BASKET.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...BASKET, name, slug: 'basket-of-willow-rods' }),
  });
  expect(renamed.status, await renamed.text()).toBe(200);
  const answer = await fetch(inject('shopUrl') + BASKET_BEFORE, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/products/basket-of-willow-rods']);
  await shopper.open(BASKET_BEFORE);
  expect(new URL(page.url()).pathname).toBe('/products/basket-of-willow-rods');
  await page.getByRole('heading', { level: 1, name }).waitFor();
});

test("a guest's item is added after the login, also at the second attempt; a failed call shows the shop's message", async () => {
  await openProduct(FILM);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await page.waitForURL('**/login');
  await page.getByText('Waiting for you: 1 × Daylight 200 Colour Film, Three Rolls').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await page.route('**/api/cart/merge', (route) => route.abort());
  const cutOff = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/cart/merge'));
  await shopper.register();
  await cutOff;
  await page.unroute('**/api/cart/merge');
  await shopper.open('/cart');
  await page.getByRole('heading', { name: 'Daylight 200 Colour Film, Three Rolls' }).waitFor();

  await shopper.open(CAMERA);
  await page.route('**/api/cart', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await page.getByText('Failed to add product to cart').waitFor();

  await page.route('**/api/wishlist/9', (route) => route.abort());
  await page.getByRole('button', { name: 'Add to Wishlist', exact: true }).click();
  await page.getByText('Error updating wishlist').waitFor();
  await page.unroute('**/api/wishlist/9');
  await shopper.open(CAMERA);
  await page.getByRole('button', { name: 'Add to Wishlist', exact: true }).click();
  await page.getByRole('button', { name: 'Remove from Wishlist', exact: true }).click();
  await page.getByText('Removed from wishlist').waitFor();
  await page.route('**/api/wishlist/9', (route) => route.abort());
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Error updating wishlist').waitFor();
});

test('a merge that failed is repeated when the visitor returns to the tab', async () => {
  await openProduct(FILM);
  await page.evaluate(() => {
    const product = { id: 1, name: 'Wish', price: '1.00' };
    localStorage.setItem('guest_wishlist', JSON.stringify([{ id: 1, product }]));
    localStorage.setItem('guest_cart', JSON.stringify([{ id: '2', product: { ...product, id: 2 }, quantity: 1 }]));
  });
  await page.route('**/merge', (route) => route.abort());
  const cutOff = ['cart', 'wishlist'].map((what) =>
    page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/api/${what}/merge`)),
  );
  await shopper.open('/register');
  await shopper.register();
  await Promise.all(cutOff);
  await page.unroute('**/merge');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect
    .poll(() => page.evaluate(() => ['guest_cart', 'guest_wishlist'].map((key) => localStorage.getItem(key))))
    .toEqual([null, null]);
  await page.getByRole('banner').getByRole('link', { name: 'Wishlist, 1 item' }).waitFor();
});
