import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import {
  ADDRESS,
  cartTotal,
  confirmPayment,
  createCoupon,
  createShopper,
  type Shopper,
  saveSetting,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { violatedInvariantsAtRest } from '#test/invariants.ts';
import { GOOD_CARD, openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { randomBy } from '#test/random.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
  await saveSetting(shop, 'payment', { offlineEnabled: true });
});
afterAll(() => shop.close());

interface Visitor extends Shopper {
  paying: { payment_intent_id: string; client_secret: string } | undefined;
  orders: number[];
}

async function playStorm(seed: number): Promise<void> {
  const random = randomBy(seed);
  const pick = <T>(things: readonly T[]): T | undefined => things[Math.floor(random() * things.length)];
  const { db } = shop.services;
  const admin = await signIn(shop, await createAdmin(db));
  const stocks = [8, 20, 60].map((stock) => createProduct(db, { stock, price_cents: 700 + stock }));
  const products = await Promise.all(stocks);
  const productIds = products.map(({ id }) => id);
  const coupon = await createCoupon(shop, { code: `STORM-${seed}`, usage_limit: 9, usage_limit_per_customer: 2 });
  const visitors: Visitor[] = [];
  for (let n = 0; n < 10; n += 1) visitors.push({ ...(await createShopper(shop)), paying: undefined, orders: [] });

  const actions: [weight: number, (who: Visitor) => Promise<unknown>][] = [
    [
      6,
      (who) => {
        const body = { product_id: pick(productIds) ?? 0, quantity: 1 + Math.floor(random() * 3) };
        return shop.call('POST /cart', { body }, { token: who.token });
      },
    ],
    [2, (who) => shop.call('POST /cart/coupon', { body: { code: coupon.code } }, { token: who.token })],
    [
      8,
      async (who) => {
        const amount = await cartTotal(shop, who);
        const body = { amount, shipping_address: { ...ADDRESS, line1: `${Math.floor(random() * 3)} Storm Street` } };
        const opened = await shop.call('POST /payments/create-intent', { body }, { token: who.token });
        if (opened.status === 200) who.paying = opened.data;
      },
    ],
    [8, async (who) => who.paying && shop.pay(who.paying, random() < 0.8 ? GOOD_CARD : '4000000000000002')],
    [
      8,
      async (who) => {
        if (!who.paying) return;
        const confirmed = await confirmPayment(shop, who, who.paying.payment_intent_id);
        if (confirmed.status === 200) who.orders.push(confirmed.data.order_id);
      },
    ],
    [
      1,
      async (who) => {
        const id = pick(who.orders);
        if (id) await shop.call('PUT /orders/{id}/cancel', { params: { id: String(id) } }, { token: who.token });
      },
    ],
    [
      2,
      async (who) => {
        const id = pick(who.orders);
        const input = { params: { id: id ?? 0 }, body: { status: pick(ORDER_STATUSES) ?? 'pending' } };
        if (id) await shop.call('PUT /admin/orders/{id}/status', input, { token: admin });
      },
    ],
    [
      1,
      async (who) => {
        const id = pick(who.orders);
        const input = { params: { id: id ?? 0 }, body: { amount: '1.50', reason: 'Storm' } };
        if (id) await shop.call('POST /admin/orders/{id}/refunds', input, { token: admin });
      },
    ],
    [
      2,
      async (who) => {
        const placed = await shop.call('POST /orders', { body: { shipping_address: ADDRESS } }, { token: who.token });
        if (placed.status === 201) who.orders.push(placed.data.id);
      },
    ],
    [
      1,
      async (who) => {
        const id = pick(who.orders);
        if (id) await shop.call('POST /admin/orders/{id}/payment', { params: { id } }, { token: admin });
      },
    ],
    [
      1,
      async () => {
        const product = pick(products);
        if (!product) return;
        const { id, name, sku, category_id } = product;
        const body = { name, description: 'Counted again', price: 7.5, sku, stock: 12, category_id };
        await shop.call('PUT /admin/products/{id}', { params: { id }, body }, { token: admin });
      },
    ],
    [
      1,
      async () => {
        shop.clock.advance({ minutes: 4 });
        await shop.jobs.run('expire-checkouts');
      },
    ],
    [2, () => shop.jobs.run('reconcile-payments')],
    [
      2,
      async () => {
        const delivery = pick(shop.deliveries);
        if (delivery) await shop.deliver(delivery);
      },
    ],
    [
      1,
      async () => {
        const operation = pick(['create', 'update', 'retrieve', 'cancel', 'refund'] as const) ?? 'create';
        shop.sandbox.faults.set({ operation, kind: random() < 0.5 ? 'timeout_after' : '500', count: 2, ms: 20 });
      },
    ],
  ];
  const bag = actions.flatMap(([weight, action]) => Array.from({ length: weight }, () => action));

  for (let round = 0; round < 40; round += 1) await Promise.all(visitors.map((who) => pick(bag)?.(who)));
  shop.sandbox.faults.clear();
  shop.clock.advance({ minutes: 20 });
  await shop.jobs.run('reconcile-payments');
  await shop.jobs.run('expire-checkouts');
}

test.each([1, 2])(
  'after a stress test of all operations (seed %i) stock, money and order numbers are consistent',
  async (seed) => {
    await playStorm(seed);
    expect(await violatedInvariantsAtRest(shop.services.db)).toEqual([]);
    const { rows } = await sql<{ orders: number; held: number }>`
    SELECT (SELECT count(*) FROM orders) AS orders, (SELECT sum(held) FROM stock) AS held`.execute(shop.services.db);
    expect(rows[0]?.orders, 'a storm in which nobody buys proves nothing').toBeGreaterThan(5);
    expect(rows[0]?.held).toBe(0);
    expect(shop.log.text()).not.toContain('An unexpected error occurred');
  },
  120_000,
);
