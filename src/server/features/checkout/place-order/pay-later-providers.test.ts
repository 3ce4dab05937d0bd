import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfflineProvider } from '#server/features/payments/index.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { ADDRESS, createShopper, fillCart, refundOrder, saveSetting } from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

/** Payment after the order with a provider of a plug-in, beside the shop's own. */
const INVOICE: OfflineProvider = {
  kind: 'offline',
  name: 'invoice',
  method: 'invoice',
  label: 'Invoice',
  instructions: 'The invoice is in the parcel.',
};

let isEnabled = true;
let isBroken = false;
let shop: PayingShop;
let product: CreatedProduct;
beforeAll(async () => {
  const connect = async () => {
    if (isBroken) throw new Error('No settings');
    return INVOICE;
  };
  const registration = { plugin: 'letters', name: 'invoice', isEnabled: async () => isEnabled, connect };
  shop = await openPayingShop({}, { paymentProviders: [registration] });
  await saveSetting(shop, 'payment', { offlineEnabled: true, offlineInstructions: 'By transfer to DE00.' });
  product = await createProduct(shop.services.db, { price_cents: 2000, stock: 100 });
});
afterAll(() => shop.close());

async function place(payment_method?: string) {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  const body = { shipping_address: ADDRESS, payment_method };
  return { shopper, placed: await shop.call('POST /orders', { body }, { token: shopper.token }) };
}

test('an order has the method and the instructions of the provider that the shopper chose', async () => {
  const { shopper, placed } = await place('invoice');
  expect(placed.data).toMatchObject({
    payment_method: 'invoice',
    payment_status: 'pending',
    payment_instructions: INVOICE.instructions,
  });
  await shop.jobs.runRequested();
  expect((await shop.mailbox.newestTo(shopper.user.email)).text).toContain(INVOICE.instructions);
  const own = await place('offline');
  expect(own.placed.data).toMatchObject({ payment_method: 'offline', payment_instructions: 'By transfer to DE00.' });
  expect((await place()).placed.data.payment_method).toBe('offline');
});

test('an order can be read while its provider fails, only without its instructions', async () => {
  const { shopper, placed } = await place('invoice');
  isBroken = true;
  const params = { id: String(placed.data.id) };
  const { data } = await shop.call('GET /orders/{id}', { params }, { token: shopper.token });
  isBroken = false;
  expect(data).toMatchObject({ payment_label: 'invoice', payment_instructions: null });
});

test('while its plug-in fails, the method is refused and its instructions wait; the others keep working', async () => {
  const { placed } = await place('invoice');
  const token = await signIn(shop, await createAdmin(shop.services.db));
  const resend = () =>
    shop.call(
      'POST /admin/orders/{id}/mails',
      { params: { id: placed.data.id }, body: { kind: 'order-placed' } },
      { token },
    );
  isBroken = true;
  const refused = (await place('invoice')).placed;
  expect([refused.status, refused.failure.code]).toEqual([409, 'payment.method_unavailable']);
  expect((await place('offline')).placed.status).toBe(201);
  const mail = await resend();
  expect([mail.status, mail.failure.code]).toEqual([503, 'payment.provider_failed']);
  isBroken = false;
  expect((await resend()).status).toBe(202);
});

test('the merchant records its payment, and a refund is paid by hand', async () => {
  const { placed } = await place('invoice');
  const token = await signIn(shop, await createAdmin(shop.services.db));
  const params = { id: placed.data.id };
  const paid = await shop.call('POST /admin/orders/{id}/payment', { params }, { token });
  expect(paid.data).toMatchObject({ paymentStatus: 'completed', payment: { provider: 'invoice' } });
  const again = await shop.call('POST /admin/orders/{id}/payment', { params }, { token });
  expect(again.failure.code).toBe('order.takes_no_payment');
  expect((await refundOrder(shop, placed.data.id, '5.00')).refunds).toMatchObject([{ status: 'succeeded' }]);
});

test('a method that is off or paid online is refused with 409, one that the shop does not have with 422', async () => {
  isEnabled = false;
  expect((await place('invoice')).placed.failure.code).toBe('payment.method_unavailable');
  isEnabled = true;
  expect((await place('card')).placed.failure.code).toBe('payment.method_unavailable');
  expect((await place('sandbox')).placed.failure.code).toBe('payment.method_unavailable');
  const { placed } = await place('shells');
  expect(placed.status).toBe(422);
  expect(placed.failure.errors).toHaveProperty('payment_method');
});

test('the pages of the shop say that it takes payment after the order', async () => {
  await saveSetting(shop, 'payment', { offlineEnabled: false });
  await expect
    .poll(async () => (await shop.call('GET /shop', {})).data.paymentMethods)
    .toContainEqual(expect.objectContaining({ isPaidLater: true }));
});
