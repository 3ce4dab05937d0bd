import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { findRunningDatabase } from '#server/platform/embedded-postgres/index.ts';
import { openShopper } from './shopper.ts';

async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await findRunningDatabase(inject('shopDataDir')) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** As after a plug-in failed for a day to handle an order, with a later event of the order behind it. */
function addFailedEvent(): Promise<{ id: number; number: string }> {
  return withDatabase(async (client) => {
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
  });
}

/** As after an outage of a day: a plug-in failed to handle these products, and the mail server refused a mail for each. */
const addOutage = (products: number) =>
  withDatabase(async (client) => {
    await client.query(
      `INSERT INTO event_subscriber (name, types, seen_at) VALUES ('feeds.exporter', '{}', now()) ON CONFLICT DO NOTHING`,
    );
    await client.query(
      `WITH event AS (
         INSERT INTO domain_event (type, version, subject_kind, subject_id, payload)
         SELECT 'product.changed', 1, 'product', id, '{}' FROM (SELECT id FROM product ORDER BY id LIMIT $1) p
         RETURNING id, subject_id)
       INSERT INTO event_delivery (subscriber, event_id, subject_kind, subject_id, attempts, last_error, failed_at)
       SELECT 'feeds.exporter', id, 'product', subject_id, 8, 'The feed does not answer', now() FROM event`,
      [products],
    );
    await client.query(
      `INSERT INTO mail (kind, to_email, subject, text_body, html_body, status, attempts, last_error)
       SELECT 'x', 'bea@example.test', 'Outage ' || n, 'x', 'x', 'failed', 8, '450 Try later' FROM generate_series(1, $1) n`,
      [products],
    );
  });

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

test('after an outage, the merchant retries some events, then all that failed, and the same for emails', async () => {
  await addOutage(23);
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/events?status=failed');
  await page.getByText('23 events', { exact: true }).waitFor();
  await page
    .getByRole('checkbox', { name: /^Select product\.changed of/ })
    .first()
    .check();
  await page
    .getByRole('checkbox', { name: /^Select product\.changed of/ })
    .nth(1)
    .check();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByText('2 events selected').waitFor();
  await bar.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('2 events will be delivered again within seconds.').waitFor();
  await page.getByText('21 events', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Retry all failed' }).click();
  const question = page.getByRole('dialog', { name: 'Retry 21 events that failed?' });
  await question.getByRole('button', { name: 'Retry all failed' }).click();
  await page.getByText('21 events will be delivered again within seconds.').waitFor();
  await page.getByText('No events found matching your criteria').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Retry all failed' }).count()).toBe(0);

  await merchant.open('/admin/outbox?search=outage&status=failed');
  await page.getByText('23 emails', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await bar.getByText('20 emails selected').waitFor();
  await bar.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('20 emails have not been sent yet: no mail server is set up.').waitFor();
  await page.getByText('3 emails', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Retry all failed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry all failed' }).click();
  await page.getByText('No emails found matching your criteria').waitFor();

  // They are due, but cannot be sent.
  await merchant.open('/admin/outbox?search=outage&status=queued');
  await page.getByText('23 emails', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await bar.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('20 emails were not retried: already sent, or waiting for a mail server.').waitFor();
  expect(merchant.complaints).toEqual([]);
});

test('without problems, the merchant reads that there are none', async () => {
  const merchant = await openShopper();
  await merchant.enterBackOffice('/admin/events?status=failed');
  await merchant.page.getByText('No events found matching your criteria').waitFor();
});
