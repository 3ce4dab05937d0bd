import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callShop, findProduct } from './call-shop.ts';
import { openShopper } from './shopper.ts';

/** What the demo shop charges for shipping (storefront §9). */
const FLAT_RATE = 'Standard delivery for a flat $10 per order';
const INSTEAD = 'At present, standard delivery is a flat $10 per order instead.';

const offer = (page: Page) => page.getByRole('complementary', { name: 'What the shop offers' });

test('a shop with a flat rate does not promise free shipping', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  const token = await shopper.becomeCustomer();
  const { id } = await findProduct('Pocket 35 Film Camera');
  await callShop('/cart', { token, body: { product_id: id, quantity: 1 } });
  for (const path of ['/cart', '/checkout', '/products/12', '/terms']) {
    await shopper.open(path);
    // The checkout has a quiet frame without offers.
    if (path !== '/checkout') await offer(page).getByText(FLAT_RATE).waitFor();
    await page.getByRole('main').getByRole('heading').first().waitFor();
    expect(await page.getByText(/free (standard )?(shipping|delivery) (above|over)/i).count(), path).toBe(0);
  }
  await shopper.open('/cart');
  await page.getByText(`Taxes and delivery are calculated at checkout. ${FLAT_RATE}.`).waitFor();
});

test('a free shipping promise is followed by the actual cost', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/');
  const tile = page.getByRole('region', { name: 'What you can rely on' }).locator('.benefit').first();
  await expect.poll(() => tile.textContent()).toBe(`Free shippingOn orders above $50${INSTEAD}`);
  const slide = page.locator('[aria-roledescription=slide]').nth(1);
  await expect.poll(() => slide.textContent()).toContain(`Free shipping above $50${INSTEAD}`);

  await shopper.open('/products/12');
  await page.getByRole('tab', { name: 'Shipping & Returns' }).click();
  const terms = page.getByRole('tabpanel').getByRole('listitem').first();
  await expect.poll(() => terms.textContent()).toBe(`Free standard shipping on orders over $50${INSTEAD}`);

  await shopper.open('/faq?category=shipping');
  await page.getByText(INSTEAD).waitFor();
  const countries = page.getByText('you can order online to the United States, Canada and the United Kingdom');
  await expect.poll(() => countries.count()).toBe(1);
});

test('the about page matches what the checkout charges', async () => {
  const shopper = await openShopper();
  await shopper.open('/about');
  expect(await shopper.page.getByText('a total that is the same').count()).toBe(0);
  await shopper.page.getByText('every cost on its own line before you pay').waitFor();
});
