import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countWaiting } from '#test/database.ts';
import { createCustomer, signIn } from '#test/factories/customer.ts';
import { createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { addCartLine } from './cart.store.ts';

let shop: TestShop;
let token: string;
let customerId: number;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  const customer = await createCustomer(shop.services.db);
  customerId = customer.id;
  token = await signIn(shop, customer);
});

const add = (body: { product_id: number; variant_id?: number; quantity?: number }) =>
  shop.call('POST /cart', { body }, { token });
const createCoupon = (values: { code: string; kind: 'percentage' | 'fixed'; value: number }, more = {}) =>
  shop.services.db
    .insertInto('coupon')
    .values({ ...values, ...more })
    .execute();

describe('adding', () => {
  test('the same product twice is one line with both quantities', async () => {
    const product = await createProduct(shop.services.db, { price_cents: 1999, stock: 10 });
    await add({ product_id: product.id });
    const { data } = await add({ product_id: product.id, quantity: 3 });
    expect(data.items).toHaveLength(1);
    expect(data).toMatchObject({ itemCount: 4, subtotal: '79.96', discount: '0.00', total: '79.96' });
  });

  test('two variants of a product are two lines, each with its price difference', async () => {
    const product = await createProduct(shop.services.db, {
      price_cents: 5000,
      sale_price_cents: 4000,
      variants: [{ name: 'S' }, { name: 'XL', price_modifier_cents: 250 }],
    });
    const [small, large] = product.variants;
    await add({ product_id: product.id, variant_id: small?.id ?? 0 });
    const { data } = await add({ product_id: product.id, variant_id: large?.id ?? 0 });
    expect(data.items.map((item) => item.unit_price)).toEqual(['40.00', '42.50']);
    expect(data.total).toBe('82.50');
  });

  test('refuses the eleventh unit when ten are left, and changes nothing', async () => {
    const product = await createProduct(shop.services.db, { stock: 10 });
    await add({ product_id: product.id, quantity: 10 });
    const refused = await add({ product_id: product.id });
    expect(refused.status).toBe(409);
    expect(refused.failure).toMatchObject({ code: 'stock.insufficient', message: 'Only 10 left in stock.' });
    expect((await shop.call('GET /cart', {}, { token })).data.itemCount).toBe(10);
  });

  test('units held by others cannot be added', async () => {
    const product = await createProduct(shop.services.db, { stock: 2, held: 5 });
    expect((await add({ product_id: product.id, quantity: 3 })).failure.code).toBe('stock.insufficient');
  });

  test('twenty concurrent additions with a stock of ten add ten units', async () => {
    const product = await createProduct(shop.services.db, { stock: 10 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => add({ product_id: product.id })));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(10);
    expect((await shop.call('GET /cart', {}, { token })).data.itemCount).toBe(10);
  });

  test('concurrent additions are checked against the latest cart', async () => {
    const product = await createProduct(shop.services.db, { stock: 10 });
    await add({ product_id: product.id, quantity: 2 });
    const { db } = shop.services;
    const adding = await db.transaction().execute(async (tx) => {
      await tx.updateTable('cart_line').set({ quantity: 8 }).where('user_id', '=', customerId).execute();
      const reply = add({ product_id: product.id, quantity: 4 });
      await expect.poll(() => countWaiting(db)).toBe(1);
      return { reply };
    });
    expect((await adding.reply).failure.code).toBe('stock.insufficient');
    expect((await shop.call('GET /cart', {}, { token })).data.itemCount).toBe(8);
  });

  test('a cart has at most a hundred lines, but more units of each', async () => {
    const products = await Promise.all(Array.from({ length: 101 }, () => createProduct(shop.services.db)));
    const [first, ...others] = products.map(({ id }) => id);
    const items = [first, ...others.slice(0, 99)].map((product_id) => ({ product_id: product_id ?? 0, quantity: 1 }));
    await shop.call('POST /cart/merge', { body: { items } }, { token });
    const oneMore = { product_id: others.at(-1) ?? 0, quantity: 1 };
    expect((await add(oneMore)).failure.code).toBe('cart.full');
    const merged = await shop.call('POST /cart/merge', { body: { items: [oneMore] } }, { token });
    expect(merged.data.merged).toMatchObject([{ outcome: 'left_out' }]);
    expect((await add({ product_id: first ?? 0 })).data).toMatchObject({ itemCount: 101 });
  });

  test('concurrent requests do not add more than a hundred lines', async () => {
    const { db } = shop.services;
    const products = await Promise.all(Array.from({ length: 101 }, () => createProduct(db)));
    const items = products.map(({ id }) => ({ product_id: id, quantity: 1 }));
    const user = await createCustomer(db);
    const own = { token: await signIn(shop, user) };
    await shop.call('POST /cart/merge', { body: { items: items.slice(0, 99) } }, own);
    const adding = await db.transaction().execute(async (tx) => {
      const last = { productId: items[99]?.product_id ?? 0, variantId: null, quantity: 1 };
      await addCartLine(tx, user.id, last, { at: new Date() });
      const reply = shop.call('POST /cart', { body: items[100] ?? { product_id: 0 } }, own);
      await expect.poll(() => countWaiting(db)).toBe(1);
      return { reply };
    });
    expect((await adding.reply).failure.code).toBe('cart.full');
  });

  test('a product with variants requires one of its own', async () => {
    const product = await createProduct(shop.services.db, { variants: [{ name: 'S' }] });
    const other = await createProduct(shop.services.db, { variants: [{ name: 'S' }] });
    expect((await add({ product_id: product.id })).failure.code).toBe('variant.required');
    const foreign = await add({ product_id: product.id, variant_id: other.variants[0]?.id ?? 0 });
    expect(foreign.failure.code).toBe('variant.not_found');
  });

  test('unknown and inactive products are not found', async () => {
    const withdrawn = await createProduct(shop.services.db, { is_active: false });
    expect((await add({ product_id: 2_000_000 })).failure.code).toBe('product.not_found');
    expect((await add({ product_id: withdrawn.id })).failure.code).toBe('product.not_found');
  });

  test.each([0, -1, 1.5, 1_000_001, Number.MAX_SAFE_INTEGER])('refuses a quantity of %s', async (quantity) => {
    const product = await createProduct(shop.services.db);
    const reply = await add({ product_id: product.id, quantity });
    expect(reply.status).toBe(422);
    expect(reply.failure.errors).toHaveProperty('quantity');
  });

  test('more units than a line allows are refused like insufficient stock', async () => {
    const product = await createProduct(shop.services.db, { stock: 5000 });
    const refusal = { code: 'stock.insufficient', message: 'A cart takes at most 999 of one product.' };
    expect((await add({ product_id: product.id, quantity: 1000 })).failure).toMatchObject(refusal);
    const line = (await add({ product_id: product.id, quantity: 999 })).data.items.at(-1);
    const input = { params: { id: line?.id ?? 0 }, body: { quantity: 1000 } };
    expect((await shop.call('PUT /cart/{id}', input, { token })).failure).toMatchObject(refusal);
  });
});

