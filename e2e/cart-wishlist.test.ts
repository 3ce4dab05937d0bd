import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { openShopper } from './shopper.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('a wish is kept, taken back by Undo, and the whole list cleared after a question', async () => {
  const shopper = await openShopper(browser);
  const { page } = shopper;
  await shopper.open('/wishlist');
  await page.getByRole('heading', { name: 'Please Login' }).waitFor();

  await shopper.open('/register');
  await shopper.register();
  await shopper.open('/wishlist');
  await page.getByRole('heading', { name: 'Your wishlist is empty' }).waitFor();
  await shopper.open('/products/1');
  await page.getByRole('button', { name: 'Add to Wishlist', exact: true }).click();
  await page.getByText('Added to wishlist').waitFor();

  await shopper.open('/wishlist');
  await page.getByRole('heading', { name: 'My Wishlist (1)' }).waitFor();
  await page.route('**/api/wishlist/1', (route) => route.abort());
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByText('Error removing from wishlist').waitFor();
  await page.unroute('**/api/wishlist/1');
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('heading', { name: 'Your wishlist is empty' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'My Wishlist (1)' }).waitFor();

  await page.getByRole('button', { name: 'Clear All' }).click();
  const question = page.getByRole('dialog');
  expect(await question.textContent()).toContain('Are you sure you want to clear your entire wishlist?');
  await question.getByRole('button', { name: 'Clear All' }).click();
  await page.getByRole('link', { name: 'Browse Products' }).waitFor();
  await shopper.close();
});
