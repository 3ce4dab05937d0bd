import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminOrderClient } from '#test/clients/admin-order-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { ADDRESS, type BoughtOrder, createPaidOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db, { name: 'Ada Admin' }));
});
afterAll(() => shop.close());

const { setStatus } = adminOrderClient(() => ({ shop, token }));
const buy = async () => createPaidOrder(shop, (await createProduct(shop.services.db, { stock: 9 })).id);

const MOVED = { ...ADDRESS, line1: '7 Mill Road', city: 'Salem', state: 'MA', postal_code: '01970' };
const SEEN = { ...ADDRESS, line2: null };

const move = ({ orderId }: BoughtOrder, to = MOVED, seen: typeof SEEN | undefined = SEEN) =>
  shop.call(
    'PUT /admin/orders/{id}/address',
    { params: { id: orderId }, body: { shipping_address: to, shipping_address_seen: seen } },
    { token },
  );

async function mailsTo({ shopper }: BoughtOrder) {
  await shop.jobs.runRequested();
  return shop.mailbox.mails.filter(({ to }) => to.email === shopper.user.email);
}

test('the shipping address of an order changes; the customer is told once; billing address and amounts stay', async () => {
  const order = await buy();
  const { data, message } = await move(order);
  expect(message).toBe('Address changed');
  expect(data).toMatchObject({
    status: 'pending',
    shippingAddress: { line1: '7 Mill Road', city: 'Salem', postalCode: '01970' },
    billingAddress: { line1: ADDRESS.line1 },
  });
  expect(data.history.at(-1)).toMatchObject({ note: 'Shipping address changed', actor: 'Ada Admin' });
  expect((await move(order, MOVED, { ...MOVED, line2: null })).status).toBe(200);
  const mails = await mailsTo(order);
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Your order ${order.orderNumber}`,
    `New address for your order ${order.orderNumber}`,
  ]);
  expect(mails[1]?.text).toContain('7 Mill Road');
  const own = await shop.call('GET /orders/{id}', { params: { id: String(order.orderId) } }, order.shopper);
  expect(own.data).toMatchObject({ shipping_address: { city: 'Salem' }, total: data.total });
  const audit = await shop.call('GET /admin/audit', { query: { search: 'order.address' } }, { token });
  expect(JSON.stringify(audit.data)).not.toContain('Mill Road');
});

test('an order is not shipped by an admin who saw its former address', async () => {
  const order = await buy();
  await move(order);
  const ship = (seen: typeof SEEN) => setStatus(order, 'shipped', { shipping_address_seen: seen });
  expect((await ship(SEEN)).failure).toMatchObject({
    code: 'order.changed',
    message: `Order ${order.orderNumber} now has another shipping address. Please look at it again.`,
  });
  expect((await ship({ ...MOVED, line2: null })).data.status).toBe('shipped');
  // Repeating a completed change is harmless.
  expect((await ship(SEEN)).status).toBe(200);
});

test('two admins do not overwrite each other’s address', async () => {
  const order = await buy();
  await move(order);
  const { failure } = await move(order, { ...MOVED, city: 'Bangor' });
  expect(failure).toMatchObject({ code: 'order.changed' });
  expect((await mailsTo(order)).length).toBe(2);
});

test.each(['shipped', 'delivered', 'cancelled'] as const)('the address of a %s order is fixed', async (status) => {
  const order = await buy();
  await setStatus(order, status);
  expect((await move(order)).failure).toMatchObject({
    code: 'order.address_fixed',
    message: `Order ${order.orderNumber} is ${status}: its address can no longer be changed.`,
  });
});
