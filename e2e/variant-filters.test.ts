import { expect, inject, test } from 'vitest';
import { openContext } from './browser.ts';
import { openShopper, PHONE } from './shopper.ts';
import { violationsOf } from './violations.ts';

test('on a phone a shopper finds a size 9 running shoe in blue under $120 by filters', async () => {
  const shopper = await openShopper(PHONE);
  const { page } = shopper;
  await shopper.open('/products?search=running%20shoe');
  await page.getByRole('button', { name: 'Filters' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.getByRole('checkbox', { name: /^Blue \(\d+\)$/ }).check();
  await page.waitForURL('**/products?search=running%20shoe&option.colour=blue');
  await drawer.getByRole('checkbox', { name: /^US 9 \(\d+\)$/ }).check();
  await page.waitForURL(/option\.size=us-9/);
  await drawer.getByLabel('Max price').fill('120');
  await page.waitForURL(/maxPrice=120/);
  expect(await violationsOf(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Show 1 product' }).click();
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Filters (3)' }).waitFor();
  const chips = page.getByRole('list', { name: 'Chosen filters' }).getByRole('link');
  await expect
    .poll(() => chips.allTextContents())
    .toEqual([
      ...['Remove filter “running shoe”', 'Remove filter Up to $120.00', 'Remove filter Blue'],
      ...['Remove filter Size US 9', 'Clear all chosen filters'],
    ]);

  const card = page.locator('.product-card');
  await expect.poll(() => card.locator('img').first().getAttribute('src')).toContain('strider-road-running-shoe-1');
  await card.getByRole('link', { name: 'Strider Road Running Shoe', exact: true }).click();
  await page.waitForURL(/\/products\/[^/?]+\?variant=\d+$/);
  await expect.poll(() => page.getByRole('radio', { name: 'Cobalt' }).isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('radio', { name: 'US 9', exact: true }).isChecked()).toBe(true);
});

test('what a search text says and the filters are one thing: one chip each, chosen in the panel', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/products?search=size%209%20running%20shoe%20in%20blue%20under%20%24120');
  const chips = page.getByRole('list', { name: 'Chosen filters' }).getByRole('link', { name: 'Remove filter' });
  const words = async () => (await chips.allTextContents()).map((text) => text.replace('Remove filter ', ''));
  expect(await words()).toEqual(['“running shoe”', 'Size 9', 'Blue', 'Under $120']);
  const panel = page.getByRole('complementary', { name: 'Filters' });
  const blue = panel.getByRole('checkbox', { name: /^Blue/ });
  const nine = panel.getByRole('checkbox', { name: /^US 9 / });
  await expect.poll(() => panel.getByLabel('Search').inputValue()).toBe('running shoe');
  await expect.poll(() => panel.getByLabel('Max price').inputValue()).toBe('120');
  expect([await blue.isChecked(), await nine.isChecked()]).toEqual([true, true]);

  await nine.uncheck();
  await page.waitForURL('**/products?search=running%20shoe&maxPrice=120&option.colour=blue');
  await expect.poll(words).toEqual(['“running shoe”', 'Up to $120.00', 'Blue']);
  await page.getByRole('link', { name: 'Remove filter “running shoe”' }).click();
  await page.waitForURL('**/products?maxPrice=120&option.colour=blue');
  await expect.poll(() => blue.isChecked()).toBe(true);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => nine.isChecked()).toBe(true);
});

test('a text that is being typed stays as it is until the shopper leaves the field', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/products');
  const panel = page.getByRole('complementary', { name: 'Filters' });
  const search = panel.getByLabel('Search');
  const red = panel.getByRole('checkbox', { name: /^Red/ });
  await search.pressSequentially('red');
  await page.waitForURL('**/products?search=red');
  await page.getByRole('link', { name: 'Remove filter Red' }).waitFor();
  expect([await search.inputValue(), await red.isChecked()]).toEqual(['red', false]);
  await search.pressSequentially(' scarf');
  await page.waitForURL('**/products?search=red%20scarf');
  await page.getByRole('link', { name: 'Remove filter “scarf”' }).waitFor();
  expect([await search.inputValue(), await red.isChecked()]).toEqual(['red scarf', false]);
  await search.press('Tab');
  await expect.poll(async () => [await search.inputValue(), await red.isChecked()]).toEqual(['scarf', true]);
  expect(page.url()).toMatch(/search=red%20scarf$/);
  await panel.locator('input[name="option.colour"]:not(:checked)').first().check();
  await page.waitForURL(/\/products\?search=scarf&option\.colour=(\w+%2Cred|red%2C\w+)$/);
});

test('a filter that is in the words as well has one chip, which removes both', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/products?search=red%20scarf&option.colour=red');
  await expect.poll(() => page.getByRole('link', { name: 'Remove filter Red' }).count()).toBe(1);
  await page.getByRole('link', { name: 'Remove filter Red' }).click();
  await page.waitForURL('**/products?search=scarf');
});

test('several brands and colours can be chosen, and an empty list names the filters to remove', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/products?category=2');
  const panel = page.getByRole('complementary', { name: 'Filters' });
  const brands = panel.getByRole('group', { name: 'Brand' }).getByRole('checkbox');
  await brands.nth(0).check();
  await page.waitForURL(/brand=/);
  await brands.nth(1).check();
  await page.waitForURL(/brand=[^&]+&brand=/);
  await page.reload();
  expect([await brands.nth(0).isChecked(), await brands.nth(1).isChecked()]).toEqual([true, true]);

  await shopper.open('/products?search=running%20shoe&option.colour=blue&option.size=xxl');
  await page.getByRole('heading', { name: 'No products found' }).waitFor();
  const results = page.getByRole('region', { name: 'Results' });
  await results.getByText('Try without').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await results.getByRole('paragraph').getByRole('link', { name: 'Remove filter Size XXL' }).click();
  await page.waitForURL('**/products?search=running%20shoe&option.colour=blue');
  await page.getByRole('link', { name: 'Strider Road Running Shoe' }).first().waitFor();
});

test('options of a few products come after price and brand in the panel', async () => {
  const html = await (await fetch(`${inject('shopUrl')}/products`)).text();
  const labels = ['Colour', 'Size', 'Min price', 'Brand', 'On sale', 'Binding'];
  const places = labels.map((label) => html.search(new RegExp(`class="[^"]*"[^>]*>(<input[^>]*>)?${label}`)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('without scripts the same form filters by colour, size and brand', async () => {
  const context = await openContext({ javaScriptEnabled: false, baseURL: inject('shopUrl') });
  const page = await context.newPage();
  await page.goto('/products?search=running%20shoe');
  const panel = page.getByRole('complementary', { name: 'Filters' });
  await panel.locator('input[name="option.colour"][value=blue]').check();
  await panel.locator('input[name="option.size"][value=us-9]').check();
  await panel.locator('input[name="option.size"][value=us-10]').check();
  await panel.getByRole('button', { name: 'Apply filters' }).click();
  await page.waitForURL('**/products?search=running%20shoe&option.colour=blue&option.size=us-10%2Cus-9');
  await page.getByRole('link', { name: 'Strider Road Running Shoe' }).first().waitFor();
  await context.close();
});
