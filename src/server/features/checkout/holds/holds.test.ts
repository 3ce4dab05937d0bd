import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import {
  ADDRESS,
  confirmPayment,
  createPaidOrder,
  createShopper,
  fillCart,
  openPayment,
  readStock,
  type Shopper,
  saveSetting,
} from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { violatedInvariants, violatedInvariantsAtRest } from '#test/invariants.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { randomBy } from '#test/random.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  shop.sandbox.faults.clear();
  await saveSetting(shop, 'payment', {});
});

const held = async ({ stock_id }: CreatedProduct) => (await readStock(shop, stock_id)).held;

async function verifiedShopper(): Promise<Shopper> {
  const user = await createCustomer(shop.services.db, { email_verified_at: new Date() });
  return { user, token: await signIn(shop, user) };
}

async function lineOf({ token }: Shopper, product: CreatedProduct): Promise<number> {
  const { items } = (await shop.call('GET /cart', {}, { token })).data;
  return items.find((item) => item.product.id === product.id)?.id ?? 0;
}

const setQuantity = async (shopper: Shopper, product: CreatedProduct, quantity: number) =>
  shop.call(
    'PUT /cart/{id}',
    { params: { id: await lineOf(shopper, product) }, body: { quantity } },
    { token: shopper.token },
  );

const emptyCart = ({ token }: Shopper) => shop.call('DELETE /cart', {}, { token });

const secondsLeft = (expiresAt: string) => (Date.parse(expiresAt) - shop.services.now().getTime()) / 1000;

describe('the number of units', () => {
  test('an unverified account cannot hold all units of twelve products', async () => {
    const products = await Promise.all(Array.from({ length: 12 }, () => createProduct(shop.services.db, { stock: 5 })));
    const shopper = await createShopper(shop);
    for (const product of products) await fillCart(shop, shopper, product.id, 5);
    const refused = await openPayment(shop, shopper);
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.failure).toMatchObject({
      code: 'checkout.too_many_pieces',
      message:
        'We can reserve at most 20 items until you confirm your email address. Please confirm it, or lower the quantities in your cart.',
    });
    expect(await Promise.all(products.map(held))).toEqual(products.map(() => 0));
  });

  test('a verified account holds up to the limit per order', async () => {
    const product = await createProduct(shop.services.db, { stock: 100 });
    const shopper = await verifiedShopper();
    await fillCart(shop, shopper, product.id, 50);
    expect((await openPayment(shop, shopper)).status).toBe(200);
    await fillCart(shop, shopper, product.id, 1);
    expect((await openPayment(shop, shopper)).failure).toMatchObject({
      code: 'checkout.too_many_pieces',
      message: 'One order can have at most 50 items. Please lower the quantities in your cart.',
    });
    expect(await held(product)).toBe(50);
  });

  test('the merchant sets the limits', async () => {
    await saveSetting(shop, 'payment', { maxPiecesPerOrder: 200, maxPiecesHeld: 120, maxPiecesHeldUnverified: 1 });
    const product = await createProduct(shop.services.db, { stock: 500 });
    const verified = await verifiedShopper();
    await fillCart(shop, verified, product.id, 120);
    expect((await openPayment(shop, verified)).status).toBe(200);
    await fillCart(shop, verified, product.id, 1);
    expect((await openPayment(shop, verified)).failure.message).toMatch(/^We can reserve at most 120 items for you/);
    const newcomer = await createShopper(shop);
    await fillCart(shop, newcomer, product.id, 2);
    expect((await openPayment(shop, newcomer)).failure.message).toMatch(/^We can reserve at most 1 item until/);
  });

  test('a Pay later order is limited only per order', async () => {
    await saveSetting(shop, 'payment', { offlineEnabled: true });
    const product = await createProduct(shop.services.db, { stock: 100 });
    const shopper = await createShopper(shop);
    const place = () => shop.call('POST /orders', { body: { shipping_address: ADDRESS } }, { token: shopper.token });
    await fillCart(shop, shopper, product.id, 51);
    expect((await place()).failure.code).toBe('checkout.too_many_pieces');
    await setQuantity(shopper, product, 50);
    expect((await place()).status).toBe(201);
  });

  test('forty shoppers behind one address are not affected', async () => {
    const product = await createProduct(shop.services.db, { stock: 120 });
    const shoppers = await Promise.all(Array.from({ length: 40 }, () => createShopper(shop)));
    const opened = await Promise.all(
      shoppers.map(async (shopper) => {
        await fillCart(shop, shopper, product.id, 3);
        return (await openPayment(shop, shopper)).status;
      }),
    );
    expect(opened).toEqual(shoppers.map(() => 200));
    expect(await held(product)).toBe(120);
    await Promise.all(shoppers.map(emptyCart));
    expect(await held(product)).toBe(0);
  });
});

