import { expect, onTestFinished, test } from 'vitest';
import { SHOPPERS, startLoad } from '../../ops/drills/load.ts';
import { createObservation } from '../../ops/drills/observation.ts';
import { createCustomer, signIn } from '../factories/customer.ts';
import { saveSetting } from '../factories/order.ts';
import { createProduct } from '../factories/product.ts';
import { openPayingShop } from '../paying-shop.ts';

test('shoppers of a drill order by card and pay later, and a product that sells out is no error', async () => {
  const shop = await openPayingShop({ RATE_LIMIT: '1000000000' });
  onTestFinished(() => shop.close());
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const { db } = shop.services;
  const tokens: string[] = [];
  for (let n = 0; n < SHOPPERS; n += 1) tokens.push(await signIn(shop, await createCustomer(db)));
  const plenty = await createProduct(db, { stock: 10_000 });
  const scarce = await createProduct(db, { stock: 2 });
  const load = startLoad(origin, tokens, [plenty.id, scarce.id]);
  load.begin();
  const readMethods = async () => {
    const rows = await db.selectFrom('orders').select('payment_method').distinct().execute();
    return rows.map(({ payment_method }) => payment_method).sort();
  };
  const countSold = async () =>
    (await db.selectFrom('stock').select('sold').where('product_id', '=', scarce.id).executeTakeFirstOrThrow()).sold;
  await expect.poll(async () => [await readMethods(), await countSold()]).toEqual([['card', 'offline'], 2]);
  await load.stop();
  const stored = await db.selectFrom('orders').select('order_number').execute();
  expect(stored.map(({ order_number }) => order_number).sort()).toEqual([...load.acknowledged].sort());
  const { orders, errors } = load.observed();
  expect(orders).toBe(load.acknowledged.length);
  expect([...errors.keys()].filter((reason) => reason.includes('stock'))).toEqual([]);
});

test('what shoppers see is counted from the beginning of each drill', () => {
  const observation = createObservation(0);
  observation.failed('503 GET /', 100);
  observation.begin(1_000);
  observation.responded('200');
  observation.responded('200');
  observation.failed('503 server.unavailable GET /', 1_500);
  observation.failed('503 server.unavailable GET /', 3_500);
  observation.ordered(2_000);
  observation.ordered(2_100);
  observation.pageShown(1_200);
  expect(observation.observed(4_000)).toEqual({
    responses: new Map([['200', 2]]),
    errors: new Map([['503 server.unavailable GET /', 2]]),
    orders: 2,
    pages: 1,
    missingScripts: 0,
    failingFor: 2_000,
    orderGap: 1_900,
    pageGap: 2_800,
  });
});
