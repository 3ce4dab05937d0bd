import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShopper } from './shopper.ts';

const KNOBS = 'Four-Knob Control Surface';
const KEYS = 'Octave 13 Pocket Keyboard';
const AMPLIFIER = 'Sundown Practice Amplifier';

test('a merchant orders the products of a category by dragging, by keyboard and by position; shoppers find it as Featured', async () => {
  const { page, enterBackOffice, open } = await openShopper();
  await enterBackOffice('/admin/categories');
  await page.getByRole('button', { name: 'Subcategories of Electronics' }).click();
  await page.getByRole('link', { name: 'Order the products of Music Making' }).click();
  await page.getByRole('heading', { level: 1, name: 'Products in Music Making' }).waitFor();
  const rows = page.getByRole('list', { name: 'Order of products' }).getByRole('listitem');
  const names = () => rows.locator('.font-semibold').allTextContents();
  await expect.poll(names).toEqual([KNOBS, KEYS, AMPLIFIER]);
  const category = new URL(page.url()).searchParams.get('arrange');

  await page.getByRole('button', { name: `Move ${AMPLIFIER} to the top` }).click();
  await expect.poll(names).toEqual([AMPLIFIER, KNOBS, KEYS]);
  await rows.filter({ hasText: KEYS }).dragTo(rows.filter({ hasText: KNOBS }));
  await expect.poll(names).toEqual([AMPLIFIER, KEYS, KNOBS]);
  const up = page.getByRole('button', { name: `Move ${KNOBS} up` });
  await up.focus();
  await up.press('Enter');
  await expect.poll(names).toEqual([AMPLIFIER, KNOBS, KEYS]);
  await expect.poll(() => up.evaluate((button) => button === document.activeElement)).toBe(true);
  const position = page.getByRole('textbox', { name: `Position of ${KEYS}` });
  await position.fill('1');
  await position.press('Enter');
  await expect.poll(names).toEqual([KEYS, AMPLIFIER, KNOBS]);
  await page.getByText('3 in your order').waitFor();

  const listed = () => page.getByRole('main').locator('.product-grid h3').allTextContents();
  await open(`/products/category/${category}`);
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await expect
    .poll(async () => {
      await page.reload();
      return listed();
    })
    .toEqual([KEYS, AMPLIFIER, KNOBS]);
  expect(await sort.locator('option:checked').textContent()).toBe('Featured');
  await sort.selectOption('Name, A to Z');
  await expect.poll(listed).toEqual([KNOBS, KEYS, AMPLIFIER]);
  await expect.poll(() => new URL(page.url()).search).toBe('?sortBy=name');
  await sort.selectOption('Featured');
  await expect.poll(listed).toEqual([KEYS, AMPLIFIER, KNOBS]);
  await expect.poll(() => new URL(page.url()).search).toBe('');

  await open(`/admin/categories?arrange=${category}`);
  await page.getByRole('button', { name: 'Discard order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard order' }).click();
  await expect.poll(names).toEqual([KNOBS, KEYS, AMPLIFIER]);
});

test('a product moves to another page: the arrow button keeps the focus there, and Show it opens the page', async () => {
  const { page, enterBackOffice } = await openShopper();
  // Two products per page instead of fifty.
  await page.route(/\/api\/admin\/categories\/\d+\/products\?.*per_page=50/, async (route) => {
    await route.continue({ url: route.request().url().replace('per_page=50', 'per_page=2') });
  });
  await enterBackOffice('/admin/categories');
  await page.getByRole('button', { name: 'Subcategories of Electronics' }).click();
  await page.getByRole('link', { name: 'Order the products of Music Making' }).click();
  const rows = page.getByRole('list', { name: 'Order of products' }).getByRole('listitem');
  const names = () => rows.locator('.font-semibold').allTextContents();
  await expect.poll(names).toEqual([KNOBS, KEYS]);

  const down = page.getByRole('button', { name: `Move ${KEYS} down` });
  await down.focus();
  await down.press('Enter');
  await expect.poll(names).toEqual([KEYS]);
  await expect.poll(() => down.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2');

  const position = page.getByRole('textbox', { name: `Position of ${KEYS}` });
  await position.fill('1');
  await position.press('Enter');
  await page.getByText(`${KEYS} is at position 1, on page 1`).waitFor();
  await expect.poll(names).toEqual([AMPLIFIER]);
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect.poll(names).toEqual([KEYS, KNOBS]);
  await expect.poll(() => position.evaluate((field) => field === document.activeElement)).toBe(true);

  await page.getByRole('button', { name: 'Discard order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard order' }).click();
  await expect.poll(names).toEqual([KNOBS, KEYS]);
});

test('a merchant who reorders products that another one has just reordered is told so, and sees the other order', async () => {
  const { page, enterBackOffice } = await openShopper();
  await enterBackOffice('/admin/categories');
  await page.getByRole('button', { name: 'Subcategories of Electronics' }).click();
  await page.getByRole('link', { name: 'Order the products of Music Making' }).click();
  const namesIn = (tab: Page) => () =>
    tab.getByRole('list', { name: 'Order of products' }).locator('.font-semibold').allTextContents();
  await expect.poll(namesIn(page)).toEqual([KNOBS, KEYS, AMPLIFIER]);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect.poll(namesIn(other)).toEqual([KNOBS, KEYS, AMPLIFIER]);

  await page.getByRole('button', { name: `Move ${AMPLIFIER} to the top` }).click();
  await expect.poll(namesIn(page)).toEqual([AMPLIFIER, KNOBS, KEYS]);
  await other.getByRole('button', { name: `Move ${KEYS} to the top` }).click();
  await other
    .getByRole('alert')
    .filter({ hasText: 'Somebody else has changed the order of these products in the meantime.' })
    .waitFor();
  await expect.poll(namesIn(other)).toEqual([AMPLIFIER, KNOBS, KEYS]);
  await other.getByRole('button', { name: `Move ${KEYS} to the top` }).click();
  await expect.poll(namesIn(other)).toEqual([KEYS, AMPLIFIER, KNOBS]);

  await other.getByRole('button', { name: 'Discard order' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Discard order' }).click();
  await expect.poll(namesIn(other)).toEqual([KNOBS, KEYS, AMPLIFIER]);
});

test('many subcategories are loaded page by page', async () => {
  const { page, enterBackOffice } = await openShopper();
  // Two for a page instead of a hundred.
  await page.route(/\/api\/admin\/categories\?.*per_page=100/, async (route) => {
    await route.continue({ url: route.request().url().replace('per_page=100', 'per_page=2') });
  });
  await enterBackOffice('/admin/categories');
  await page.getByRole('button', { name: 'Subcategories of Electronics' }).click();
  const names = () =>
    page.getByRole('button', { name: /^Edit / }).evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
  const first = ['Edit Electronics', 'Edit Sound', 'Edit Music Making'];
  await expect.poll(names).toEqual([...first, 'Edit Clothing', 'Edit Books', 'Edit Home & Garden', 'Edit Sports']);
  await page.getByRole('button', { name: /^Show more \(\d left\)/ }).click();
  await expect
    .poll(async () => (await names()).slice(0, 5))
    .toEqual([...first, 'Edit Cameras & Film', 'Edit Telescopes & Binoculars']);
  await page.getByRole('button', { name: 'Subcategories of Electronics' }).click();
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Edit Electronics', 'Edit Clothing']);
});
