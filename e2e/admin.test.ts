import { beforeEach, expect, test } from 'vitest';
import { CARDS, openShopper, type Shopper } from './shopper.ts';

let shopper: Shopper;
let merchant: Shopper;
beforeEach(async () => {
  shopper = await openShopper();
  merchant = await openShopper();
});

async function placeOrder(): Promise<string> {
  await shopper.becomeCustomer();
  await shopper.addToCart('Pocket 35 Film Camera');
  await shopper.open('/checkout');
  await shopper.fillAddress();
  await shopper.page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await shopper.fillCard(CARDS.good);
  await shopper.pay();
  return shopper.orderNumber();
}

test('the merchant sees a new order and ships it; the shopper sees that and reorders', async () => {
  const number = await placeOrder();
  await merchant.enterBackOffice('/admin/orders');
  await merchant.page.getByText(number).first().waitFor();
  const row = merchant.page.getByRole('row', { name: new RegExp(number) });
  await row.getByRole('combobox').selectOption('shipped');
  await merchant.page.getByText(/status updated to Shipped/).waitFor();

  await shopper.open('/dashboard/orders');
  await shopper.page.getByText('Shipped').first().waitFor();
  await shopper.open(`/dashboard/orders/${number}`);
  await shopper.page.getByRole('button', { name: 'Buy again' }).press('Enter');
  await shopper.page.getByText('1 item was put into your cart').waitFor();
  await shopper.page.getByRole('button', { name: 'View cart' }).click();
  await shopper.page.waitForURL((url) => url.pathname === '/cart');
  await shopper.page.getByRole('main').getByText('Pocket 35 Film Camera').first().waitFor();
  expect([...merchant.complaints, ...shopper.complaints]).toEqual([]);
});

test('a shopper cannot open the back office', async () => {
  await shopper.becomeCustomer();
  await shopper.open('/admin/orders');
  await shopper.page.waitForURL((url) => url.pathname === '/');
});
