import { expect, test } from 'vitest';
import { callShop, findProduct } from './call-shop.ts';
import { clippedFocusRings, clippedSelects, cutOffTexts } from './clipping.ts';
import { ADMIN, DESKTOP, openShopper, PHONE, type Shopper } from './shopper.ts';

/** What every page keeps to; pages.test.ts has the pages of guests. */

const NARROW = { width: 320, height: 844 };
/** For a test that visits a dozen pages, on a busy machine. */
const MANY_PAGES_MS = 300_000;

/** Also violations of the content security policy, of parts that load at the first interaction too. */
async function complaintsOf({ page, complaints }: Shopper): Promise<readonly string[]> {
  await page.mouse.move(200, 200);
  await page.mouse.move(220, 260);
  await page.waitForLoadState('networkidle');
  return complaints;
}

test('pages of a customer cut nothing off and report no error', { timeout: MANY_PAGES_MS }, async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  const token = await shopper.becomeCustomer();
  for (const name of ['Pocket 35 Film Camera', 'Daylight 200 Colour Film']) {
    const { id } = await findProduct(name);
    await callShop('/cart', { token, body: { product_id: id, quantity: 3 } });
  }
  const account = ['/dashboard', '/dashboard/profile', '/dashboard/security', '/dashboard/orders'];
  const withOwnStops = ['/cart', '/checkout', '/dashboard', '/dashboard/profile'];
  for (const path of ['/wishlist', '/cart', '/checkout', ...account]) {
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await shopper.open(path);
      await page.waitForLoadState('networkidle');
      const where = `${path} at ${viewport.width} px`;
      expect(await cutOffTexts(page), where).toEqual([]);
      expect(await clippedSelects(page), where).toEqual([]);
      if (withOwnStops.includes(path)) expect(await clippedFocusRings(page), where).toEqual([]);
    }
    await page.setViewportSize(NARROW);
    await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }));
    expect(await cutOffTexts(page), `${path} in large text`).toEqual([]);
    expect(await complaintsOf(shopper), path).toEqual([]);
  }
  // The cart has amounts to check.
  await shopper.open('/cart');
  await expect.poll(() => page.locator('.amount').count()).toBeGreaterThan(5);
});

test('pages of the back office cut nothing off and report no error', { timeout: MANY_PAGES_MS }, async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/login');
  await shopper.logIn(ADMIN.email, ADMIN.password);
  const withOwnStops = ['', '/products', '/orders', '/analytics', '/settings'];
  const others = ['/categories', '/users', '/profile', '/outbox', '/events', '/messages', '/coupons', '/audit'];
  for (const part of [...withOwnStops, ...others, '/products/import']) {
    await page.setViewportSize(DESKTOP);
    await shopper.open(`/admin${part}`);
    expect(await complaintsOf(shopper), part).toEqual([]);
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      const where = `/admin${part} at ${viewport.width} px`;
      await expect.poll(() => cutOffTexts(page), { message: where }).toEqual([]);
      expect(await clippedSelects(page), where).toEqual([]);
      if (withOwnStops.includes(part)) expect(await clippedFocusRings(page), where).toEqual([]);
    }
    await page.setViewportSize(NARROW);
    await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }));
    await expect.poll(() => cutOffTexts(page), { message: `${part} in large text` }).toEqual([]);
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
