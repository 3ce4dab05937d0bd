import { expect, test } from 'vitest';
import { openShopper } from './shopper.ts';

test('the merchant creates, finds, deactivates, mails and deletes a user; unsent mails are in the outbox', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/users');
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await page.getByRole('button', { name: 'Create User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create User' });
  await dialog.getByLabel('Name').fill('Ines Invited');
  await dialog.getByLabel('Email').fill('ines@example.com');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await page.getByText('User Ines Invited created.').waitFor();

  await page.getByLabel('Search users').fill('ines@');
  const row = page.getByRole('row', { name: /Ines Invited/ });
  await page.getByText('1 user', { exact: true }).waitFor();
  await row.getByLabel('Status of Ines Invited').selectOption('banned');
  await page.getByRole('button', { name: 'Set to Banned' }).click();
  await page.getByText('User Ines Invited status updated to Inactive').waitFor();
  await row.getByRole('button', { name: 'View Ines Invited' }).click();
  await page.getByRole('button', { name: 'Send Email' }).click();
  const letter = page.getByRole('dialog', { name: 'Email to Ines Invited' });
  await letter.getByLabel('Subject').fill('Hello there');
  await letter.getByLabel('Message').fill('Dear Ines, all is well.');
  await letter.getByRole('button', { name: 'Send Email' }).click();
  await page.getByText('Your email is in the outbox.').waitFor();

  await merchant.open('/admin/outbox');
  await page.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor();
  await page.getByText('No mail server is set up').waitFor();
  await page.getByRole('button', { name: 'View email Hello there' }).click();
  const look = page.frameLocator('iframe[title="Hello there"]');
  await look.getByText('Dear Ines, all is well.').waitFor();
  // The mail's styles apply, although the policy blocks inline styles.
  const heading = look.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.evaluate((element) => element.style.fontSize)).toBe('28px');
  await page.getByRole('tab', { name: 'Plain text' }).click();
  await page.getByRole('tabpanel', { name: 'Plain text' }).getByText('Dear Ines, all is well.').waitFor();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText('The email has not been sent yet: no mail server is set up.').waitFor();

  await merchant.open('/admin/users?search=ines@');
  await row.getByRole('button', { name: 'View Ines Invited' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete user' }).click();
  await page.getByText('No users found matching your criteria').waitFor();

  expect(merchant.complaints).toEqual([]);
});
