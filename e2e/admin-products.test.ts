import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { openShopper, type Shopper, untilHydrated } from './shopper.ts';
import { violationsOf } from './violations.ts';

let merchant: Shopper;
beforeEach(async () => {
  merchant = await openShopper();
});

async function signIn(path: string): Promise<void> {
  await merchant.enterBackOffice(path);
  await merchant.page.getByRole('heading', { level: 1 }).waitFor();
}

const row = (name: string): Locator => merchant.page.getByRole('row').filter({ hasText: name });
const dialog = () => merchant.page.getByRole('dialog').last();

const violations = () => violationsOf(merchant.page);

async function fillProduct(name: string, sku: string): Promise<void> {
  await dialog().getByLabel('Name', { exact: true }).fill(name);
  await dialog().getByLabel('SKU', { exact: true }).fill(sku);
  await dialog().getByLabel('Description', { exact: true }).fill('Thrown by hand.');
  await dialog().getByLabel('Price', { exact: true }).fill('24.50');
  await dialog().getByLabel('Stock', { exact: true }).fill('4');
  await dialog().getByLabel('Category').selectOption({ label: 'Home & Garden' });
}

/** A small picture, different each time. */
const pictureFile = async (name: string) => ({
  name: `${name}.png`,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 60 + name.length, height: 40, channels: 3, background: PAINTS[name] ?? '' } })
    .png()
    .toBuffer(),
});
const PAINTS: Readonly<Record<string, string>> = { one: '#2a7', two: '#72a', three: '#a72' };

const textOf = (place: number) => dialog().getByLabel(`Text for picture ${place}`);
const texts = () =>
  dialog()
    .getByLabel(/^Text for picture/)
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

/** Drops a file on the pictures, as from the desktop. */
async function dropFile({ name, mimeType, buffer }: Awaited<ReturnType<typeof pictureFile>>): Promise<void> {
  const file = { name, type: mimeType, base64: buffer.toString('base64') };
  const dataTransfer = await merchant.page.evaluateHandle(({ name, type, base64 }) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    transfer.items.add(new File([bytes], name, { type }));
    return transfer;
  }, file);
  await dialog().locator('.drop-zone').dispatchEvent('drop', { dataTransfer });
}

