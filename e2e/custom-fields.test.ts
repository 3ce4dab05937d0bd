import type { Locator } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { openShopper, type Shopper } from './shopper.ts';
import { violationsOf } from './violations.ts';

/** With a comma, and wider than the filters. */
const GLAZE = `Celadon, ${'crackle'.repeat(12)}`;

let merchant: Shopper;
beforeEach(async () => {
  merchant = await openShopper();
});

const dialog = (): Locator => merchant.page.getByRole('dialog').last();
const row = (name: string): Locator => merchant.page.getByRole('row').filter({ hasText: name });

async function defineField(label: string, kind: string, choices: readonly string[]): Promise<void> {
  await merchant.page.getByRole('button', { name: 'Add Field' }).first().click();
  await dialog().getByLabel('Label', { exact: true }).fill(label);
  await dialog().getByLabel('Kind').selectOption({ label: kind });
  for (const [index, choice] of choices.entries()) {
    await dialog().getByRole('button', { name: 'Add Choice' }).click();
    await dialog()
      .getByLabel(`Choice ${index + 1}`, { exact: true })
      .fill(choice);
  }
  if (kind === 'Number') await dialog().getByLabel('Unit').fill('cm');
  await dialog()
    .getByLabel(/^Filter/)
    .check();
  await dialog().getByRole('button', { name: 'Create field' }).click();
  await row(label).waitFor();
}

async function deleteField(label: string): Promise<void> {
  await merchant.page.getByRole('button', { name: `Delete ${label}` }).click();
  await dialog().getByText('1 product has a value').waitFor();
  await dialog().getByRole('button', { name: 'Delete field' }).click();
  await row(label).waitFor({ state: 'detached' });
}

test('a merchant defines fields and fills them; a shopper filters by them and reads them', async () => {
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/custom-fields');
  await page.getByRole('heading', { level: 1, name: 'Custom fields' }).waitFor();
  await defineField('Clay body', 'Choice', ['Stoneware', 'Porcelain']);
  await defineField('Rim width', 'Number', []);
  await defineField('Glaze', 'Text', []);
  expect(await violationsOf(page)).toEqual([]);

  await merchant.open('/admin/products?new=1');
  await dialog().getByLabel('Name', { exact: true }).fill('Clouded Dish');
  await dialog().getByLabel('SKU', { exact: true }).fill('CLOUD-1');
  await dialog().getByLabel('Description', { exact: true }).fill('Thrown by hand.');
  await dialog().getByLabel('Price', { exact: true }).fill('24.50');
  await dialog().getByLabel('Stock', { exact: true }).fill('4');
  await dialog().getByLabel('Category').selectOption({ label: 'Home & Garden' });
  await dialog().getByLabel('Clay body').selectOption({ label: 'Porcelain' });
  await dialog().getByLabel('Glaze').fill(GLAZE);
  await dialog().getByLabel('Rim width (cm)').fill('wide');
  await dialog().getByLabel('Rim width (cm)').scrollIntoViewIfNeeded();
  await dialog().getByRole('button', { name: 'Create product' }).click();
  await dialog().getByText('Please enter a number with at most 3 decimals').last().waitFor();
  await dialog().getByLabel('Rim width (cm)').fill('24.5');
  await dialog().getByRole('button', { name: 'Create product' }).click();
  await page.getByText('Product created').first().waitFor();

  const { page: shop, open, complaints } = await openShopper();
  await expect
    .poll(async () => {
      await open('/products');
      return shop.getByLabel('Porcelain (1)').count();
    })
    .toBe(1);
  await shop.getByLabel('Porcelain (1)').check();
  await shop.waitForURL(/custom\.clay_body=porcelain/);
  await shop.getByRole('status').filter({ hasText: '1 product' }).waitFor();
  await shop.getByLabel('Min Rim width (cm)').fill('30');
  await shop.getByText('No products found').waitFor();
  await shop.getByLabel('Max Rim width (cm)').fill('20');
  await shop.getByText('The lowest value is above the highest.').waitFor();
  await shop.getByLabel('Max Rim width (cm)').fill('');
  await shop.getByLabel('Min Rim width (cm)').fill('20.5');
  await shop.getByRole('link', { name: 'Clouded Dish' }).first().waitFor();
  await shop.waitForURL('**/products?custom.clay_body=porcelain&custom.rim_width.min=20.5');
  expect(await violationsOf(shop)).toEqual([]);
  await shop.getByRole('link', { name: 'Remove filter Clay body: Porcelain' }).click();
  await shop.waitForURL('**/products?custom.rim_width.min=20.5');
  await expect.poll(() => shop.getByLabel('Porcelain (1)').isChecked()).toBe(false);
  const glaze = shop.getByLabel(`${GLAZE} (1)`);
  await glaze.check();
  const escaped = GLAZE.replace(', ', '%252C%20');
  await shop.waitForURL(`**/products?custom.glaze=${escaped}&custom.rim_width.min=20.5`);
  const isWide = (box: Element) =>
    (box.closest('fieldset')?.offsetWidth ?? 0) > (box.closest('form')?.offsetWidth ?? 0);
  expect(await glaze.evaluate(isWide)).toBe(false);
  await shop.getByRole('status').filter({ hasText: '1 product' }).waitFor();
  await shop.reload();
  await expect.poll(() => glaze.isChecked()).toBe(true);
  await shop.getByRole('link', { name: `Remove filter Glaze: ${GLAZE}` }).click();
  await shop.waitForURL('**/products?custom.rim_width.min=20.5');
  await expect.poll(() => glaze.isChecked()).toBe(false);
  await shop.getByRole('link', { name: 'Clouded Dish' }).first().click();
  await shop.getByRole('tab', { name: 'Specifications' }).click();
  await shop.getByRole('row', { name: 'Clay body Porcelain' }).waitFor();
  await shop.getByRole('row', { name: 'Rim width 24.5 cm' }).waitFor();
  await shop.getByRole('row', { name: `Glaze ${GLAZE}` }).waitFor();
  expect(complaints).toEqual([]);

  // The shop is shared with other tests.
  await merchant.open('/admin/custom-fields');
  await deleteField('Clay body');
  await deleteField('Rim width');
  await deleteField('Glaze');
  await merchant.open('/admin/products?search=Clouded');
  await row('Clouded Dish')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await dialog()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await row('Clouded Dish').waitFor({ state: 'detached' });
});

test('without scripts the filters of a form lead to their canonical address', async () => {
  const answer = await merchant.page.request.get('/products?custom.wood=pine&custom.wood=oak&category=', {
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
  expect(answer.headers().location).toBe('/products?custom.wood=oak%2Cpine');
});
