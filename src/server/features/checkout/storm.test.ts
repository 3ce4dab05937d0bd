import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORDER_STATUSES } from '#domain/order-status.ts';
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
import { GOOD_CARD, openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
  await saveSetting(shop, 'payment', { offlineEnabled: true });
});
afterAll(() => shop.close());

/** Numbers from 0 to 1 that are the same for the same seed: a storm that broke something can be had again. */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Visitor extends Shopper {
  paying: { payment_intent_id: string; client_secret: string } | undefined;
  orders: number[];
}

/** What must hold at any moment, whatever happened. Each query finds what breaks it. */
const LAWS = {
  'stock that is not received = sold + held + available': sql`
    SELECT id FROM stock WHERE held < 0 OR sold < 0 OR received - sold - held < 0`,
  'stock whose sold pieces are not those of live orders': sql`
    SELECT s.id FROM stock s LEFT JOIN order_line l ON l.stock_id = s.id
      LEFT JOIN orders o ON o.id = l.order_id AND o.status <> 'cancelled'
     GROUP BY s.id HAVING s.sold <> COALESCE(sum(l.quantity) FILTER (WHERE o.id IS NOT NULL), 0)`,
  'stock whose held pieces are not those of its holds': sql`
    SELECT s.id FROM stock s LEFT JOIN stock_hold h ON h.stock_id = s.id
     GROUP BY s.id HAVING s.held <> COALESCE(sum(h.quantity), 0)`,
  'holds of a checkout that is not open': sql`
    SELECT h.checkout_id FROM stock_hold h JOIN checkout c ON c.id = h.checkout_id WHERE c.status <> 'open'`,
  'open checkouts that hold something else than their newest freeze': sql`
    SELECT c.id FROM checkout c JOIN checkout_line l ON l.checkout_id = c.id AND l.revision = c.revision
      LEFT JOIN stock_hold h ON h.checkout_id = c.id AND h.stock_id = l.stock_id
     WHERE c.status = 'open' AND h.quantity IS DISTINCT FROM l.quantity`,
  'coupons whose uses are not counted right': sql`
    SELECT c.id FROM coupon c LEFT JOIN coupon_use u ON u.coupon_id = c.id
     GROUP BY c.id HAVING c.times_used <> count(u.checkout_id) OR c.times_used > c.usage_limit`,
  'orders that were not paid exactly': sql`
    SELECT o.id FROM orders o LEFT JOIN payment p ON p.order_id = o.id
     WHERE p.captured_cents IS DISTINCT FROM CASE WHEN o.payment_status <> 'pending' THEN o.total_cents END`,
  'orders that say something else of their payment than what came and went': sql`
    SELECT o.id FROM orders o JOIN payment p ON p.order_id = o.id
     WHERE o.payment_status <> CASE p.refunded_cents
       WHEN 0 THEN 'completed' WHEN p.captured_cents THEN 'refunded' ELSE 'partially_refunded' END`,
  'cancelled orders whose money was kept': sql`
    SELECT o.id FROM orders o JOIN payment p ON p.order_id = o.id
     WHERE o.status = 'cancelled' AND p.refunded_cents <> p.captured_cents`,
  'payments whose refunds do not add up': sql`
    SELECT p.id FROM payment p LEFT JOIN refund r ON r.payment_id = p.id AND r.status <> 'failed'
     GROUP BY p.id HAVING p.refunded_cents <> COALESCE(sum(r.amount_cents), 0)`,
  'intents that were paid and led to nothing': sql`
    SELECT i.id FROM sandbox.payment_intents i LEFT JOIN payment p ON p.intent_id = i.id
     WHERE i.status = 'succeeded' AND p.id IS NULL`,
  'charges that do not match what the shop knows': sql`
    SELECT p.id FROM payment p JOIN sandbox.charges c ON c.payment_intent = p.intent_id AND c.status = 'succeeded'
     WHERE c.amount <> p.captured_cents OR c.amount_refunded <> p.refunded_cents`,
  'order numbers with a gap': sql`
    SELECT 1 FROM orders HAVING count(*) <> COALESCE(max(right(order_number, 6)::int), 0)`,
};

async function brokenLaws(): Promise<string[]> {
  const broken: string[] = [];
  for (const [law, query] of Object.entries(LAWS)) {
    const { rows } = await query.execute(shop.services.db);
    if (rows.length > 0) broken.push(`${law}: ${JSON.stringify(rows)}`);
  }
  return broken;
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

  const deeds: [weight: number, (who: Visitor) => Promise<unknown>][] = [
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
  const bag = deeds.flatMap(([weight, deed]) => Array.from({ length: weight }, () => deed));

  for (let round = 0; round < 40; round += 1) await Promise.all(visitors.map((who) => pick(bag)?.(who)));
  shop.sandbox.faults.clear();
  shop.clock.advance({ minutes: 20 });
  await shop.jobs.run('reconcile-payments');
  await shop.jobs.run('expire-checkouts');
}

test.each([1, 2])(
  'after a storm of everything at once (seed %i) stock, money and numbers are true',
  async (seed) => {
    await playStorm(seed);
    expect(await brokenLaws()).toEqual([]);
    const { rows } = await sql<{ orders: number; held: number }>`
    SELECT (SELECT count(*) FROM orders) AS orders, (SELECT sum(held) FROM stock) AS held`.execute(shop.services.db);
    expect(rows[0]?.orders, 'a storm in which nobody buys proves nothing').toBeGreaterThan(5);
    expect(rows[0]?.held).toBe(0);
    expect(shop.log.text()).not.toContain('An unexpected error occurred');
  },
  120_000,
);
