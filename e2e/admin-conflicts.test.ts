import { beforeAll, expect, test } from 'vitest';
import { openSharedShopper, type Shopper } from './shopper.ts';

let merchant: Shopper;
beforeAll(async () => {
  merchant = await openSharedShopper();
  await merchant.enterBackOffice('/admin/categories');
  return merchant.close;
});

const dialog = () => merchant.page.getByRole('dialog').last();
const row = (name: string) => merchant.page.getByRole('row').filter({ hasText: name });

/** What another admin does elsewhere. */
const elsewhere = <T>(method: string, path: string, body?: object): Promise<T> =>
  merchant.page.evaluate(
    async ([verb, address, sent]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('auth_token')}`,
        'content-type': 'application/json',
      };
      const answer = await fetch(`/api${address}`, { method: verb, headers, ...(sent && { body: sent }) });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()).data;
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );

test('the second of two concurrent edits keeps its input and chooses a version', async () => {
  const { page } = merchant;
  type CreatedCategory = { category: { id: number } };
  const { category } = await elsewhere<CreatedCategory>('POST', '/admin/categories', {
    name: 'Kites',
    slug: 'kites',
    is_active: false,
  });
  await merchant.open('/admin/categories?search=kites');
  await row('Kites').getByRole('button', { name: 'Edit Kites' }).click();
  await dialog().getByLabel('Description').fill('For a strong wind');
  await elsewhere('PUT', `/admin/categories/${category.id}`, {
    name: 'Kites & Flags',
    slug: 'kites',
    is_active: false,
  });
  await dialog().getByRole('button', { name: 'Save category' }).click();
  await dialog().getByText('Somebody else has changed this category in the meantime.').waitFor();
  await expect.poll(() => dialog().getByLabel('Description').inputValue()).toBe('For a strong wind');
  await dialog().getByRole('button', { name: 'Load their version' }).click();
  await expect.poll(() => dialog().getByLabel('Name', { exact: true }).inputValue()).toBe('Kites & Flags');
  await dialog().getByLabel('Description').fill('For a strong wind');
  await elsewhere('PUT', `/admin/categories/${category.id}`, { name: 'Flags', slug: 'kites' });
  await dialog().getByRole('button', { name: 'Save category' }).click();
  await dialog().getByRole('button', { name: 'Keep mine and save again' }).click();
  await page.getByText('Category updated successfully').waitFor();
  await row('Kites & Flags').getByText('For a strong wind').waitFor();
  await elsewhere('DELETE', `/admin/categories/${category.id}`);

  const terms = { kind: 'percentage', value: 10 };
  type MadeCoupon = { coupon: { id: number } };
  const { coupon } = await elsewhere<MadeCoupon>('POST', '/admin/coupons', { ...terms, code: 'TWOADMINS' });
  await merchant.open('/admin/coupons?search=twoadmins');
  await row('TWOADMINS').getByRole('button', { name: 'Edit TWOADMINS' }).click();
  await dialog().getByLabel('Percent').fill('20');
  await elsewhere('PUT', `/admin/coupons/${coupon.id}`, { ...terms, value: 15 });
  await dialog().getByRole('button', { name: 'Save coupon' }).click();
  await dialog().getByText('Somebody else has changed this coupon in the meantime.').waitFor();
  await dialog().getByRole('button', { name: 'Keep mine and save again' }).click();
  await page.getByText('Coupon TWOADMINS updated').waitFor();
  await row('TWOADMINS').getByText('20%').waitFor();
  await elsewhere('DELETE', `/admin/coupons/${coupon.id}`);

  type Orders = { data: { id: number }[] };
  // The oldest: another test may have just shipped the newest.
  const order = (await elsewhere<Orders>('GET', '/admin/orders?status=shipped&limit=100')).data.at(-1);
  await merchant.open(`/admin/orders?order=${order?.id}`);
  await dialog().getByLabel('Tracking number').fill('1Z MINE');
  await dialog().getByLabel(/^Note/).fill('Second parcel');
  const theirs = { status: 'delivered', tracking_number: '1Z THEIRS' };
  await elsewhere('PUT', `/admin/orders/${order?.id}/status`, theirs);
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await dialog().getByText('it is delivered and has the tracking number 1Z THEIRS').waitFor();
  await expect.poll(() => dialog().getByLabel('Status').inputValue()).toBe('delivered');
  await expect.poll(() => dialog().getByLabel(/^Note/).inputValue()).toBe('Second parcel');
  await dialog().getByRole('button', { name: 'Keep mine and save again' }).click();
  await page.getByText('Tracking number saved. Note added').waitFor();
  await expect.poll(() => dialog().getByLabel('Tracking number').inputValue()).toBe('1Z MINE');
  await dialog().getByText('Second parcel').waitFor();
  expect(await dialog().getByLabel(/^Note/).inputValue()).toBe('');
});

test('the cancellation dialog names the current refund amount, however old the list', async () => {
  const { page } = merchant;
  type Orders = { data: { id: number; order_number: string; refundableAmount: string }[] };
  const { data } = await elsewhere<Orders>('GET', '/admin/orders?status=processing&limit=100');
  const order = data.findLast(({ refundableAmount }) => Number(refundableAmount) > 30);
  const left = (refunded: number) =>
    `$${(Number(order?.refundableAmount) - refunded).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  const refund = (amount: number) =>
    elsewhere('POST', `/admin/orders/${order?.id}/refunds`, { amount, reason: 'Dented' });
  await merchant.open(`/admin/orders?search=${order?.order_number}`);
  const choice = row(order?.order_number ?? '').getByRole('combobox');
  await choice.waitFor();
  await refund(20);
  await choice.selectOption('cancelled');
  await dialog()
    .getByText(`${left(20)} is refunded to`)
    .waitFor();
  await refund(5);
  await dialog().getByRole('button', { name: 'Set to Cancelled' }).click();
  await page.getByText(`now has ${left(25)} left to refund. Please look at it again.`).waitFor();
  await choice.selectOption('cancelled');
  await dialog()
    .getByText(`${left(25)} is refunded to`)
    .waitFor();
  await dialog().getByRole('button', { name: 'Set to Cancelled' }).click();
  await page.getByText('status updated to Cancelled').waitFor();
});

