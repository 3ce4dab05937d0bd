import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { THEN_COMMIT, THEN_NEXT } from '#server/platform/database/prepared-statements.ts';
import { ADDRESS, cartTotal, createShopper, fillCart, type Shopper, saveSetting } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { recordStatementsOf } from '#test/record-statements-of.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
  // After a stall of this process, settings would be read again.
  vi.spyOn(shop.services.changes, 'isLive').mockReturnValue(true);
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  // The first order of a process also reads the settings that are cached.
  await payLater(await shopperWithLines(1));
});
afterAll(() => shop.close());

async function shopperWithLines(lines: number): Promise<Shopper> {
  const shopper = await createShopper(shop);
  for (const quantity of [1, 2, 3].slice(0, lines)) {
    const product = await createProduct(shop.services.db, { stock: 20 });
    await fillCart(shop, shopper, product.id, quantity);
  }
  return shopper;
}

const payLater = ({ token }: Shopper, headers: Readonly<Record<string, string>> = {}) =>
  shop.call('POST /orders', { body: { shipping_address: ADDRESS, payment_method: 'offline' } }, { token, headers });

/** Statements that are sent together with the next one take no round trip of their own. */
const roundTripsOf = (texts: readonly string[]): number =>
  texts.filter((text, index) => !text.startsWith(THEN_NEXT) && !texts[index - 1]?.startsWith(THEN_COMMIT)).length;

/** The statements from the one that locks the stock to the end of the transaction. */
const whileStockIsLocked = (texts: readonly string[]): readonly string[] => {
  const locking = texts.findIndex((text) => /UPDATE stock\b/.test(text));
  return texts.slice(locking + 1, texts.indexOf('commit', locking) + 1);
};

test.each([1, 3])('an offline order of %i lines takes eleven statements, with begin and commit', async (lines) => {
  const shopper = await shopperWithLines(lines);
  const { statements: sent } = await recordStatementsOf(async () => expect((await payLater(shopper)).status).toBe(201));
  const texts = sent.map(({ text }) => text);
  expect(texts).toHaveLength(11);
  expect(roundTripsOf(texts)).toBe(9);
  expect(texts.indexOf('commit') - texts.indexOf('begin')).toBe(7);
  expect(whileStockIsLocked(texts)).toEqual(['commit']);
});

test('an idempotency key adds two statements to an order: the claim and its response', async () => {
  const shopper = await shopperWithLines(3);
  const { statements: sent } = await recordStatementsOf(async () => {
    expect((await payLater(shopper, { 'idempotency-key': 'counted' })).status).toBe(201);
  });
  expect(sent).toHaveLength(13);
  expect(sent.find(({ text }) => text.includes('recorded_outcome'))?.name).toBeDefined();
});

/** Buys the cart by card. @returns the statements of each request: create-intent, confirm, and the webhooks after them. */
async function payByCard(shopper: Shopper): Promise<Readonly<Record<string, readonly string[]>>> {
  const sent: Record<string, readonly string[]> = {};
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    let result: Promise<T> | undefined;
    const { statements } = await recordStatementsOf(() => {
      result = work();
      return result;
    });
    sent[name] = statements.map(({ text }) => text);
    return result as Promise<T>;
  };
  shop.deliveries.length = 0;
  const body = { amount: await cartTotal(shop, shopper), shipping_address: ADDRESS };
  const opened = await step('create-intent', () => shop.call('POST /payments/create-intent', { body }, shopper));
  await shop.pay(opened.data);
  const confirmation = { body: { payment_intent_id: opened.data.payment_intent_id } };
  const confirmed = await step('confirm', () => shop.call('POST /payments/confirm', confirmation, shopper));
  expect(confirmed.status).toBe(200);
  const events = ['payment_intent.created', 'payment_intent.succeeded', 'charge.succeeded'];
  await expect.poll(() => shop.deliveries.map(({ type }) => type)).toEqual(expect.arrayContaining(events));
  for (const delivery of shop.deliveries) {
    await step(delivery.type, async () => expect(await shop.deliver(delivery)).toBe(200));
  }
  return sent;
}

test.each([1, 3])('a card order of %i lines takes at most thirty statements, webhooks included', async (lines) => {
  await payByCard(await shopperWithLines(1));
  const sent = await payByCard(await shopperWithLines(lines));
  const counts = Object.fromEntries(Object.entries(sent).map(([name, texts]) => [name, texts.length]));
  expect(counts).toEqual({
    'create-intent': 12,
    confirm: 9,
    'payment_intent.created': 0,
    'payment_intent.succeeded': 1,
    'charge.succeeded': 0,
  });
  const [opening, confirming] = [sent['create-intent'] ?? [], sent.confirm ?? []];
  expect(roundTripsOf(opening) + roundTripsOf(confirming)).toBe(17);
  expect([opening, confirming].map(whileStockIsLocked)).toEqual([['commit'], ['commit']]);
});

test('the statement that writes an order is short enough to be prepared', async () => {
  const shopper = await shopperWithLines(3);
  const { statements: sent } = await recordStatementsOf(() => payLater(shopper));
  expect(sent.find(({ text }) => text.includes('"placed_order"'))?.name).toBeDefined();
});
