import { expect, test } from 'vitest';
import { findProduct } from './call-shop.ts';
import { isHydrated, openShopper, PHONE } from './shopper.ts';
import { violationsOf } from './violations.ts';

test('a shopper measures in centimetres or inches, by keyboard, without leaving the product', async () => {
  const shopper = await openShopper(PHONE);
  const { page } = shopper;
  const { id } = await findProduct('Fisher Lambswool Sweater');
  await shopper.open(`/products/${id}`);
  const address = page.url();
  const link = page.getByRole('link', { name: 'Size guide' }).first();
  // Until its part has loaded, the link leads to the page about sizes.
  await expect.poll(() => link.evaluate(isHydrated)).toBe(true);
  await link.press('Enter');
  const guide = page.getByRole('dialog', { name: 'Size guide' });
  await guide.getByRole('radio', { name: 'cm' }).press('Space');
  const chest = guide.getByRole('row', { name: /^M / }).getByRole('cell').first();
  await expect.poll(() => chest.textContent()).toBe('97-102');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => chest.textContent()).toBe('38-40');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await guide.waitFor({ state: 'detached' });
  expect(page.url()).toBe(address);
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);

  const { id: camera } = await findProduct('Pocket 35 Film Camera');
  await shopper.open(`/products/${camera}`);
  expect(await page.locator('.buy-box').getByRole('link', { name: 'Size guide' }).count()).toBe(0);
  expect(shopper.complaints).toEqual([]);
});

test('the link to the size guide stays in the page while its script loads', async () => {
  const { page } = await openShopper(PHONE);
  const { id } = await findProduct('Fisher Lambswool Sweater');
  await page.route('**/assets/size-guide-link-*.js', async (route) => {
    await new Promise((later) => setTimeout(later, 1_000));
    await route.continue();
  });
  await page.addInitScript(() => {
    const removed: string[] = [];
    Object.assign(window, { removed });
    new MutationObserver((changes) => {
      for (const { removedNodes } of changes)
        for (const node of removedNodes) if (node instanceof HTMLElement) removed.push(node.textContent.trim());
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/products/${id}`);
  const link = page.locator('.buy-box').getByRole('link', { name: 'Size guide' });
  await expect.poll(() => link.evaluate(isHydrated)).toBe(true);
  expect(await page.evaluate(() => (window as unknown as { removed: string[] }).removed)).not.toContain('Size guide');
});