describe('the duration of holds', () => {
  test('immediate repetition does not extend the hold', async () => {
    const product = await createProduct(shop.services.db);
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id);
    const first = (await openPayment(shop, shopper)).data.expires_at;
    for (let n = 0; n < 5; n += 1) {
      shop.clock.advance({ minutes: 1 });
      expect((await openPayment(shop, shopper)).data.expires_at).toBe(first);
    }
  });

  test('45 minutes without a payment are the maximum; after a pause it can be tried again', async () => {
    const product = await createProduct(shop.services.db, { stock: 3 });
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id, 3);
    const before = shop.services.now().getTime();
    let after = before;
    for (let minutes = 0; minutes < 44; minutes += 4) {
      expect((await openPayment(shop, shopper)).status, `after ${minutes} minutes`).toBe(200);
      if (minutes === 0) after = shop.services.now().getTime();
      shop.clock.advance({ minutes: 4 });
      await shop.jobs.run('expire-checkouts');
    }
    const beganAt = Date.parse((await openPayment(shop, shopper)).data.expires_at) - 45 * 60_000;
    expect(beganAt).toBeGreaterThanOrEqual(before);
    expect(beganAt).toBeLessThanOrEqual(after);
    shop.clock.advance({ minutes: 2 });
    await shop.jobs.run('expire-checkouts');
    expect(await held(product)).toBe(0);
    const refused = await openPayment(shop, shopper);
    expect(refused.failure).toMatchObject({
      code: 'checkout.hold_limit',
      message: 'We have reserved these items for 45 minutes without a payment. You can try again in 29 minutes.',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(28 * 60);
    expect(await held(product)).toBe(0);
    shop.clock.advance({ minutes: 30 });
    expect((await openPayment(shop, shopper)).status).toBe(200);
  });

  test('emptying and refilling the cart does not restart the 45 minutes', async () => {
    const product = await createProduct(shop.services.db);
    const shopper = await createShopper(shop);
    let heldMinutes = 0;
    for (let round = 0; round < 8; round += 1) {
      await fillCart(shop, shopper, product.id);
      if ((await openPayment(shop, shopper)).status !== 200) break;
      shop.clock.advance({ minutes: 12 });
      await emptyCart(shopper);
      await shop.jobs.run('expire-checkouts');
      heldMinutes += 12;
    }
    expect(heldMinutes).toBeLessThanOrEqual(48);
    expect((await openPayment(shop, shopper)).failure.code).toBe('checkout.hold_limit');
  });

  test('a payment resets the time', async () => {
    const product = await createProduct(shop.services.db, { stock: 10 });
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id);
    for (let n = 0; n < 4; n += 1) {
      expect((await openPayment(shop, shopper)).status).toBe(200);
      shop.clock.advance({ minutes: 10 });
    }
    await createPaidOrder(shop, product.id, { shopper });
    await fillCart(shop, shopper, product.id);
    expect(secondsLeft((await openPayment(shop, shopper)).data.expires_at)).toBeGreaterThan(14 * 60);
  });
});

