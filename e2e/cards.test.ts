import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { callShop, findProduct } from './call-shop.ts';
import { DESKTOP, openShopper, PASSWORD, PHONE, type Shopper } from './shopper.ts';

/** Product cards, and what they open. */

let shopper: Shopper;
let page: Page;
beforeEach(async () => {
  shopper = await openShopper();
  page = shopper.page;
});

const LIST_CALL = /\/api\/products\?/;

/** Opens the list by client-side navigation, with every product changed. */
async function openListOf(change: (product: object, index: number) => object): Promise<void> {
  await page.route(LIST_CALL, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.data = answer.data.data.map((product: object, index: number) => ({
      ...product,
      ...change(product, index),
    }));
    await route.fulfill({ response, json: answer });
  });
  await shopper.open('/about');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click();
  await page.locator('.product-card').first().waitFor();
}

describe('texts on cards', () => {
  const NAME = 'Hand-thrown stoneware teapot with bamboo handle, lifting strainer and a warming stand for candles';
  const BRAND = 'Königlich privilegierte Porzellanmanufaktur Sonnenschein und Söhne';
  const DESCRIPTION = `${'Brews tea while keeping every leaf out of the cup, '.repeat(3)}always.`;

  /** Visible text of the first card's name, brand and description. */
  const shownTexts = () =>
    page
      .locator('.product-card')
      .first()
      .evaluate((card) =>
        [...card.querySelectorAll('.own-words')].map((text) => {
          const isClamped = text.scrollHeight > text.clientHeight + 1;
          const parts = [...text.querySelectorAll('.cut, .cut-rest')].filter(
            (part) => getComputedStyle(part).clipPath === 'none',
          );
          return { whole: text.textContent, shown: parts.map((part) => part.textContent).join(''), isClamped };
        }),
      );

  test.each([PHONE, DESKTOP])('end with a whole word at $width px, and are read in full', async (viewport) => {
    await openListOf(() => ({ name: NAME, brand: BRAND, description: DESCRIPTION }));
    await page.setViewportSize(viewport);
    const [brand, name, description] = await shownTexts();
    expect([brand, name, description].map((text) => text?.isClamped)).toEqual([false, false, false]);
    expect(brand?.shown).toBe('Königlich privilegierte');
    expect(name?.shown).toBe('Hand-thrown stoneware teapot with bamboo handle, lifting');
    await page.getByRole('link', { name: NAME }).first().waitFor();
    const words = description?.shown.replace('…', '').trim() ?? '';
    expect(words.length).toBeGreaterThan(30);
    expect(words.length).toBeLessThanOrEqual(100);
    expect(DESCRIPTION.slice(0, words.length)).toBe(words);
    expect(DESCRIPTION.charAt(words.length)).toMatch(/[\s,]/);
  });
});

test('the search field is in sight at 820 px', async () => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await shopper.open('/products');
  const field = page.getByRole('banner').getByRole('combobox', { name: 'Search products' });
  await expect.poll(() => field.isVisible()).toBe(true);
  await expect.poll(async () => (await field.boundingBox())?.width).toBeGreaterThan(250);
  await field.fill('camera');
  await field.press('Enter');
  await page.waitForURL('**/products?search=camera');
});

test('a click on a related product counts before its scripts have loaded, and once', async () => {
  await page.route(/assets\/related-products-/, async (route) => {
    await new Promise((later) => setTimeout(later, 400));
    await route.continue();
  });
  await shopper.open('/products/1');
  const heart = page.getByRole('button', { name: /^Add to wishlist:/ }).first();
  await heart.click();
  await page.getByText('Please login to add items to wishlist').waitFor();
  await page.getByRole('button', { name: 'Keep on this device' }).click();
  await page.getByRole('button', { name: /^Remove from wishlist:/ }).waitFor();
});

