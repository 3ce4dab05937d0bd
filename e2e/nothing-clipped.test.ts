import { expect, test } from 'vitest';
import { callShop, findProduct } from './call-shop.ts';
import { clippedDescenders, clippedFocusRings, clippedSelects, wrappedAmounts } from './clipping.ts';
import { ADMIN, DESKTOP, openShopper, PHONE, type Shopper } from './shopper.ts';

const NARROW = { width: 320, height: 844 };

/** Checks a page on a desktop, on a phone, and on a narrow phone with text of twice the size. */
async function whatIsCut({ page, open }: Shopper, path: string): Promise<string[]> {
  const found: string[] = [];
  const note = (where: string, texts: readonly string[]) => found.push(...texts.map((text) => `${where}: ${text}`));
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await open(path);
    await page.waitForLoadState('networkidle');
    note(`ring at ${viewport.width} px`, await clippedFocusRings(page));
    note(`descender at ${viewport.width} px`, await clippedDescenders(page));
    note(`amount at ${viewport.width} px`, await wrappedAmounts(page));
    note(`choice at ${viewport.width} px`, await clippedSelects(page));
  }
  await page.setViewportSize(NARROW);
  await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }));
  note('descender in large text', await clippedDescenders(page));
  note('amount in large text', await wrappedAmounts(page));
  return found;
}

test.each([
  '/',
  '/products',
  '/products?search=lighting',
  '/products/fisher-lambswool-sweater',
  '/login',
  '/contact',
  '/faq',
  '/shipping',
])('no focus ring, descender or amount is cut off or broken: %s', async (path) => {
  expect(await whatIsCut(await openShopper(), path)).toEqual([]);
});

test('no focus ring, descender or amount is cut off or broken in the cart, the checkout and the account', async () => {
  const shopper = await openShopper();
  const token = await shopper.becomeCustomer();
  for (const name of ['Pocket 35 Film Camera', 'Daylight 200 Colour Film']) {
    const { id } = await findProduct(name);
    await callShop('/cart', { token, body: { product_id: id, quantity: 3 } });
  }
  for (const path of ['/cart', '/checkout', '/dashboard', '/dashboard/profile']) {
    expect(await whatIsCut(shopper, path), path).toEqual([]);
  }
  // The page has amounts to check.
  await shopper.open('/cart');
  await expect.poll(() => shopper.page.locator('.amount').count()).toBeGreaterThan(5);
});

test('no focus ring, descender or amount is cut off or broken in the back office', async () => {
  const shopper = await openShopper();
  await shopper.open('/login');
  await shopper.logIn(ADMIN.email, ADMIN.password);
  for (const path of ['/admin', '/admin/products', '/admin/orders', '/admin/analytics', '/admin/settings']) {
    expect(await whatIsCut(shopper, path), path).toEqual([]);
  }
});

test('no choice is cut off in the settings', async () => {
  const shopper = await openShopper();
  await shopper.enterBackOffice('/admin/settings');
  for (const viewport of [DESKTOP, PHONE]) {
    await shopper.page.setViewportSize(viewport);
    for (const tab of ['System', 'Shipping', 'Email']) {
      await shopper.page.getByRole('tab', { name: tab }).click();
      await shopper.page.getByRole('button', { name: `Save ${tab} Settings` }).waitFor();
      expect(await clippedSelects(shopper.page), `${tab} at ${viewport.width} px`).toEqual([]);
    }
  }
});
