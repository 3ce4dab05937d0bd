import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { callShop } from './call-shop.ts';
import { ADMIN, openShopper, type Shopper } from './shopper.ts';

/** Lists are read from `data` and from `data.data` (storefront §7, back-office §7). */

let shopper: Shopper;
let page: Page;
beforeEach(async () => {
  shopper = await openShopper();
  page = shopper.page;
});

const address = { name: 'Ada', line1: '12 Harbour Lane', line2: null, city: 'Portland', state: 'ME' };
const orders = ['pending', 'shipped', 'delivered'].map((status, index) => ({
  id: 9_001 + index,
  order_number: `ORD-2026-00900${index + 1}`,
  status,
  payment_status: 'completed',
  payment_method: 'card',
  currency: 'USD',
  subtotal: '20.00',
  discount: '0.00',
  tax: '1.60',
  shipping: '10.00',
  total: '31.60',
  total_amount: '31.60',
  refunded: '0.00',
  coupon_code: null,
  shipping_method: 'flat',
  shipping_address: { ...address, postal_code: '04101', country: 'US' },
  billing_address: null,
  tracking_number: null,
  can_cancel: false,
  items: [
    {
      id: index,
      product_id: 1,
      product_slug: 'kite',
      name: 'Kite',
      variant_name: null,
      sku: 'KITE',
      image: null,
      price: '20.00',
      quantity: 1,
      line_total: '20.00',
    },
  ],
  user: { name: `Buyer ${index + 1}`, email: `buyer-${index + 1}@example.com` },
  created_at: `2026-03-0${index + 1}T10:00:00.000Z`,
  updated_at: `2026-03-0${index + 1}T10:00:00.000Z`,
}));
/** Only the order fields of storefront §3. */
const bareOrders = orders.map(({ id, status, total_amount, created_at, user }) => ({
  id,
  status,
  total_amount,
  created_at,
  user,
}));

const pageOf = (rows: readonly object[]) => ({
  current_page: 1,
  last_page: 1,
  per_page: 100,
  total: rows.length,
  data: rows,
});
type Shape = readonly [name: string, answer: (rows: readonly object[]) => unknown];
const SHAPES: readonly Shape[] = [
  ['a plain list', (rows) => ({ success: true, message: '', data: rows })],
  ['a page of a list', (rows) => ({ success: true, message: '', data: pageOf(rows) })],
  ['a page that names nothing but its rows', (rows) => ({ success: true, message: '', data: { data: rows } })],
  ['a plain list without the success flag', (rows) => ({ data: rows })],
];

const answer = (path: RegExp, json: unknown, status = 200) =>
  page.route(
    (url) => path.test(url.pathname),
    (route) => route.fulfill({ status, json }),
  );
const missing = { success: false, message: 'Not found.', data: null, code: 'route.not_found' };

async function enterBackOffice(): Promise<void> {
  const { token } = await callShop<{ token: string }>('/auth/login', { body: ADMIN });
  await shopper.remember('auth_token', token);
}

describe.each(SHAPES)('%s', (_name, shaped) => {
  test('is read as orders by the back office without its own endpoints', async () => {
    await enterBackOffice();
    await answer(/^\/api\/admin\/orders/, missing, 404);
    await answer(/^\/api\/orders$/, shaped(orders));
    await shopper.open('/admin/orders');
    await page.getByRole('row').filter({ hasText: 'ORD-2026-009002' }).getByText('$31.60').waitFor();
    await page.getByText('3 orders', { exact: true }).waitFor();
    await page.getByLabel('Filter by status').selectOption('shipped');
    await page.getByText('1 order', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Buyer 2');
  });

  test('is read as a customer’s own orders', async () => {
    await shopper.becomeCustomer();
    await answer(/^\/api\/orders$/, shaped(orders));
    await shopper.open('/dashboard/orders');
    await page.getByText('ORD-2026-009003').first().waitFor();
    expect(shopper.complaints).toEqual([]);
  });

  test('is read as users by the back office without its own endpoints', async () => {
    await enterBackOffice();
    const users = orders.map(({ user, created_at }, index) => ({
      ...user,
      id: 9_001 + index,
      is_admin: index === 0,
      is_active: true,
      created_at,
    }));
    await answer(/^\/api\/admin\/users/, missing, 404);
    await answer(/^\/api\/users$/, shaped(users));
    await shopper.open('/admin/users');
    await page.getByText('3 users', { exact: true }).waitFor();
    await page.getByRole('row').filter({ hasText: 'buyer-3@example.com' }).waitFor();
  });

  test('is read as products and categories by the back office', async () => {
    await enterBackOffice();
    const { data: products } = await callShop<{ data: object[] }>('/products?per_page=3');
    const categories = await callShop<object[]>('/categories');
    await answer(/^\/api\/admin\/products$/, shaped(products));
    await answer(/^\/api\/admin\/categories$/, shaped(categories));
    await shopper.open('/admin/products');
    await page.getByText('3 products', { exact: true }).waitFor();
    await shopper.open('/admin/categories');
    await page.getByText(`${categories.length} of ${categories.length} categories`).waitFor();
  });

  test('is read as products and categories by the shop', async () => {
    const { data: products } = await callShop<{ data: { name: string }[] }>('/products?per_page=2');
    await answer(/^\/api\/products$/, shaped(products));
    await answer(/^\/api\/products\/featured$/, shaped(products));
    await answer(/^\/api\/categories$/, shaped([{ id: 7, name: 'Lamps', slug: 'lamps', image: null }]));
    await shopper.open('/about');
    await page.getByRole('banner').getByRole('link', { name: 'Products', exact: true }).click();
    await expect.poll(() => page.locator('.product-card').count()).toBe(2);
    const categories = page.getByRole('complementary', { name: 'Filters' }).getByLabel('Category').locator('option');
    await expect.poll(() => categories.allTextContents()).toContainEqual(expect.stringContaining('Lamps'));
    await page.getByRole('banner').locator('a[href="/"]').click();
    await page.getByRole('heading', { name: 'Featured Products' }).waitFor();
    await expect.poll(() => page.locator('.product-card').count()).toBe(2);
  });
});

test('orders with only the specified fields are shown by both lists', async () => {
  await enterBackOffice();
  await answer(/^\/api\/admin\/orders/, missing, 404);
  await answer(/^\/api\/orders$/, { success: true, message: '', data: bareOrders });
  await shopper.open('/admin/orders');
  await page.getByRole('row').filter({ hasText: 'Buyer 2' }).getByText('$31.60').waitFor();
  await page.getByText('3 orders', { exact: true }).waitFor();
  await shopper.open('/dashboard/orders');
  await page.getByText('9003').first().waitFor();
  expect(shopper.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
});
