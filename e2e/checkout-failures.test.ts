import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callShop } from './call-shop.ts';
import { CARDS, openShopper, type Shopper } from './shopper.ts';
import { violationsOf } from './violations.ts';

const OPENING = '**/api/payments/create-intent';
const CONFIRMING = '**/api/payments/confirm';
const FILM = 12;
/** A product with few units in the demo shop. */
const TRACKBALL = { id: 23, stock: 3 };

/** What another device of the same customer does. */
async function putInCart(page: Page, product_id: number, quantity: number): Promise<void> {
  const token = String(await page.evaluate(() => localStorage.getItem('auth_token')));
  await callShop('/cart', { token, body: { product_id, quantity } });
}

async function reachCheckout(product_id = FILM, quantity = 1): Promise<Shopper> {
  const shopper = await openShopper();
  await shopper.becomeCustomer();
  await putInCart(shopper.page, product_id, quantity);
  await shopper.open('/checkout');
  await shopper.page.getByLabel('Full name').waitFor();
  return shopper;
}

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' }).click();

async function reachPayment(): Promise<Shopper> {
  const shopper = await reachCheckout();
  await shopper.fillAddress();
  await proceed(shopper.page);
  await shopper.fillCard(CARDS.good);
  return shopper;
}

/** The sandbox has its own origin. */
const ANYBODY = { 'access-control-allow-origin': '*' };

/** A broken server's response without a message. */
const silent = { status: 500, json: { success: false, message: '' } };

test('every failure to open a payment has its message and keeps the input', async () => {
  const shopper = await reachCheckout();
  const { page } = shopper;
  await page.getByLabel('Full name').fill('');
  await proceed(page);
  await page.getByText('Please fill in all required shipping information').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByText('Please enter the state.').waitFor();
  await page.getByLabel('Country').selectOption('UK');
  await page.getByText('Please enter the county.').waitFor();
  await page.getByLabel('Country').selectOption('US');
  await shopper.fillAddress();

  await page.route(OPENING, (route) => route.fulfill(silent));
  await proceed(page);
  await page.getByText('Failed to process payment').waitFor();
  await page.unroute(OPENING);

  await page.route(OPENING, (route) => route.abort());
  await proceed(page);
  await page.getByText('The shop cannot be reached.').waitFor();
  await page.unroute(OPENING);

  await putInCart(page, FILM, 1);
  await proceed(page);
  await page.getByText('Your cart has changed. Please review it and try again.').waitFor();
  await page.getByText('2 instead of 1.').waitFor();
  await expect.poll(() => page.getByLabel('Address line 1').inputValue()).toBe('12 Harbour Lane');

  await page.getByLabel('Save this address').check();
  await proceed(page);
  await page.getByText('Address saved to your account').waitFor();
  await page.getByRole('link', { name: 'Back to shipping' }).click();
  const saved = page.getByRole('radio', { name: /12 Harbour Lane/ });
  await expect.poll(() => saved.isChecked()).toBe(true);
  await page.getByRole('radio', { name: 'Another address' }).check();
  expect(await page.getByLabel('Address line 1').inputValue()).toBe('');
  await saved.check();
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Portland');
  expect(await page.getByLabel('Save this address').count()).toBe(0);
});

test('without the saved token nothing is sent, and the visitor is redirected to the login', async () => {
  const shopper = await reachCheckout();
  const { page } = shopper;
  await shopper.fillAddress();
  const token = await page.evaluate(() => localStorage.getItem('auth_token') ?? '');
  await page.evaluate(() => localStorage.removeItem('auth_token'));
  await proceed(page);
  await page.getByText('Authentication required. Please log in to continue with payment.').waitFor();

  await page.evaluate((kept) => localStorage.setItem('auth_token', kept), token);
  await proceed(page);
  await shopper.fillCard(CARDS.good);
  await page.evaluate(() => localStorage.removeItem('auth_token'));
  await shopper.pay();
  await page.getByText('Authentication required. Please log in to complete payment.').waitFor();

  await page.evaluate((kept) => localStorage.setItem('auth_token', kept), token);
  await shopper.open('/cart');
  const checkout = page.getByRole('link', { name: 'Checkout', exact: true });
  await checkout.waitFor();
  await page.evaluate(() => localStorage.removeItem('auth_token'));
  await checkout.click();
  await page.getByText('Authentication required. Redirecting to login...').waitFor();
  await page.waitForURL('**/login');
});

test("a refusal without a reason shows the specified text; the provider's reason takes precedence", async () => {
  const shopper = await reachPayment();
  const { page } = shopper;
  const refusal = (error: object) => ({
    status: 402,
    headers: ANYBODY,
    json: { error: { type: 'card_error', ...error } },
  });
  await page.route('**/v1/payment_intents/*/confirm', (route) => route.fulfill(refusal({})));
  await shopper.pay();
  await page.getByText('Payment failed', { exact: true }).waitFor();
  await page.unroute('**/v1/payment_intents/*/confirm');
  const message = 'Your bank is asleep.';
  await page.route('**/v1/payment_intents/*/confirm', (route) => route.fulfill(refusal({ message })));
  await shopper.pay();
  await page.getByText(message, { exact: true }).waitFor();
  expect(await page.getByText('Payment failed').count()).toBe(0);
});

