import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { lockSettings } from './settings-lock.ts';
import { openShopper, type Shopper } from './shopper.ts';

let merchant: Shopper;
beforeEach(async () => {
  merchant = await openShopper();
});

/** Saves as another admin would, with the current revision. */
async function saveElsewhere(section: string, fields: object): Promise<void> {
  await merchant.page.evaluate(
    async ([name, changed]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('auth_token')}`,
        'content-type': 'application/json',
      };
      const { data } = await (await fetch('/api/admin/settings', { headers })).json();
      const body = JSON.stringify({ ...(changed as object), revision: data[name as string].revision });
      await fetch(`/api/admin/settings/${name}`, { method: 'PUT', headers, body });
    },
    [section, fields] as const,
  );
}

test('the merchant uses the five tabs, saves, is warned about unsaved input, and sees concurrent changes', async () => {
  onTestFinished(await lockSettings());
  const { page } = merchant;
  const tab = (name: string) => page.getByRole('tab', { name });
  await merchant.enterBackOffice('/admin/settings');
  await page.getByRole('heading', { name: 'System Settings' }).waitFor();
  await expect.poll(() => tab('System').getAttribute('aria-selected')).toBe('true');

  await page.getByLabel('Support phone').fill('+1 (555) 010-0123');
  await tab('Payment').click();
  await page.getByRole('dialog').getByRole('button').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save System Settings' }).click();
  await page.getByText('System settings saved successfully!').waitFor();

  await tab('Payment').click();
  await page.waitForURL(/tab=payment/);
  await page.getByRole('button', { name: 'Test Stripe Connection' }).click();
  await page.getByText('Stripe connection test successful!').waitFor();
  await page.getByLabel('Cards (Stripe)').uncheck();
  await page.getByLabel('Stripe publishable key').waitFor({ state: 'detached' });
  await page.getByLabel('Cards (Stripe)').check();
  await page.getByLabel('Wallet (PayPal)').check();
  await page.getByLabel('PayPal client secret', { exact: true }).fill('nobody sees this again');
  await page.getByRole('button', { name: 'Save Payment Settings' }).click();
  await page.getByText('Payment settings saved successfully!').waitFor();
  await page.getByRole('button', { name: 'Clear PayPal client secret' }).click();
  await page.getByLabel('Wallet (PayPal)').uncheck();
  // The first save's notice may still be visible.
  const cleared = page.waitForResponse('**/api/admin/settings/payment');
  await page.getByRole('button', { name: 'Save Payment Settings' }).click();
  expect((await cleared).status()).toBe(200);
  await page.getByText('Payment settings saved successfully!').waitFor();

  const sent: { confirmOpenPayments?: boolean }[] = [];
  await page.route('**/api/admin/settings/payment', (route) => {
    sent.push(route.request().postDataJSON());
    const message = '2 payments are open with the current keys.';
    const json = { success: false, message, data: { payments: 2, refunds: 0 }, code: 'settings.open_payments' };
    return route.fulfill({ status: 409, json });
  });
  await page.getByLabel('Stripe publishable key').fill('pk_test_of_another_account');
  await page.getByRole('button', { name: 'Save Payment Settings' }).click();
  const warning = page.getByRole('dialog', { name: 'Save the Payment settings?' });
  await warning.getByText('2 payments are open with the current keys.').waitFor();
  await warning.getByRole('button', { name: 'Save anyway' }).press('Enter');
  await expect.poll(() => sent.map(({ confirmOpenPayments }) => confirmOpenPayments)).toEqual([false, true]);
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await warning.waitFor({ state: 'detached' });
  await page.unroute('**/api/admin/settings/payment');
  await page.getByLabel('Stripe publishable key').fill('');
  await page.getByRole('button', { name: 'Save Payment Settings' }).click();

  await tab('Payment').press('ArrowRight');
  await page.getByLabel('Tax (%)').fill('101');
  await page.getByRole('button', { name: 'Save Shipping Settings' }).click();
  await page.getByText('Please enter at most 100.').first().waitFor();
  await page.getByLabel('Tax (%)').fill('8');
  await page.getByRole('button', { name: 'Save Shipping Settings' }).click();
  await page.getByText('Shipping settings saved successfully!').waitFor();

  await tab('Email').click();
  await page.getByRole('button', { name: 'Test Email Connection' }).click();
  await page.getByText('Please enter the mail server.').first().waitFor();

  await tab('Security').click();
  await page.getByLabel('Session timeout').fill('130');
  await saveElsewhere('security', { maxLoginAttempts: 6 });
  await page.getByRole('button', { name: 'Save Security Settings' }).click();
  await page.route('**/api/shop', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.data.passwordRules.passwordMinLength = 12;
    await route.fulfill({ response, json });
  });
  await page.getByRole('button', { name: 'Load their settings' }).click();
  await expect.poll(() => page.getByLabel('Max login attempts').inputValue()).toBe('6');
  await expect.poll(() => page.getByLabel('Session timeout').inputValue()).toBe('120');
  await saveElsewhere('security', { maxLoginAttempts: 5 });
  // The password hint has the merchant's own number.
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByText('Minimum 12 characters').first().waitFor();
  await page.unroute('**/api/shop');
  // Expected refusals are not page errors.
  expect(merchant.complaints.filter((line) => !/status of (409|422)/.test(line))).toEqual([]);
}, 300_000);
