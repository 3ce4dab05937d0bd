import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, inject, test } from 'vitest';
import { openContext } from './browser.ts';

const TEAPOT = '/products/round-stoneware-teapot';
const DARK = /round-stoneware-teapot-1-dark-\d+\.avif$/;
const LIGHT = /round-stoneware-teapot-1-\d+\.avif$/;

let page: Page;

async function visit(options: BrowserContextOptions): Promise<void> {
  const context = await openContext({ baseURL: inject('shopUrl'), ...options });
  page = await context.newPage();
}
afterEach(() => page.context().close());

const shown = () => page.locator('.gallery-main img').evaluate((image) => (image as HTMLImageElement).currentSrc);
const switchTheme = () => page.getByRole('button', { name: 'Switch between light and dark' }).first().click();

test('pictures follow the chosen theme at once, and the system again', async () => {
  await visit({ colorScheme: 'light' });
  await page.goto(TEAPOT);
  await expect.poll(shown).toMatch(LIGHT);
  await switchTheme();
  await expect.poll(shown).toMatch(DARK);
  await page.reload();
  await expect.poll(shown).toMatch(DARK);
  await switchTheme();
  await expect.poll(shown).toMatch(LIGHT);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(shown).toMatch(DARK);
});

test('where the chosen theme is not the system’s, pictures load in the chosen one only, but for the first', async () => {
  await visit({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(TEAPOT);
  await expect.poll(shown).toMatch(DARK);
  // Added by React.
  await page.getByRole('button', { name: /^Show .*Clay/ }).click();
  await expect.poll(shown).toContain('-4-dark-');
  await expect.poll(() => requested.filter((url) => url.includes('-2-dark-')).length).toBeGreaterThan(0);
  expect(requested.filter((url) => /teapot-[2-6]-\d+\.(avif|webp)$/.test(url))).toEqual([]);
});

test('without scripts pictures follow the theme of the system', async () => {
  await visit({ colorScheme: 'dark', javaScriptEnabled: false });
  const loaded = page.waitForResponse(DARK);
  await page.goto(TEAPOT);
  expect((await loaded).ok()).toBe(true);
});

test('a picture that cannot be loaded is replaced by the placeholder in both themes', async () => {
  await visit({ colorScheme: 'dark' });
  await page.route(/\/media\/round-stoneware-teapot-1/, (route) => route.abort());
  await page.goto(TEAPOT);
  const picture = page.locator('.gallery-main img');
  await expect.poll(shown).toMatch(/placeholder-product.*\.svg$/);
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
});
