import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { openShopper, PHONE, type Shopper, untilHydrated } from './shopper.ts';

let shopper: Shopper;
let page: Page;
beforeEach(async () => {
  shopper = await openShopper();
  page = shopper.page;
});

/** What has the name `product-picture` before and after each transition of the page. */
type Move = readonly [before: readonly string[], after: readonly string[]];

/** Records the transitions of the page; one that the browser refuses, for example because a name is not unique, says so. */
async function recordMoves(): Promise<() => Promise<readonly Move[]>> {
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    const moves: [string[], string[]][] = [];
    const named = () =>
      [...document.querySelectorAll('main *')]
        .filter((element) => getComputedStyle(element).viewTransitionName === 'product-picture')
        .map((element) => element.classList[0] ?? '');
    document.startViewTransition = (update) => {
      const before = named();
      const transition = start(update);
      transition.ready.then(
        () => moves.push([before, named()]),
        (error) => moves.push([before, [String(error)]]),
      );
      return transition;
    };
    Object.assign(window, { moves });
  });
  return () => page.evaluate(() => (window as unknown as { moves: Move[] }).moves);
}

const openFirstCard = (place: string) => page.locator(`${place} .product-card h3 a`).first().click();
const productShown = () => page.locator('.buy-box').waitFor();

describe('the picture of a product', () => {
  test('moves from the opened card to the gallery, back again, and on to a related product', async () => {
    await shopper.open('/products?inStock=true');
    const moves = await recordMoves();
    const card = page.locator('.product-card h3 a').nth(2);
    const href = await card.getAttribute('href');
    await card.click();
    await productShown();
    await expect.poll(moves).toEqual([[['product-picture'], ['gallery-main']]]);

    await page.goBack();
    await expect.poll(async () => (await moves())[1]).toEqual([['gallery-main'], ['product-picture']]);
    expect(await page.locator('[data-opened] h3 a').getAttribute('href')).toBe(href);

    await page.goForward();
    await productShown();
    const name = await page.getByRole('heading', { level: 1 }).textContent();
    await openFirstCard('main');
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).not.toBe(name);
    await expect.poll(async () => (await moves()).at(-1)).toEqual([['product-picture'], ['gallery-main']]);
    expect(shopper.complaints).toEqual([]);
  });

  test('does not move under reduced motion, nor where the browser cannot', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await shopper.open('/products?inStock=true');
    const moves = await recordMoves();
    await openFirstCard('.results');
    await productShown();
    expect(await moves()).toEqual([]);

    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await shopper.open('/products?inStock=true');
    await page.evaluate(() => Reflect.deleteProperty(Document.prototype, 'startViewTransition'));
    await openFirstCard('.results');
    await productShown();
    expect(shopper.complaints).toEqual([]);
  });

  test('can be left behind: the product page can be used while it moves', async () => {
    await shopper.open('/products?inStock=true');
    await page.evaluate(() => document.documentElement.style.setProperty('--enter', '30s'));
    await openFirstCard('.results');
    await productShown();
    const isMoving = () =>
      page.evaluate(() =>
        document.getAnimations().some(({ effect }) => effect?.getComputedTiming().duration === 30_000),
      );
    await expect.poll(isMoving).toBe(true);
    await page.getByRole('button', { name: 'Add to Wishlist', exact: true }).click();
    await page.getByText('Please login to add items to wishlist').waitFor();
    expect(await isMoving()).toBe(true);
  });
});

describe('the cart’s drawer', () => {
  const openDrawer = async () => {
    await shopper.becomeCustomer();
    await shopper.open('/products?inStock=true');
    await page
      .getByRole('button', { name: /^Add to Cart: / })
      .first()
      .click();
    await page.getByRole('button', { name: 'View cart' }).click();
    const drawer = page.getByRole('dialog', { name: 'Your cart (1)' });
    await drawer.waitFor();
    return drawer;
  };
  const isLeaving = () => page.evaluate(() => document.querySelector('dialog:not([open]).sheet') !== null);

  test('closes on Escape; the page can be used while it moves out', async () => {
    const drawer = await openDrawer();
    const address = page.url();
    await page.evaluate(() => document.documentElement.style.setProperty('--leave', '30s'));
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(await isLeaving()).toBe(true);
    expect(page.url()).toBe(address);
    // Where the drawer has been.
    const switchTheme = page.getByRole('button', { name: 'Switch between light and dark' });
    await switchTheme.click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    expect(await isLeaving()).toBe(true);
    expect(shopper.complaints).toEqual([]);
  });

  test('closes on Back and Escape without loading the page again', async () => {
    const drawer = await openDrawer();
    let loads = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/products') loads += 1;
    });
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: /^Add to Cart: / })
      .first()
      .click();
    await page.getByRole('button', { name: 'View cart' }).click();
    const again = page.getByRole('dialog', { name: 'Your cart (2)' });
    await again.waitFor();
    await page.keyboard.press('Escape');
    await again.waitFor({ state: 'detached' });
    await page.waitForTimeout(500);
    expect(loads).toBe(0);
  });

  test('does not move under reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const drawer = await openDrawer();
    await page.evaluate(() => document.documentElement.style.setProperty('--leave', '30s'));
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('dialog.sheet').count()).toBe(0);
  });
});

test('the phone menu can be opened again while it moves out', async () => {
  await page.setViewportSize(PHONE);
  await shopper.open('/about');
  await untilHydrated(page);
  const opener = page.getByRole('button', { name: 'Menu', exact: true });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await opener.click();
  await menu.waitFor();
  await page.evaluate(() => document.documentElement.style.setProperty('--leave', '30s'));
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await opener.click();
  await menu.getByRole('link', { name: 'Contact' }).click();
  await page.waitForURL('**/contact');
  await page.goBack();
  await page.waitForURL('**/about');
});
