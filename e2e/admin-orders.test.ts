import { beforeAll, expect, test } from 'vitest';
import { callShop, findProduct } from './call-shop.ts';
import { lockSettings } from './settings-lock.ts';
import { DESKTOP, openSharedShopper, PHONE, type Shopper } from './shopper.ts';

interface Placed {
  readonly id: number;
  readonly order_number: string;
}

let merchant: Shopper;
/** Orders that are paid later. */
let unpaid: readonly [Placed, Placed, Placed];
beforeAll(async () => {
  merchant = await openSharedShopper();
  await merchant.enterBackOffice('/admin/orders');
  const unlock = await lockSettings();
  try {
    await allowOffline(true);
    unpaid = [await orderOffline(), await orderOffline(), await orderOffline()];
  } finally {
    await allowOffline(false).finally(unlock);
  }
  return merchant.close;
}, 300_000);

const dialog = () => merchant.page.getByRole('dialog').last();
const row = ({ order_number }: Placed) => merchant.page.getByRole('row').filter({ hasText: order_number });
const statusOf = (order: Placed) => row(order).getByRole('combobox');

const allowOffline = (offlineEnabled: boolean) =>
  merchant.page.evaluate(async (isAllowed) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('auth_token')}`,
      'content-type': 'application/json',
    };
    const settings = await (await fetch('/api/admin/settings', { headers })).json();
    const { revision } = settings.data.payment;
    const body = JSON.stringify({ offlineEnabled: isAllowed, revision });
    const answer = await fetch('/api/admin/settings/payment', { method: 'PUT', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }, offlineEnabled);

async function orderOffline(): Promise<Placed> {
  const shopper = await openSharedShopper();
  const token = await shopper.openAccount();
  await shopper.close();
  const { id } = await findProduct('Pocket 35 Film Camera');
  await callShop('/cart', { token, body: { product_id: id } });
  const address = { name: 'Ada Marlowe', line1: '12 Harbour Lane', city: 'Portland', state: 'ME' };
  const shipping_address = { ...address, postal_code: '04101', country: 'US' };
  return callShop('/orders', { token, body: { shipping_address, payment_method: 'offline' } });
}

test('the address of an order is changed until it is shipped', async () => {
  const { page } = merchant;
  const [order] = unpaid;
  await merchant.open(`/admin/orders?order=${order.id}`);
  await page.getByRole('button', { name: 'Change address' }).click();
  const form = page.getByRole('dialog', { name: 'Change shipping address' });
  await expect.poll(() => form.getByLabel('City').inputValue()).toBe('Portland');
  await form.getByLabel('City').fill('');
  await form.getByRole('button', { name: 'Change address' }).click();
  await form.getByText('This field is required.').waitFor();
  await form.getByLabel('City').fill('Salem');
  await form.getByRole('button', { name: 'Change address' }).click();
  await page.getByText(`The address of order ${order.order_number} is changed`).waitFor();
  await dialog().getByText('Shipping address changed').waitFor();
  await dialog().getByText(/Salem/).first().waitFor();
});

test('shipping an unpaid order asks first, naming the order and the mail', async () => {
  const { page } = merchant;
  const [order] = unpaid;
  await merchant.open(`/admin/orders?search=${order.order_number}`);
  await statusOf(order).selectOption('shipped');
  await dialog().getByText(`Order ${order.order_number} is unpaid. 1 email will be sent to the customer.`).waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => statusOf(order).inputValue()).toBe('pending');
  await statusOf(order).selectOption('confirmed');
  await page.getByText(`Order ${order.order_number} status updated to Confirmed`).waitFor();
  await statusOf(order).selectOption('shipped');
  await dialog().getByRole('button', { name: 'Set to Shipped' }).click();
  await page.getByText(`Order ${order.order_number} status updated to Shipped`).waitFor();
  await merchant.open(`/admin/orders?order=${order.id}`);
  await dialog().getByText('Shipping address changed').waitFor();
  expect(await page.getByRole('button', { name: 'Change address' }).count()).toBe(0);
});

test('a bulk change lists unpaid orders and mails before shipping', async () => {
  const { page } = merchant;
  const [, ...orders] = unpaid;
  await merchant.open('/admin/orders?status=pending');
  await page.getByLabel('Filter by payment').selectOption({ label: 'Payment pending' });
  await page.waitForURL(/payment=pending/);
  await expect.poll(() => page.locator('.table-panel').getAttribute('aria-busy')).toBe('false');
  for (const order of orders) await row(order).getByRole('checkbox').check();
  const ship = () =>
    page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Shipped' }).click();
  await ship();
  await dialog().getByRole('heading', { name: 'Set 2 orders to Shipped?' }).waitFor();
  const numbers = orders.map(({ order_number }) => order_number).sort();
  await dialog()
    .getByText(`2 of 2 orders are unpaid: ${numbers.join(', ')}.`)
    .waitFor();
  await dialog().getByText('2 emails will be sent to customers.').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  for (const order of orders) await expect.poll(() => statusOf(order).inputValue()).toBe('pending');
  await ship();
  await dialog().getByRole('button', { name: 'Set to Shipped' }).click();
  await page.getByText('2 orders updated to Shipped', { exact: true }).waitFor();
});

test('a note and a late tracking number have their own success messages', async () => {
  const { page } = merchant;
  const [, order] = unpaid;
  await merchant.open(`/admin/orders?order=${order.id}`);
  await dialog().getByLabel(/^Note/).fill('Rang about the delivery');
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Note added', { exact: true }).waitFor();
  await dialog().getByText('Rang about the delivery').waitFor();
  await dialog().getByLabel('Tracking number').fill('1Z 888');
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Tracking number saved and sent to the customer', { exact: true }).waitFor();
  await dialog().getByText('Tracking number 1Z 888 added').waitFor();
});

test('a notice does not cover the bulk action buttons', async () => {
  const { page } = merchant;
  const [first, second] = unpaid;
  const statuses = ['confirmed', 'processing'];
  for (const [index, viewport] of [PHONE, DESKTOP].entries()) {
    await page.setViewportSize(viewport);
    await merchant.open('/admin/orders');
    await row(second).getByRole('checkbox').check();
    await statusOf(first).selectOption(statuses[index] ?? '');
    const notice = page.getByText(`Order ${first.order_number} status updated to`);
    await notice.waitFor();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    const isAbove = async () => {
      const [upper, lower] = [await notice.boundingBox(), await bar.boundingBox()];
      return upper !== null && lower !== null && upper.y + upper.height < lower.y;
    };
    await expect.poll(isAbove, { message: `${viewport.width} px` }).toBe(true);
  }
});

test('an order is read again when the response to its status change was lost', async () => {
  const { page } = merchant;
  const [, , order] = unpaid;
  await merchant.open('/admin/orders');
  const address = '**/api/admin/orders/*/status';
  await page.route(address, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  const isConfirmed = (await statusOf(order).inputValue()) === 'confirmed';
  const status = isConfirmed ? 'processing' : 'confirmed';
  await statusOf(order).selectOption(status);
  await page.getByText('The shop cannot be reached. Please check your connection and try again.').waitFor();
  await expect.poll(() => statusOf(order).inputValue()).toBe(status);
  await page.unroute(address);
});

/** A request that waits until it is answered with this refusal. */
async function holdRequest(address: string) {
  const { page } = merchant;
  let answer = (_: string) => {};
  const message = new Promise<string>((resolve) => {
    answer = resolve;
  });
  await page.route(address, async (route) => {
    await route.fulfill({ status: 409, json: { success: false, message: await message } });
  });
  return (refusal: string) => {
    answer(refusal);
    return page.getByText(refusal).waitFor();
  };
}

test('the refusals of two status changes at once are both shown, and neither closes the question of the other', async () => {
  const { page } = merchant;
  const [first, second] = unpaid;
  await merchant.open('/admin/orders');
  const otherThan = async (order: Placed) =>
    (await statusOf(order).inputValue()) === 'processing' ? 'confirmed' : 'processing';
  const change = async (order: Placed, status: string) => {
    const sent = page.waitForRequest(`**/api/admin/orders/${order.id}/status`);
    await statusOf(order).selectOption(status);
    await sent;
  };
  const refuseFirst = await holdRequest(`**/api/admin/orders/${first.id}/status`);
  await change(first, await otherThan(first));
  const refuseSecond = await holdRequest(`**/api/admin/orders/${second.id}/status`);
  await change(second, await otherThan(second));
  await refuseSecond('The second is refused.');
  await refuseFirst('The first is refused.');

  const refuseAgain = await holdRequest(`**/api/admin/orders/${first.id}/status`);
  await change(first, await otherThan(first));
  await statusOf(second).selectOption('cancelled');
  const question = page.getByRole('dialog', { name: `Set order ${second.order_number} to Cancelled?` });
  await question.waitFor();
  await refuseAgain('Refused again.');
  expect(await question.isVisible()).toBe(true);

  const refuseCancel = await holdRequest(`**/api/admin/orders/${second.id}/status`);
  await question.getByRole('button', { name: 'Set to Cancelled' }).click();
  await question.getByText('Saving…').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  // The browser closes it at the second Escape, and the page opens it again.
  await expect.poll(() => question.isVisible()).toBe(true);
  await refuseCancel('It cannot be cancelled.');
  await question.waitFor({ state: 'detached' });
  await page.unrouteAll();
});

test('a note typed while another is saved is kept', async () => {
  const { page } = merchant;
  const [, order] = unpaid;
  await merchant.open(`/admin/orders?order=${order.id}`);
  const address = `**/api/admin/orders/${order.id}/status`;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  await dialog().getByLabel(/^Note/).fill('Rang again');
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await dialog().getByLabel(/^Note/).fill('Rang again, nobody was in');
  release();
  await page.getByText('Note added', { exact: true }).waitFor();
  await dialog().getByText('Rang again', { exact: true }).waitFor();
  expect(await dialog().getByLabel(/^Note/).inputValue()).toBe('Rang again, nobody was in');
  await page.unroute(address);
  await dialog().getByLabel(/^Note/).fill('');
});

test('the dialog of the export stays open until its refusal is shown, and starts over when it is opened again', async () => {
  const { page } = merchant;
  await merchant.open('/admin/orders');
  const refuse = await holdRequest('**/api/admin/orders/export*');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const form = page.getByRole('dialog', { name: 'Export orders' });
  await form.getByRole('button', { name: 'Export CSV' }).click();
  await form.getByText('Exporting…').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await form.isVisible()).toBe(true);
  await refuse('There are too many orders.');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await form.waitFor();
  expect(await form.getByText('There are too many orders.').count()).toBe(0);
  await page.unrouteAll();
});
