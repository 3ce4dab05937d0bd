import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCustomer, signIn } from '#test/factories/customer.ts';
import { createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
let productId: number;
beforeAll(async () => {
  shop = await openTestShop();
  productId = (await createProduct(shop.services.db, { price_cents: 5000, stock: 1000 })).id;
  await shop.services.db.insertInto('coupon').values({ code: 'WELCOME10', kind: 'percentage', value: 10 }).execute();
});
afterAll(() => shop.close());
// What was counted before is forgotten.
beforeEach(() => shop.clock.advance({ minutes: 16 }));

/** A customer with something in the cart. */
async function shopper(): Promise<string> {
  const token = await signIn(shop, await createCustomer(shop.services.db));
  await shop.call('POST /cart', { body: { product_id: productId } }, { token });
  return token;
}

async function apply(token: string, code: string, from = '192.0.2.1') {
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/cart/coupon',
    remoteAddress: from,
    headers: { authorization: `Bearer ${token}` },
    payload: { code },
  });
  return { status: response.statusCode, code: response.json().code, retryAfter: response.headers['retry-after'] };
}

const inTurn = async <T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let index = 0; index < count; index += 1) results.push(await one(index));
  return results;
};

describe('guessing coupon codes', () => {
  test('stops after ten wrong codes per account, even with the right one, and says for how long', async () => {
    const token = await shopper();
    const guesses = await inTurn(12, (index) => apply(token, `GUESS-${index}`, `203.0.113.${index}`));
    expect(guesses.map(({ status }) => status)).toEqual([...Array<number>(10).fill(404), 429, 429]);
    const refused = await apply(token, 'WELCOME10');
    expect(refused).toMatchObject({ status: 429, code: 'coupon.too_many_guesses' });
    expect(Number(refused.retryAfter)).toBeGreaterThan(14 * 60);
    shop.clock.advance({ minutes: 15, seconds: 1 });
    expect((await apply(token, 'WELCOME10')).status).toBe(200);
  });

  test('500 concurrent attempts are no more: ten are looked up', async () => {
    const token = await shopper();
    const guesses = await Promise.all(Array.from({ length: 500 }, (_, index) => apply(token, `GUESS-${index}`)));
    expect(guesses.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(490);
  });

  test('a correct code does not reset the count', async () => {
    const token = await shopper();
    const statuses = await inTurn(14, async (index) => {
      await apply(token, 'WELCOME10');
      return (await apply(token, `GUESS-${index}`)).status;
    });
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
  });

  test('from one address with many accounts stops after two hundred', async () => {
    const tokens = await inTurn(23, shopper);
    const statuses = await inTurn(23 * 9, async (index) => {
      const { status } = await apply(tokens[index % 23] ?? '', `GUESS-${index}`, '203.0.113.200');
      return status;
    });
    expect(statuses.filter((status) => status === 404)).toHaveLength(200);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    expect((await apply(await shopper(), 'WELCOME10', '203.0.113.201')).status).toBe(200);
  });

  test('does not affect typing errors or repeated valid codes', async () => {
    const token = await shopper();
    for (const code of ['WELCOM10', 'WELCOME1O', 'WLECOME10']) expect((await apply(token, code)).status).toBe(404);
    const statuses = await inTurn(40, async () => (await apply(token, 'welcome10')).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('two hundred customers behind one address with occasional errors all get their coupon', async () => {
    const tokens = await inTurn(200, shopper);
    for (const [index, token] of tokens.entries()) if (index % 3 === 0) await apply(token, 'WELCOM10', '203.0.113.9');
    const replies = await Promise.all(tokens.map((token) => apply(token, 'WELCOME10', '203.0.113.9')));
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
