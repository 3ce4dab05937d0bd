import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlertsTestShop, openAlertsShop } from '../testing.ts';

const SUBSCRIBERS = 10_000;
const BATCHES_PER_RUN = 50;
const BATCH = 100;

let shop: AlertsTestShop;
beforeAll(async () => {
  shop = await openAlertsShop();
});
afterAll(() => shop.close());

test('ten thousand subscribers of one product are mailed in batches by a job, once each', async () => {
  const id = await shop.createProduct();
  await shop.insertGuests(id, SUBSCRIBERS);
  const { data } = await shop.readDemand();
  expect(data.data).toMatchObject([{ kind: 'stock', product: { id }, variant: null, stock: 0, waiting: SUBSCRIBERS }]);

  await shop.setStock(id, 3);
  await shop.events.deliverDue();
  // The event only asks for the job.
  expect(await shop.countQueued()).toBe(0);
  expect(shop.jobs.requested()).toContain('stock-and-price-alerts.send-alerts');

  await shop.jobs.run('stock-and-price-alerts.send-alerts');
  expect(await shop.countQueued()).toBe(BATCHES_PER_RUN * BATCH);
  expect(shop.jobs.requested()).toContain('stock-and-price-alerts.send-alerts');
  await shop.jobs.run('stock-and-price-alerts.send-alerts');
  await shop.jobs.run('stock-and-price-alerts.send-alerts');
  expect(await shop.countQueued()).toBe(SUBSCRIBERS);
  expect((await shop.readDemand()).data.total).toBe(0);
}, 120_000);

test('the back office finds demand by product, SKU and kind', async () => {
  const lamp = await shop.createProduct({ name: 'Cork lamp', sku: 'CORK-1' });
  const chair = await shop.createProduct({ name: 'Cane chair', stock: 4 });
  const [maya, noah] = [await shop.createCustomer(), await shop.createCustomer()];
  await shop.requestAlert(maya, 'stock', lamp);
  await shop.requestAlert(noah, 'stock', lamp);
  await shop.requestAlert(noah, 'price', chair);
  const found = async (query: { search?: string; kind?: 'stock' | 'price' }) =>
    (await shop.readDemand(query)).data.data.map(({ product, waiting }) => [product.name, waiting]);
  expect(await found({})).toEqual([
    ['Cork lamp', 2],
    ['Cane chair', 1],
  ]);
  expect(await found({ search: 'cork-1' })).toEqual([['Cork lamp', 2]]);
  expect(await found({ kind: 'price' })).toEqual([['Cane chair', 1]]);
  expect(await found({ search: '%' })).toEqual([]);
});
