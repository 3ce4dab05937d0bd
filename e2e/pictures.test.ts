import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, inject, test } from 'vitest';
import { openContext } from './browser.ts';
import { untilHydrated } from './shopper.ts';

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

test('pictures are decoded before they are shown, so that screenshots and prints of a page have all of them', async () => {
  await visit({});
  await page.goto('/');
  const decodings = await page
    .locator('main img')
    .evaluateAll((pictures) => pictures.map((picture) => (picture as HTMLImageElement).decoding));
  expect(decodings.length).toBeGreaterThan(8);
  expect(decodings).not.toContain('async');
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

test.each([
  ['the home page', '/'],
  ['a product', TEAPOT],
  ['a product in another colour', `${TEAPOT}?Colour=Clay`],
  ['a category', '/products/category/1'],
])('%s contains a blurred version of its large picture, once', async (_page, path) => {
  const html = await (await fetch(inject('shopUrl') + path)).text();
  const [, key] = /<img src="\/media\/([\w-]+)-720\.webp"[^>]* fetchPriority="high"/.exec(html) ?? [];
  const files = ['', '-dark'].map((theme) => join(import.meta.dirname, `../demo/media/${key}${theme}-blurred.webp`));
  const expected = await Promise.all(files.map((file) => readFile(file, 'base64')));
  expect([...html.matchAll(/data:image\/webp;base64,([\w+/=]+)/g)].map(([, data]) => data)).toEqual(expected);
});

test('while the large picture loads, the blurred one of the theme is in its place, also once the page has hydrated', async () => {
  await visit({ colorScheme: 'dark' });
  let load = () => {};
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/media\//, (route) => loading.then(() => route.continue()));
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(TEAPOT, { waitUntil: 'domcontentloaded' });
  await untilHydrated(page);
  const [picture, blurred] = ['.picture', '.blurred-picture'].map((part) => page.locator(`.gallery-main ${part}`));
  const areVisible = () =>
    page.locator('.blurred-picture image').evaluateAll((images) => images.map((image) => image.checkVisibility()));
  await expect.poll(areVisible).toEqual([false, true]);
  await expect
    .poll(async () => isDeepStrictEqual(await picture?.boundingBox(), await blurred?.boundingBox()))
    .toBe(true);
  expect(await picture?.evaluate((image) => getComputedStyle(image).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
  load();
  await expect.poll(() => picture?.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  expect(errors).toEqual([]);
});
