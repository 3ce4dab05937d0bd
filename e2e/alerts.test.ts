import { expect, test } from 'vitest';
import { findProduct } from './call-shop.ts';
import { openShopper, PHONE } from './shopper.ts';

/** Sold out and without variants in the demo shop. */
const SOLD_OUT = 'Twelve-Pin Lawn Skittles';
const BACK = 'Notify me when it is back';

test('a guest asks for a mail when a sold-out product is back; a customer needs one click', async () => {
  const { page, open, email, becomeCustomer, complaints } = await openShopper();
  const address = `/products/${(await findProduct(SOLD_OUT)).id}`;
  await open(address);
  await page.getByRole('heading', { name: SOLD_OUT, level: 1 }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Add to Cart' }).first().isDisabled()).toBe(true);
  await page.getByRole('button', { name: BACK }).click();
  const field = page.getByLabel('Your email address');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await field.fill('nobody');
  await page.getByRole('button', { name: 'Set alert' }).click();
  await page.getByText('Please enter a valid email address.').waitFor();
  await field.fill(email);
  await page.getByRole('button', { name: 'Set alert' }).click();
  await page.getByText('Please open the link in the email we sent to this address to set the alert.').waitFor();

  await becomeCustomer();
  await open(address);
  await page.getByRole('button', { name: BACK }).click();
  await page.getByText('We will email you when it is back.').waitFor();
  await open('/dashboard/alerts');
  await page.getByText('When it is back in stock').waitFor();
  await open('/dashboard/alerts?page=9999999');
  await page.getByRole('heading', { name: 'No alerts on this page' }).waitFor();
  await page.getByRole('link', { name: 'To the first page' }).click();
  await page.getByRole('button', { name: `Remove: ${SOLD_OUT}` }).click();
  await page.getByRole('heading', { name: 'No alerts' }).waitFor();
  expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);
});

test('on a phone, the bar of a sold-out product shows the alert first', async () => {
  const { page, open, complaints } = await openShopper(PHONE);
  await open(`/products/${(await findProduct(SOLD_OUT)).id}`);
  const notify = page.getByRole('button', { name: BACK });
  const placeOf = async () => Math.round((await notify.boundingBox())?.y ?? 0);
  await expect.poll(placeOf).toBeGreaterThan(PHONE.height - 80);
  const atFirst = await placeOf();
  expect(await page.getByRole('button', { name: 'Add to Cart' }).first().isDisabled()).toBe(true);
  await page.getByRole('heading', { name: 'Related Products' }).scrollIntoViewIfNeeded();
  expect(await placeOf()).toBe(atFirst);

  await notify.click();
  await page.getByRole('dialog', { name: 'When it is back' }).getByLabel('Your email address').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toMatch(/^\/products\//);
  expect(complaints).toEqual([]);
});

test('an alert whose script cannot be loaded stays in the page', async () => {
  const { page, open } = await openShopper();
  await page.route('**/assets/price-alert-*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('price-alert'));
  await open(`/products/${(await findProduct('Pocket 35 Film Camera')).id}`);
  await page.keyboard.press('Tab');
  await failed;
  await page.waitForTimeout(500);
  expect(await page.getByRole('button', { name: 'Notify me if the price drops' }).isVisible()).toBe(true);
});