describe('changing', () => {
  test.each([0, -1, -3, Number.MIN_SAFE_INTEGER])('a quantity of %s removes the line', async (quantity) => {
    const product = await createProduct(shop.services.db);
    const line = (await add({ product_id: product.id })).data.items[0];
    const reply = await shop.call('PUT /cart/{id}', { params: { id: line?.id ?? 0 }, body: { quantity } }, { token });
    expect(reply.data.items).toEqual([]);
  });

  test('sets a quantity, refuses more than the stock, and removes at zero', async () => {
    const product = await createProduct(shop.services.db, { stock: 5 });
    const line = (await add({ product_id: product.id })).data.items[0];
    const set = (quantity: number) =>
      shop.call('PUT /cart/{id}', { params: { id: line?.id ?? 0 }, body: { quantity } }, { token });
    expect((await set(5)).data.itemCount).toBe(5);
    expect((await set(6)).failure.code).toBe('stock.insufficient');
    expect((await set(0)).data.items).toEqual([]);
    expect((await set(1)).failure.code).toBe('cart.line_not_found');
  });

  test("another customer's line is not found", async () => {
    const product = await createProduct(shop.services.db);
    const line = (await add({ product_id: product.id })).data.items[0];
    const stranger = await signIn(shop, await createCustomer(shop.services.db));
    const params = { id: line?.id ?? 0 };
    const set = await shop.call('PUT /cart/{id}', { params, body: { quantity: 2 } }, { token: stranger });
    const removed = await shop.call('DELETE /cart/{id}', { params }, { token: stranger });
    expect([set.failure.code, removed.failure.code]).toEqual(['cart.line_not_found', 'cart.line_not_found']);
  });

  test('a line can be reduced although the stock has fallen below it', async () => {
    const product = await createProduct(shop.services.db, { stock: 5 });
    const line = (await add({ product_id: product.id, quantity: 5 })).data.items[0];
    await shop.services.db.updateTable('stock').set({ received: 1 }).where('product_id', '=', product.id).execute();
    expect((await shop.call('GET /cart', {}, { token })).data.items[0]?.problem).toBe('not_enough_stock');
    const params = { id: line?.id ?? 0 };
    expect((await shop.call('PUT /cart/{id}', { params, body: { quantity: 3 } }, { token })).data.itemCount).toBe(3);
  });

  test('reports a changed price, and charges the current one', async () => {
    const product = await createProduct(shop.services.db, { price_cents: 1000 });
    await add({ product_id: product.id });
    await shop.services.db.updateTable('product').set({ price_cents: 1200 }).where('id', '=', product.id).execute();
    const { data } = await shop.call('GET /cart', {}, { token });
    expect(data.items[0]).toMatchObject({ unit_price: '12.00', previous_unit_price: '10.00' });
    expect(data.total).toBe('12.00');
  });
});

