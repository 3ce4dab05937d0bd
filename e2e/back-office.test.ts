import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openSharedShopper, type Shopper } from './shopper.ts';
import { violationsInBothThemes, violationsOf } from './violations.ts';

let merchant: Shopper;
beforeAll(async () => {
  merchant = await openSharedShopper();
  await merchant.enterBackOffice('/admin');
  return merchant.close;
});

test("the dashboard's figures match the lists", async () => {
  const { page } = merchant;
  const totalOrders = page.locator('dl > div', { has: page.getByText('Total Orders', { exact: true }) });
  const recentOrders = page.getByRole('table', { name: 'Recent Orders' });
  const look = async () => {
    await merchant.open('/admin');
    await recentOrders.waitFor();
    const orders = await totalOrders.locator('dd > span').first().textContent();
    const recent = await recentOrders.getByRole('link').allTextContents();
    await page.getByRole('link', { name: 'All orders' }).click();
    const counted = await page.getByText(/^[\d,]+ orders$/).textContent();
    const rows = await page.getByRole('table', { name: 'Orders', exact: true }).getByRole('row').allTextContents();
    const areThere = recent.map((number, index) => rows[index + 1]?.includes(number));
    return { isSame: counted === `${orders} orders`, areThere };
  };
  // An order may arrive between two reads: a real difference appears each time.
  await expect.poll(look, { timeout: 40_000 }).toEqual({ isSame: true, areThere: Array(5).fill(true) });
});

test("today's average order matches the API, with a dash on a day without orders", async () => {
  const { page } = merchant;
  const shown = async (todayAverageOrder: string | null) => {
    await page.route('**/api/admin/dashboard/stats', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      Object.assign(json.data, { todayOrders: 14, todayRevenue: '871.28', todayAverageOrder });
      await route.fulfill({ response, json });
    });
    await merchant.open('/admin');
    const line = page.locator('dl > div', { has: page.getByText('Average order today', { exact: true }) });
    const text = await line.locator('dd').textContent();
    await page.unroute('**/api/admin/dashboard/stats');
    return text;
  };
  expect(await shown('79.21')).toBe('$79.21');
  expect(await shown(null)).toBe('–');
});

