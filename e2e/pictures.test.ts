import { expect, inject, test } from 'vitest';
import { openContext } from './browser.ts';

const TEAPOT = '/products/round-stoneware-teapot';
const DARK = /round-stoneware-teapot-1-dark-\d+\.avif$/;
const LIGHT = /round-stoneware-teapot-1-\d+\.avif$/;

test('pictures follow the chosen theme at once and on the next page, and lazy ones load in it only', async () => {
  const context = await openContext({ baseURL: inject('shopUrl'), colorScheme: 'light' });
  const page = await context.newPage();
  const shown = () => page.locator('.gallery-main img').evaluate((image) => (image as HTMLImageElement).currentSrc);
  await page.goto(TEAPOT);
  await expect.poll(shown).toMatch(LIGHT);
  await page.getByRole('button', { name: 'Switch between light and dark' }).first().click();
  await expect.poll(shown).toMatch(DARK);

  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.reload();
  await expect.poll(shown).toMatch(DARK);
  // A picture that React adds later.
  await page.getByRole('button', { name: /^Show .*Clay/ }).click();
  await expect.poll(shown).toContain('-4-dark-');
  await expect.poll(() => requested.filter((url) => url.includes('-2-dark-')).length).toBeGreaterThan(0);
  expect(requested.filter((url) => /-[2-6]-\d+\.(avif|webp)$/.test(url))).toEqual([]);

  await page.getByRole('button', { name: 'Switch between light and dark' }).first().click();
  await expect.poll(shown).toMatch(/round-stoneware-teapot-4-\d+\.avif$/);
  await context.close();
});

test('without scripts pictures follow the theme of the system', async () => {
  const context = await openContext({ baseURL: inject('shopUrl'), colorScheme: 'dark', javaScriptEnabled: false });
  const page = await context.newPage();
  const loaded = page.waitForResponse(DARK);
  await page.goto(TEAPOT);
  expect((await loaded).ok()).toBe(true);
  await context.close();
});

test('a picture that cannot be loaded is replaced by the placeholder in both themes', async () => {
  const context = await openContext({ baseURL: inject('shopUrl'), colorScheme: 'dark' });
  const page = await context.newPage();
  await page.route(/\/media\/round-stoneware-teapot-1/, (route) => route.abort());
  await page.goto(TEAPOT);
  const picture = page.locator('.gallery-main img');
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).currentSrc))
    .toMatch(/placeholder-product.*\.svg$/);
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await context.close();
});
