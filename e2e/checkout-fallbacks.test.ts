import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { callShop, findProduct } from './call-shop.ts';
import { CARDS, openShopper, type Shopper } from './shopper.ts';

/** What the checkout shows and does when a call fails or is refused, or when there is nothing to pay with or for. */

let shopper: Shopper;
let page: Page;
let token: string;
beforeEach(async () => {
  shopper = await openShopper();
  page = shopper.page;
  token = await shopper.becomeCustomer();
});

/** Answers a call like a broken server: with a message, or without. */
const fail = (address: string, { status = 500, message = '' } = {}) =>
  page.route(address, (route) => route.fulfill({ status, json: { success: false, message } }));

const says = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
const isAt = (path: string) => page.waitForURL((url) => url.pathname === path);
async function haveInCart(): Promise<void> {
  const { id } = await findProduct('Pocket 35 Film Camera');
  await callShop('/cart', { token, body: { product_id: id } });
}
const proceed = () => page.getByRole('button', { name: 'Proceed to Payment' }).click();
const forgetToken = () => page.evaluate(() => localStorage.removeItem('auth_token'));
const putTokenBack = () => page.evaluate((kept) => localStorage.setItem('auth_token', kept), token);

test('shows missing fields and why a payment could not be started', async () => {
  await haveInCart();
  await shopper.open('/checkout');
  await proceed();
  await says('Please fill in all required shipping information');
  await shopper.fillAddress();
  await forgetToken();
  await proceed();
  await page.getByText('Authentication required. Please log in to continue with payment.').waitFor();
  await putTokenBack();
  await fail('**/api/payments/create-intent');
  await proceed();
  await says('Failed to process payment');
  await page.unroute('**/api/payments/create-intent');
  await fail('**/api/payments/create-intent', { status: 401, message: 'Who are you?' });
  await proceed();
  await says('Authentication expired. Please log in again.');
  await isAt('/login');
});

test('shows the processing state and keeps a payment until its order is created', async () => {
  await haveInCart();
  const notes: string[] = [];
  page.on('console', (message) => message.text().startsWith('Payment: ') && notes.push(message.text()));
  await page.evaluate(() => localStorage.setItem('debug_payments', 'true'));
  await shopper.open('/checkout');
  await shopper.fillAddress();
  await proceed();
  await shopper.fillCard(CARDS.good);
  await forgetToken();
  await shopper.pay();
  await page.getByText('Authentication required. Please log in to complete payment.').waitFor();
  await putTokenBack();
  await fail('**/api/payments/confirm', { status: 400 });
  await page.route('**/v1/payment_intents/*/confirm', async (route) => {
    await page.getByRole('button', { name: 'Processing Payment...' }).waitFor();
    await route.continue();
  });
  await shopper.pay();
  await says('Failed to create order');
  await page.unroute('**/api/payments/confirm');
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(await shopper.orderNumber()).toMatch(/^ORD-/);
  expect(notes.map((note) => note.split(' {')[0])).toEqual([
    'Payment: intent created',
    'Payment: card sent',
    'Payment: confirmed',
    'Payment: confirmed',
  ]);
  expect(notes.join()).not.toContain(CARDS.good.slice(-8));
});

test('redirects an empty cart to the cart page', async () => {
  await shopper.open('/checkout');
  await isAt('/cart');
  await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
});

test('without a stored token shows the message, then redirects to /login after two seconds', async () => {
  await haveInCart();
  await shopper.open('/cart');
  await page.getByRole('link', { name: 'Checkout', exact: true }).waitFor();
  await forgetToken();
  const said = page.waitForFunction(
    () =>
      location.pathname === '/checkout' &&
      document.querySelector('main')?.textContent.includes('Authentication required. Redirecting to login...'),
  );
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  await said;
  await isAt('/login');
  await shopper.logIn(shopper.email, 'Correct-horse-1');
  await isAt('/checkout');
});

test('offers the other payment methods when the chosen one has just been switched off', async () => {
  await haveInCart();
  const card = { method: 'card', label: 'Card', provider: 'sandbox', publishable_key: 'pk', sandbox_url: null };
  const later = { method: 'offline', label: 'Pay later', provider: null, publishable_key: null, sandbox_url: null };
  let methods: readonly object[] = [{ ...card, instructions: null }];
  await page.route('**/api/payments/methods', (route) =>
    route.fulfill({ json: { success: true, message: '', data: { methods } } }),
  );
  await shopper.open('/checkout');
  await shopper.fillAddress();
  methods = [{ ...later, instructions: null }];
  await fail('**/api/payments/create-intent', { status: 409, message: 'Card payments are not available.' });
  await proceed();
  await says('Card payments are not available.');
  await page.getByRole('radio', { name: 'Pay later' }).waitFor();
  await page.getByRole('button', { name: 'Place Order' }).waitFor();
});