test('everything is reachable by keyboard, and keys typed into fields trigger no shortcuts', async () => {
  const { page } = merchant;
  const isAt = (path: string) => page.waitForURL((url) => url.pathname + url.search === path);
  await merchant.open('/admin');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  // Moving the focus after the page has loaded would take it out of a field being typed in.
  const focusAtFirst = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new MutationObserver(() => {
          if (document.querySelector('h1')?.textContent === 'Orders') resolve(document.activeElement?.id ?? '');
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await isAt('/admin/orders');
  expect(await focusAtFirst).toBe('content');
  await page.getByRole('table', { name: 'Orders', exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('go?');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('go?');
  await isAt('/admin/orders?search=go%3F');

  await merchant.open('/admin');
  await page.getByRole('table', { name: 'Recent Orders' }).waitFor();
  const link = page.getByRole('table', { name: 'Recent Orders' }).getByRole('link').first();
  const [number, address] = [await link.textContent(), await link.getAttribute('href')];
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(number ?? '');
  await page.getByRole('option', { name: number ?? '', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await isAt(address ?? '');
  await page.keyboard.press('Escape');

  await merchant.open('/admin/audit');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test.each(['Add Product', 'Add Category', 'Create User'])('the command palette opens the form “%s”', async (action) => {
  const { page } = merchant;
  await merchant.open('/admin/audit');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: action }).click();
  const form = page.getByRole('dialog', { name: action });
  await form.getByRole('textbox').first().waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test.each([
  ['for the first search', ''],
  ['after another search', 'shopper@stoa'],
])('Enter in the command palette waits for the results of what is typed, %s', async (_when, before) => {
  const { page } = merchant;
  await merchant.open('/admin/audit');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox').waitFor();
  if (before) {
    await page.keyboard.type(before);
    await page.getByRole('option', { name: /shopper@stoa\.test/ }).waitFor();
  }
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/admin/search?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('admin@stoa');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(500);
  release();
  await page.waitForURL((url) => url.pathname === '/admin/users');
  expect(new URL(page.url()).searchParams.get('search')).toBe('admin@stoa.test');
  await page.unroute('**/api/admin/search?*');
});

test('a chosen report downloads as CSV, unless it is cancelled', async () => {
  const { page } = merchant;
  let saved = 0;
  page.on('download', () => (saved += 1));
  await merchant.open('/admin/orders');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await page.getByRole('dialog', { name: 'Export orders' }).getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.getByRole('button', { name: 'Export CSV' }).evaluate((it) => it === document.activeElement))
    .toBe(true);
  await merchant.open('/admin');
  await page.getByRole('button', { name: 'Export Reports' }).click();
  await page.getByRole('dialog', { name: 'Export Reports' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(saved).toBe(0);
  await page.getByRole('button', { name: 'Export Reports' }).click();
  await page.getByLabel('Report', { exact: true }).selectOption('sales');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^sales-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByText('The report has been saved').waitFor();
});

test('payments without an order are shown with their outcome', async () => {
  const { page } = merchant;
  const [problem, explanation] = ['refund_failed', 'A refund of this payment failed.'];
  const user = { id: 1, name: 'ليلى حداد', email: 'layla@example.com' };
  const row = { problem, explanation, provider: 'stripe', currency: 'usd', captured: '20.80', refunded: '0.00', user };
  await page.route('**/api/admin/payments/problems*', (route) => {
    const current = Number(new URL(route.request().url()).searchParams.get('page'));
    const rows = Array.from({ length: current === 1 ? 10 : 1 }, (_, index) => ({
      ...row,
      id: current * 100 + index,
      intentId: `pi_${current}_${index}`,
      orderNumber: index === 0 ? 'ORD-2026-000001' : null,
      createdAt: '2026-11-20T10:00:00.000Z',
    }));
    const data = { current_page: current, last_page: 2, per_page: 10, total: 11, data: rows };
    return route.fulfill({ json: { success: true, message: '', data } });
  });
  await merchant.open('/admin/orders');
  await page.getByRole('button', { name: 'Payment problems (11)' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Payment problems' });
  await dialog.getByText('pi_1_9').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Next' }).press('Enter');
  await dialog.getByText('Page 2 of 2').waitFor();
  await dialog.getByRole('link', { name: 'ORD-2026-000001' }).press('Enter');
  await page.waitForURL(/search=ORD-2026-000001/);
  await dialog.waitFor({ state: 'detached' });
  await page.unroute('**/api/admin/payments/problems*');
});

/** A page wider than its window scrolls sideways. Figures shrink to fit a moment after their card is laid out. */
const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

test.each(['/admin', '/admin/orders', '/admin/audit'])(
  '%s passes axe in both themes and does not scroll sideways',
  async (path) => {
    const { page } = merchant;
    await merchant.open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await violationsInBothThemes(page)).toEqual([]);
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => widthOf(page), { message: `${width} px` }).toBe(width);
    }
  },
);

test('amounts of any size stay on one line at every width', async () => {
  const { page } = merchant;
  const large = { totalRevenue: '1234567.89', totalValue: '1234567.89', revenue: '1234567.89' };
  const figures = /\/api\/admin\/(dashboard\/stats|orders\/stats|analytics\?)/;
  await page.route(figures, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    Object.assign(json.data.totals ?? json.data, large);
    await route.fulfill({ response, json });
  });
  const linesAndRoom = (sum: Element) => {
    const range = document.createRange();
    range.selectNodeContents(sum);
    const [text, ...more] = range.getClientRects();
    const card = sum.closest('dd')?.getBoundingClientRect();
    return more.length === 0 && text && card ? card.right - text.right : -1;
  };
  for (const path of ['/admin', '/admin/orders', '/admin/analytics']) {
    await merchant.open(path);
    const sum = page.locator('dl > div > dd').getByText('$1,234,567.89', { exact: true });
    for (const width of [320, 360, 390, 640, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => sum.evaluate(linesAndRoom), { message: `${path} at ${width} px` })
        .toBeGreaterThanOrEqual(0);
    }
  }
  await page.unroute(figures);
});

test('long names and large amounts fit into the dashboard at every width', async () => {
  const { page } = merchant;
  const recent = '**/api/admin/dashboard/recent-orders*';
  await page.route(recent, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const row of json.data)
      Object.assign(row, { user: { ...row.user, name: 'Endless'.repeat(17) }, total: '1234567.89' });
    await route.fulfill({ response, json });
  });
  await merchant.open('/admin');
  const recentOrders = page.getByRole('table', { name: 'Recent Orders' });
  await recentOrders.getByText('EndlessEndless').first().waitFor();
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => widthOf(page), { message: `${width} px` }).toBe(width);
  }
  await page.setViewportSize({ width: 390, height: 900 });
  const room = async () => {
    const name = await recentOrders.getByText('EndlessEndless').first().boundingBox();
    const sum = await recentOrders.getByText('1,234,567.89').first().boundingBox();
    return (sum?.x ?? 0) - (name?.x ?? 0) - (name?.width ?? 0);
  };
  await expect.poll(room, { message: 'between name and sum' }).toBeGreaterThanOrEqual(0);
  await page.unroute(recent);
});

test('long unbroken words leave the row actions visible at every width', async () => {
  const { page } = merchant;
  const endless = 'Endless'.repeat(17);
  await page.route(/\/api\/admin\/(categories|coupons)\?/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const row of json.data.data)
      Object.assign(row, 'code' in row ? { code: endless } : { name: endless, slug: endless, description: endless });
    await route.fulfill({ response, json });
  });
  for (const path of ['/admin/categories', '/admin/coupons']) {
    await merchant.open(path);
    const edit = page.getByRole('button', { name: /^Edit Endless/ });
    await edit.first().waitFor();
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const ends = await edit.evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().right));
      expect(Math.max(...ends), `${path} at ${width} px`).toBeLessThan(width);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
  await page.unroute(/\/api\/admin\/(categories|coupons)\?/);
});

