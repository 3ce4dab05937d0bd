import { expect, test } from 'vitest';
import { openShopper } from './shopper.ts';

test('a contact message is found, answered, completed, reopened and deleted', async () => {
  const name = `Ada Marlowe ${Date.now()}`;
  const shopper = await openShopper();
  const { page } = shopper;
  const sent = await page.request.post('/api/contact', {
    data: { name, email: 'ada@example.com', subject: 'billing', message: 'Was I charged twice?' },
  });
  expect(sent.ok()).toBe(true);

  await shopper.enterBackOffice('/admin/messages');
  await page.getByLabel('Search messages').fill(name);
  await page.waitForURL(/search=/);
  await page.getByRole('button', { name: `Open the message from ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Message' });
  await dialog.getByText('Was I charged twice?').waitFor();
  await dialog.getByRole('button', { name: 'Send reply' }).click();
  await dialog.getByText('Please write a reply.').first().waitFor();
  await dialog.getByLabel('Your reply').fill('No, one of them was only held.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Send reply' }).dblclick();
  await dialog.getByText('Your reply is on its way.').waitFor();
  await dialog.getByText('No, one of them was only held.').waitFor();
  await expect.poll(() => dialog.getByText(/^Reply by /).count()).toBe(1);
  await dialog.getByRole('button', { name: 'Mark as done' }).click();
  await dialog.getByRole('button', { name: 'Reopen' }).click();
  await dialog.getByRole('button', { name: 'Mark as done' }).waitFor();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText(`Delete the message from ${name} and its replies?`).waitFor();
  await dialog.getByRole('button', { name: 'Delete message' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('The message is deleted.').waitFor();
  await page.getByText('No messages found').waitFor();
  expect(shopper.complaints).toEqual([]);
});
