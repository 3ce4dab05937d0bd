import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESS, cartTotal, createShopper, fillCart, openPayment, type Shopper } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());

async function shopperWithCart(): Promise<Shopper> {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, (await createProduct(shop.services.db)).id);
  return shopper;
}

async function send(path: string, { token }: Shopper, key: string, payload: object) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
  const reply = await shop.app.inject({ method: 'POST', url: `/api${path}`, headers, payload });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

test('a confirmation that came while the payment was processing gets the order when it is repeated', async () => {
  const shopper = await shopperWithCart();
  const { data: opened } = await openPayment(shop, shopper);
  const confirm = () =>
    send('/payments/confirm', shopper, 'processing', { payment_intent_id: opened.payment_intent_id });
  expect(await confirm()).toMatchObject({ status: 409, body: { code: 'payment.not_completed' } });

  shop.sandbox.faults.set({ operation: 'confirm', kind: 'processing', ms: 60_000 });
  await shop.pay(opened);
  expect(await confirm()).toMatchObject({ status: 409, body: { code: 'payment.in_progress' } });

  shop.clock.advance({ minutes: 2 });
  const statusOf = async () => (await shop.stripe.paymentIntents.retrieve(opened.payment_intent_id)).status;
  await expect.poll(statusOf).toBe('succeeded');
  const confirmed = await confirm();
  expect(confirmed).toMatchObject({ status: 200, body: { data: { order_number: expect.stringMatching(/^ORD-/) } } });
  expect(await confirm()).toMatchObject({ body: confirmed.body, headers: { 'idempotent-replayed': 'true' } });
});

test('a payment refused because of the time its items were held is opened when the request is repeated later', async () => {
  const shopper = await shopperWithCart();
  for (let minutes = 0; minutes < 44; minutes += 4) {
    await openPayment(shop, shopper);
    shop.clock.advance({ minutes: 4 });
    await shop.jobs.run('expire-checkouts');
  }
  shop.clock.advance({ minutes: 2 });
  await shop.jobs.run('expire-checkouts');

  const payment = { amount: await cartTotal(shop, shopper), shipping_address: ADDRESS };
  const open = () => send('/payments/create-intent', shopper, 'held-too-long', payment);
  const refused = await open();
  expect(refused).toMatchObject({ status: 409, body: { code: 'checkout.hold_limit' } });
  shop.clock.advance({ minutes: 10 });
  const again = await open();
  expect(again).toMatchObject({ status: 409, body: { code: 'checkout.hold_limit' } });
  expect(Number(again.headers['retry-after'])).toBeLessThan(Number(refused.headers['retry-after']));

  shop.clock.advance({ minutes: 30 });
  expect((await open()).status).toBe(200);
});