describe('merging a guest’s cart', () => {
  test('adds up, limits to the stock, skips unavailable items, and never refuses', async () => {
    const db = shop.services.db;
    const [plenty, few, gone] = [
      await createProduct(db),
      await createProduct(db, { stock: 2 }),
      await createProduct(db, { stock: 0 }),
    ];
    await add({ product_id: plenty.id });
    const items = [
      { product_id: plenty.id, quantity: 2 },
      { product_id: few.id, quantity: 5 },
      { product_id: gone.id, quantity: 1 },
      { product_id: 2_000_000, quantity: 1 },
    ];
    const { data } = await shop.call('POST /cart/merge', { body: { items } }, { token });
    expect(data.merged.map((item) => item.outcome)).toEqual(['added', 'cut_to_stock', 'left_out', 'left_out']);
    expect(data.cart.items.map((item) => item.quantity)).toEqual([3, 2]);
  });

  test('adds what still fits when another tab adds at the same time', async () => {
    const { db } = shop.services;
    const product = await createProduct(db, { stock: 10 });
    await add({ product_id: product.id, quantity: 4 });
    const body = { items: [{ product_id: product.id, quantity: 4 }] };
    const merging = await db.transaction().execute(async (tx) => {
      await tx.updateTable('cart_line').set({ quantity: 8 }).where('user_id', '=', customerId).execute();
      const reply = shop.call('POST /cart/merge', { body }, { token });
      await expect.poll(() => countWaiting(db)).toBe(1);
      return { reply };
    });
    const { data } = await merging.reply;
    expect(data.merged).toMatchObject([{ outcome: 'cut_to_stock' }]);
    expect(data.cart.itemCount).toBe(10);
  });

  test('runs once with the same Idempotency-Key', async () => {
    const product = await createProduct(shop.services.db);
    const options = { token, headers: { 'idempotency-key': `merge-${customerId}` } };
    const body = { items: [{ product_id: product.id, quantity: 2 }] };
    await shop.call('POST /cart/merge', { body }, options);
    const again = await shop.call('POST /cart/merge', { body }, options);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.data.cart.itemCount).toBe(2);
    const other = await shop.call('POST /cart/merge', { body: { items: [] } }, options);
    expect(other.failure.code).toBe('idempotency.reused');
  });

  test("another customer's same Idempotency-Key is a different write", async () => {
    const product = await createProduct(shop.services.db);
    const body = { items: [{ product_id: product.id, quantity: 2 }] };
    const headers = { 'idempotency-key': `shared-${customerId}` };
    await shop.call('POST /cart/merge', { body }, { token, headers });
    const stranger = await signIn(shop, await createCustomer(shop.services.db));
    const theirs = await shop.call('POST /cart/merge', { body }, { token: stranger, headers });
    expect(theirs.headers['idempotent-replayed']).toBeUndefined();
    expect((await shop.call('GET /cart', {}, { token: stranger })).data.itemCount).toBe(2);
  });
});

