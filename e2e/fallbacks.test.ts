import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { findProduct } from './call-shop.ts';
import { ADMIN, openShopper, type Shopper } from './shopper.ts';

/** What pages show and do when a call fails, is refused, or returns something unreadable. */

let shopper: Shopper;
let page: Page;
beforeEach(async () => {
  shopper = await openShopper();
  page = shopper.page;
});

const CAMERA = 'Pocket 35 Film Camera';

/** Answers a call like a broken server: with a message, or without. */
const fail = (address: string, { status = 500, message = '' } = {}) =>
  page.route(address, (route) => route.fulfill({ status, json: { success: false, message } }));

const says = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const isAt = (path: string) => page.waitForURL((url) => url.pathname === path);

describe('signing in', () => {
  test("a failed login, or one without data, shows the server's message or the specified one", async () => {
    await shopper.open('/login');
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('whatever-1');
    const press = () => page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await fail('**/api/auth/login', { message: 'The door is being painted.' });
    await press();
    await says('The door is being painted.');
    await page.unroute('**/api/auth/login');
    await fail('**/api/auth/login');
    await press();
    await says('Login failed');
    await page.unroute('**/api/auth/login');
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ json: { success: true, message: '', data: null } }),
    );
    await press();
    await page.getByText('The door is being painted.').waitFor({ state: 'detached' });
    await says('Login failed');
    expect(await stored('auth_token')).toBeNull();
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe('ada@example.com');
  });

  test('registration shows password problems, requires the terms, and reports failures', async () => {
    await shopper.open('/register');
    await says('Must be at least 8 characters long.');
    await page.getByLabel('Full name').fill('Ada Marlowe');
    await page.getByLabel('Email', { exact: true }).fill(shopper.email);
    await page.getByLabel('Password', { exact: true }).fill('Correct-horse-1');
    await page.getByLabel('Confirm password').fill('Correct-horse-2');
    const press = () => page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
    await press();
    await says('Passwords do not match');
    await page.getByLabel('Confirm password').fill('Correct-horse-1');
    await press();
    await says('Please agree to the terms and conditions');
    const terms = page.getByRole('main').getByRole('link', { name: 'terms and conditions' });
    await expect.poll(() => terms.getAttribute('href')).toBe('/terms');
    await page.getByRole('checkbox').check();
    await fail('**/api/auth/register');
    await press();
    await says('Registration failed');
    await page.unroute('**/api/auth/register');
    await press();
    await isAt('/dashboard');
  });

  test('registration shows all missing or invalid fields at once', async () => {
    await shopper.open('/register');
    const press = () => page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
    const problems = () => page.locator('.field-error').allTextContents();
    await press();
    await expect
      .poll(problems)
      .toEqual([
        'Please enter your name.',
        'Please enter your email address.',
        'Please choose a password.',
        'Please repeat the password.',
        'Please agree to the terms and conditions',
      ]);
    await page.getByLabel('Full name').fill('   ');
    await page.getByLabel('Phone').fill('call me');
    await page.getByLabel('Email', { exact: true }).fill('ada@nowhere');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByLabel('Confirm password').fill('shorter');
    await press();
    await expect
      .poll(problems)
      .toEqual([
        'Please enter your name.',
        'Please enter a valid phone number.',
        'Please enter a valid email address.',
        'Must be at least 8 characters long. Must contain an uppercase letter. Must contain a number.',
        'Passwords do not match',
        'Please agree to the terms and conditions',
      ]);
    await page.getByLabel('Confirm password').fill('Correct-horse-1');
    await page.getByLabel('Password', { exact: true }).fill('Correct-horse-1');
    await expect.poll(problems).not.toContain('Passwords do not match');
  });

  test('signed-in visitors are redirected from login and registration', async () => {
    await shopper.becomeCustomer();
    await shopper.open('/login');
    await isAt('/');
    await shopper.open('/register');
    await isAt('/');
  });

  test('a profile that fails to load signs nobody in and removes the token', async () => {
    await shopper.becomeCustomer();
    await fail('**/api/auth/profile');
    await shopper.open('/dashboard/orders');
    await isAt('/login');
    await says('Failed to load user profile');
    expect(await stored('auth_token')).toBeNull();
  });

  test('any 401 removes token and user and redirects to /login', async () => {
    await shopper.becomeCustomer();
    await shopper.open('/products/1');
    await page.getByRole('link', { name: /^Wishlist/ }).waitFor();
    await expect.poll(() => stored('user')).toContain(shopper.email);
    await fail('**/api/cart', { status: 401, message: 'Please log in.' });
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await isAt('/login');
    expect([await stored('auth_token'), await stored('user')]).toEqual([null, null]);
  });

  test('a spinner is shown until the session is known, and the back office says what it checks', async () => {
    await shopper.becomeCustomer();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/auth/profile', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await shopper.open('/dashboard');
    await page.getByRole('main').getByRole('status').waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    await shopper.open('/admin/orders');
    await says('Checking authentication...');
    letGo();
    await isAt('/');
  });

  test('a guest returns to the page that required a login', async () => {
    await shopper.open('/admin/orders');
    await isAt('/login');
    await page.getByLabel('Email', { exact: true }).fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await isAt('/admin/orders');
  });
});

