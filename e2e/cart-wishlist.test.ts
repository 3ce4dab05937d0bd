import type { Locator, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { callShop, findProduct } from './call-shop.ts';
import { openShopper, type Shopper } from './shopper.ts';
import { violationsInBothThemes } from './violations.ts';

/** A broken server's response without a message. */
const refuse = (route: Route) => route.fulfill({ status: 500, json: { success: false, message: '' } });

/** What a screen reader announces for a control besides its name. */
const descriptionOf = (control: Locator) =>
  control.evaluate((element) => document.getElementById(String(element.getAttribute('aria-describedby')))?.textContent);

/** A product that no other test uses; the test puts all its units into a cart before somebody else holds one. */
const SHELF = 29;

async function reserveOne(shopper: Shopper): Promise<void> {
  const token = await shopper.openAccount();
  const { total } = await callShop<{ total: string }>('/cart', { token, body: { product_id: SHELF, quantity: 1 } });
  const shipping_address = { name: 'Ada', line1: '1 Quay', city: 'Portland', state: 'ME', postal_code: '04101' };
  const body = { amount: Number(total), currency: 'usd', shipping_address: { ...shipping_address, country: 'US' } };
  await callShop('/payments/create-intent', { token, body });
}

test('the checkout link is closed, with the reason, while a line cannot be bought', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  const token = await shopper.becomeCustomer();
  const { product } = await callShop<{ product: { name: string; stock: number } }>(`/products/${SHELF}`);
  await callShop('/cart', { token, body: { product_id: SHELF, quantity: product.stock } });
  await reserveOne(await openShopper());
  const left = product.stock - 1;
  const reason = `Only ${left} left of ${product.name}.`;

  await shopper.open('/cart');
  await page.getByText(`Only ${left} left. Please lower the quantity to check out.`).waitFor();
  const closed = page.getByRole('main').getByRole('button', { name: 'Checkout', exact: true });
  await expect.poll(() => closed.getAttribute('aria-disabled')).toBe('true');
  expect(await descriptionOf(closed)).toBe(`Not ready for checkout yet: ${reason}`);
  await closed.focus();
  await page.keyboard.press('Enter');
  expect(await page.getByRole('link', { name: 'Checkout', exact: true }).count()).toBe(0);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await shopper.open('/checkout');
  const notice = page.getByRole('alert').filter({ hasText: 'Your cart is not ready for checkout yet.' });
  await notice.getByText(reason).waitFor();
  const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? 0;
  const above = async () => (await topOf(page.getByLabel('Full name'))) - (await topOf(notice));
  await expect.poll(above).toBeGreaterThan(0);
  await notice.getByRole('link', { name: 'Review your cart' }).click();
  await page.getByRole('button', { name: `One less of ${product.name}` }).click();
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  await page.getByLabel('Full name').waitFor();
  expect(await notice.count()).toBe(0);
});

test('the cart shows the price before the sale, and the coupon can be removed beside its code', async () => {
  const { page, open, becomeCustomer } = await openShopper();
  const token = await becomeCustomer();
  const { data } = await callShop<{ data: OnSale[] }>('/products?onSale=true');
  const { id, name, price } = data.find(({ has_variants }) => !has_variants) as OnSale;
  await callShop('/cart', { token, body: { product_id: id, quantity: 2 } });
  await callShop('/cart/coupon', { token, body: { code: 'WELCOME10' } });
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/cart');
  const line = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  expect(Number((await line.locator('s').first().textContent())?.replace(/[$,]/g, ''))).toBe(Number(price));
  const remove = page.getByRole('button', { name: 'Remove coupon' });
  const edges = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().right);
  await expect.poll(async () => (await edges(remove)) - (await edges(page.locator('.sums')))).toBeCloseTo(0, 0);
  await remove.click();
  await page.getByLabel('Coupon code').waitFor();
  // The pressed button is gone: the focus stays here, and screen readers hear the new total.
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect.poll(() => summary.evaluate((node) => node.contains(document.activeElement))).toBe(true);
  const said = () => summary.getByRole('status').textContent();
  await expect.poll(said).toMatch(/^Coupon removed. The total is now \$[\d,.]+\.$/);

  // A link in a newsletter fills in the code.
  await open('/cart?coupon=WELCOME10');
  await expect.poll(() => page.getByLabel('Coupon code').inputValue()).toBe('WELCOME10');
  const apply = page.getByRole('button', { name: 'Apply' });
  await page.getByLabel('Coupon code').fill('NOSUCHCODE');
  await apply.click();
  await expect.poll(() => page.getByLabel('Coupon code').getAttribute('aria-invalid')).toBe('true');
  const isFocused = () => page.getByLabel('Coupon code').evaluate((node) => node === document.activeElement);
  await expect.poll(isFocused).toBe(true);
  await page.getByLabel('Coupon code').fill('WELCOME10');
  await apply.click();
  await remove.waitFor();
  await expect.poll(said).toMatch(/^Coupon applied. /);
});

interface OnSale {
  readonly id: number;
  readonly name: string;
  readonly price: string;
  readonly has_variants: boolean;
}

