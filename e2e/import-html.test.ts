import { expect, test } from 'vitest';
import { openShopper } from './shopper.ts';

const LONG = `https://pictures.example.com/${'a-very-long-name-of-a-picture/'.repeat(30)}tray.jpg?v=${'1234567890'.repeat(20)}`;
const BODY =
  '<p>A tray of <b>oak</b>.</p><ul><li>Oiled by hand</li><li>40 &times; 30 cm</li></ul><script>alert(1)</script>';
const FILE = [
  'SKU,Title,Category,Price,Stock,Body (HTML),Images',
  `HTML-1,Oak tray,Home & Garden,45.00,5,"${BODY}",`,
  `HTML-2,Ash tray,Home & Garden,45.00,5,<p>Ash.</p>,${LONG}`,
].join('\n');

test("another shop's export fits every screen, and its HTML becomes paragraphs and lists", async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  const fits = async () => {
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { timeout: 5000 }).toBe(width);
    }
  };
  await merchant.enterBackOffice('/admin/products/import');
  await page
    .getByLabel(/Choose a CSV file/)
    .setInputFiles({ name: 'trays.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await page.getByRole('heading', { name: 'Where each field comes from' }).waitFor();
  await page.getByText('A tray of oak.').first().waitFor();
  await fits();
  await page.getByRole('button', { name: 'Check all rows' }).click();
  await page.getByRole('heading', { name: /^Import \d products?$/ }).waitFor();
  await fits();
  await page.getByRole('button', { name: 'Start import' }).click();
  await page
    .getByText(/imported/)
    .first()
    .waitFor();
  await fits();

  await merchant.open('/products/oak-tray');
  const story = page.getByRole('tabpanel', { name: 'Description' });
  await story.getByText('A tray of oak.', { exact: true }).waitFor();
  await expect.poll(() => story.getByRole('listitem').allInnerTexts()).toEqual(['Oiled by hand', '40 × 30 cm']);
  await expect
    .poll(() => page.locator('meta[name=description]').getAttribute('content'))
    .toBe('A tray of oak. Oiled by hand 40 × 30 cm');
  expect(merchant.complaints).toEqual([]);
});
