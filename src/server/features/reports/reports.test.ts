import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallKey } from '#contract/index.ts';
import { addMoney, parseDecimal } from '#domain/money/money.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createPaidOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());

const read = async <K extends CallKey>(key: K, query: object = {}) =>
  (await shop.call(key, { query } as never, { token })).data;
const sum = (amounts: readonly string[]) => addMoney(...amounts.map((amount) => parseDecimal(amount) ?? Number.NaN));

/** One that is kept, one that is partly refunded, and a cancelled one. */
async function placeOrders(): Promise<void> {
  const product = await createProduct(shop.services.db, { price_cents: 2500, stock: 20 });
  await createPaidOrder(shop, product.id, { quantity: 2 });
  const partly = await createPaidOrder(shop, product.id);
  const refund = { params: { id: partly.orderId }, body: { amount: '7.50', reason: 'Scratched' } };
  await shop.call('POST /admin/orders/{id}/refunds', refund, { token });
  const cancelled = await createPaidOrder(shop, product.id);
  const cancel = { params: { id: cancelled.orderId }, body: { status: 'cancelled' as const } };
  await shop.call('PUT /admin/orders/{id}/status', cancel, { token });
}

test('a report contains each order of its days once, and daily sums match its orders', async () => {
  await placeOrders();
  const all = (await read('GET /admin/orders', { limit: 100 })).data;
  const { totalRevenue } = await read('GET /admin/dashboard/stats');
  const period = { from: '2020-01-01', to: '2030-12-31' };
  const report = await read('GET /admin/reports/orders', period);
  expect(report.rows.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
  expect(report).toMatchObject({ total: all.length, next: null });
  const { rows: days } = await read('GET /admin/reports/sales', period);
  expect(sum(days.map(({ revenue }) => revenue))).toBe(parseDecimal(totalRevenue));
  expect(sum(report.rows.map(({ revenue }) => revenue))).toBe(parseDecimal(totalRevenue));
  expect(days.reduce((total, { orders: count }) => total + count, 0)).toBe(all.length);
  const last = report.rows.at(-2)?.id ?? 0;
  expect((await read('GET /admin/reports/orders', { ...period, after: last })).rows).toHaveLength(1);
  for (const query of [{ from: '2026-02-30', to: '2026-03-01' }, { from: '2026-03-02', to: '2026-03-01' }, {}]) {
    const reply = await shop.call('GET /admin/reports/sales', { query } as never, { token });
    expect(reply.status, JSON.stringify(query)).toBe(422);
  }
});