test('a failed order creation is retried, and the card is charged once', async () => {
  const shopper = await reachPayment();
  const { page } = shopper;
  await page.route(CONFIRMING, (route) => route.fulfill(silent));
  await shopper.pay();
  await page.getByRole('button', { name: 'Processing Payment...' }).waitFor();
  await page.getByText('Failed to create order').waitFor();
  await page.unroute(CONFIRMING);
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(await shopper.orderNumber()).toMatch(/^ORD-/);
});

test('a refunded payment is explained; an expired session leads to the login', async () => {
  const shopper = await reachPayment();
  const { page } = shopper;
  const message = 'The payment was refunded because the order could not be placed.';
  const refunded = { status: 409, json: { success: false, message, code: 'payment.refunded', data: null } };
  await page.route(CONFIRMING, (route) => route.fulfill(refunded));
  await shopper.pay();
  await page.getByText(message).waitFor();
  await page.getByText('The money is being refunded.', { exact: true }).waitFor();
  await page.unroute(CONFIRMING);

  const other = await reachPayment();
  const ended = { status: 401, json: { success: false, message: 'Please log in.', code: 'auth.required', data: null } };
  await other.page.route(CONFIRMING, (route) => route.fulfill(ended));
  await other.pay();
  await other.page.getByText('Authentication expired. Please log in again.').waitFor();
  await other.page.waitForURL('**/login');
});

test('expired reservations are renewed with the same address', async () => {
  const shopper = await reachCheckout();
  const { page } = shopper;
  await shopper.fillAddress();
  await page.route(OPENING, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.expires_at = new Date(Date.now() + 2_000).toISOString();
    await route.fulfill({ response, json: answer });
  });
  await proceed(page);
  await page.getByText('Your items are no longer reserved. Nothing was charged.').waitFor();
  await page.unroute(OPENING);
  await page.getByRole('button', { name: 'Start the payment again' }).click();
  await shopper.fillCard(CARDS.good);
  await shopper.pay();
  expect(await shopper.orderNumber()).toMatch(/^ORD-/);
});

test('the last units go to the first payment; the other shopper is told before paying', async () => {
  const first = await reachCheckout(TRACKBALL.id, TRACKBALL.stock);
  const second = await reachCheckout(TRACKBALL.id, 1);
  await first.fillAddress();
  await proceed(first.page);
  await first.page.getByLabel('Card number').waitFor();
  await second.fillAddress();
  await proceed(second.page);
  await second.page.getByRole('alert').filter({ hasText: /stock/i }).first().waitFor();
  expect(await second.page.getByLabel('Card number').isVisible()).toBe(false);
});

test('two tabs of one customer make one order', async () => {
  const shopper = await reachPayment();
  const tab = await shopper.page.context().newPage();
  await tab.goto('/checkout');
  await tab.getByLabel('Full name').waitFor();
  for (const [label, text] of [
    ['Address line 1', '12 Harbour Lane'],
    ['City', 'Portland'],
    ['State', 'ME'],
    ['Postal code', '04101'],
  ] as const) {
    await tab.getByLabel(label).fill(text);
  }
  await proceed(tab);
  await tab.getByLabel('Card number').fill(CARDS.good);
  await tab.getByLabel('Expiry date').fill('12 / 34');
  await tab.getByLabel('Security code (CVC)').fill('123');
  await shopper.pay();
  const number = await shopper.orderNumber();
  await tab.getByRole('button', { name: /^Pay \$/ }).click();
  await tab.waitForURL(`**/order-success/${number}`);
});

test('a customer in line sees their place; the checkout continues automatically, or stops when they leave the line', async () => {
  const shopper = await reachCheckout();
  const { page } = shopper;
  await shopper.fillAddress();
  let place = 3;
  await page.route('**/api/checkout/place', (route) =>
    route.fulfill({ json: { success: true, message: '', data: { place } } }),
  );
  await page.route(OPENING, (route) => {
    if (place === 0) return route.continue();
    const message = `You are number ${place} in line.`;
    return route.fulfill({ status: 503, json: { success: false, message, code: 'server.in_line', data: { place } } });
  });
  const line = page.getByRole('status').filter({ hasText: 'in line' });

  await proceed(page);
  await line.getByText('You are number 3 in line.').waitFor();
  await page.locator('[tabindex="-1"]:focus').filter({ hasText: 'You are number 3' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await line.getByRole('button', { name: 'Leave the line' }).click();
  await page.getByText('You have left the line. Nothing was ordered.').waitFor();
  await expect.poll(() => line.count()).toBe(0);

  await proceed(page);
  await line.getByText('You are number 3 in line.').waitFor();
  place = 1;
  await line.getByText('You are next in line.').waitFor();
  place = 0;
  await page.getByLabel('Card number').waitFor();
  await expect.poll(() => line.count()).toBe(0);
});