describe('removed units', () => {
  const WAYS: [string, (shopper: Shopper, product: CreatedProduct) => Promise<{ status: number }>][] = [
    ['emptying the cart', emptyCart],
    ['lowering a line', (shopper, product) => setQuantity(shopper, product, 1)],
    ['setting a line to zero', (shopper, product) => setQuantity(shopper, product, 0)],
    [
      'removing a line',
      async (shopper, product) =>
        shop.call('DELETE /cart/{id}', { params: { id: await lineOf(shopper, product) } }, { token: shopper.token }),
    ],
  ];
  test.each(WAYS)('are released at once by %s, and cannot be paid for any more', async (_name, remove) => {
    const product = await createProduct(shop.services.db, { stock: 3 });
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id, 3);
    const { data: opened } = await openPayment(shop, shopper);
    expect(await held(product)).toBe(3);
    expect((await remove(shopper, product)).status).toBe(200);
    expect(await held(product)).toBe(0);
    expect((await shop.pay(opened)).body.error?.code).toBe('payment_intent_unexpected_state');
    expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).failure.code).toBe('checkout.expired');
    expect(await violatedInvariants(shop.services.db)).toEqual([]);
  });

  test('stay held while the cart has as many units', async () => {
    const product = await createProduct(shop.services.db, { stock: 9 });
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id, 2);
    const { data: opened } = await openPayment(shop, shopper);
    await setQuantity(shopper, product, 5);
    await setQuantity(shopper, product, 3);
    expect(await held(product)).toBe(2);
    await shop.pay(opened);
    expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).status).toBe(200);
  });

  test('become an order if paid for first', async () => {
    const product = await createProduct(shop.services.db, { stock: 3 });
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id, 3);
    const { data: opened } = await openPayment(shop, shopper);
    await shop.pay(opened);
    expect((await emptyCart(shopper)).status).toBe(200);
    expect(await readStock(shop, product.stock_id)).toEqual({ received: 3, sold: 3, held: 0 });
    expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).data.order_number).toMatch(/^ORD-/);
  });

  test('wait for the next run while the payment provider is unresponsive', async () => {
    const product = await createProduct(shop.services.db, { stock: 3 });
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id, 3);
    await openPayment(shop, shopper);
    shop.sandbox.faults.set({ operation: 'cancel', kind: '500', count: 20 });
    expect((await emptyCart(shopper)).status).toBe(200);
    expect(await held(product)).toBe(3);
    shop.sandbox.faults.clear();
    await shop.jobs.run('expire-checkouts');
    expect(await held(product)).toBe(0);
  });
});