test('a wishlist entry is added, removed with Undo, and the list cleared after a confirmation', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/wishlist');
  await page.getByRole('heading', { name: 'Please Login' }).waitFor();

  await shopper.open('/register');
  await shopper.register();
  await shopper.open('/wishlist');
  await page.getByRole('heading', { name: 'Your wishlist is empty' }).waitFor();
  await shopper.open('/products/1');
  await page.getByRole('button', { name: 'Add to Wishlist', exact: true }).click();
  await page.getByText('Added to wishlist').waitFor();

  await shopper.open('/wishlist');
  await page.getByRole('heading', { name: 'My Wishlist (1)' }).waitFor();
  await page.route('**/api/wishlist/1', (route) => route.abort());
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByText('Error removing from wishlist').waitFor();
  await page.unroute('**/api/wishlist/1');
  await page.route('**/api/wishlist/1', refuse);
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByText('Failed to remove from wishlist').waitFor();
  await page.unroute('**/api/wishlist/1');
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('heading', { name: 'Your wishlist is empty' }).waitFor();
  await page.route('**/api/wishlist/1', refuse);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Failed to add to wishlist').waitFor();
  await page.unroute('**/api/wishlist/1');
  await shopper.open('/products/1');
  await page.getByRole('button', { name: 'Add to Wishlist', exact: true }).click();
  await page.getByText('Added to wishlist').waitFor();
  await shopper.open('/wishlist');
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'My Wishlist (1)' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  expect(await violationsInBothThemes(page)).toEqual([]);
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
  }

  await page.getByRole('button', { name: 'Clear All' }).click();
  const question = page.getByRole('dialog');
  await expect.poll(() => question.textContent()).toContain('Are you sure you want to clear your entire wishlist?');
  await page.route('**/api/wishlist', (route) =>
    route.request().method() === 'DELETE' ? refuse(route) : route.continue(),
  );
  await question.getByRole('button', { name: 'Clear All' }).click();
  await page.getByText('Failed to clear wishlist').waitFor();
  await page.unroute('**/api/wishlist');
  await page.route('**/api/wishlist', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Clear All' }).first().click();
  await question.getByRole('button', { name: 'Clear All' }).click();
  await page.getByText('Error clearing wishlist').waitFor();
  await page.unroute('**/api/wishlist');
  await page.getByRole('button', { name: 'Clear All' }).first().click();
  await question.getByRole('button', { name: 'Clear All' }).click();
  await page.getByRole('link', { name: 'Browse Products' }).waitFor();
});

test('every line of the wishlist has the one action that fits, and the prices of a row are aligned', async () => {
  const { page, open, becomeCustomer } = await openShopper();
  const token = await becomeCustomer();
  const SOLD_OUT = 'Twelve-Pin Lawn Skittles';
  const CHOICE = 'Six-Panel Cotton Cap';
  const PLAIN = 'Pocket 35 Film Camera';
  for (const name of [SOLD_OUT, CHOICE, PLAIN]) {
    await callShop(`/wishlist/${(await findProduct(name)).id}`, { token, body: {} });
  }
  await open('/wishlist');
  const line = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const green = (name: string) => line(name).locator('.button-primary');
  await line(SOLD_OUT)
    .getByRole('button', { name: `Notify me when it is back: ${SOLD_OUT}` })
    .waitFor();
  expect(await green(SOLD_OUT).count()).toBe(0);
  await expect.poll(() => green(CHOICE).textContent()).toBe('Choose options');
  await expect.poll(() => green(CHOICE).getAttribute('href')).toMatch(/^\/products\//);
  await expect.poll(() => green(PLAIN).textContent()).toBe('Add to Cart');
  const rows = () =>
    page
      .getByRole('main')
      .locator('.price')
      .evaluateAll((prices) => new Set(prices.map((price) => Math.round(price.getBoundingClientRect().top))).size);
  await expect.poll(rows).toBe(1);
});

test('removing by keyboard moves the focus to the next line, then to the heading', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/cart');
  await page.evaluate(() => {
    const entries = [12, 79].map((id) => ({ id: String(id), product: { id, name: '', price: '1.00' }, quantity: 1 }));
    localStorage.setItem('guest_cart', JSON.stringify(entries));
  });
  await page.reload();
  const buttons = page.getByRole('main').getByRole('button', { name: /^Remove / });
  await expect.poll(() => buttons.count()).toBe(2);
  const name = await buttons.last().getAttribute('aria-label');
  await buttons.first().focus();
  await page.keyboard.press('Enter');
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
  await expect.poll(focused).toBe(name);
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Your cart is empty');
});

test('changes in one tab appear in others, but not in an open checkout', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.becomeCustomer();
  await shopper.addToCart('Pocket 35 Film Camera');
  await shopper.open('/cart');
  const other = await page.context().newPage();
  await other.goto('/cart');
  const paying = await page.context().newPage();
  await paying.goto('/checkout');
  await paying.getByLabel('Full name').waitFor();

  await other.getByRole('button', { name: /^One more of/ }).click();
  await page.getByText('2 items').waitFor();
  await other.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
  await expect.poll(() => paying.getByRole('heading', { name: 'Order Summary' }).isVisible()).toBe(true);
  await expect.poll(() => paying.getByLabel('Full name').isVisible()).toBe(true);

  await page.goto('/wishlist');
  await page.getByRole('heading', { name: 'Your wishlist is empty' }).waitFor();
  await other.goto('/products/1');
  await other.getByRole('button', { name: 'Add to Wishlist', exact: true }).click();
  await page.getByRole('heading', { name: 'My Wishlist (1)' }).waitFor();
});