describe('coupons', () => {
  test('a percentage is rounded to the cent, a fixed amount never exceeds the subtotal', async () => {
    await createCoupon({ code: 'TEN-PERCENT', kind: 'percentage', value: 1000 });
    await createCoupon({ code: 'TWENTY-OFF', kind: 'fixed', value: 2000 });
    const product = await createProduct(shop.services.db, { price_cents: 1005 });
    await add({ product_id: product.id });
    const apply = (code: string) => shop.call('POST /cart/coupon', { body: { code } }, { token });
    expect((await apply(' ten-percent ')).data).toMatchObject({ discount: '1.01', total: '9.04' });
    expect((await apply('TWENTY-OFF')).data).toMatchObject({ discount: '10.05', total: '0.00' });
    expect((await shop.call('DELETE /cart/coupon', {}, { token })).data).toMatchObject({
      coupon: null,
      total: '10.05',
    });
  });

  test('refuses unknown, expired, used and inapplicable codes with a reason, and keeps the earlier one', async () => {
    const past = new Date(Date.now() - 1000);
    await createCoupon({ code: 'GOOD', kind: 'fixed', value: 100 });
    await createCoupon({ code: 'EXPIRED', kind: 'fixed', value: 100 }, { ends_at: past });
    await createCoupon({ code: 'USED-UP', kind: 'fixed', value: 100 }, { usage_limit: 3, times_used: 3 });
    await createCoupon({ code: 'BIG', kind: 'fixed', value: 100 }, { minimum_cents: 100_000 });
    const product = await createProduct(shop.services.db);
    await add({ product_id: product.id });
    const apply = (code: string) => shop.call('POST /cart/coupon', { body: { code } }, { token });
    await apply('GOOD');
    expect((await apply('NOPE')).status).toBe(404);
    for (const code of ['EXPIRED', 'USED-UP', 'BIG']) {
      const reply = await apply(code);
      expect(reply.failure.code).toBe('coupon.refused');
      expect(reply.failure.errors).toHaveProperty('code');
    }
    expect((await shop.call('GET /cart', {}, { token })).data.coupon?.code).toBe('GOOD');
  });

  test('a coupon below its minimum stays with its reason and deducts nothing', async () => {
    await createCoupon({ code: 'FROM-FIFTY', kind: 'fixed', value: 500 }, { minimum_cents: 5000 });
    const product = await createProduct(shop.services.db, { price_cents: 3000 });
    const line = (await add({ product_id: product.id, quantity: 2 })).data.items[0];
    await shop.call('POST /cart/coupon', { body: { code: 'FROM-FIFTY' } }, { token });
    const params = { id: line?.id ?? 0 };
    const { data } = await shop.call('PUT /cart/{id}', { params, body: { quantity: 1 } }, { token });
    expect(data).toMatchObject({ discount: '0.00', total: '30.00' });
    expect(data.coupon?.refusal).toContain('50.00');
  });
});

test('concurrent requests get their own carts', async () => {
  const { db } = shop.services;
  const product = await createProduct(db, { stock: 100, price_cents: 100 });
  const coupon = { code: 'TOGETHER', kind: 'percentage', value: 10 } as const;
  await createCoupon(coupon);
  const tokens = await Promise.all(Array.from({ length: 30 }, async () => signIn(shop, await createCustomer(db))));
  // Each has a different quantity of the same product, every third a coupon, and one of them nothing at all.
  await Promise.all(
    tokens.map(async (own, n) => {
      if (n > 0) await shop.call('POST /cart', { body: { product_id: product.id, quantity: n } }, { token: own });
      if (n > 0 && n % 3 === 0) await shop.call('POST /cart/coupon', { body: { code: coupon.code } }, { token: own });
    }),
  );
  const carts = await Promise.all(tokens.map((own) => shop.call('GET /cart', {}, { token: own })));
  expect(carts.map(({ data }) => data.itemCount)).toEqual(tokens.map((_, n) => n));
  expect(carts.map(({ data }) => data.coupon?.code ?? null)).toEqual(
    tokens.map((_, n) => (n > 0 && n % 3 === 0 ? coupon.code : null)),
  );
  const strangers = ['nobody', 'nobody-else'].map((own) => shop.call('GET /cart', {}, { token: own }));
  const [mine, ...refused] = await Promise.all([shop.call('GET /cart', {}, { token: tokens[5] ?? '' }), ...strangers]);
  expect(mine?.data.itemCount).toBe(5);
  expect(refused.map(({ status }) => status)).toEqual([401, 401]);
});

test('emptying a cart removes the coupon as well', async () => {
  const product = await createProduct(shop.services.db);
  await add({ product_id: product.id });
  expect((await shop.call('DELETE /cart', {}, { token })).data).toMatchObject({
    items: [],
    coupon: null,
    total: '0.00',
  });
});

test('a guest has no cart on the server', async () => {
  expect((await shop.call('GET /cart', {})).failure.code).toBe('auth.required');
});
