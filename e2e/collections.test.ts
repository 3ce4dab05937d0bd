import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openContext } from './browser.ts';
import { ADMIN, DESKTOP, openShopper, PHONE } from './shopper.ts';

const url = inject('shopUrl');

async function visit(path: string, options: { token?: string; viewport?: typeof DESKTOP } = {}): Promise<Page> {
  const { page, remember } = await openShopper(options.viewport ?? DESKTOP);
  if (options.token) await remember('auth_token', options.token);
  await page.goto(path);
  return page;
}

async function logIn(): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return ((await response.json()) as { data: { token: string } }).data.token;
}

const namesOf = (shown: Page) => shown.locator('.product-card h3').allTextContents();

test('a shopper opens a collection and sorts it; readers without scripts and search engines see all of it', async () => {
  const shown = await visit('/', { viewport: PHONE });
  await shown.getByRole('contentinfo').getByRole('link', { name: 'Collections' }).click();
  await shown.getByRole('link', { name: /The home office/ }).click();
  await shown.getByRole('heading', { level: 1, name: 'The home office' }).waitFor();
  const picked = await namesOf(shown);
  expect(picked.slice(0, 2)).toEqual(['Slate 14 Laptop', 'Rowan Compact Keyboard']);
  await shown.getByLabel('Sort by').selectOption('Name, A to Z');
  await shown.waitForURL('**/collections/the-home-office?sort=name');
  await expect.poll(() => namesOf(shown)).toEqual(picked.toSorted((a, b) => a.localeCompare(b, 'en')));

  const html = await (await fetch(`${url}/collections/the-home-office`)).text();
  for (const name of picked) expect(html).toContain(name);
  expect(html).toContain(`<link rel="canonical" href="${url}/collections/the-home-office"/>`);
  expect(html).toContain('"@type":"CollectionPage"');
  expect(html).toContain('"@type":"BreadcrumbList"');
  expect(html).toContain('property="og:image"');
  expect((await fetch(`${url}/collections/none`)).status).toBe(404);
  expect((await fetch(`${url}/collections/the-home-office?page=99`)).status).toBe(404);
});

test('a shopper filters a collection like any list, and removes a filter with its chip', async () => {
  const shown = await visit('/collections/new-arrivals');
  const panel = shown.getByRole('complementary', { name: 'Filters' });
  const status = shown.getByRole('main').getByRole('status').first();
  const everything = await status.textContent();
  await panel.getByLabel('Max price').fill('50');
  await shown.waitForURL('**/collections/new-arrivals?maxPrice=50');
  await expect.poll(() => status.textContent()).not.toBe(everything);
  await panel.getByRole('checkbox', { name: /^In stock only/ }).check();
  await shown.waitForURL('**/collections/new-arrivals?maxPrice=50&inStock=true');
  await shown.getByLabel('Sort by').selectOption('Price, low to high');
  await shown.waitForURL('**/collections/new-arrivals?maxPrice=50&inStock=true&sort=price-low');
  const chip = shown.getByRole('link', { name: 'Remove filter Up to $50.00' });
  // The address changes before the page does.
  await expect.poll(() => chip.getAttribute('href')).toContain('sort=price-low');
  await chip.click();
  await shown.waitForURL('**/collections/new-arrivals?inStock=true&sort=price-low');
  await expect.poll(() => panel.getByLabel('Max price').inputValue()).toBe('');
  await shown.getByRole('link', { name: 'Clear All Filters' }).click();
  await shown.waitForURL('**/collections/new-arrivals');
  await expect.poll(() => status.textContent()).toBe(everything);
  await expect.poll(() => shown.getByLabel('Sort by').inputValue()).toBe('');
});

test('on a phone the filters of a collection are a drawer; without scripts they are a form', async () => {
  const shown = await visit('/collections/new-arrivals', { viewport: PHONE });
  await shown.getByRole('button', { name: 'Filters' }).click();
  const drawer = shown.getByRole('dialog', { name: 'Filters' });
  await drawer.getByLabel('Max price').fill('50');
  await shown.waitForURL('**/collections/new-arrivals?maxPrice=50');
  await drawer.getByRole('button', { name: /^Show \d+ products?$/ }).click();
  await drawer.waitFor({ state: 'detached' });
  await shown.getByRole('button', { name: 'Filters (1)' }).waitFor();

  const sent = `${url}/collections/new-arrivals?category=&maxPrice=50&minPrice=&sort=price-low`;
  const { status, headers } = await fetch(sent, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, '/collections/new-arrivals?maxPrice=50&sort=price-low']);
  const html = await (await fetch(sent)).text();
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).toContain(`<link rel="canonical" href="${url}/collections/new-arrivals"/>`);
  const unusable = await fetch(`${url}/collections/new-arrivals?minPrice=cheap&sort=price-low`);
  expect([unusable.status, unusable.url]).toEqual([200, `${url}/collections/new-arrivals?sort=price-low`]);
  expect((await fetch(`${url}/collections/new-arrivals?minPrice=90&maxPrice=20`)).status).toBe(422);
});

