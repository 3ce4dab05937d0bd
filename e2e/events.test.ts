import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { findRunningDatabase } from '#server/platform/embedded-postgres/index.ts';
import { openShopper } from './shopper.ts';

/** As after a plug-in failed for a day to handle an order, with a later event of the order behind it. */
async function addFailedEvent(): Promise<{ id: number; number: string }> {
  const client = new pg.Client({ connectionString: await findRunningDatabase(inject('shopDataDir')) });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT id, order_number AS number FROM orders ORDER BY id DESC LIMIT 1');
    const order = rows[0] as { id: number; number: string };
    await client.query(
      `INSERT INTO event_subscriber (name, types, seen_at) VALUES ('labels.printer', '{}', now()) ON CONFLICT DO NOTHING`,
    );
    await client.query(
      `WITH event AS (
         INSERT INTO domain_event (type, version, subject_kind, subject_id, payload)
         SELECT type, 1, 'order', $1::integer, jsonb_build_object('orderId', $1::integer, 'orderNumber', $2::text)
           FROM unnest('{order.placed,order.paid}'::text[]) AS type
         RETURNING id, type)
       INSERT INTO event_delivery (subscriber, event_id, subject_kind, subject_id, attempts, last_error, failed_at)
       SELECT 'labels.printer', id, 'order', $1, CASE type WHEN 'order.placed' THEN 8 ELSE 0 END,
              CASE type WHEN 'order.placed' THEN 'The label printer is out of paper' END,
              CASE type WHEN 'order.placed' THEN now() END FROM event`,
      [order.id, order.number],
    );
    return order;
  } finally {
    await client.end();
  }
}

test('the merchant sees why a plug-in failed, opens the order, retries one event and dismisses another', async () => {
  const order = await addFailedEvent();
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/events');
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'order.placed' });
  await row.getByText('Failed').waitFor();
  await row.getByText('The label printer is out of paper').waitFor();
  await expect
    .poll(() => row.getByRole('link', { name: order.number }).getAttribute('href'))
    .toBe(`/admin/orders?order=${order.id}`);

  await row.getByRole('button', { name: `View order.placed of ${order.number}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Event' });
  await dialog.getByText('One later event about this order').waitFor();
  await dialog.getByText(`"orderNumber": "${order.number}"`).waitFor();
  await dialog.getByRole('button', { name: 'Retry now' }).click();
  await page.getByText('The event will be delivered again within seconds.').waitFor();
  await row.getByText('Retrying').waitFor();

  await row.getByRole('button', { name: /^View/ }).click();
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  const question = page.getByRole('dialog', { name: 'Dismiss order.placed?' });
  await question.getByText('labels.printer never gets this event').waitFor();
  await question.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('The event was dismissed.').waitFor();
  await expect.poll(() => row.count()).toBe(0);
});

test('without problems, the merchant reads that there are none', async () => {
  const merchant = await openShopper();
  await merchant.enterBackOffice('/admin/events?status=failed');
  await merchant.page.getByText('No events found matching your criteria').waitFor();
});
