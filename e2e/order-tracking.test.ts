import { expect, inject, test } from 'vitest';
import { callShop } from './call-shop.ts';
import { ADMIN, openShopper } from './shopper.ts';
import { violationsInBothThemes } from './violations.ts';

const SHOPPER = { email: 'shopper@stoa.test', password: 'stoa-shopper-demo' };

interface Listed {
  readonly id: number;
  readonly order_number: string;
  readonly status: string;
}

test('an order shows its way with the steps to come, its expected delivery and its parcel', async () => {
  const { page, open, logIn } = await openShopper();
  const { token } = await callShop<{ token: string }>('/auth/login', { body: SHOPPER });
  const { data } = await callShop<{ data: Listed[] }>('/orders?status=shipped', { token });
  const order = data[0] as Listed;
  const admin = await callShop<{ token: string }>('/auth/login', { body: ADMIN });
  const saved = await fetch(`${inject('shopUrl')}/api/admin/orders/${order.id}/status`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ status: 'shipped', tracking_number: '1Z999AA10123456784' }),
  });
  expect(saved.status).toBe(200);

  await open('/login');
  await logIn(SHOPPER.email, SHOPPER.password);
  await open('/dashboard/orders');
  const badges = page.getByRole('table').locator('.badge');
  await badges.filter({ hasText: 'Shipped' }).first().waitFor();
  const look = (status: string) =>
    badges
      .filter({ hasText: status })
      .first()
      .evaluate((badge) => [getComputedStyle(badge).backgroundColor, badge.querySelector('use')?.getAttribute('href')]);
  const [shipped, delivered] = [await look('Shipped'), await look('Delivered')];
  expect(shipped[0]).not.toBe(delivered[0]);
  expect(shipped[1]).not.toBe(delivered[1]);

  await page.getByRole('link', { name: `View order ${order.order_number}` }).click();
  const link = page.getByRole('link', { name: /^Track with UPS/ });
  await expect.poll(() => link.getAttribute('href')).toBe('https://www.ups.com/track?tracknum=1Z999AA10123456784');
  const way = page.getByRole('region', { name: 'Tracking' }).getByRole('listitem');
  expect((await way.allTextContents()).at(-1)).toMatch(/^Still to come: DeliveredExpected \w{3}, \w{3} \d+/);
  await expect.poll(() => way.locator('xpath=self::*[@aria-current="step"]').textContent()).toMatch(/^Shipped/);
  expect(await violationsInBothThemes(page)).toEqual([]);

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Invoice PDF' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
});

test('orders are found by product, status and year, in the URL, and an empty result can be cleared', async () => {
  const { page, open, logIn } = await openShopper();
  const { token } = await callShop<{ token: string }>('/auth/login', { body: SHOPPER });
  type Order = Listed & { items: { name: string }[] };
  const { data } = await callShop<{ data: Order[] }>('/orders?per_page=100', { token });
  const nameOf = (order: Order) => order.items[0]?.name ?? '';
  const cancelled = data.filter(({ status }) => status === 'cancelled').map(nameOf);
  const order = data.findLast((each) => !cancelled.includes(nameOf(each))) as Order;
  await open('/login');
  await logIn(SHOPPER.email, SHOPPER.password);
  await open('/dashboard/orders');
  const row = page.getByRole('link', { name: `View order ${order.order_number}` });
  await page.getByRole('button', { name: 'Find an order' }).click();
  await expect
    .poll(() => page.getByLabel('Search orders').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.getByLabel('Search orders').fill(nameOf(order));
  await page.waitForURL(/search=/);
  await row.waitFor();
  await page.getByLabel('Status').selectOption('Cancelled');
  await page.waitForURL(/status=cancelled/);
  await page.getByRole('heading', { name: 'No orders found' }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.goBack();
  await row.waitFor();
  expect(await page.getByLabel('Status').inputValue()).toBe('');
  await page.reload();
  await row.waitFor();
  await expect.poll(() => page.getByLabel('Search orders').inputValue()).toBe(nameOf(order));
  // One directly after the other.
  await page.getByLabel('Year').selectOption('2026');
  await page.getByLabel('Status').selectOption('Cancelled');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL((url) => url.search === '');
  await expect.poll(() => page.getByLabel('Year').inputValue()).toBe('');
});

test('the product page names the day of delivery below the button, unless it is sold out', async () => {
  const { page, open } = await openShopper();
  await open('/products/12');
  await page.getByText(/Get it \w{3}, \w{3} \d+ – \w{3}, \w{3} \d+/).waitFor();
  await open('/products?search=Twelve-Pin+Lawn+Skittles');
  await page.getByRole('heading', { name: 'Twelve-Pin Lawn Skittles' }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Twelve-Pin Lawn Skittles' }).waitFor();
  expect(await page.getByText(/Get it \w{3},/).count()).toBe(0);
});
