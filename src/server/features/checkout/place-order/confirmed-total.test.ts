import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ADDRESS,
  applyCoupon,
  createCoupon,
  createShopper,
  fillCart,
  readStock,
  type Shopper,
  saveSetting,
} from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { violatedInvariantsAtRest } from '#test/invariants.ts';
import { occupyOrderQueue } from '#test/occupy-order-queue.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(
    {},
    { orderQueue: { taking: 1, takingPerProduct: 1, ordersPerTransaction: 10, maxWaitMs: 60_000 } },
  );
  await saveSetting(shop, 'payment', { offlineEnabled: true });
});
beforeEach(() => saveSetting(shop, 'shipping', {}));
afterAll(async () => {
  expect(await violatedInvariantsAtRest(shop.services.db)).toEqual([]);
  await shop.close();
});

/** $64.80 with tax, plus $10 for shipping. */
const SHOWN = '74.80';

async function shopperWithCart() {
  const product = await createProduct(shop.services.db, { price_cents: 2000, stock: 10 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id, 3);
  return { shopper, product };
}

const place = ({ token }: Shopper, total: string | number | undefined, more: object = {}) =>
  shop.call('POST /orders', { body: { shipping_address: ADDRESS, total, ...more } }, { token });

const raisePrice = ({ id }: CreatedProduct) =>
  sql`UPDATE product SET price_cents = 2500 WHERE id = ${id}`.execute(shop.services.db);

async function expectNothingBought({ token }: Shopper, { stock_id }: CreatedProduct): Promise<void> {
  expect((await shop.call('GET /orders', { query: {} }, { token })).data.data).toEqual([]);
  expect(await readStock(shop, stock_id)).toEqual({ received: 10, sold: 0, held: 0 });
}

test('an order at the total that the shopper saw is placed; amounts can be numbers, as in create-intent', async () => {
  const { shopper } = await shopperWithCart();
  expect((await place(shopper, SHOWN)).data.total).toBe(SHOWN);
  const other = await shopperWithCart();
  expect((await place(other.shopper, 74.8)).status).toBe(201);
  const without = await shopperWithCart();
  expect((await place(without.shopper, undefined)).status).toBe(201);
  const malformed = await shopperWithCart();
  const refused = await place(malformed.shopper, 'much');
  expect([refused.status, Object.keys(refused.failure.errors ?? {})]).toEqual([422, ['total']]);
});

test('a price that rose since the shopper saw the total is refused with the cart; the new total is accepted', async () => {
  const { shopper, product } = await shopperWithCart();
  await raisePrice(product);
  const refused = await place(shopper, SHOWN);
  expect([refused.status, refused.failure.code]).toEqual([409, 'cart.changed']);
  expect(refused.message).toBe(
    'Your order comes to $91.00 now instead of $74.80. Please review it and place it again.',
  );
  expect(refused.failure.data).toMatchObject({ total: '75.00', items: [{ unit_price: '25.00' }] });
  await expectNothingBought(shopper, product);
  expect((await place(shopper, '91.00')).data.total).toBe('91.00');
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 10, sold: 3, held: 0 });
});

test('a coupon whose last use was taken by somebody else is not dropped silently', async () => {
  const { shopper, product } = await shopperWithCart();
  const { code } = await createCoupon(shop, { code: 'HALF', value: 5000, usage_limit: 1 });
  await applyCoupon(shop, shopper, code);
  const { data: shown } = await shop.call('POST /checkout/quote', { body: {} }, { token: shopper.token });
  expect(shown.totals.total).toBe('42.40');
  const other = await shopperWithCart();
  await applyCoupon(shop, other.shopper, code);
  expect((await place(other.shopper, shown.totals.total)).status).toBe(201);
  const refused = await place(shopper, shown.totals.total);
  expect([refused.status, refused.failure.code]).toEqual([409, 'cart.changed']);
  expect(refused.failure.data).toMatchObject({ coupon: { code, refusal: expect.any(String) } });
  await expectNothingBought(shopper, product);
  expect((await place(shopper, SHOWN)).data).toMatchObject({ total: SHOWN, discount: '0.00' });
});

test('a tax or a shipping cost that rose is refused, and so is a method other than the one shown', async () => {
  const { shopper, product } = await shopperWithCart();
  await saveSetting(shop, 'shipping', { taxPercent: 10 });
  expect((await place(shopper, SHOWN)).failure.code).toBe('cart.changed');
  await saveSetting(shop, 'shipping', { checkoutShipping: 'methods' });
  expect((await place(shopper, '64.80', { shipping_method: 'express' })).failure.code).toBe('cart.changed');
  await expectNothingBought(shopper, product);
  expect((await place(shopper, '77.79', { shipping_method: 'express' })).data.total).toBe('77.79');
});

test('a total in another currency than the shop charges now is refused', async () => {
  const { shopper, product } = await shopperWithCart();
  const refused = await place(shopper, SHOWN, { currency: 'EUR' });
  expect([refused.status, Object.keys(refused.failure.errors ?? {})]).toEqual([422, ['currency']]);
  await expectNothingBought(shopper, product);
  expect((await place(shopper, SHOWN, { currency: 'USD' })).status).toBe(201);
});

test('each order that is placed together with others is compared with its own total', async () => {
  const { shopper: first, product } = await shopperWithCart();
  const { shopper: second, product: dearer } = await shopperWithCart();
  const { shopper: third } = await shopperWithCart();
  await raisePrice(dearer);
  const { join, serve } = occupyOrderQueue<Awaited<ReturnType<typeof place>>>(shop);
  for (const shopper of [first, second, third]) await join(shopper.user.id, () => place(shopper, SHOWN));
  const replies = await serve();
  expect(replies.map(({ status }) => status)).toEqual([201, 409, 201]);
  await expectNothingBought(second, dearer);
  expect((await readStock(shop, product.stock_id)).sold).toBe(3);
  const { rows } = await sql<{ transaction: string }>`
    SELECT DISTINCT xmin::text AS transaction FROM orders WHERE user_id IN (${first.user.id}, ${third.user.id})`.execute(
    shop.services.db,
  );
  expect(rows).toHaveLength(1);
});