describe('a guest', () => {
  const CAMERA = 'Pocket 35 Film Camera';
  const QUESTION = 'Please login to add items to cart';
  const keep = () => page.getByRole('button', { name: 'Keep in cart on this device' });
  const addFromCard = () => page.getByRole('button', { name: /^Add to Cart: / }).first();

  test('is asked once a session whether to keep the cart on this device', async () => {
    await shopper.open('/products');
    await addFromCard().click();
    await page.getByText(QUESTION).waitFor();
    await keep().click();
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
    await addFromCard().dblclick(); // one more, not two
    await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
    const { id } = await findProduct(CAMERA);
    await shopper.open(`/products/${id}`);
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await page.getByText('Product added to cart!').waitFor();
    await page.getByRole('link', { name: 'Cart, 3 items' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/products/${id}`);

    const later = await page.context().newPage();
    await later.goto('/products');
    await later.getByRole('link', { name: 'Cart, 3 items' }).waitFor();
    await later
      .getByRole('button', { name: /^Add to Cart: / })
      .first()
      .click();
    await later.getByText(QUESTION).waitFor();
  });

  test('can keep the product of a product page on this device instead of logging in', async () => {
    const { id } = await findProduct(CAMERA);
    await shopper.open(`/products/${id}`);
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await page.getByText(`Waiting for you: 1 × ${CAMERA}`).waitFor();
    await keep().click();
    await page.waitForURL(`**/products/${id}`);
    await page.getByText('Product added to cart!').waitFor();
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
    await shopper.open('/login');
    expect(await page.getByText('Waiting for you').count()).toBe(0);
  });

  test.each([PHONE, DESKTOP])('sees one message at a time, beside the clicked card at $width px', async (viewport) => {
    await page.setViewportSize(viewport);
    await shopper.open('/products');
    const cards = page.locator('.product-card', { has: page.getByRole('button', { name: /^Add to Cart: / }) });
    await cards
      .nth(3)
      .getByRole('button', { name: /^Add to Cart: / })
      .click();
    await keep().click();
    for (const index of [1, 2, 4]) {
      const button = cards.nth(index).getByRole('button', { name: /^Add to Cart: / });
      await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      await button.click();
      await page.getByText('Product added to cart!').waitFor();
      await page.waitForTimeout(350);
      await expect.poll(() => page.locator('.toast:visible').count()).toBe(1);
      const covered = await button.evaluate((element) => {
        const a = element.getBoundingClientRect();
        const b = document.querySelector('.toast')?.getBoundingClientRect();
        return b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      });
      expect(covered).toBe(false);
    }
  });
});

test('the options of a product take one line on a phone, at the same height in a row', async () => {
  await page.setViewportSize(PHONE);
  await shopper.open('/');
  const heights = () =>
    page
      .locator('.choices')
      .evaluateAll((lists) => [...new Set(lists.map((list) => list.getBoundingClientRect().height))]);
  await expect.poll(heights).toEqual([28]);
});

test('a wide screen shows four products in a row, or five small ones, before scripts run as well', async () => {
  await page.setViewportSize({ width: 1920, height: 1000 });
  await shopper.open('/products');
  const columns = () =>
    page
      .locator('.results .product-grid')
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
  expect(await columns()).toBe(4);
  const margin = () => page.locator('main .page').evaluate((element) => element.getBoundingClientRect().left);
  expect(await margin()).toBeLessThanOrEqual(96);
  const small = page.getByRole('button', { name: 'Small pictures' });
  await small.click();
  await expect.poll(columns).toBe(5);
  await expect.poll(() => small.getAttribute('aria-pressed')).toBe('true');

  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/products');
  expect(await columns()).toBe(5);
  await page.unrouteAll();
  await shopper.open('/products');
  await page.getByRole('button', { name: 'Large pictures' }).click();
  await expect.poll(columns).toBe(4);
  await shopper.open('/');
  await expect.poll(margin).toBeLessThanOrEqual(96);

  await shopper.open('/products/1');
  await expect.poll(margin).toBeLessThanOrEqual(96);
  const beside = () =>
    page
      .locator('.product-panel')
      .evaluate((panel) =>
        [...panel.querySelectorAll('.facts, .buy-box')].map((part) => part.getBoundingClientRect().left),
      )
      .then(([buyBox = 0, facts = 0]) => facts - buyBox);
  await expect.poll(beside).toBeGreaterThan(400);
});

describe('quick add', () => {
  const openOptions = async () => {
    await shopper.open('/products?search=fisher+sweater');
    await page.getByRole('link', { name: /^Choose options: .*Fisher Lambswool Sweater/ }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Choose options' });
    await sheet.getByRole('group').first().waitFor();
    return sheet;
  };

  test('adds a chosen variant by keyboard without leaving the list, and shows the cart', async () => {
    const token = await shopper.becomeCustomer();
    const sheet = await openOptions();
    const add = sheet.getByRole('button', { name: 'Add to Cart' });
    await add.press('Enter');
    await sheet.getByText('Choose a size').waitFor();
    await page.keyboard.press('Space');
    await add.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Your cart (1)' });
    await drawer.getByText('Product added to cart!').waitFor();
    await page.getByRole('link', { name: 'Cart, 1 item', includeHidden: true }).waitFor({ state: 'attached' });
    const { items } = await callShop<{ items: { quantity: number; variant: object | null }[] }>('/cart', { token });
    expect(items).toMatchObject([{ quantity: 1, variant: expect.anything() }]);
    expect(new URL(page.url()).pathname).toBe('/products');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });

  test('says why a product cannot be added, and adds nothing', async () => {
    const token = await shopper.becomeCustomer();
    const sheet = await openOptions();
    await page.route('**/api/cart', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, json: { success: false, message: 'Only 2 left in stock.' } })
        : route.continue(),
    );
    const sizes = sheet.getByRole('group', { name: /^Size/ }).getByRole('radio');
    await sizes.last().evaluate((radio) => (radio as HTMLElement).click());
    await sheet.getByRole('button', { name: 'Add to Cart' }).click();
    await sheet.getByRole('alert').getByText('Only 2 left in stock.').waitFor();
    expect(await callShop('/cart', { token })).toMatchObject({ items: [] });
  });

  test('asks a guest in the sheet, on a phone at the lower edge, and Back closes it', async () => {
    await page.setViewportSize(PHONE);
    const sheet = await openOptions();
    const lowerEdge = () => sheet.evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
    await expect.poll(lowerEdge).toBe(PHONE.height);
    await sheet.getByRole('group', { name: /^Size/ }).locator('label').last().click();
    await sheet.getByRole('button', { name: 'Add to Cart' }).click();
    await sheet.getByText('Please login to add items to cart').waitFor();
    const login = sheet.getByRole('button', { name: 'Log in' });
    await expect.poll(() => login.evaluate((button) => button === document.activeElement)).toBe(true);
    const address = page.url();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    expect(page.url()).toBe(address);
    await page.getByRole('link', { name: /^Choose options: .*Fisher Lambswool Sweater/ }).click();
    await sheet.getByRole('group', { name: /^Size/ }).locator('label').last().click();
    await sheet.getByRole('button', { name: 'Add to Cart' }).click();
    await sheet.getByRole('button', { name: 'Keep in cart on this device' }).click();
    await page.getByRole('dialog', { name: 'Your cart (1)' }).waitFor();
  });
});

describe('the cart drawer', () => {
  const open = async () => {
    await page
      .getByRole('button', { name: /^Add to Cart: / })
      .first()
      .click();
    await page.getByRole('button', { name: 'View cart' }).click();
    return page.getByRole('dialog', { name: /^Your cart/ });
  };

  test('changes quantities, removes with Undo, and leads to the cart and the checkout', async () => {
    await shopper.becomeCustomer();
    await shopper.open('/products?inStock=true');
    const drawer = await open();
    await drawer.getByRole('button', { name: /^One more of/ }).click();
    await page.getByRole('dialog', { name: 'Your cart (2)' }).waitFor();
    await drawer.getByRole('button', { name: /^Remove/ }).click();
    await drawer.getByText('Your cart is empty').waitFor();
    await drawer.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: 'Your cart (2)' }).waitFor();
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('dialog, body')))).toBe(true);
      expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(false);
    }
    await drawer.getByRole('link', { name: 'View cart' }).click();
    await page.waitForURL((url) => url.pathname === '/cart');
    await page.getByRole('heading', { level: 1, name: 'Shopping Cart' }).waitFor();
    // The drawer has left no entry behind.
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/products');
    await page.locator('.product-card').first().waitFor();
  });

  test('sends guests to the login on the way to the checkout', async () => {
    await shopper.open('/products?sortBy=price&inStock=true');
    await page
      .getByRole('button', { name: /^Add to Cart: / })
      .first()
      .click();
    await page.getByRole('button', { name: 'Keep in cart on this device' }).click();
    await page.getByRole('button', { name: 'View cart' }).click();
    const drawer = page.getByRole('dialog', { name: 'Your cart (1)' });
    await drawer.getByRole('link', { name: 'Login to Checkout' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await shopper.openAccount();
    await shopper.logIn(shopper.email, PASSWORD);
    await page.waitForURL((url) => url.pathname === '/checkout');
  });
});

test('a card adds one unit, however often it is clicked before the shop responds', async () => {
  await shopper.becomeCustomer();
  await shopper.open('/products?inStock=true');
  let attempts = 0;
  const isClicked = Promise.withResolvers<void>();
  await page.route('**/api/cart', async (route) => {
    if (route.request().method() === 'POST') {
      attempts += 1;
      await isClicked.promise;
    }
    await route.continue();
  });
  const add = page.getByRole('button', { name: /^Add to Cart: / }).first();
  for (let click = 0; click < 3; click += 1) await add.click();
  isClicked.resolve();
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
  await add.click();
  await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
  expect(attempts).toBe(2);
});

describe('without a connection', () => {
  const add = () => page.getByRole('button', { name: /^Add to Cart: / }).first();

  test('what a customer adds waits for it, and is added once', async () => {
    const token = await shopper.becomeCustomer();
    await shopper.open('/products?inStock=true');
    await add().hover();
    await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await add().click();
    await page.getByText(/^You are offline\. .* will be added to your cart when the connection is back\.$/).waitFor();
    expect(await page.getByText('Error adding product to cart').count()).toBe(0);

    // The answer to the first attempt is lost.
    let attempts = 0;
    await page.route('**/api/cart', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      attempts += 1;
      if (attempts > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.context().setOffline(false);
    await page.getByText(/^You are back online\. Added to your cart: /).waitFor();
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
    expect(attempts).toBe(2);
    expect(await callShop('/cart', { token })).toMatchObject({ items: [{ quantity: 1 }] });
    expect(await page.evaluate(() => localStorage.getItem('cart_queue'))).toBeNull();
  });

  test('a guest’s cart on this device works as always', async () => {
    await shopper.open('/products?inStock=true');
    await add().click();
    await page.getByRole('button', { name: 'Keep in cart on this device' }).click();
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
    await page.context().setOffline(true);
    await add().click();
    await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
  });
});

describe('the picture of a card', () => {
  test('changes with the chosen colour, and so do the link and quick add', async () => {
    await shopper.open('/products?search=fisher+sweater');
    const card = page.locator('.product-card').first();
    const picture = card.locator('.product-picture img');
    const before = await picture.getAttribute('src');
    const height = (await card.boundingBox())?.height;
    const last = card.getByRole('button', { name: /^Colour: / }).last();
    const colour = String(await last.getAttribute('title'));
    await last.click();
    await expect.poll(() => last.getAttribute('aria-pressed')).toBe('true');
    await expect
      .poll(() => card.locator('h3 a').getAttribute('href'))
      .toContain(`?Colour=${encodeURIComponent(colour)}`);
    await expect.poll(() => picture.getAttribute('src')).not.toBe(before);
    await expect.poll(async () => (await card.boundingBox())?.height).toBe(height);
    await card.getByRole('link', { name: /^Choose options/ }).click();
    const group = page.getByRole('dialog').getByRole('group', { name: /^Colour/ });
    await expect.poll(() => group.getByRole('radio', { name: colour }).isChecked()).toBe(true);
  });

  test('is followed by a second one under the mouse, unless motion is reduced', async () => {
    const second = page.locator('.second-picture');
    await shopper.open('/products?search=Pocket+35+Film+Camera');
    const card = page.locator('.product-card').first();
    expect(await second.count()).toBe(0);
    await card.hover();
    await expect.poll(() => second.evaluate((image) => getComputedStyle(image).opacity)).toBe('1');

    await page.emulateMedia({ reducedMotion: 'reduce' });
    const requested: string[] = [];
    await shopper.open('/products?search=Pocket+35+Film+Camera');
    page.on('request', (request) => requested.push(request.url()));
    await page.locator('.product-card').first().hover();
    await page.waitForTimeout(500);
    expect(await second.count()).toBe(0);
    expect(requested.filter((url) => url.includes('/media/'))).toEqual([]);
  });
});
