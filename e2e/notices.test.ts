import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openSharedShopper, type Shopper } from './shopper.ts';

let shopper: Shopper;
let page: Page;
beforeAll(async () => {
  shopper = await openSharedShopper();
  page = shopper.page;
  await page.clock.install();
  return shopper.close;
});

const STEP_MS = 50;

/**
 * Performs an action with a fake clock, advances it until the notice appears, and then for the time that it must stay
 * (back-office §4): one step less and it is still there, one step more and it is gone.
 */
async function standsFor(ms: number, notice: Locator, deed: () => Promise<unknown>): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 30_000));
  await deed();
  const turnOn = async () => {
    await page.clock.runFor(STEP_MS);
    return notice.isVisible();
  };
  await expect.poll(turnOn, { interval: 5 }).toBe(true);
  await page.clock.runFor(ms - 2 * STEP_MS);
  await expect.poll(() => notice.isVisible()).toBe(true);
  await page.clock.runFor(3 * STEP_MS);
  await expect.poll(() => notice.isVisible()).toBe(false);
  await page.clock.resume();
}

test('a sent message is confirmed for five seconds, and the form is cleared', async () => {
  await shopper.open('/contact');
  await page.getByLabel('Name').fill('Ada Marlowe');
  await page.getByLabel('Email', { exact: true }).first().fill('ada@example.com');
  await page.getByLabel('Subject').selectOption('general');
  await page.getByRole('textbox', { name: 'Message' }).fill('Do you sell lamps?');
  const confirmation = page.getByText('Message Sent! Thank you for contacting us.');
  await standsFor(5000, confirmation, async () => {
    await page.getByRole('button', { name: 'Send Message' }).click();
    const sending = page.getByRole('button', { name: 'Sending...' });
    await sending.waitFor();
    await expect.poll(() => sending.isDisabled()).toBe(true);
  });
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
});

test('back office notices stay three seconds, failures and the account deletion notice five', async () => {
  await shopper.enterBackOffice('/admin/orders?status=delivered');
  // A sent one needs no confirmation. Far down the list, where no other test works.
  const last = page.getByRole('combobox', { name: /^Status of order/ }).last();
  const status = page.getByRole('combobox', { name: String(await last.getAttribute('aria-label')), exact: true });
  const path = '**/api/admin/orders/*/status';
  await page.route(path, (route) => route.fulfill({ status: 500, json: { success: false, message: '', data: null } }));
  const other = 'shipped';
  await standsFor(5000, page.getByText('Failed to update order status'), () => status.selectOption(other));
  await page.unroute(path);
  await standsFor(3000, page.getByText(/^Order \S+ status updated to/), () => status.selectOption(other));

  await shopper.open('/admin/profile');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const requested = 'Account deletion request submitted. You will receive a confirmation email.';
  await standsFor(5000, page.getByText(requested), () =>
    page.getByRole('dialog').getByRole('button', { name: 'Delete Account' }).click(),
  );
});
