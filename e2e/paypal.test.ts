import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShopper } from './shopper.ts';
import { violationsOf } from './violations.ts';

const PAYPAL = { provider: 'paypal', publishable_key: 'client', sandbox_url: null };

test('a shopper chooses PayPal, approves on its page, and finds PayPal still chosen after coming back unpaid', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await page.route('**/api/payments/methods', async (route) => {
    const answer = await (await route.fetch()).json();
    answer.data.methods.push({ method: 'paypal', label: 'PayPal', ...PAYPAL, instructions: null });
    await route.fulfill({ json: answer });
  });
  const asked: unknown[] = [];
  // The demo shop has no PayPal account: the page calls the sandbox instead, and its return page stands in for
  // PayPal's.
  await page.route('**/api/payments/create-intent', async (route: Route) => {
    const { provider, ...body } = route.request().postDataJSON() as { readonly provider?: string };
    asked.push(provider);
    const answer = await (await route.fetch({ postData: JSON.stringify(body) })).json();
    const { payment_intent_id: id } = answer.data as { readonly payment_intent_id: string };
    const redirect_url = `${new URL(page.url()).origin}/order-success/pending?token=${id}&PayerID=PAYER`;
    await route.fulfill({ json: { ...answer, data: { ...answer.data, ...PAYPAL, client_secret: '', redirect_url } } });
  });
  await shopper.becomeCustomer();
  await shopper.addToCart('Beacon Pocket Torch');
  await shopper.open('/checkout');
  await page.getByLabel('PayPal').check();
  await shopper.fillAddress();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByText('You will go to PayPal to approve the payment, and come back here for your order.').waitFor();
  expect(await page.getByLabel('Card number').count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL('**/order-success/pending?token=*');
  // Nothing was approved: the checkout reopens the same payment.
  await page.waitForURL('**/checkout?step=payment');
  await page.getByText('You will go to PayPal').waitFor();
  expect(asked).toEqual(['paypal', 'paypal']);
});
