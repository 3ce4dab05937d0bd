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