describe('cart and wishlist', () => {
  test('failed cart and wishlist actions show the specified messages', async () => {
    await shopper.becomeCustomer();
    await shopper.open(`/products?search=${encodeURIComponent(CAMERA)}`);
    await page.getByRole('link', { name: /^Wishlist/ }).waitFor();
    await fail('**/api/cart');
    await page.getByRole('button', { name: `Add to Cart: ${CAMERA}` }).click();
    await says('Error adding product to cart');
    await page.unroute('**/api/cart');
    await fail('**/api/cart', { status: 409, message: 'None are left today.' });
    await page.getByRole('button', { name: `Add to Cart: ${CAMERA}` }).click();
    await says('None are left today.');
    await fail('**/api/wishlist/**');
    await page.getByRole('button', { name: `Add to wishlist: ${CAMERA}` }).click();
    await says('Error updating wishlist');

    await page.getByRole('heading', { name: CAMERA }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: CAMERA }).waitFor();
    await page.unroute('**/api/cart');
    await fail('**/api/cart');
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await says('Failed to add product to cart');
  });

  test('an unreadable guest’s cart or wishlist is empty', async () => {
    await shopper.open('/about');
    await page.evaluate(() => {
      localStorage.setItem('guest_cart', '{not a list');
      localStorage.setItem('guest_wishlist', '[null, 7, {"product": "none"}]');
    });
    await shopper.open('/cart');
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    await says('Add some products to get started!');
    const onwards = page.getByRole('main').getByRole('link', { name: 'Continue Shopping' });
    await expect.poll(() => onwards.getAttribute('href')).toBe('/products');
    expect(shopper.complaints).toEqual([]);
  });

  test('a guest’s cart is kept on the device, merges, empties, and is taken to the checkout', async () => {
    await shopper.becomeCustomer();
    await page.evaluate(() => localStorage.clear());
    await shopper.open(`/products?search=${encodeURIComponent(CAMERA)}`);
    const add = page.getByRole('button', { name: `Add to Cart: ${CAMERA}` });
    await add.click();
    await page.getByRole('button', { name: 'Keep in cart on this device' }).click();
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
    await add.click();
    await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
    await shopper.open('/cart');
    const summary = page.getByRole('region', { name: 'Order Summary' });
    await summary.getByText('FREE', { exact: true }).waitFor();
    expect(JSON.parse((await stored('guest_cart')) ?? '')).toMatchObject([
      { id: String((await findProduct(CAMERA)).id), quantity: 2 },
    ]);
    await page.getByRole('button', { name: `One less of ${CAMERA}` }).click();
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
    await page.getByRole('button', { name: `One less of ${CAMERA}` }).click();
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    expect(await stored('guest_cart')).toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await summary.getByRole('link', { name: 'Login to Checkout' }).click();
    await isAt('/login');
    await shopper.logIn(shopper.email, 'Correct-horse-1');
    await isAt('/checkout');
    await page.getByRole('region', { name: 'Order Summary' }).getByText(/^1 × /).waitFor();
    await expect.poll(() => stored('guest_cart')).toBeNull();
  });
});

test('a failed profile change says so and keeps the input', async () => {
  await shopper.becomeCustomer();
  await shopper.open('/dashboard/profile');
  await page.getByRole('main').getByLabel('Phone').fill('555 0100');
  await fail('**/api/auth/profile');
  await page.getByRole('main').getByRole('button', { name: 'Save Changes' }).click();
  await says('Profile update failed');
  await expect.poll(() => page.getByRole('main').getByLabel('Phone').inputValue()).toBe('555 0100');
});

test('a failing page keeps header and footer with links', async () => {
  await shopper.open('/about');
  // A shape that no shop returns and no page expects.
  await page.route('**/api/categories', (route) =>
    route.fulfill({ json: { success: true, message: '', data: [null] } }),
  );
  await page.getByRole('banner').getByRole('link', { name: 'Products' }).click();
  await page.getByRole('main').getByRole('heading', { name: 'Oops! Something went wrong' }).waitFor();
  await page.getByRole('contentinfo').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await isAt('/contact');
  await page.getByRole('heading', { name: 'Oops! Something went wrong' }).waitFor({ state: 'detached' });
});

describe('a product', () => {
  test('shows an error if it fails to load, and not found if it does not exist', async () => {
    await shopper.open('/products');
    await fail('**/api/products/*');
    await page.locator('.product-card h3 a').first().click();
    await page.getByRole('heading', { name: 'Oops! Something went wrong' }).waitFor();
    await says('Failed to load product details');
    await page.unroute('**/api/products/*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).waitFor();
    await shopper.open('/products/999999');
    await says('Product not found');
    await page.getByRole('link', { name: 'Back to Products' }).click();
    await isAt('/products');
  });

  test('falls back to the first of a list as related products, never itself', async () => {
    await shopper.open('/products');
    await fail('**/api/products/*/related');
    const link = page.locator('.product-card h3 a').first();
    const name = String(await link.textContent());
    await link.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const related = page.getByRole('region', { name: 'Related Products' }).getByRole('heading', { level: 3 });
    await expect.poll(() => related.count()).toBe(4);
    expect(await related.allTextContents()).not.toContain(name);
  });
});
