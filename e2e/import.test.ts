import { beforeEach, expect, test } from 'vitest';
import { openShopper, type Shopper } from './shopper.ts';
import { violationsOf } from './violations.ts';

let merchant: Shopper;
beforeEach(async () => {
  merchant = await openShopper();
});

const FILE = [
  'number,title,pages,writer',
  '1,"Emma, a novel",250,Jane Austen',
  '2,Persuasion,180,Jane Austen',
  '3,Fragments,,Sappho',
].join('\n');

test('a merchant imports books without prices, skips an invalid row and sees the others in the shop', async () => {
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/products');
  await page.getByRole('link', { name: 'Import CSV' }).click();
  await page.getByRole('heading', { level: 1, name: 'Import products' }).waitFor();
  await page.getByText('Exports of Shopify and WooCommerce are recognised and converted.').waitFor();
  await page
    .getByLabel(/Choose a CSV file/)
    .setInputFiles({ name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });

  await page.getByRole('heading', { name: 'Where each field comes from' }).waitFor();
  const choose = (field: string, choice: string) => page.getByLabel(field, { exact: true }).selectOption(choice);
  await choose('SKU *', 'computed');
  await page.getByLabel('SKU: text with columns').fill('BOOK-{number}');
  await choose('Category *', 'fixed');
  await page.getByLabel('Category: value for all rows').selectOption({ label: 'Books' });
  await choose('Price *', 'computed');
  await page.getByLabel('Price: formula').fill('pages × 0.05 + 4');
  await choose('Stock *', 'fixed');
  await page.getByLabel('Stock: value for all rows').fill('7');
  await choose('Description *', 'computed');
  await page.getByLabel('Description: text with columns').fill('{title} by {writer}');
  await page.getByRole('cell', { name: '16.50' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Check all rows' }).click();
  await page.getByRole('heading', { name: 'Import 2 products' }).waitFor();
  await page.getByText('The column “pages” is empty in this row.').waitFor();
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('2 products imported, 1 row left out.').waitFor();

  await page.route('**/api/admin/imports/*', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { ...answer.data, status: 'importing', progress: 40 } } });
  });
  await page.reload();
  const bar = page.getByRole('progressbar', { name: 'Importing' });
  await bar.waitFor();
  await expect
    .poll(() => bar.evaluate((element) => getComputedStyle(element).opacity + getComputedStyle(element).position))
    .toBe('1static');
  await page.unroute('**/api/admin/imports/*');
  await page.reload();

  await page.getByRole('link', { name: 'View products' }).click();
  await page.getByText('Emma, a novel').first().waitFor();
  await merchant.open('/products/emma-a-novel');
  await page.getByText('$16.50').first().waitFor();
  expect(merchant.complaints).toEqual([]);
});