test('a merchant makes a collection by rule, sees what it finds, and shoppers see it at once', async () => {
  const token = await logIn();
  const form = await visit('/admin/collections/new', { token });
  await form.getByLabel('Name').fill('Lamps & light');
  await expect.poll(() => form.getByLabel('Slug').inputValue()).toBe('lamps-light');
  await form.getByLabel('By a rule').check();
  await form.getByRole('button', { name: 'Add Condition' }).click();
  await form.getByLabel('Condition 1', { exact: true }).selectOption('Tag');
  await form.getByLabel('Tag', { exact: true }).fill('light');
  const found = form.getByText(/^\d+ products match$/);
  await found.waitFor();
  const count = Number.parseInt((await found.textContent()) ?? '', 10);
  await form.getByLabel('Published').check();
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#cba' } })
    .png()
    .toBuffer();
  await form.locator('input[type="file"]').setInputFiles({ name: 'lamps.png', mimeType: 'image/png', buffer: picture });
  await form.getByRole('img', { name: 'The collection’s picture' }).waitFor();
  await form.getByRole('button', { name: 'Create collection' }).click();
  await form.getByRole('heading', { level: 1, name: 'Lamps & light' }).waitFor();

  await expect.poll(async () => (await fetch(`${url}/collections/lamps-light`)).status).toBe(200);
  await form.goto('/collections/lamps-light');
  await expect.poll(() => form.locator('.product-card').count()).toBe(count);

  // Deleted by the list's bulk action.
  await form.goto('/admin/collections?search=lamps');
  await form.getByLabel('Select Lamps & light').check();
  await form.getByRole('button', { name: 'Delete' }).click();
  await form.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await form.getByText('1 collection deleted.').waitFor();
  await expect.poll(async () => (await fetch(`${url}/collections/lamps-light`)).status).toBe(404);
});

test('a merchant picks products and puts them in order by keyboard; a second tab is not overwritten', async () => {
  const token = await logIn();
  const form = await visit('/admin/collections/new', { token });
  await form.getByLabel('Name').fill('Tea time');
  // The form is longer than the window.
  const bottom = () =>
    form.getByRole('button', { name: 'Create collection' }).evaluate((button) => button.getBoundingClientRect().bottom);
  await expect.poll(bottom).toBeLessThanOrEqual(DESKTOP.height);
  await form.getByLabel('Search products to add').fill('teapot');
  await form.getByRole('button', { name: 'Add Round Stoneware Teapot' }).click();
  await form.getByLabel('Search products to add').fill('candle');
  await form
    .getByRole('button', { name: /^Add .*Candle/ })
    .first()
    .click();
  const picked = form.getByRole('list', { name: 'Picked products' }).getByRole('listitem');
  await form.getByRole('button', { name: 'Move Round Stoneware Teapot down' }).press('Enter');
  await expect.poll(() => picked.last().textContent()).toContain('Round Stoneware Teapot');
  await form.getByRole('button', { name: 'Create collection' }).click();
  await form.getByRole('heading', { level: 1, name: 'Tea time' }).waitFor();
  const id = Number(new URL(form.url()).pathname.split('/').at(-1));

  const own = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const address = `${url}/api/admin/collections/${id}`;
  const { data } = (await (await fetch(address, { headers: own })).json()) as { data: Record<string, unknown> };
  const theirs = { ...data, name: 'Tea for two', slug: 'tea-for-two', is_published: true, revision: undefined };
  await fetch(address, { method: 'PUT', headers: own, body: JSON.stringify(theirs) });
  const former = () => fetch(`${url}/collections/tea-time?sort=name`, { redirect: 'manual' });
  await expect.poll(async () => (await former()).status).toBe(301);
  expect((await former()).headers.get('location')).toBe('/collections/tea-for-two?sort=name');
  await form.getByLabel('Description', { exact: true }).fill('Mine.');
  await form.getByRole('button', { name: 'Save collection' }).click();
  await form
    .getByText('Somebody else has changed this collection in the meantime. Review it before you save.')
    .waitFor();
  await form.getByRole('button', { name: 'Load their version' }).click();
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Tea for two');

  await form.getByRole('button', { name: 'Delete collection' }).click();
  await form.getByRole('dialog').getByRole('button', { name: 'Delete collection' }).click();
  await form.waitForURL('**/admin/collections');
});

test('a collection is scheduled in the time zone of the shop, wherever the merchant is; invalid numbers are refused', async () => {
  const token = await logIn();
  const context = await openContext({ baseURL: url, viewport: DESKTOP, timezoneId: 'Asia/Tokyo' });
  onTestFinished(() => context.close());
  await context.addInitScript((kept) => localStorage.setItem('auth_token', kept), token);
  const form = await context.newPage();
  await form.goto('/admin/collections/new');
  await form.getByLabel('Name').fill('New year');
  await form.getByLabel('From', { exact: true }).fill('2030-01-01T09:00');
  await form.getByLabel('At most').fill('0');
  await form.getByRole('button', { name: 'Create collection' }).click();
  await expect.poll(() => form.getByLabel('At most').getAttribute('aria-invalid')).toBe('true');
  await form.getByLabel('At most').fill('');
  await form.getByRole('button', { name: 'Create collection' }).click();
  await form.getByRole('heading', { level: 1, name: 'New year' }).waitFor();
  const headers = { authorization: `Bearer ${token}` };
  const address = `${url}/api/admin/collections/${new URL(form.url()).pathname.split('/').at(-1)}`;
  const { data } = (await (await fetch(address, { headers })).json()) as { data: { published_from: string } };
  expect(data.published_from).toBe('2030-01-01T14:00:00.000Z');
  await form.reload();
  await expect.poll(() => form.getByLabel('From', { exact: true }).inputValue()).toBe('2030-01-01T09:00');
  await form.getByRole('button', { name: 'Delete collection' }).click();
  await form.getByRole('dialog').getByRole('button', { name: 'Delete collection' }).click();
  await form.waitForURL('**/admin/collections');
});
