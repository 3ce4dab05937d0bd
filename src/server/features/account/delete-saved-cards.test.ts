import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShopper, type Shopper } from '#test/factories/order.ts';
import { saveCard } from '#test/factories/saved-card.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
beforeAll(async () => {
  const connect = () => Promise.reject(new Error('No settings'));
  const broken = { plugin: 'letters', name: 'broken', isEnabled: async () => false, connect };
  shop = await openPayingShop({}, { paymentProviders: [broken] });
});
afterAll(() => shop.close());

const customerOf = ({ user }: Shopper) =>
  shop.services.db
    .selectFrom('payment_customer')
    .select(['customer_id', 'delete_at'])
    .where('user_id', '=', user.id)
    .executeTakeFirst();

async function deleteAccount(shopper: Shopper): Promise<number> {
  await shop.services.db.updateTable('orders').set({ status: 'delivered' }).execute();
  await shop.call('POST /account/deletion', {}, shopper);
  await shop.jobs.runRequested();
  const mail = shop.mailbox.mails.findLast(
    ({ to, text }) => to.email === shopper.user.email && /delete-acc/.test(text),
  );
  const token = /\/delete-account\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  return (await shop.call('POST /account/deletion/confirm', { body: { token } })).status;
}

test('the exported data names the customer at the payment provider', async () => {
  const shopper = await createShopper(shop);
  await saveCard(shop, shopper);
  const { data } = await shop.call('GET /account/data', {}, shopper);
  const { customer_id } = (await customerOf(shopper)) ?? {};
  expect(data.payment_customers).toMatchObject([{ provider: 'sandbox', customer_id }]);
});

test('a deleted account leaves no card at the payment provider', async () => {
  const shopper = await createShopper(shop);
  const card = await saveCard(shop, shopper);
  const customerId = String((await customerOf(shopper))?.customer_id);
  expect(await deleteAccount(shopper)).toBe(200);
  shop.clock.advance({ seconds: 1 });
  await shop.jobs.run('delete-payment-customers');
  expect(await customerOf(shopper)).toBeUndefined();
  expect(await shop.stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
  expect((await shop.stripe.paymentMethods.retrieve(card)).customer).toBeNull();
  await shop.jobs.run('delete-payment-customers');
});

test('the deletion is repeated until the payment provider answers', async () => {
  const shopper = await createShopper(shop);
  await saveCard(shop, shopper);
  const customerId = String((await customerOf(shopper))?.customer_id);
  expect(await deleteAccount(shopper)).toBe(200);
  await shop.services.db
    .updateTable('payment_customer')
    .set({ provider: 'gone' })
    .where('user_id', '=', shopper.user.id)
    .execute();
  shop.clock.advance({ seconds: 1 });
  await shop.jobs.run('delete-payment-customers');
  expect((await customerOf(shopper))?.customer_id).toBe(customerId);
  await shop.services.db.updateTable('payment_customer').set({ provider: 'sandbox' }).execute();
  shop.clock.advance({ minutes: 61 });
  await shop.jobs.run('delete-payment-customers');
  expect(await customerOf(shopper)).toBeUndefined();
  expect(await shop.stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
});

test('a provider that fails does not delay the deletion at others', async () => {
  const [first, second] = [await createShopper(shop), await createShopper(shop)];
  for (const shopper of [first, second]) {
    await saveCard(shop, shopper);
    expect(await deleteAccount(shopper)).toBe(200);
    shop.clock.advance({ seconds: 1 });
  }
  await shop.services.db
    .updateTable('payment_customer')
    .set({ provider: 'broken' })
    .where('user_id', '=', first.user.id)
    .execute();
  await shop.jobs.run('delete-payment-customers');
  expect(await customerOf(second)).toBeUndefined();
  expect(await customerOf(first)).toBeDefined();
});
