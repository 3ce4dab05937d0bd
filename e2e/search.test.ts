import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { openShopper, PHONE } from './shopper.ts';
import { violationsOf } from './violations.ts';

const addressOf = (page: Page): string => page.url().slice(inject('shopUrl').length);

test('the search box suggests while typing, by keyboard', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/');
  const box = page.getByRole('combobox', { name: 'Search products' });
  await box.pressSequentially('cam');
  const options = page.getByRole('option');
  await options.filter({ hasText: 'Pocket 35 Film Camera' }).waitFor();
  await expect.poll(() => options.filter({ hasText: 'Pocket 35 Film Camera' }).textContent()).toContain('$265.00');
  expect(await violationsOf(page)).toEqual([]);

  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.getByRole('option', { selected: true }).textContent()).toBe('See all results for “cam”');
  await page.keyboard.press('Escape');
  await options.first().waitFor({ state: 'detached' });
  await expect.poll(() => box.inputValue()).toBe('cam');

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const chosen = page.getByRole('option', { selected: true });
  await chosen.waitFor();
  await expect.poll(() => box.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Cam/ }).waitFor();
  expect(addressOf(page)).toMatch(/^\/products\/\d+$/);
  expect(await box.inputValue()).toBe('');

  await box.fill('electron');
  await options.filter({ hasText: 'Category' }).click();
  await page.waitForURL('**/products/category/1');
  await box.fill('camra');
  await options.filter({ hasText: 'Did you mean “camera”?' }).click();
  await page.waitForURL('**/products?search=camera');
});

test('late responses do not replace current suggestions', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/products/suggestions?q=lam', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await shopper.open('/');
  const box = page.getByRole('combobox', { name: 'Search products' });
  const asked = page.waitForRequest('**/api/products/suggestions?q=lam');
  await box.fill('lam');
  await asked;
  await box.fill('camera');
  await page.getByRole('option', { name: 'See all results for “camera”' }).waitFor();
  letGo();
  await box.press('ArrowUp');
  await expect
    .poll(() => page.getByRole('option', { selected: true }).textContent())
    .toBe('See all results for “camera”');
});

test('a search opens the list with trimmed text, an empty one does nothing, and the box is cleared', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/about');
  const box = page.getByRole('combobox', { name: 'Search products' });
  await box.fill('   ');
  // Before hydration it is a plain form, which submits its value.
  await expect.poll(() => box.evaluate((field) => (field as HTMLInputElement).form?.noValidate)).toBe(true);
  await box.press('Enter');
  expect(addressOf(page)).toBe('/about');
  await box.fill('  tea & pot ');
  await box.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Results for “tea & pot”' }).waitFor();
  expect(addressOf(page)).toBe('/products?search=tea%20%26%20pot');
  expect(await box.inputValue()).toBe('');
});

test('a search of a thousand characters and the pagination fit a phone', async () => {
  const shopper = await openShopper(PHONE);
  const { page } = shopper;
  await shopper.open(`/products?search=${'endless'.repeat(150)}&maxPrice=9`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('link', { name: /^Remove filter “endless/ }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await shopper.open('/products?page=7');
  const places = page.getByRole('navigation', { name: 'Pages' }).getByRole('link').filter({ visible: true });
  const linksAndRows = () =>
    places.evaluateAll((links) => [links.length, new Set(links.map((link) => link.getBoundingClientRect().top)).size]);
  await expect.poll(linksAndRows).toEqual([7, 1]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});
