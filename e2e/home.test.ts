import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShopper, PHONE } from './shopper.ts';

const FEATURED_CALL = '**/api/products/featured';

const shownSlide = (page: Page) => page.locator('[aria-roledescription=slide]:not([inert])').getAttribute('aria-label');

/** Answers calls like a broken server. */
const broken = (message: string) => ({ status: 500, json: { success: false, message } });

test('the carousel advances every five seconds and pauses on hover, focus and in hidden tabs', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await page.clock.install();
  await shopper.open('/');
  // The five seconds start when the mouse leaves; the fake clock stands still until then, so slow machines pass.
  await page.getByRole('region', { name: 'Highlights' }).hover();
  await page.getByRole('combobox').waitFor();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 30_000));
  await page.getByRole('button', { name: 'Show Welcome' }).click();
  await page.getByRole('combobox').focus();
  await page.mouse.move(2, 2);
  await page.waitForTimeout(200);
  await page.clock.runFor(4900);
  expect(await shownSlide(page)).toBe('Welcome, 1 of 3');
  await page.clock.runFor(200);
  await expect.poll(() => shownSlide(page)).toBe('Free Shipping, 2 of 3');

  await page.getByRole('region', { name: 'Highlights' }).hover();
  await page.clock.runFor(11_000);
  expect(await shownSlide(page)).toBe('Free Shipping, 2 of 3');
  await page.mouse.move(2, 2);
  await page.waitForTimeout(200);
  await page.clock.runFor(5100);
  await expect.poll(() => shownSlide(page)).toBe('Secure Payments, 3 of 3');

  await page.getByRole('button', { name: 'Show Welcome' }).focus();
  await page.clock.runFor(11_000);
  expect(await shownSlide(page)).toBe('Secure Payments, 3 of 3');
  await page.keyboard.press('Enter');
  await expect.poll(() => shownSlide(page)).toBe('Welcome, 1 of 3');
  await page.getByRole('combobox').focus();
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, value: true }));
  await page.clock.runFor(11_000);
  expect(await shownSlide(page)).toBe('Welcome, 1 of 3');
});

test('the carousel follows a 40 px swipe and stands still with reduced motion', async () => {
  const shopper = await openShopper(PHONE);
  const { page } = shopper;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await shopper.open('/');
  await page.clock.runFor(11_000);
  expect(await shownSlide(page)).toBe('Welcome, 1 of 3');
  const swipe = (x: number, y = 0) =>
    page.getByRole('region', { name: 'Highlights' }).evaluate(
      (target, [dx, dy]) => {
        const send = (type: string, clientX: number, clientY: number) => {
          const touch = Object.assign(new Event(type, { bubbles: true }), {
            touches: [{ clientX, clientY }],
            changedTouches: [{ clientX, clientY }],
          });
          target.dispatchEvent(touch);
        };
        send('touchstart', 200, 300);
        send('touchend', 200 + dx, 300 + dy);
      },
      [x, y] as const,
    );
  await swipe(-39);
  expect(await shownSlide(page)).toBe('Welcome, 1 of 3');
  await swipe(-40);
  expect(await shownSlide(page)).toBe('Free Shipping, 2 of 3');
  await swipe(-50, 200);
  expect(await shownSlide(page)).toBe('Free Shipping, 2 of 3');
  await swipe(40);
  expect(await shownSlide(page)).toBe('Welcome, 1 of 3');
});

test('home retries featured products once, then reports the failure; categories fall back to samples', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  let tries = 0;
  await page.route(FEATURED_CALL, (route) => {
    tries += 1;
    return route.fulfill(broken('Not now.'));
  });
  await page.route('**/api/categories', (route) => route.abort());
  await shopper.open('/cart');
  await page.getByRole('link', { name: 'Stoa', exact: true }).first().click();
  await page.getByText('Featured products: 0. Error: Failed to load featured products.').waitFor();
  expect(tries).toBe(2);
  const categories = page.getByRole('region', { name: 'Shop by Category' }).getByRole('link');
  await expect.poll(() => categories.allInnerTexts()).toEqual(['Electronics', 'Clothing', 'Books']);

  await page.unroute(FEATURED_CALL);
  await page.unroute('**/api/categories');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Featured products: 8. Error: none.').waitFor();
});
