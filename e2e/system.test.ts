import { expect, test } from 'vitest';
import { openShopper } from './shopper.ts';

test('the merchant sees the state of the shop, backs it up now, and sets a weekly backup', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/system');
  await page.getByRole('heading', { level: 1, name: 'System' }).waitFor();
  await page.getByRole('heading', { name: '1 node' }).waitFor();
  await page.getByText('No job has failed.').waitFor();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await page.getByText('The backup is being written.').waitFor();
  const newest = page.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1);
  await newest.getByText('Stored').waitFor();
  await newest.getByText(/^stoa-\d{8}-\d{6}\.tar\.zst$/).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Back up now' }).isEnabled()).toBe(true);

  await page.goto('/admin/settings?tab=data');
  await page.getByLabel('Schedule').selectOption('weekly');
  await page.getByLabel('Day').selectOption('Monday');
  await page.getByLabel('Mails').fill('-1');
  await page.getByRole('button', { name: 'Save Data Settings' }).click();
  await page.getByText('Please enter a whole number from 0 to 3650.').first().waitFor();
  await page.getByLabel('Mails').fill('730');
  await page.getByRole('button', { name: 'Save Data Settings' }).click();
  await page.getByText('Data settings saved successfully!').waitFor();
  await page.getByLabel('Schedule').selectOption('off');
  await page.getByRole('button', { name: 'Save Data Settings' }).click();
  await expect.poll(() => page.getByLabel('Time').count()).toBe(0);
});
