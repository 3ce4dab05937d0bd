import { beforeEach, expect, test } from 'vitest';
import { openShopper, type Shopper } from './shopper.ts';

let shopper: Shopper;
beforeEach(async () => {
  shopper = await openShopper();
});

const main = () => shopper.page.getByRole('main');
const press = (name: string) => shopper.page.getByRole('button', { name, exact: true }).click();

test('a forgotten password gets the same answer whether or not the account exists', async () => {
  for (const email of ['shopper@stoa.test', 'nobody@example.com']) {
    await shopper.open('/forgot-password');
    await main().getByLabel('Email', { exact: true }).fill(email);
    await press('Send link');
    await main().getByText('If this address has an account, a link to reset its password is on its way.').waitFor();
  }
});

test('a new password is typed twice, and a used link offers a new one', async () => {
  await shopper.open('/reset-password?token=used');
  await main().getByLabel('New password', { exact: true }).fill('Battery-staple-2');
  await main().getByLabel('Confirm new password').fill('Battery-staple-3');
  await press('Save password');
  await main().getByText('Passwords do not match').first().waitFor();
  await expect.poll(() => main().getByLabel('New password', { exact: true }).inputValue()).toBe('Battery-staple-2');
  await main().getByLabel('Confirm new password').fill('Battery-staple-2');
  await press('Save password');
  await main().getByText('This link is invalid or has expired. Please request a new one.').waitFor();
  await main().getByRole('link', { name: 'Get a new link' }).click();
  await main().getByRole('heading', { name: 'Forgot password' }).waitFor();
});

test('a signed-in user gets a new verification link', async () => {
  await shopper.becomeCustomer();
  await shopper.open('/verify-email?token=used');
  await press('Verify email address');
  await main().getByText('This link is invalid or has expired. Please request a new one.').waitFor();
  await press('Send a new link');
  await main().getByText('The link to verify your email address is on its way.').waitFor();
});

test('the newsletter box keeps its input while the shop is down, and shows the answer', async () => {
  const { page } = shopper;
  await shopper.open('/terms');
  const box = page.getByLabel('Letters, rarely');
  await page.route('**/api/newsletter', (route) => route.abort());
  await box.fill(shopper.email);
  await press('Subscribe');
  await page.getByText('The shop cannot be reached.').waitFor();
  await expect.poll(() => box.inputValue()).toBe(shopper.email);
  await page.unroute('**/api/newsletter');
  await press('Subscribe');
  await page.getByText('Please open the link in the email we sent to this address').waitFor();
});
