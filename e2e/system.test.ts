import { expect, test } from 'vitest';
import { openShopper } from './shopper.ts';

test('the merchant sees the state of the shop, backs it up now, and sets a weekly backup', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/system');
  await page.getByRole('heading', { level: 1, name: 'System' }).waitFor();
  await page.getByRole('heading', { name: /^\d+ nodes?$/ }).waitFor();
  await page.getByText('No job has failed.').waitFor();
  const rightEdgeOf = async (panel: string) => {
    const box = await page.locator('section', { has: page.getByRole('heading', { name: panel }) }).boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  expect(await rightEdgeOf('Slow plug-ins')).toBe(await rightEdgeOf('Failed jobs'));
  // The version, and what it was built from.
  await page
    .getByText(/^\d+\.\d+\.\d+\+(sources\.)?[0-9a-f]{10}(\.changed)?$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await page.getByText('The backup is being written.').waitFor();
  const newest = page.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1);
  await newest.getByText('Stored').waitFor();
  await newest.getByText(/^stoa-\d{8}-\d{6}\.tar\.zst$/).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Back up now' }).isEnabled()).toBe(true);

  await page.goto('/admin/settings?tab=data');
  await page.getByLabel('Schedule').selectOption('weekly');
  await page.getByLabel('Day').selectOption('Monday');
  await page.getByLabel('Emails').fill('-1');
  await page.getByRole('button', { name: 'Save Data Settings' }).click();
  await page.getByText('Please enter a whole number from 0 to 3650.').first().waitFor();
  await page.getByLabel('Emails').fill('730');
  await page.getByRole('button', { name: 'Save Data Settings' }).click();
  await page.getByText('Data settings saved successfully!').waitFor();
  await page.getByLabel('Schedule').selectOption('off');
  await page.getByRole('button', { name: 'Save Data Settings' }).click();
  await expect.poll(() => page.getByLabel('Time').count()).toBe(0);
});

test('when the state of the system fails to load, the page offers a retry and still lists backups', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await page.route('**/api/admin/system', (route) => route.abort());
  await merchant.enterBackOffice('/admin/system');
  await page.getByText('The shop cannot be reached. Please check your connection and try again.').waitFor();
  await page.getByRole('heading', { level: 2, name: 'Backups' }).waitFor();
  await page.unroute('**/api/admin/system');
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await page.getByRole('heading', { name: /^\d+ nodes?$/ }).waitFor();
});

test('the merchant sees which node needs attention, and why', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await page.route('**/api/admin/system', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: { nodes: object[] } };
    const [healthy] = data.nodes;
    const troubled = {
      ...healthy,
      id: crypto.randomUUID(),
      host: 'shop-2.example.test',
      version: '0.0.1',
      disks: [
        { folder: 'data', free_bytes: 4.2e9, total_bytes: 50e9 },
        { folder: 'backups', free_bytes: 400e9, total_bytes: 1000e9 },
      ],
      replica: { is_used: false, lag_ms: 4_300 },
      customers_in_line: 1_204,
      has_other_secret: true,
    };
    await route.fulfill({ response, json: { ...rest, data: { ...data, nodes: [healthy, troubled] } } });
  });
  await merchant.enterBackOffice('/admin/system');
  const nodes = page.locator('section', { has: page.getByRole('heading', { name: '2 nodes' }) }).getByRole('listitem');
  await expect.poll(() => nodes.count()).toBe(2);
  const figuresOf = async (index: number) =>
    (await nodes.nth(index).locator('dl > div').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  expect(await figuresOf(0)).toEqual([
    expect.stringMatching(/^Version \d/),
    expect.stringMatching(/^Memory \d/),
    expect.stringMatching(/^Disk .* free/),
    'Customers in line 0',
  ]);
  expect((await figuresOf(1)).filter((text) => !text.startsWith('Memory'))).toEqual([
    'Version 0.0.1 Other version',
    'APP_SECRET stored keys cannot be read Other secret',
    'Disk 4.2 GB of 50 GB free Low',
    'Backup disk 400 GB of 1 TB free',
    'Read replica 4.3 s behind Lagging',
    'Customers in line 1,204 Long line',
  ]);
});

test('the merchant sees which server of the CDN does not accept purges, and which plug-ins are slow', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  const at = '2026-11-23T09:00:00.000Z';
  await page.route('**/api/admin/system', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: object };
    const cdn = [
      { host: '10.0.0.8:6081', waiting: 0, purged_at: at, last_error: null },
      {
        host: '10.0.0.9:6081',
        waiting: 12,
        purged_at: null,
        last_error: { at, reason: '10.0.0.9:6081 answered 503' },
      },
    ];
    const plugin_delays = [
      {
        ...{ plugin: 'reviews', name: 'part in product.tabs', timeouts: 1, blocks: 0, longest_block_ms: 0 },
        ...{ last_at: at, paused_until: at },
      },
      {
        ...{ plugin: 'feeds', name: 'loadProducts', timeouts: 0, blocks: 3, longest_block_ms: 1_250 },
        ...{ last_at: at, paused_until: null },
      },
    ];
    await route.fulfill({ response, json: { ...rest, data: { ...data, cdn, plugin_delays } } });
  });
  await merchant.enterBackOffice('/admin/system');
  await page.getByRole('heading', { name: 'CDN' }).waitFor();
  const servers = page.locator('section', { has: page.getByRole('heading', { name: 'CDN' }) }).getByRole('listitem');
  await expect.poll(() => servers.count()).toBe(2);
  await servers.nth(0).getByText('0 waiting').waitFor();
  await servers.nth(0).getByText('Last purge:').waitFor();
  await servers.nth(1).getByText('12 waiting').waitFor();
  await servers.nth(1).getByText('Last error: 10.0.0.9:6081 answered 503').waitFor();
  const slow = page.locator('section', { has: page.getByRole('heading', { name: 'Slow plug-ins' }) });
  const [paused, blocking] = (await slow.getByRole('listitem').allInnerTexts()).map((text) =>
    text.replace(/\s+/g, ' '),
  );
  expect(paused).toMatch(/^reviews: part in product.tabs Paused Timed out 1 time .*, paused until /);
  expect(blocking).toMatch(/^feeds: loadProducts Blocked the shop 3 times, up to 1,250 ms /);
});
