import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlertsDesk, openAlertsShop } from '../testing.ts';

const SUBSCRIBERS = 10_000;
const BATCHES_PER_RUN = 50;
const BATCH = 100;

let desk: AlertsDesk;
beforeAll(async () => {
  desk = await openAlertsShop();
});
afterAll(() => desk.shop.close());

test('ten thousand subscribers of one product are mailed in batches by a job, once each', async () => {
  const id = await desk.createProduct();
  await desk.insertGuests(id, SUBSCRIBERS);
  const { data } = await desk.demand();
  expect(data.data).toMatchObject([{ kind: 'stock', product: { id }, variant: null, stock: 0, waiting: SUBSCRIBERS }]);

  await desk.setStock(id, 3);
  await desk.shop.events.deliverDue();
  // The event only asks for the job.
  expect(await desk.countQueued()).toBe(0);
  expect(desk.shop.jobs.requested()).toContain('stock-and-price-alerts.send-alerts');

  await desk.shop.jobs.run('stock-and-price-alerts.send-alerts');
  expect(await desk.countQueued()).toBe(BATCHES_PER_RUN * BATCH);
  expect(desk.shop.jobs.requested()).toContain('stock-and-price-alerts.send-alerts');
  await desk.shop.jobs.run('stock-and-price-alerts.send-alerts');
  await desk.shop.jobs.run('stock-and-price-alerts.send-alerts');
  expect(await desk.countQueued()).toBe(SUBSCRIBERS);
  expect((await desk.demand()).data.total).toBe(0);
}, 120_000);

test('the back office finds demand by product, SKU and kind', async () => {
  const lamp = await desk.createProduct({ name: 'Cork lamp', sku: 'CORK-1' });
  const chair = await desk.createProduct({ name: 'Cane chair', stock: 4 });
  const [maya, noah] = [await desk.createCustomer(), await desk.createCustomer()];
  await desk.ask(maya, 'stock', lamp);
  await desk.ask(noah, 'stock', lamp);
  await desk.ask(noah, 'price', chair);
  const found = async (query: { search?: string; kind?: 'stock' | 'price' }) =>
    (await desk.demand(query)).data.data.map(({ product, waiting }) => [product.name, waiting]);
  expect(await found({})).toEqual([
    ['Cork lamp', 2],
    ['Cane chair', 1],
  ]);
  expect(await found({ search: 'cork-1' })).toEqual([['Cork lamp', 2]]);
  expect(await found({ kind: 'price' })).toEqual([['Cane chair', 1]]);
  expect(await found({ search: '%' })).toEqual([]);
});
