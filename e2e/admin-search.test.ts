import { expect, test } from 'vitest';
import { openShopper } from './shopper.ts';
import { violationsOf } from './violations.ts';

test('a merchant adds synonyms and a rule, and sees what was searched for', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.open('/products?search=zeppelin');
  await page.getByRole('heading', { name: 'No products found' }).waitFor();
  await merchant.enterBackOffice('/admin/search?search=zeppelin');
  await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await row('zeppelin').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const dialog = page.getByRole('dialog').last();
  await row('zeppelin').getByRole('button', { name: 'Add Rule for zeppelin' }).click();
  await dialog.getByLabel('Redirect to').fill('/about');
  await expect.poll(() => dialog.getByLabel('Search', { exact: true }).inputValue()).toBe('zeppelin');
  await dialog.getByRole('button', { name: 'Create rule' }).click();
  await row('/about').waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Synonyms' }).click();
  await page.getByRole('button', { name: 'Add Synonyms' }).first().click();
  await dialog.getByLabel('Words').fill('davenpot, armchair');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await row('davenpot, armchair').waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await merchant.open('/products?search=davenpot');
  await page.getByRole('link', { name: 'Bouclé Reading Armchair' }).first().waitFor();
  await merchant.open('/products?search=Zeppelin');
  await page.waitForURL('**/about');
});
