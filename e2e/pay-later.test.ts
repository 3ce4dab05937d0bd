import { expect, test } from 'vitest';
import { CARDS, openShopper } from './shopper.ts';

const INSTRUCTIONS = 'First Federal Bank, account 0123\n\n<b>Reference</b>: your order number';

test('payment instructions are shown at the checkout, on the success page and with the order', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await page.route('**/api/payments/methods', async (route) => {
    const answer = await (await route.fetch()).json();
    const offline = { provider: null, publishable_key: null, sandbox_url: null };
    // A test beside this one may have enabled it in the settings.
    const others = answer.data.methods.filter(({ method }: { method: string }) => method !== 'offline');
    answer.data.methods = [
      ...others,
      { method: 'offline', label: 'Pay later', ...offline, instructions: INSTRUCTIONS },
    ];
    await route.fulfill({ json: answer });
  });
  await shopper.becomeCustomer();
  await shopper.addToCart('Beacon Pocket Torch');
  await shopper.open('/checkout');
  await page.getByLabel('Pay later').check();
  const instructions = page.getByText('First Federal Bank, account 0123');
  await instructions.waitFor();
  await expect.poll(() => instructions.textContent()).toBe(INSTRUCTIONS);
  await page.getByLabel('Card', { exact: true }).check();
  await instructions.waitFor({ state: 'detached' });

  await shopper.fillAddress();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await shopper.fillCard(CARDS.good);
  await shopper.pay();
  const number = await shopper.orderNumber();
  expect(await page.getByRole('heading', { name: 'How to pay' }).count()).toBe(0);

  await page.route(`**/api/orders/${number}`, async (route) => {
    const answer = await (await route.fetch()).json();
    const unpaid = { payment_method: 'offline', payment_status: 'pending', payment_instructions: INSTRUCTIONS };
    await route.fulfill({ json: { ...answer, data: { ...answer.data, ...unpaid } } });
  });
  await shopper.open(`/order-success/${number}`);
  await page.getByRole('heading', { name: 'Order placed' }).waitFor();
  await page.getByText(/^Your order is not paid yet\. Please pay \$[\d.]+ as described below\.$/).waitFor();
  await expect.poll(() => instructions.textContent()).toBe(INSTRUCTIONS);
  expect(await page.getByText('Payment Successful!').count()).toBe(0);
  await shopper.open(`/dashboard/orders/${number}`);
  await page.getByText(/^Please pay \$[\d.]+ as described below\.$/).waitFor();
  await expect.poll(() => instructions.textContent()).toBe(INSTRUCTIONS);
  expect(shopper.complaints).toEqual([]);
});

test('a shop without cards names the payment at the checkout, with and without instructions', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  let instructions: string | null = INSTRUCTIONS;
  await page.route('**/api/payments/methods', async (route) => {
    const answer = await (await route.fetch()).json();
    const offline = { provider: null, publishable_key: null, sandbox_url: null, instructions };
    const methods = [{ method: 'offline', label: 'Pay later', ...offline }];
    await route.fulfill({ json: { ...answer, data: { ...answer.data, methods } } });
  });
  await shopper.becomeCustomer();
  await shopper.addToCart('Beacon Pocket Torch');
  await shopper.open('/checkout');
  const payment = page.getByRole('group', { name: 'Payment' });
  await payment.getByRole('radio', { name: 'Pay later', checked: true }).waitFor();
  await page.getByText('First Federal Bank, account 0123').waitFor();
  instructions = null;
  await shopper.open('/checkout');
  await payment.getByRole('radio', { name: 'Pay later', checked: true }).waitFor();
  await page.getByRole('button', { name: 'Place Order' }).waitFor();
});

test('an order to be paid later is placed with the method that the shopper chose', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await page.route('**/api/payments/methods', async (route) => {
    const answer = await (await route.fetch()).json();
    const later = { provider: null, publishable_key: null, sandbox_url: null, instructions: null };
    answer.data.methods.push({ method: 'invoice', label: 'Invoice', ...later });
    await route.fulfill({ json: answer });
  });
  await shopper.becomeCustomer();
  await shopper.addToCart('Beacon Pocket Torch');
  await shopper.open('/checkout');
  await page.getByLabel('Invoice').check();
  await shopper.fillAddress();
  const placing = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/orders'),
  );
  await page.getByRole('button', { name: 'Place Order' }).click();
  expect((await placing).postDataJSON()).toMatchObject({ payment_method: 'invoice' });
});

test('an order waits for the costs of the chosen delivery, and is placed at the total that is shown', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await page.route('**/api/payments/methods', async (route) => {
    const answer = await (await route.fetch()).json();
    const later = { provider: null, publishable_key: null, sandbox_url: null, instructions: null };
    answer.data.methods = [{ method: 'offline', label: 'Pay later', ...later }];
    await route.fulfill({ json: answer });
  });
  const methods = [
    { method: 'standard', label: 'Standard delivery', cost: '0.00', expected_delivery: null },
    { method: 'express', label: 'Express delivery', cost: '12.99', expected_delivery: null },
  ];
  const express = Promise.withResolvers<void>();
  let isFailing = true;
  const addresses: unknown[] = [];
  await page.route('**/api/checkout/quote', async (route) => {
    const { shipping_method = 'standard', shipping_address, ...rest } = route.request().postDataJSON();
    addresses.push(shipping_address?.postal_code);
    if (shipping_method === 'express') await express.promise;
    if (shipping_method === 'express' && isFailing)
      return route.fulfill({ status: 503, json: { success: false, message: 'No costs' } });
    const answer = await (await route.fetch({ postData: rest })).json();
    const shipping = methods.find(({ method }) => method === shipping_method)?.cost;
    answer.data.totals = { ...answer.data.totals, shipping, total: shipping === '0.00' ? '64.80' : '77.79' };
    answer.data = { ...answer.data, shipping_method, shipping_options: methods };
    await route.fulfill({ json: answer });
  });
  const placed: { total: string; shipping_method: string }[] = [];
  await page.route('**/api/orders', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    placed.push(route.request().postDataJSON());
    return route.fulfill({ status: 409, json: { success: false, message: 'Your order comes to more now.' } });
  });
  await shopper.becomeCustomer();
  await shopper.addToCart('Beacon Pocket Torch');
  await shopper.open('/checkout');
  await shopper.fillAddress();
  const postalCode = await page.getByLabel('Postal code').inputValue();
  await expect.poll(() => addresses.at(-1)).toBe(postalCode);

  const order = page.getByRole('button', { name: 'Place Order' });
  await page.getByLabel('Express delivery').click();
  await expect.poll(() => order.getAttribute('aria-disabled')).toBe('true');
  const before = await order.boundingBox();
  await order.click({ force: true });
  await page.getByLabel('Postal code').press('Enter');
  express.resolve();
  await page.getByText('No costs').waitFor();
  expect(await order.getAttribute('aria-disabled')).toBe('true');
  await order.click({ force: true });
  expect(placed).toEqual([]);

  isFailing = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('$64.80').first().waitFor();
  await page.getByLabel('Express delivery').click();
  await page.getByText('$77.79').first().waitFor();
  await expect.poll(() => order.getAttribute('aria-disabled')).toBe('false');
  expect((await order.boundingBox())?.height).toBe(before?.height);
  await order.click();
  await page.getByText('Your order comes to more now.').waitFor();
  expect(placed).toMatchObject([{ total: '77.79', shipping_method: 'express' }]);
});
