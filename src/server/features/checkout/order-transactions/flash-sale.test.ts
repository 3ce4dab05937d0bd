import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESS, createShopper, fillCart, readStock, type Shopper, saveSetting } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { violatedInvariantsAtRest } from '#test/invariants.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

/** The large one is `npm run bench -- --only "flash sale"`. */
const BUYERS = 150;
const PIECES = 40;

let shop: PayingShop;
beforeAll(async () => {
  // Some buyers have to retry.
  shop = await openPayingShop({}, { orderQueue: { maxWaitMs: 3_000 } });
  await saveSetting(shop, 'payment', { offlineEnabled: true });
});
afterAll(() => shop.close());

interface Result {
  readonly status: number;
  readonly code: string | undefined;
  readonly orderNumber: string | undefined;
}

/** Repeats the request until the response is anything but "wait in line". */
async function insist(shopper: Shopper): Promise<Result> {
  for (;;) {
    const body = { shipping_address: ADDRESS, payment_method: 'offline' as const };
    const reply = await shop.call('POST /orders', { body }, shopper);
    if (reply.status === 201) return { status: 201, code: undefined, orderNumber: reply.data.order_number };
    const { code } = reply.failure;
    if (reply.status !== 503) return { status: reply.status, code, orderNumber: undefined };
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  }
}

test(`${BUYERS} buyers of ${PIECES} pieces at once: all pieces are sold, and everybody gets a clear answer`, async () => {
  const product = await createProduct(shop.services.db, { stock: PIECES });
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => createShopper(shop)));
  for (const buyer of buyers) await fillCart(shop, buyer, product.id);

  let isOver = false;
  const browsing = (async () => {
    const statuses = new Set<number>();
    let pages = 0;
    for (; !isOver; pages += 1) {
      await wait(10);
      statuses.add((await shop.call('GET /products', { query: { minPrice: pages } })).status);
      statuses.add((await shop.call('GET /products/{id}', { params: { id: String(product.id) } })).status);
    }
    return { statuses: [...statuses], pages };
  })();
  const results = await Promise.all(buyers.map(insist));
  isOver = true;

  const sold = results.filter(({ status }) => status === 201);
  expect(sold).toHaveLength(PIECES);
  expect(new Set(sold.map(({ orderNumber }) => orderNumber)).size).toBe(PIECES);
  const others = results.filter(({ status }) => status !== 201);
  expect(new Set(others.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['409 stock.insufficient']));
  expect(await readStock(shop, product.stock_id)).toEqual({ received: PIECES, sold: PIECES, held: 0 });
  const lines = await shop.services.db
    .selectFrom('order_line')
    .select('quantity')
    .where('product_id', '=', product.id)
    .execute();
  expect(lines.map(({ quantity }) => quantity)).toEqual(Array.from({ length: PIECES }, () => 1));
  expect(await violatedInvariantsAtRest(shop.services.db)).toEqual([]);

  const { statuses, pages } = await browsing;
  expect(statuses).toEqual([200]);
  expect(pages).toBeGreaterThan(3);
  expect(shop.services.orderQueue.waiting()).toBe(0);
}, 60_000);