test('a double click opens a dialog and leaves it open', async () => {
  const { page } = merchant;
  await merchant.open('/admin/categories');
  await page.getByRole('button', { name: 'Delete Books' }).dblclick();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Are you sure you want to delete this category?').waitFor();
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'detached' });
});

test('a form focuses its first field and asks before input is lost', async () => {
  const { page } = merchant;
  await page.setViewportSize({ width: 1440, height: 900 });
  await merchant.open('/admin/coupons');
  await page.getByRole('button', { name: 'Add Coupon' }).click();
  await page.keyboard.type('SPRING');
  await expect.poll(() => page.getByLabel('Code', { exact: true }).inputValue()).toBe('SPRING');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Add Coupon');
});

test('a date that is not complete is marked, and nothing is saved', async () => {
  const { page } = merchant;
  let requests = 0;
  await page.route('**/api/admin/coupons', (route) => {
    if (route.request().method() === 'GET') return route.continue();
    requests += 1;
    // Without a status of failure, which browsers log.
    return route.fulfill({ json: { success: false, message: 'Not today.' } });
  });
  await merchant.open('/admin/coupons');
  await page.getByRole('button', { name: 'Add Coupon' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Code', { exact: true }).fill('HALFDATE');
  await dialog.getByLabel('Percent', { exact: true }).fill('10');
  await dialog.getByLabel('Last day').focus();
  await page.keyboard.type('12');
  await dialog.getByRole('button', { name: 'Create coupon' }).click();
  await dialog.locator('.field-error').getByText('Please enter a complete date.').waitFor();
  expect(requests).toBe(0);
  await dialog.getByLabel('Last day').fill('2040-12-24');
  await dialog.getByRole('button', { name: 'Create coupon' }).click();
  await dialog.getByText('Not today.').waitFor();
  expect(requests).toBe(1);
  expect(await dialog.locator('.field-error').count()).toBe(0);
  await page.unroute('**/api/admin/coupons');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
});

test('an invoice has its number, prices do not wrap on a phone, and there is a way back', async () => {
  const { page } = merchant;
  await merchant.open('/admin/orders');
  await page
    .getByRole('button', { name: /^View order/ })
    .first()
    .click();
  const address = await page.getByRole('link', { name: 'Print Invoice' }).getAttribute('href');
  await page.setViewportSize({ width: 390, height: 844 });
  await merchant.open(address ?? '');
  await page.getByText(/^INV-\d{6}$/).waitFor();
  const price = page.getByRole('table', { name: 'Items' }).locator('tbody .figure:visible').first();
  const lines = await price.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await page.getByRole('link', { name: 'Back to the order' }).click();
  await page.getByRole('dialog', { name: 'Order details' }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('no console errors occurred', () => expect(merchant.complaints).toEqual([]));
