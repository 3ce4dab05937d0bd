import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Analytics } from '#contract/admin/analytics.ts';
import { openShopper, PHONE } from './shopper.ts';
import { violationsInBothThemes } from './violations.ts';

async function openAnalytics(viewport?: typeof PHONE) {
  const merchant = await openShopper(viewport);
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/analytics');
  await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
  return { merchant, page };
}

const dollars = (amount: string) => `$${Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

test("periods and metrics switch, stay in the URL and show the API's figures; days are exported", async () => {
  const { merchant, page } = await openAnalytics();
  const figures = async (period: string) =>
    (await page.evaluate(async (wanted) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('auth_token')}` };
      return (await (await fetch(`/api/admin/analytics?period=${wanted}`, { headers })).json()).data;
    }, period)) as Analytics;
  const card = (name: string) => page.getByRole('main').locator('dl > div', { hasText: name }).first();

  /** The response that the page itself gets: orders arrive meanwhile. */
  const shown = async (period: string, choose: () => Promise<void>) => {
    const answered = page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url());
      return pathname === '/api/admin/analytics' && searchParams.get('period') === period;
    });
    await choose();
    return ((await (await answered).json()) as { data: Analytics }).data;
  };

  let data: Analytics | undefined;
  for (const [name, period] of [
    ['7 days', '7days'],
    ['1 year', '1year'],
    ['90 days', '90days'],
  ] as const) {
    data = await shown(period, () => page.getByRole('radio', { name, exact: true }).click());
    const { totals, previous } = data;
    await card('Revenue').getByText(dollars(totals.revenue), { exact: true }).waitFor();
    await card('Revenue').getByText(dollars(previous.totals.revenue)).waitFor();
    await card('Orders').getByText(totals.orders.toLocaleString('en-US'), { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('period')).toBe(period);
  }

  await page.getByRole('radio', { name: 'Orders', exact: true }).click();
  await page.getByRole('heading', { name: 'Orders by month' }).waitFor();
  expect(new URL(page.url()).searchParams.get('metric')).toBe('orders');
  const months = page.getByRole('region', { name: 'Orders by month' }).getByRole('listitem');
  await expect
    .poll(() => months.allTextContents())
    .toEqual(data?.months.map(({ orders }) => expect.stringContaining(`: ${orders}`)));
  const days = page.getByRole('slider', { name: 'Orders by day' });
  await days.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => days.getAttribute('aria-valuetext')).toContain(`: ${data?.days.at(-2)?.orders}.`);
  await page.getByText('Show as a table').click();
  await expect.poll(() => page.getByRole('table', { name: 'Orders of each day' }).getByRole('row').count()).toBe(91);

  const exported = async () => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`analytics-${data?.from}-to-${data?.to}.csv`);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(91);
    const now = await figures('90days');
    return lines.at(-1)?.startsWith(`${now.to},${now.days.at(-1)?.revenue},USD,`);
  };
  await expect.poll(exported).toBe(true);

  await page.reload();
  await page.getByRole('heading', { name: 'Orders by month' }).waitFor();
  await expect.poll(() => page.getByRole('radio', { name: '90 days' }).isChecked()).toBe(true);
  expect(merchant.complaints).toEqual([]);
});

test('the merchant sets goals; a concurrent edit is shown; the page works on a phone and passes axe', async () => {
  const { merchant, page } = await openAnalytics();
  const second = await openAnalytics(PHONE);
  for (const each of [page, second.page]) await each.getByRole('button', { name: 'Set goals' }).click();
  const dialog = page.getByRole('dialog', { name: /Goals for/ });
  await dialog.getByLabel('Revenue').fill('20000');
  await dialog.getByLabel('Orders').fill('0');
  await dialog.getByRole('button', { name: 'Save goals' }).click();
  await dialog.getByText('Please enter a whole number above 0, or nothing.').waitFor();
  await dialog.getByLabel('Orders').fill('150');
  await dialog.getByRole('button', { name: 'Save goals' }).click();
  await page.getByText('Goals saved successfully!').waitFor();
  await page.getByText(/of \$20,000\.00 · \d+%/).waitFor();

  const late = second.page.getByRole('dialog', { name: /Goals for/ });
  await late.getByLabel('Orders').fill('200');
  await late.getByRole('button', { name: 'Save goals' }).click();
  await late.getByText(/has set: revenue \$20,000\.00, orders 150/).waitFor();
  await late.getByRole('button', { name: 'Save mine anyway' }).click();
  await second.page.getByText(/of 200 · \d+%/).waitFor();
  await expect.poll(() => second.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await violationsInBothThemes(second.page)).toEqual([]);
  // The browser logs each refused request.
  const unexpected = [...merchant.complaints, ...second.merchant.complaints].filter(
    (line) => !/status of (409|422)/.test(line),
  );
  expect(unexpected).toEqual([]);
});

test('the monthly figures do not overlap each other, the bars or the panel at any width', async () => {
  const { page } = await openAnalytics();
  await page.route('**/api/admin/analytics?*', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const month of json.data.months) month.revenue = '999.50';
    await route.fulfill({ response, json });
  });
  await page.reload();
  const panel = page.getByRole('region', { name: 'Revenue by month' });
  const trouble = (section: Element) => {
    const boxes = (wanted: string) => [...section.querySelectorAll(wanted)].map((one) => one.getBoundingClientRect());
    const isApart = (one: DOMRect, other: DOMRect) =>
      one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
    const [figures = [], bars = [], [edge]] = [
      boxes('.chart-bar-value'),
      boxes('.chart-bar'),
      boxes(':scope > .chart'),
    ];
    const others = [...figures, ...bars];
    return figures.filter(
      (figure) =>
        others.some((other) => other !== figure && !isApart(figure, other)) ||
        (edge && (figure.left < edge.left || figure.right > edge.right)),
    ).length;
  };
  await panel.getByRole('listitem').first().waitFor();
  for (const width of [320, 390, 640, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await panel.evaluate(trouble), `${width} px`).toBe(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('a failed load shows a message with Retry', async () => {
  const { page } = await openAnalytics();
  await page.route('**/api/admin/analytics?*', (route) => route.abort());
  await page.reload();
  await page.getByRole('heading', { name: 'The analytics could not be loaded' }).waitFor();
  await page.unroute('**/api/admin/analytics?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'Revenue by day' }).waitFor();
});
