import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { callShop, findProduct } from './call-shop.ts';
import { lockSettings } from './settings-lock.ts';
import { openShopper, type Shopper } from './shopper.ts';

const LAMP = 'Beacon Pocket Torch';

let shopper: Shopper;
let token: string;
beforeEach(async () => {
  shopper = await openShopper();
  token = await shopper.becomeCustomer();
});

const put = async (quantity: number) => {
  const { id: product_id } = await findProduct(LAMP);
  await callShop('/cart', { token, body: { product_id, quantity } });
};

async function proceed(): Promise<void> {
  await shopper.open('/checkout');
  await shopper.fillAddress();
  await shopper.page.getByRole('button', { name: 'Proceed to Payment' }).click();
}

test('the merchant sees holds and releases one; the shopper is told and can start again', async () => {
  await put(2);
  await proceed();
  const { page } = shopper;
  await page.getByRole('button', { name: /^Pay \$/ }).waitFor();

  const merchant = await openShopper();
  await merchant.enterBackOffice(`/admin/holds?search=${encodeURIComponent(shopper.email)}`);
  const row = merchant.page.getByRole('row').filter({ hasText: LAMP });
  await row.getByText(shopper.email).waitFor();
  await row.getByText('Email not verified').waitFor();
  await row.getByRole('button', { name: `Release ${LAMP} held for Ada Marlowe` }).click();
  const question = merchant.page.getByRole('dialog', { name: 'Release the items held for Ada Marlowe?' });
  await question.getByRole('button', { name: 'Release' }).click();
  await merchant.page.getByText('The items are available again.').waitFor();
  await merchant.page.getByText('No holds found').waitFor();

  await shopper.fillCard('4242424242424242');
  await shopper.pay();
  await page.getByText('Your items are no longer reserved. Nothing was charged.').waitFor();
  await page.getByRole('button', { name: 'Start the payment again' }).click();
  await shopper.fillCard('4242424242424242');
  await shopper.pay();
  expect(await shopper.orderNumber()).toMatch(/^ORD-/);
});

test('more units than an unverified account can hold are refused with advice', async () => {
  await put(21);
  await proceed();
  const notice = shopper.page.getByText(
    'We can reserve at most 20 items until you confirm your email address. Please confirm it, or lower the quantities in your cart.',
  );
  await notice.waitFor();
  await shopper.page.getByRole('link', { name: 'Review your cart' }).click();
  await shopper.page.waitForURL('**/cart');
});

test('the currency cannot be changed once there are orders, with the reason', async () => {
  onTestFinished(await lockSettings());
  const merchant = await openShopper();
  await merchant.enterBackOffice('/admin/settings');
  const currency = merchant.page.getByLabel('Currency');
  await currency.waitFor();
  await expect.poll(() => currency.isDisabled()).toBe(true);
  await expect.poll(() => currency.inputValue()).toBe('USD');
  await merchant.page.getByText('The currency stays USD because the shop has orders').waitFor();
  await merchant.page.getByLabel('Support phone').fill('+1 (555) 010-0177');
  await merchant.page.getByRole('button', { name: 'Save System Settings' }).click();
  await merchant.page.getByText('System settings saved successfully!').waitFor();
}, 300_000);
