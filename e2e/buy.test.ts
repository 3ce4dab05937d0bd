import { beforeEach, describe, expect, inject, test } from 'vitest';
import { callShop } from './call-shop.ts';
import { CARDS, DESKTOP, openShopper, PASSWORD, PHONE, type Shopper, settlesAt } from './shopper.ts';

const CAMERA = 'Pocket 35 Film Camera';

let shopper: Shopper;

async function reachPayment(): Promise<void> {
  await shopper.becomeCustomer();
  await shopper.addToCart(CAMERA);
  await shopper.open('/checkout');
  await shopper.fillAddress();
  await shopper.page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await shopper.page.getByLabel('Card number').waitFor();
}

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('on a %s', (_name, viewport) => {
  beforeEach(async () => {
    shopper = await openShopper(viewport);
  });

  test('a new visitor finds a product, registers, pays by card and gets an order number', async () => {
    const { page } = shopper;
    await shopper.open('/');
    await page.getByRole('link', { name: 'View All Products' }).click();
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    await shopper.open('/register');
    await shopper.register();
    await shopper.open(`/products?search=${encodeURIComponent(CAMERA)}`);
    await page.getByRole('heading', { name: CAMERA }).getByRole('link').click();
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await page.getByText('Product added to cart!').waitFor();

    await shopper.open('/cart');
    await page.getByRole('link', { name: 'Checkout', exact: true }).click();
    await shopper.fillAddress();
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await shopper.fillCard(CARDS.good);
    await shopper.pay();
    const number = await shopper.orderNumber();

    await page.getByRole('link', { name: 'View My Orders' }).click();
    await page.getByText(number).first().waitFor();
    await shopper.open('/cart');
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();

    // The next checkout begins with the address of this order.
    await shopper.addToCart(CAMERA);
    await shopper.open('/checkout');
    await expect.poll(() => page.getByLabel('Address line 1').inputValue()).toBe('12 Harbour Lane');
    expect(shopper.complaints).toEqual([]);
  });
});

describe('paying', () => {
  beforeEach(async () => {
    shopper = await openShopper();
    await reachPayment();
  });

  test('a declined card shows the reason and what to do, and can be corrected', async () => {
    await shopper.fillCard(CARDS.declined);
    await shopper.pay();
    await shopper.page.getByText('Your card was declined.', { exact: true }).waitFor();
    await shopper.page.getByText('Nothing was charged, and your items are still reserved.').waitFor();
    await shopper.fillCard(CARDS.good);
    await shopper.pay();
    expect(await shopper.orderNumber()).toMatch(/^ORD-/);
  });

  test('a payment that costs more after a reload says so', async () => {
    const { page } = shopper;
    await page.route('**/api/payments/create-intent', async (route) => {
      const answer = await (await route.fetch()).json();
      answer.data.totals.total = '999.00';
      await route.fulfill({ json: answer });
    });
    await page.reload();
    await page.getByText(/^The total is now \$999\.00 instead of \$[\d.]+\.$/).waitFor();
    await page.getByRole('button', { name: 'Pay $999.00' }).waitFor();
  });

  test('a 3-D Secure card redirects to the bank and returns with an order', async () => {
    await shopper.fillCard(CARDS.challenged);
    await shopper.pay();
    await shopper.page.getByRole('button', { name: /complete/i }).click();
    expect(await shopper.orderNumber()).toMatch(/^ORD-/);
  });

  test('a visitor returning from the bank with an expired session logs in and then sees the order', async () => {
    const { page } = shopper;
    const token = await page.evaluate(() => String(localStorage.getItem('auth_token')));
    await shopper.fillCard(CARDS.challenged);
    await shopper.pay();
    const complete = page.getByRole('button', { name: /complete/i });
    await complete.waitFor();
    await callShop('/auth/logout', { token, body: {} });
    await complete.click();
    await page.getByText('Authentication expired. Please log in again.').waitFor();
    await settlesAt(page, '/login');
    await shopper.logIn(shopper.email, PASSWORD);
    expect(await shopper.orderNumber()).toMatch(/^ORD-/);
  });

  test('a session that expires while the result is requested is reported as well', async () => {
    const { page } = shopper;
    await page.route('**/api/payments/confirm', (route) =>
      route.fulfill({ status: 401, json: { success: false, message: 'Please log in.', code: 'auth.required' } }),
    );
    await shopper.fillCard(CARDS.challenged);
    await shopper.pay();
    await page.getByRole('button', { name: /complete/i }).click();
    await page.getByText('Authentication expired. Please log in again.').waitFor();
    await settlesAt(page, '/login');
    await page.unroute('**/api/payments/confirm');
    await shopper.logIn(shopper.email, PASSWORD);
    expect(await shopper.orderNumber()).toMatch(/^ORD-/);
  });

  test('a failed challenge returns to the checkout with its input', async () => {
    await shopper.fillCard(CARDS.challenged);
    await shopper.pay();
    await shopper.page.getByRole('button', { name: /fail/i }).click();
    await shopper.page.waitForURL((url) => url.pathname.startsWith('/checkout'));
    await shopper.page.getByText('Nothing was charged, and your items are still reserved.').waitFor();
    await shopper.page.getByLabel('Card number').waitFor();
    await shopper.fillCard(CARDS.good);
    await shopper.pay();
    expect(await shopper.orderNumber()).toMatch(/^ORD-/);
  });

  test('a double click on Pay makes one order', async () => {
    await shopper.fillCard(CARDS.good);
    await shopper.page.getByRole('button', { name: /^Pay \$/ }).dblclick();
    await shopper.orderNumber();
    await shopper.open('/dashboard/orders');
    await shopper.page
      .getByText(/ORD-\d{4}-\d{6}/)
      .first()
      .waitFor();
    const numbers = await shopper.page.getByText(/ORD-\d{4}-\d{6}/).allInnerTexts();
    expect(new Set(numbers.map((text) => /ORD-\d{4}-\d{6}/.exec(text)?.[0])).size).toBe(1);
  });

  test('an order is created even if the browser closes right after the payment', async () => {
    const token = await shopper.page.evaluate(() => localStorage.getItem('auth_token'));
    await shopper.page.route('**/api/payments/confirm', (route) => route.abort());
    await shopper.fillCard(CARDS.good);
    const accepted = shopper.page.waitForResponse((response) =>
      /\/v1\/payment_intents\/.+\/confirm/.test(response.url()),
    );
    await shopper.pay();
    await accepted;
    await shopper.page.close();
    const orders = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${inject('shopUrl')}/api/orders`, { headers });
      return ((await response.json()) as { data: { total: number } }).data.total;
    };
    await expect.poll(orders, { timeout: 15_000 }).toBe(1);
  });
});