describe('the list of holds', () => {
  test('shows who holds what until when, and an admin can release it', async () => {
    const { db } = shop.services;
    const token = await signIn(shop, await createAdmin(db));
    const product = await createProduct(db, { name: 'Held lamp', variants: [{ name: 'Brass', stock: 4 }] });
    const shopper = await createShopper(shop);
    const body = { product_id: product.id, variant_id: product.variants[0]?.id ?? 0, quantity: 2 };
    await shop.call('POST /cart', { body }, { token: shopper.token });
    const { data: opened } = await openPayment(shop, shopper);
    const list = (search: string) => shop.call('GET /admin/holds', { query: { search } }, { token });
    const { data } = await list('held LAMP');
    expect(data).toMatchObject({ total: 1, current_page: 1, last_page: 1 });
    expect(data.data[0]).toMatchObject({
      user: { id: shopper.user.id, email: shopper.user.email, is_verified: false },
      product: { id: product.id, name: 'Held lamp' },
      variant: { name: 'Brass' },
      pieces: 2,
      until: opened.expires_at,
    });
    expect((await list(shopper.user.email)).data.total).toBe(1);

    const release = () =>
      shop.call('POST /admin/holds/{id}/release', { params: { id: data.data[0]?.checkout_id ?? 0 } }, { token });
    expect((await release()).message).toBe('The items are available again.');
    expect((await release()).status).toBe(200);
    expect((await list('held lamp')).data).toMatchObject({ total: 0, data: [] });
    const audit = await shop.call('GET /admin/audit', { query: { entity: 'hold' } }, { token });
    expect(audit.data.data).toMatchObject([
      { action: 'hold.release', before: { customer: shopper.user.name, pieces: 2 }, after: { pieces: 0 } },
    ]);
    expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).failure.code).toBe('checkout.expired');
  });

  test('is paged, sorted by expiry', async () => {
    const { db } = shop.services;
    const token = await signIn(shop, await createAdmin(db));
    const product = await createProduct(db, { name: 'Paged rug', stock: 9 });
    for (let n = 0; n < 3; n += 1) {
      const shopper = await createShopper(shop);
      await fillCart(shop, shopper, product.id);
      await openPayment(shop, shopper);
      shop.clock.advance({ seconds: 10 });
    }
    const page = async (number: number) =>
      (await shop.call('GET /admin/holds', { query: { page: number, per_page: 2, search: 'paged rug' } }, { token }))
        .data;
    const [first, second] = [await page(1), await page(2)];
    expect(first).toMatchObject({ total: 3, last_page: 2, per_page: 2 });
    const ends = [...first.data, ...second.data].map(({ until }) => until);
    expect(ends).toHaveLength(3);
    expect(ends).toEqual([...ends].sort());
  });

  test('a paid hold cannot be released, and its order stays', async () => {
    const { db } = shop.services;
    const token = await signIn(shop, await createAdmin(db));
    const product = await createProduct(db, { name: 'Paid stool', stock: 1 });
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id);
    const { data: opened } = await openPayment(shop, shopper);
    await shop.pay(opened);
    const { data } = await shop.call('GET /admin/holds', { query: { search: 'Paid stool' } }, { token });
    const params = { id: data.data[0]?.checkout_id ?? 0 };
    const refused = await shop.call('POST /admin/holds/{id}/release', { params }, { token });
    expect(refused.failure).toMatchObject({ code: 'payment.already_completed' });
    expect(refused.failure.message).toMatch(/^The customer has paid in the meantime\. The order number is ORD-/);
    const unknown = { params: { id: 2_000_000 } };
    expect((await shop.call('POST /admin/holds/{id}/release', unknown, { token })).failure.code).toBe('hold.not_found');
  });
});

test.each([3, 4])(
  'concurrent cart changes and payments keep the stock consistent (seed %i)',
  async (seed) => {
    const random = randomBy(seed);
    const { db } = shop.services;
    const products = await Promise.all([5, 9].map((stock) => createProduct(db, { stock })));
    const shoppers = await Promise.all(Array.from({ length: 5 }, () => createShopper(shop)));
    const pick = <T>(things: readonly T[]): T => things[Math.floor(random() * things.length)] as T;
    const opened = new Map<Shopper, Awaited<ReturnType<typeof openPayment>>['data']>();
    const actions = [
      async (who: Shopper) => {
        const body = { product_id: pick(products).id, quantity: 2 };
        return shop.call('POST /cart', { body }, { token: who.token });
      },
      async (who: Shopper) => {
        const reply = await openPayment(shop, who);
        if (reply.status === 200) opened.set(who, reply.data);
      },
      (who: Shopper) => emptyCart(who),
      (who: Shopper) => setQuantity(who, pick(products), 1),
      async (who: Shopper) => {
        const payment = opened.get(who);
        if (payment) await shop.pay(payment);
      },
      async (who: Shopper) => {
        const payment = opened.get(who);
        if (payment) await confirmPayment(shop, who, payment.payment_intent_id);
      },
    ];
    for (let round = 0; round < 25; round += 1) {
      await Promise.all(shoppers.flatMap((who) => [pick(actions)(who), pick(actions)(who)]));
      expect(await violatedInvariants(db)).toEqual([]);
    }
    shop.clock.advance({ minutes: 50 });
    await shop.jobs.run('reconcile-payments');
    await shop.jobs.run('expire-checkouts');
    expect(await violatedInvariantsAtRest(db)).toEqual([]);
    const paid = [...opened.values()].length;
    expect(paid, 'a race in which nobody pays proves nothing').toBeGreaterThan(1);
    expect(shop.log.text()).not.toContain('An unexpected error occurred');
  },
  60_000,
);
