import { expect, inject, test } from 'vitest';
import { openShopper } from './shopper.ts';
import { violationsOf } from './violations.ts';

test('filters in a search text become chips that can be removed', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/products?search=green%20teapot%20under%20200');
  await page.getByRole('link', { name: 'Round Stoneware Teapot' }).first().waitFor();
  await page.getByRole('link', { name: 'Remove filter Green' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Remove filter Under $200' }).click();
  await page.waitForURL('**/products?search=green%20teapot');
  await page.getByRole('link', { name: 'Remove filter Green' }).click();
  await page.waitForURL('**/products?search=teapot');
  expect(page.url()).toBe(`${inject('shopUrl')}/products?search=teapot`);
});

test('the list says what was searched instead, and which words were left out', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/products?search=hedphones');
  await page.getByText('Showing results for “headphones”').waitFor();
  await shopper.open('/products?search=lightweight%20armchair');
  await page.getByText('No exact match for all words.').waitFor();
});

test('a search without results offers categories and popular products', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/products?search=washing%20machine');
  await page.getByRole('heading', { name: 'No products found' }).waitFor();
  await page.getByRole('heading', { name: 'Popular right now' }).waitFor();
  const results = page.getByRole('region', { name: 'Results' });
  await expect
    .poll(() => results.getByRole('link', { name: /^(Electronics|Clothing|Books|Home & Garden|Sports)$/ }).count())
    .toBe(3);
});
