import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ADDRESS, createShopper, fillCart, type Shopper, saveSetting } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
  await saveSetting(shop, 'payment', { offlineEnabled: true });
});
afterAll(() => shop.close());

async function shopperWithThreeLines(): Promise<Shopper> {
  const shopper = await createShopper(shop);
  for (const quantity of [1, 2, 3]) {
    const product = await createProduct(shop.services.db, { stock: 20 });
    await fillCart(shop, shopper, product.id, quantity);
  }
  return shopper;
}

/** The statements between `begin` and `commit`, on the connection that ran them. */
async function countInTransaction(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const calls = query.mock.calls.map(([statement], index) => ({
    text: (statement as { text?: string }).text ?? String(statement),
    client: query.mock.contexts[index],
  }));
  query.mockRestore();
  const begin = calls.findIndex(({ text }) => text === 'begin');
  const sameClient = calls.slice(begin + 1).filter(({ client }) => client === calls[begin]?.client);
  return sameClient.findIndex(({ text }) => text === 'commit');
}

const payLater = (shopper: Shopper) =>
  shop.call('POST /orders', { body: { shipping_address: ADDRESS, payment_method: 'offline' } }, shopper);

test('the transaction of an order takes fourteen statements, for any number of lines', async () => {
  const shopper = await shopperWithThreeLines();
  const order = async () => expect((await payLater(shopper)).status).toBe(201);
  expect(await countInTransaction(order)).toBe(14);
});
