import type { Locator } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSharedShopper, openShopper, type Shopper } from './shopper.ts';

/** A response with status 200 may still have `success: false`: then its message is the error (back-office §7). */

const MESSAGE = 'The warehouse is being counted.';
const REFUSAL = { status: 200, json: { success: false, message: MESSAGE } };

let merchant: Shopper;
beforeAll(async () => {
  merchant = await openSharedShopper();
  await merchant.enterBackOffice('/admin');
  await merchant.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  return merchant.close;
});
afterEach(() => merchant.page.unrouteAll({ behavior: 'ignoreErrors' }));

const refuse = (path: RegExp, method: string) =>
  merchant.page.route(
    (url) => path.test(url.pathname),
    (route) => (route.request().method() === method ? route.fulfill(REFUSAL) : route.fallback()),
  );
const row = (name: string): Locator => merchant.page.getByRole('row').filter({ hasText: name });
const dialog = () => merchant.page.getByRole('dialog').last();

async function isRefusedAndNotKept(key: string): Promise<void> {
  const { page } = merchant;
  await page.getByText(MESSAGE).first().waitFor();
  expect(await page.getByText('API unavailable').count()).toBe(0);
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
}

describe('products', () => {
  test('a refused creation keeps the form open with the message', async () => {
    await refuse(/^\/api\/admin\/products/, 'POST');
    await merchant.open('/admin/products');
    await merchant.page.getByRole('button', { name: 'Add Product' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('Paper Kite');
    await dialog().getByLabel('SKU', { exact: true }).fill('KITE-200');
    await dialog().getByLabel('Description', { exact: true }).fill('Flies in a light wind.');
    await dialog().getByLabel('Price', { exact: true }).fill('12.50');
    await dialog().getByLabel('Stock', { exact: true }).fill('5');
    await dialog().getByLabel('Category', { exact: true }).selectOption({ index: 1 });
    await dialog().getByRole('button', { name: 'Create product' }).click();
    await isRefusedAndNotKept('admin_products');
    await expect.poll(() => dialog().getByLabel('Name', { exact: true }).inputValue()).toBe('Paper Kite');
  });

  test('a refused update keeps the form open with the message', async () => {
    await refuse(/^\/api\/admin\/products\/\d+/, 'PUT');
    await merchant.open('/admin/products');
    await row('Confetti Sketchbook').getByRole('button', { name: 'Edit Confetti Sketchbook' }).click();
    await dialog().getByLabel('Stock', { exact: true }).fill('6');
    await dialog().getByRole('button', { name: 'Save product' }).click();
    await isRefusedAndNotKept('admin_products');
  });

  test('a refused deletion leaves the row in the list', async () => {
    await refuse(/^\/api\/admin\/products\/\d+/, 'DELETE');
    await merchant.open('/admin/products');
    await row('Confetti Sketchbook').getByRole('button', { name: 'Delete Confetti Sketchbook' }).click();
    await dialog().getByRole('button', { name: 'Delete product' }).click();
    await isRefusedAndNotKept('admin_products');
    await row('Confetti Sketchbook').waitFor();
  });

  test('a refused list shows the message and no other products', async () => {
    await refuse(/^\/api\/admin\/products$/, 'GET');
    await merchant.open('/admin/products');
    await merchant.page.getByRole('alert').getByText('Error loading products', { exact: true }).waitFor();
    await isRefusedAndNotKept('admin_products');
  });
});

describe('categories', () => {
  test('a refused creation, update and deletion show the message', async () => {
    const { page } = merchant;
    await refuse(/^\/api\/admin\/categories/, 'POST');
    await refuse(/^\/api\/admin\/categories\/\d+/, 'PUT');
    await refuse(/^\/api\/admin\/categories\/\d+/, 'DELETE');
    await merchant.open('/admin/categories');
    await page.getByRole('button', { name: 'Add Category' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('Kites of paper');
    await dialog().getByRole('button', { name: 'Create category' }).click();
    await isRefusedAndNotKept('admin_categories');

    await merchant.open('/admin/categories');
    await row('Books').getByRole('button', { name: 'Edit Books' }).click();
    await dialog().getByLabel('Description').fill('Printed');
    await dialog().getByRole('button', { name: 'Save category' }).click();
    await isRefusedAndNotKept('admin_categories');

    await merchant.open('/admin/categories');
    await row('Books').getByRole('button', { name: 'Delete Books' }).click();
    await dialog().getByRole('button', { name: 'Delete category' }).click();
    await isRefusedAndNotKept('admin_categories');
    await row('Books').waitFor();
  });

  test('a refused list shows the message and no sample categories', async () => {
    await refuse(/^\/api\/admin\/categories$/, 'GET');
    await merchant.open('/admin/categories');
    await isRefusedAndNotKept('admin_categories');
    expect(await merchant.page.getByText('Sports & Outdoors').count()).toBe(0);
  });
});

test('orders: a refused list and a refused status show the message', async () => {
  const { page } = merchant;
  await refuse(/^\/api\/admin\/orders\/\d+\/status$/, 'PUT');
  await merchant.open('/admin/orders?status=delivered');
  await page.getByRole('row').nth(1).getByRole('combobox').selectOption('shipped');
  await page.getByText(MESSAGE).first().waitFor();

  await refuse(/^\/api\/admin\/orders$/, 'GET');
  await merchant.open('/admin/orders');
  await page.getByText('Failed to fetch orders', { exact: true }).waitFor();
  await page.getByText(MESSAGE).first().waitFor();
});

test('users: a refused list, role, creation and deletion show the message', async () => {
  const { page } = merchant;
  await refuse(/^\/api\/admin\/users/, 'POST');
  await refuse(/^\/api\/admin\/users\/\d+\/role$/, 'PUT');
  await refuse(/^\/api\/admin\/users\/\d+$/, 'DELETE');
  await merchant.open('/admin/users?role=customer');
  const customer = page.getByRole('row').nth(1);
  await customer.getByRole('combobox', { name: /^Role of/ }).selectOption('admin');
  await dialog().getByRole('button', { name: 'Set to Admin' }).click();
  await page.getByText(MESSAGE).first().waitFor();

  await merchant.open('/admin/users');
  await page.getByRole('button', { name: 'Create User' }).first().click();
  await dialog().getByLabel('Name', { exact: true }).fill('Ada Marlowe');
  await dialog().getByLabel('Email', { exact: true }).fill('ada.marlowe@example.com');
  await dialog().getByRole('button', { name: 'Create user' }).click();
  await dialog().getByText(MESSAGE).first().waitFor();

  await refuse(/^\/api\/admin\/users$/, 'GET');
  await merchant.open('/admin/users');
  await page.getByText('Failed to fetch users', { exact: true }).waitFor();
  await page.getByText(MESSAGE).first().waitFor();
});

test('a shopper reads the message of a refused list, and a refused addition to the cart', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.becomeCustomer();
  await shopper.open('/products');
  await page.getByRole('link', { name: /^Wishlist/ }).waitFor();
  await page.route(/\/api\/cart$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill(REFUSAL) : route.fallback(),
  );
  await page
    .getByRole('button', { name: /^Add to Cart: / })
    .first()
    .click();
  await page.getByText(MESSAGE).first().waitFor();

  await page.route(/\/api\/products\?/, (route) => route.fulfill(REFUSAL));
  await page.getByLabel('Sort by').selectOption('Price, low to high');
  await page.getByRole('main').getByText(MESSAGE).first().waitFor();
  await page.getByRole('button', { name: 'Retry' }).waitFor();
});