test('a bulk change names each order that could not be changed, and how many were', async () => {
  const { page } = merchant;
  const tick = (number: string) => page.getByRole('checkbox', { name: `Select order ${number}` }).check();
  const setAll = () => page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Shipped' });
  type Orders = { data: { id: number; order_number: string; paymentStatus: string }[] };
  // Paid, delivered orders are set back to confirmed: how many confirmed ones the demo shop has depends on the time of day, and those
  // of other tests may be unpaid.
  const { data } = await elsewhere<Orders>('GET', '/admin/orders?status=delivered&limit=100');
  const orders = data.filter(({ paymentStatus }) => paymentStatus === 'completed').slice(0, 3);
  const [order] = orders;
  for (const { id } of orders) await elsewhere('PUT', `/admin/orders/${id}/status`, { status: 'confirmed' });
  await merchant.open('/admin/orders?status=confirmed');
  for (const { order_number } of orders) await tick(order_number);
  await elsewhere('PUT', `/admin/orders/${order?.id}/status`, { status: 'cancelled' });
  await setAll().click();
  const refusal = `Order ${order?.order_number} is now cancelled. Please look at it again.`;
  await page.getByText(`2 orders updated to Shipped, 1 not: ${refusal}`, { exact: true }).waitFor();

  await merchant.open(`/admin/orders?search=${order?.order_number}`);
  await tick(order?.order_number ?? '');
  await setAll().click();
  const own = `${order?.order_number}: It is cancelled; please reopen it separately.`;
  await page.getByText(`0 orders updated to Shipped, 1 not: ${own}`, { exact: true }).waitFor();
});

test('an order that cannot be loaded opens no dialog', async () => {
  const { page } = merchant;
  await merchant.open('/admin/orders?status=delivered');
  await page.route(/\/api\/admin\/orders\/\d+$/, (route) => route.abort());
  await page.getByRole('row').nth(1).getByRole('combobox').selectOption('cancelled');
  await page.getByText('cannot be reached').first().waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.unroute(/\/api\/admin\/orders\/\d+$/);
});

test('an invalid URL leads back to the full list', async () => {
  const { page } = merchant;
  await merchant.open(`/admin/orders?search=${'x'.repeat(300)}`);
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await page.getByRole('table', { name: 'Orders', exact: true }).waitFor();
});

test('a refund is retried after a lost response, and repeated as a new one after a response', async () => {
  const { page } = merchant;
  const keys: (string | undefined)[] = [];
  let answer: ((refund: object) => object) | undefined;
  await page.route('**/api/admin/orders/*/refunds', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (!answer) return route.abort();
    return route.fulfill({ status: 201, json: answer({ status: 'failed', error: 'Card closed' }) });
  });
  const detail = page.waitForResponse((response) => /\/api\/admin\/orders\/\d+$/.test(response.url()));
  await merchant.open('/admin/orders?status=delivered');
  await page
    .getByRole('button', { name: /^View order/ })
    .first()
    .click();
  const { data: order } = await (await detail).json();
  await dialog().getByLabel('Reason').fill('Damaged');
  const refund = async (said: string) => {
    await dialog().getByRole('button', { name: 'Refund…' }).click();
    await dialog()
      .getByRole('button', { name: /^Refund \$/ })
      .click();
    await page.getByText(said).first().waitFor();
    await page.getByRole('dialog', { name: /^Refund/ }).waitFor({ state: 'detached' });
  };
  await refund('cannot be reached');
  answer = (one) => ({ success: true, message: '', data: { refund: one, order } });
  await refund('The payment provider refused the refund. Card closed');
  await refund('The payment provider refused the refund. Card closed');
  expect([keys.length, keys[0] === keys[1], keys[1] === keys[2]]).toEqual([3, true, false]);
  await page.unroute('**/api/admin/orders/*/refunds');
});