test('a toast goes away after another one was dismissed by keyboard', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.becomeCustomer();
  await shopper.open('/products/9');
  await page.getByRole('button', { name: 'Add to Wishlist', exact: true }).press('Enter');
  const messages = page.locator('.toaster');
  await messages.getByText('Added to wishlist').waitFor();
  await messages.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await messages.getByText('Added to wishlist').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove from Wishlist', exact: true }).press('Enter');
  await messages.getByText('Removed from wishlist').waitFor();
  await messages.getByText('Removed from wishlist').waitFor({ state: 'detached', timeout: 20_000 });
});

test('a guest’s cart shows current prices, and is merged with the wishlist at login', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.open('/terms');
  await page.evaluate(() => {
    const entry = (id: number, price: string, quantity: number) => ({
      id: String(id),
      product: { id, name: `Product ${id}`, price },
      quantity,
    });
    localStorage.setItem('guest_cart', JSON.stringify([entry(2, '1.00', 1), entry(144, '5.00', 1), { broken: true }]));
    localStorage.setItem(
      'guest_wishlist',
      JSON.stringify([{ id: 1, product: { id: 1, name: 'Wish', price: '1.00' } }]),
    );
  });
  await shopper.open('/cart');
  await page.getByText(/^The price changed from \$1\.00/).waitFor();
  await page.getByText('Out of stock since you added it. Please remove it to check out.').waitFor();
  expect(await page.getByText('Product 144').count()).toBe(0);
  const gathered = await page.evaluate(() => String(localStorage.getItem('guest_cart')));

  const login = page.getByRole('main').getByRole('button', { name: 'Login to Checkout' });
  await login.click({ force: true });
  expect(new URL(page.url()).pathname).toBe('/cart');
  await expect.poll(() => login.getAttribute('aria-disabled')).toBe('true');
  expect(await descriptionOf(login)).toMatch(/^Not ready for checkout yet: .+ is out of stock\.$/);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Out of stock since you added it.' })
    .getByRole('button', { name: /^Remove / })
    .click();
  await page.getByRole('link', { name: 'Login to Checkout' }).click();
  await page.waitForURL('**/login');
  await page.evaluate((gathered) => localStorage.setItem('guest_cart', gathered), gathered);
  await shopper.open('/register');
  await shopper.register();
  await page.getByText('The cart of this device is now in your account.').waitFor();
  await page.getByText('The wishlist of this device is now in your account.').waitFor();
  await expect
    .poll(() => page.evaluate(() => ['guest_cart', 'guest_wishlist'].map((key) => localStorage.getItem(key))))
    .toEqual([null, null]);
  await shopper.open('/wishlist');
  await page.getByRole('heading', { name: 'My Wishlist (1)' }).waitFor();
  await shopper.open('/cart');
  await page.getByText('1 item', { exact: true }).waitFor();
});

test('empty pages and the cart suggest products that can be bought, without moving what is there', async () => {
  const { page, open, becomeCustomer } = await openShopper();
  const token = await becomeCustomer();
  for (const path of ['/wishlist', '/cart']) {
    await open(path);
    const section = page.getByRole('region', { name: 'You might like' });
    await section.getByRole('article').first().waitFor();
    await expect.poll(() => section.getByRole('article').count()).toBe(4);
  }
  const camera = await findProduct('Pocket 35 Film Camera');
  await callShop('/cart', { token, body: { product_id: camera.id } });
  await open('/cart');
  const section = page.getByRole('region', { name: 'Goes well with your cart' });
  await section.getByRole('article').first().waitFor();
  await expect.poll(() => section.getByRole('article').count()).toBe(4);
  expect(await section.getByText('Out of Stock').count()).toBe(0);
  expect(await section.getByRole('heading', { name: 'Pocket 35 Film Camera' }).count()).toBe(0);
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('a guest sees the empty cart before any script has run; one with a cart on this device never does', async () => {
  const { page } = await openShopper();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/cart');
  await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
  const suggestions = page.getByRole('region', { name: 'You might like' }).getByRole('article');
  await expect.poll(() => suggestions.count()).toBe(4);
  // The first one is the largest picture of the first screen, and does not wait for the layout.
  const howPicturesLoad = () =>
    suggestions.locator('img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).loading));
  await expect.poll(howPicturesLoad).toEqual(['eager', 'lazy', 'lazy', 'lazy']);
  await expect.poll(() => page.getByRole('status', { name: 'Loading your cart' }).count()).toBe(0);

  await page.evaluate(() => localStorage.setItem('guest_cart', '[{}]'));
  await page.reload();
  await page.getByRole('status', { name: 'Loading your cart' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Your cart is empty' }).isVisible()).toBe(false);
});