/** Another admin saves the same product. */
const changeElsewhere = (name: string) =>
  merchant.page.evaluate(async (search) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('auth_token')}`,
      'content-type': 'application/json',
    };
    const found = await (await fetch(`/api/admin/products?search=${encodeURIComponent(search)}`, { headers })).json();
    const [{ id, name, sku, description, price, stock, category }] = found.data.data;
    const form = { name, sku, description, price, stock, category_id: category.id };
    const body = JSON.stringify({ ...form, short_description: 'From another window' });
    const answer = await fetch(`/api/admin/products/${id}`, { method: 'PUT', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }, name);

/** Adds a variant with one option, Size. */
async function addVariant(place: number, size: string, difference: string, stock: string): Promise<void> {
  await dialog().getByRole('button', { name: 'Add Variant' }).click();
  if (place === 1) await dialog().getByLabel('Option names').fill('Size');
  await dialog().getByLabel(`Size of variant ${place}`).fill(size);
  await dialog().getByLabel(`Price difference of variant ${place}`).fill(difference);
  await dialog().getByLabel(`Stock of variant ${place}`, { exact: true }).fill(stock);
}

test('a product is created with a picture, found, changed, viewed in the shop and deleted', async () => {
  const { page } = merchant;
  await signIn('/admin/products?new=1');
  await dialog().getByRole('button', { name: 'Create product' }).click();
  await dialog().getByText('This field is required.').first().waitFor();
  await fillProduct('Crackle Bowl', 'CRACKLE-1');
  await dialog()
    .getByLabel('Add pictures')
    .setInputFiles(await Promise.all(['one', 'two'].map(pictureFile)));
  await textOf(2).waitFor();
  await dropFile(await pictureFile('three'));
  await textOf(3).waitFor();
  expect(await texts()).toEqual(['one', 'two', 'three']);
  await dialog().getByRole('button', { name: 'Move picture 2 earlier' }).press('Enter');
  await dialog().getByText('Picture 2 is now picture 1 of 3').waitFor({ state: 'attached' });
  expect(await texts()).toEqual(['two', 'one', 'three']);
  await dialog().getByRole('listitem').nth(2).locator('img').dragTo(dialog().getByRole('listitem').nth(0));
  expect(await texts()).toEqual(['three', 'two', 'one']);
  await dialog().getByRole('button', { name: 'Remove picture 3' }).click();
  expect(await texts()).toEqual(['three', 'two']);
  expect(await violations()).toEqual([]);
  await dialog().getByRole('button', { name: 'Create product' }).click();
  await page.getByText('Product created successfully').waitFor();

  await page.getByLabel('Search products').fill('crackle');
  await page.waitForURL(/search=crackle/);
  await row('Crackle Bowl').getByText('Low Stock').waitFor();
  await expect.poll(() => row('Crackle Bowl').locator('img').getAttribute('src')).toMatch(/uploads\/up-/);
  await row('Crackle Bowl').getByRole('button', { name: 'Edit Crackle Bowl' }).click();
  await dialog().getByLabel('Sale price').fill('19.50');
  await changeElsewhere('Crackle Bowl');
  await dialog().getByRole('button', { name: 'Save product' }).click();
  await dialog().getByText('Somebody else has changed this product in the meantime.').waitFor();
  await dialog().getByRole('button', { name: 'Load their version' }).click();
  await expect.poll(() => dialog().getByLabel('Short description').inputValue()).toBe('From another window');
  await dialog().getByLabel('Sale price').fill('19.50');
  await changeElsewhere('Crackle Bowl');
  await dialog().getByRole('button', { name: 'Save product' }).click();
  await dialog().getByRole('button', { name: 'Keep mine and save again' }).click();
  await page.getByText('Product updated successfully').waitFor();
  await row('Crackle Bowl').getByText('$19.50').waitFor();
  expect(await violations()).toEqual([]);

  await row('Crackle Bowl').getByRole('button', { name: 'Edit Crackle Bowl' }).click();
  await textOf(2).waitFor();
  expect(await texts()).toEqual(['three', 'two']);
  await dialog().getByLabel('Name', { exact: true }).fill('Crackle Bowl Two');
  await addVariant(1, 'Small', '0', '2');
  await addVariant(2, 'Large', '5.50', '3');
  await addVariant(3, 'Huge', '9', '1');
  await dialog().getByRole('button', { name: 'Remove variant 2' }).press('Enter');
  await addVariant(3, 'Large', '5.50', '3');
  await dialog().getByLabel('Picture of variant 3').selectOption({ label: '2. two' });
  await expect.poll(() => dialog().getByLabel('SKU of variant 3').inputValue()).toBe('CRACKLE-1-2');
  await expect.poll(() => dialog().getByLabel('Stock', { exact: true }).isDisabled()).toBe(true);
  expect(await violations()).toEqual([]);
  await dialog().getByRole('button', { name: 'Save product' }).click();
  await dialog().waitFor({ state: 'detached' });
  await row('Crackle Bowl').getByRole('cell', { name: '6', exact: true }).waitFor();

  await row('Crackle Bowl').getByRole('checkbox', { name: 'Select Crackle Bowl' }).check();
  await page.getByRole('button', { name: 'Change…' }).press('Enter');
  await dialog().getByLabel('Action').selectOption({ label: 'Change prices by an amount' });
  await dialog().getByLabel('Amount').fill('-50');
  await dialog().getByRole('button', { name: 'Change 1 product' }).click();
  await dialog().getByRole('alert').getByText('Crackle Bowl').waitFor();
  expect(await violations()).toEqual([]);
  await dialog().getByLabel('Action').selectOption({ label: 'Change prices by percent' });
  await dialog().getByLabel('Percent').fill('10');
  await dialog().getByRole('button', { name: 'Change 1 product' }).click();
  await row('Crackle Bowl').getByText('$21.45').waitFor();
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');

  const view = row('Crackle Bowl').getByRole('link', { name: /View/ });
  await expect.poll(() => view.getAttribute('target')).toBe('_blank');
  const shop = await page.context().newPage();
  await shop.goto((await view.getAttribute('href')) ?? '');
  await shop.waitForURL('**/products/crackle-bowl-two');
  await untilHydrated(shop);
  await shop.getByRole('radio', { name: /Large/ }).check({ force: true });
  await shop.getByText('$26.95').first().waitFor();
  await shop.waitForURL(/\?variant=\d+$/);
  const { search } = new URL(shop.url());
  const renamed = await shop.request.get(`/products/crackle-bowl${search}`, { maxRedirects: 0 });
  expect([renamed.status(), renamed.headers().location]).toEqual([301, `/products/crackle-bowl-two${search}`]);
  await shop.close();

  await row('Crackle Bowl').getByRole('button', { name: 'Delete Crackle Bowl' }).click();
  await dialog().getByText('Are you sure you want to delete this product?').waitFor();
  await dialog().getByRole('button', { name: 'Delete product' }).click();
  await page.getByText('Product deleted successfully').waitFor();
  await page.getByText('No products found').waitFor();
  // The bulk change whose refusal the merchant saw.
  expect(merchant.complaints.filter((line) => !line.includes('status of 409'))).toEqual([]);
});

test('the pager works by keyboard and keeps the focus on the last page', async () => {
  const { page } = merchant;
  await signIn('/admin/products?page=14');
  const pager = page.getByRole('navigation', { name: 'Pages' });
  await pager.getByText('Page 14 of 15').waitFor();
  await pager.getByRole('link', { name: 'Next' }).press('Enter');
  await page.waitForURL(/page=15/);
  await pager.getByText('Page 15 of 15').waitFor();
  const next = pager.getByRole('link', { name: 'Next' });
  await expect
    .poll(() => next.evaluate((link) => [document.activeElement === link, link.ariaDisabled]))
    .toEqual([true, 'true']);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/page=14/);
  expect(await violations()).toEqual([]);
});

test('a new product begins as a copy of another one, hidden and without its SKU and stock', async () => {
  const { page } = merchant;
  await signIn('/admin/products?search=Bolt%20Desk');
  await row('Bolt Desk Lamp').getByRole('button', { name: 'Edit Bolt Desk Lamp' }).click();
  await dialog().getByRole('button', { name: 'Duplicate' }).click();
  await page.waitForURL(/copy=\d+/);
  await expect.poll(() => dialog().getByLabel('Name', { exact: true }).inputValue()).toBe('Bolt Desk Lamp (copy)');
  await expect.poll(() => dialog().getByLabel('SKU', { exact: true }).inputValue()).toBe('');
  expect(await dialog().getByLabel('Description', { exact: true }).inputValue()).not.toBe('');
  expect(
    await dialog()
      .getByLabel(/^Active/)
      .isChecked(),
  ).toBe(false);
  expect(await violations()).toEqual([]);
  await dialog().getByLabel('SKU', { exact: true }).fill(`COPY-${Date.now()}`);
  await dialog().getByLabel('Stock', { exact: true }).fill('3');
  await dialog().getByRole('button', { name: 'Create product' }).click();
  await page.getByText('Product created successfully').waitFor();
  await row('Bolt Desk Lamp (copy)').getByText('Inactive').waitFor();
  await page.getByRole('button', { name: 'Delete Bolt Desk Lamp (copy)' }).click();
  await dialog().getByRole('button', { name: 'Delete product' }).click();
  await page.getByText('Product deleted successfully').waitFor();
});

test('all products of a filtered list are selected, over all pages, until the filter changes', async () => {
  const { page } = merchant;
  await signIn('/admin/products');
  const total = page.getByText(/^\d+ products$/);
  const ofAll = await total.textContent();
  await page.getByLabel('Filter by category').selectOption({ label: 'Electronics' });
  // The former rows stay until the new ones have loaded.
  await expect.poll(() => total.textContent()).not.toBe(ofAll);
  const selected = page.getByRole('region', { name: 'Selected rows' });
  const all = page.getByRole('checkbox', { name: 'Select all rows on this page' });
  await expect.poll(() => page.getByRole('row').count()).toBe(11);
  await all.check();
  await selected.getByText('10 products selected').waitFor();
  const offer = selected.getByRole('button', { name: /^Select all \d+ products$/ });
  const count = Number(/\d+/.exec((await offer.textContent()) ?? '')?.[0]);
  await offer.click();
  await selected.getByText(`${count} products selected`).waitFor();
  const firstRow = page.getByRole('row').nth(1);
  const ofFirstPage = await firstRow.textContent();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL(/page=2/);
  await expect.poll(() => firstRow.textContent()).not.toBe(ofFirstPage);
  await expect.poll(() => all.isChecked()).toBe(true);
  await firstRow.getByRole('checkbox').uncheck();
  await selected.getByText(`${count - 1} products selected`).waitFor();
  await selected.getByRole('button', { name: 'Change…' }).click();
  await dialog().getByLabel('Action').selectOption({ label: 'Add tags' });
  await dialog()
    .getByRole('button', { name: `Change ${count - 1} products` })
    .waitFor();
  expect(await violations()).toEqual([]);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Filter by status').selectOption({ label: 'Active' });
  await selected.waitFor({ state: 'detached' });
});

test('after a failed call a change stays in the browser; a refusal is shown as an error', async () => {
  const { page } = merchant;
  await signIn('/admin/products');
  await row('Confetti Sketchbook').waitFor();
  await page.route('**/api/admin/products**', (route) => route.abort());
  await page.getByRole('button', { name: 'Add Product' }).click();
  await fillProduct('Local Bowl', 'LOCAL-1');
  await dialog().getByRole('button', { name: 'Create product' }).click();
  await page.getByText('Product created locally (API unavailable)').waitFor();
  await row('Local Bowl').getByRole('button', { name: 'Edit Local Bowl' }).click();
  await dialog().getByLabel('Price', { exact: true }).fill('31.00');
  await dialog().getByRole('button', { name: 'Save product' }).click();
  await row('Local Bowl').getByText('$31.00').waitFor();
  await row('Local Bowl').getByText('Only in this browser').waitFor();
  await row('Confetti Sketchbook').getByRole('button', { name: 'Delete Confetti Sketchbook' }).click();
  await dialog().getByRole('button', { name: 'Delete product' }).click();
  await page.getByText('Product deleted locally (API unavailable)').waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('admin_products'))).toContain('Local Bowl');
  await page.reload();
  await page.getByText('Error loading products.').waitFor();
  await row('Local Bowl').waitFor();

  await page.unroute('**/api/admin/products**');
  await page.getByRole('button', { name: 'Clear Local' }).click();
  await dialog().getByRole('button', { name: 'Clear Local' }).click();
  await page.getByRole('button', { name: 'Retry' }).click();
  await row('Confetti Sketchbook').waitFor();
  expect(await row('Local Bowl').count()).toBe(0);

  await page.getByRole('button', { name: 'Add Product' }).click();
  await fillProduct('Second Sketchbook', 'QUI-CONF-09');
  await dialog().getByRole('button', { name: 'Create product' }).click();
  await dialog().getByText('The SKU QUI-CONF-09 belongs to another product.').first().waitFor();
  expect(await page.evaluate(() => localStorage.getItem('admin_products'))).toBeNull();
});

test('a category slug follows its name; a category with products cannot be deleted', async () => {
  const { page } = merchant;
  await signIn('/admin/categories');
  // Another test may have created an inactive one as well: the shop shows five categories.
  const areCounted = async () => {
    const rows = (await page.getByRole('row').count()) - 1;
    return rows > 0 && (await page.getByText(/ categories$/).textContent()) === `${rows} of ${rows} categories`;
  };
  await expect.poll(areCounted).toBe(true);
  await page.getByRole('button', { name: 'Add Category' }).click();
  await dialog().getByLabel('Name', { exact: true }).fill('Toys & Games');
  await expect.poll(() => dialog().getByLabel('Slug').inputValue()).toBe('toys-games');
  await dialog().getByLabel('Sort Order').fill('');
  await dialog()
    .getByLabel(/^Active/)
    .uncheck();
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#d8c8b0' } })
    .png()
    .toBuffer();
  await dialog().getByLabel('Add a picture').setInputFiles({ name: 'toys.png', mimeType: 'image/png', buffer });
  await dialog().getByRole('button', { name: 'Remove the picture' }).waitFor();
  await dialog().getByRole('button', { name: 'Create category' }).click();
  await page.getByText('Category created successfully').waitFor();
  await row('Toys & Games').getByRole('button', { name: 'Edit Toys & Games' }).click();
  await expect.poll(() => dialog().getByAltText('The category’s picture').getAttribute('src')).toMatch(/uploads\/up-/);
  await page.keyboard.press('Escape');
  await row('Toys & Games').waitFor();
  await expect.poll(areCounted).toBe(true);
  expect(await violations()).toEqual([]);

  await row('Books').getByRole('button', { name: 'Delete Books' }).click();
  await dialog().getByText('Are you sure you want to delete this category? This action cannot be undone.').waitFor();
  await dialog().getByRole('button', { name: 'Delete category' }).click();
  await page.getByText(/^Cannot delete category because it has associated products\./).waitFor();
  await row('Toys & Games').getByRole('button', { name: 'Delete Toys & Games' }).click();
  await dialog().getByRole('button', { name: 'Delete category' }).click();
  await page.getByText('Category deleted successfully').waitFor();
});

test('a category is added below another, moved among its siblings and moved to another category', async () => {
  const { page } = merchant;
  await signIn('/admin/categories');
  const table = page.getByRole('table', { name: 'Categories' });
  const add = async (above: string, name: string) => {
    await table.getByRole('button', { name: `Add below ${above}`, exact: true }).click();
    await dialog().getByLabel('Name', { exact: true }).fill(name);
    await dialog().getByRole('button', { name: 'Create category' }).click();
    await table.getByRole('rowheader', { name, exact: true }).waitFor();
  };
  const order = async () => {
    const names = await table.locator('tbody th').allTextContents();
    return names.filter((name) => /^Reed|^Rush/.test(name));
  };
  await add('Books', 'Reed Books');
  await add('Books', 'Rush Books');
  await expect.poll(order).toEqual(['Reed Books', 'Rush Books']);
  await table.getByRole('button', { name: 'Move Rush Books up' }).click();
  await expect.poll(order).toEqual(['Rush Books', 'Reed Books']);
  await add('Rush Books', 'Rush Poems');
  expect(await table.getByRole('button', { name: 'Add below Rush Poems' }).count()).toBe(0);

  await table.getByRole('button', { name: 'Delete Rush Books' }).click();
  await dialog().getByRole('button', { name: 'Delete category' }).click();
  await page.getByText('Cannot delete category because it has subcategories.').waitFor();

  await table.getByRole('button', { name: 'Edit Rush Poems' }).click();
  const above = dialog().getByLabel('Category above');
  await above.selectOption({ label: 'Books › Reed Books' });
  expect(await above.locator('option', { hasText: 'Rush Poems' }).count()).toBe(0);
  await dialog().getByRole('button', { name: 'Save category' }).click();
  await expect.poll(order).toEqual(['Rush Books', 'Reed Books', 'Rush Poems']);
  await page.getByLabel('Search categories').fill('Rush Poems');
  await table.getByText('in Books › Reed Books').waitFor();
});
