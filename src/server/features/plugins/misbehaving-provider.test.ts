import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  definePlugin,
  type Intent,
  type IntentTerms,
  InvalidSignature,
  type OnlineProvider,
  type ProviderRefund,
  type RefundTerms,
} from '#plugin';
import {
  ADDRESS,
  createAdmin,
  createProduct,
  createShopper,
  openPluginShop,
  type PluginShop,
  type Shopper,
  signIn,
} from '#test/plugin-shop.ts';

type Method = 'createIntent' | 'retrieveIntent' | 'cancelIntent' | 'createRefund' | 'findRefund' | 'readEvent';
type Call = () => Promise<unknown>;

/** A payment service that repeats its response for a repeated key. */
const intents = new Map<string, Intent>();
const refunds = new Map<string, ProviderRefund>();
/** What a method does instead of calling the service, or with its response. */
let misbehave: Partial<Record<Method, (call: Call) => unknown>> = {};
const around = (method: Method, call: Call) => (misbehave[method]?.(call) ?? call()) as Promise<never>;

/** Letters, digits, `_` and `-`. */
const idOf = (key: string) => `in_${key.replace(/\W/g, '_')}`;

function createIntent(terms: IntentTerms, key: string): Intent {
  const known = intents.get(key);
  if (known) return known;
  const intent: Intent = {
    ...{ id: idOf(key), status: 'unpaid', amount: terms.amount, amountReceived: 0, currency: terms.currency },
    ...{ clientSecret: 'secret', redirectUrl: 'https://bank.test/pay', card: undefined, lastError: undefined },
    ...{ checkoutKey: terms.checkoutKey, revision: terms.revision, userId: terms.userId },
  };
  intents.set(key, intent);
  return intent;
}
const find = (id: string) => [...intents.values()].find((intent) => intent.id === id);
function change(id: string, state: Partial<Intent>): Intent | undefined {
  const intent = find(id);
  if (!intent) return undefined;
  const changed = { ...intent, ...state };
  for (const [key, { id: other }] of intents) if (other === id) intents.set(key, changed);
  return changed;
}
const pay = (id: string) => change(id, { status: 'succeeded', amountReceived: find(id)?.amount ?? 0 });
function refund({ intentId, amount, refundKey }: RefundTerms): ProviderRefund {
  const made = refunds.get(refundKey) ?? {
    ...{ id: `re_${refundKey}`, intentId, amount, status: 'succeeded' as const, refundKey, error: undefined },
  };
  refunds.set(refundKey, made);
  return made;
}

const provider: OnlineProvider = {
  ...{ kind: 'online', name: 'chaos', method: 'chaos', label: 'Chaos' },
  pagePolicy: { connect: [], scripts: [], frames: [] },
  limits: { min: 50, max: 1_000_000 },
  createIntent: (terms, key) => around('createIntent', async () => createIntent(terms, key)),
  updateIntent: async (id, { amount, revision }) => change(id, { amount, revision }) as Intent,
  retrieveIntent: (id) => around('retrieveIntent', async () => find(id)),
  cancelIntent: (id) => around('cancelIntent', async () => change(id, { status: 'canceled' })),
  createRefund: (terms) => around('createRefund', async () => refund(terms)),
  retrieveRefund: async (id) => refunds.get(id.slice(3)),
  findRefund: ({ refundKey }) => around('findRefund', async () => refunds.get(refundKey)),
  readEvent: (request) =>
    around('readEvent', async () => {
      const { id, object } = JSON.parse(request.body.toString()) as { id: string; object: string };
      if (!id) throw new InvalidSignature();
      return { id, type: 'payment', about: 'intent', objectId: object };
    }),
};

let shop: PluginShop;
let admin: string;
let productId: number;
beforeAll(async () => {
  shop = await openPluginShop(
    definePlugin({
      name: 'chaos',
      apiVersion: 1,
      folder: import.meta.dirname,
      paymentProviders: () => [{ name: 'chaos', isEnabled: async () => true, connect: async () => provider }],
    }),
  );
  admin = await signIn(shop, await createAdmin(shop.services.db));
  productId = (await createProduct(shop.services.db, { price_cents: 2000, stock: 1000 })).id;
});
afterAll(() => shop.close());

const escaped: unknown[] = [];
const note = (reason: unknown) => void escaped.push(reason);
beforeEach(() => void process.on('unhandledRejection', note));
afterEach(async () => {
  misbehave = {};
  await sleep(1);
  process.off('unhandledRejection', note);
  expect(escaped.splice(0)).toEqual([]);
});

async function openPayment({ token }: Shopper) {
  const { data: cart } = await shop.call('GET /cart', {}, { token });
  const body = { amount: cart.total, shipping_address: ADDRESS, provider: 'chaos' };
  return shop.call('POST /payments/create-intent', { body }, { token });
}
async function shopperWithCart() {
  const shopper = await createShopper(shop);
  const body = { product_id: productId, quantity: 1 };
  await shop.call('POST /cart', { body }, { token: shopper.token });
  return shopper;
}
const confirm = ({ token }: Shopper, id: string) =>
  shop.call('POST /payments/confirm', { body: { payment_intent_id: id } }, { token });
const ordersOf = async ({ token }: Shopper) => (await shop.call('GET /orders', { query: {} }, { token })).data.data;
const deliver = async (event: object) => {
  const url = '/api/payments/chaos/webhook';
  return (await shop.app.inject({ method: 'POST', url, payload: event })).statusCode;
};

const fail = (thrown: unknown) => {
  throw thrown;
};
const failures: [name: string, misbehave: (call: Call) => unknown][] = [
  ['throws', () => fail(new Error('No network'))],
  ['throws a text', () => fail('No network')],
  ['rejects', () => Promise.reject(new TypeError('fetch failed'))],
  ['rejects with undefined', () => Promise.reject(undefined)],
  ['returns a text', async () => 'ok'],
  ['returns an empty object', async () => ({})],
  ['returns a list', async () => []],
  [
    'throws after it has done its work',
    async (call) => {
      await call();
      return fail(null);
    },
  ],
  ['returns half a response', async (call) => ({ ...((await call()) as object), id: undefined, status: 'done' })],
  ['returns a huge response', async (call) => ({ ...((await call()) as object), id: 'x'.repeat(5_000_000) })],
];

test.each(failures)('a payment is opened on the next try when the provider %s', async (_name, once) => {
  const shopper = await shopperWithCart();
  misbehave = { createIntent: once };
  const refused = await openPayment(shopper);
  expect([refused.status, refused.failure.code]).toEqual([503, 'payment.provider_failed']);
  misbehave = {};
  const made = intents.size;
  const { data } = await openPayment(shopper);
  expect(intents.size - made).toBeLessThanOrEqual(1);
  pay(data.payment_intent_id);
  expect((await confirm(shopper, data.payment_intent_id)).status).toBe(200);
  expect(await ordersOf(shopper)).toHaveLength(1);
  // One payment for the customer, however often it was tried.
  const paid = [...intents.values()].filter(
    ({ userId, status }) => userId === shopper.user.id && status !== 'canceled',
  );
  expect(paid).toHaveLength(1);
});

test.each(failures)('a paid order is placed once when the first read of the payment %s', async (_name, once) => {
  const shopper = await shopperWithCart();
  const { data } = await openPayment(shopper);
  pay(data.payment_intent_id);
  misbehave = { retrieveIntent: once };
  const event = { id: `ev_${data.payment_intent_id}`, object: data.payment_intent_id };
  expect((await confirm(shopper, data.payment_intent_id)).failure.code).toBe('payment.provider_failed');
  expect(await deliver(event)).toBe(503);
  misbehave = {};
  const results = await Promise.all([
    confirm(shopper, data.payment_intent_id),
    confirm(shopper, data.payment_intent_id),
    deliver(event),
    deliver(event),
  ]);
  expect(results.map((result) => (typeof result === 'number' ? result : result.status))).toEqual([200, 200, 200, 200]);
  expect(await ordersOf(shopper)).toHaveLength(1);
});

test.each(failures)('a refund is made once when the provider %s', async (_name, once) => {
  const shopper = await shopperWithCart();
  const { data } = await openPayment(shopper);
  pay(data.payment_intent_id);
  const { order_id } = (await confirm(shopper, data.payment_intent_id)).data;
  misbehave = { createRefund: once };
  const body = { amount: '5.00', reason: 'A scratch' };
  const input = { params: { id: Number(order_id) }, body };
  expect((await shop.call('POST /admin/orders/{id}/refunds', input, { token: admin })).status).toBeLessThan(300);
  misbehave = {};
  shop.clock.advance({ minutes: 10 });
  await shop.jobs.run('reconcile-payments');
  const made = [...refunds.values()].filter(({ intentId }) => intentId === data.payment_intent_id);
  expect(made.map(({ amount }) => amount)).toEqual([500]);
  const params = { id: Number(order_id) };
  const { data: order } = await shop.call('GET /admin/orders/{id}', { params }, { token: admin });
  expect(order.refunds).toMatchObject([{ status: 'succeeded', amount: '5.00' }]);
});

test('payments that a bug of the provider keeps open do not hold up the others', async () => {
  const abandoned: string[] = [];
  for (let checkout = 0; checkout < 6; checkout += 1) {
    abandoned.push((await openPayment(await shopperWithCart())).data.payment_intent_id);
  }
  let calls = 0;
  // As many as are processed at once.
  misbehave = { cancelIntent: (call) => (++calls > 4 ? call() : fail(new TypeError('Unknown status'))) };
  shop.clock.advance({ minutes: 60 });
  await shop.jobs.run('expire-checkouts');
  expect(abandoned.filter((id) => find(id)?.status === 'canceled')).toHaveLength(2);
  await shop.jobs.run('expire-checkouts');
  expect(abandoned.filter((id) => find(id)?.status === 'canceled')).toHaveLength(6);
});

test.each(failures)('a webhook can be sent again when reading it %s', async (_name, once) => {
  misbehave = { readEvent: once };
  expect(await deliver({ id: 'ev_again', object: 'in_unknown' })).toBe(503);
  misbehave = {};
  expect(await deliver({ id: 'ev_again', object: 'in_unknown' })).toBe(200);
});

test('a payment page with a javascript: URL is refused', async () => {
  const shopper = await shopperWithCart();
  misbehave = {
    createIntent: async (call) => ({ ...((await call()) as object), redirectUrl: 'javascript:alert(1)' }),
  };
  expect((await openPayment(shopper)).failure.code).toBe('payment.provider_failed');
});

test('a payment with the id of another customer’s payment is refused', async () => {
  const [first, second] = [await shopperWithCart(), await shopperWithCart()];
  const { data } = await openPayment(first);
  misbehave = { createIntent: async () => find(data.payment_intent_id) };
  expect((await openPayment(second)).failure.code).toBe('payment.provider_failed');
  misbehave = { createIntent: async (call) => ({ ...((await call()) as object), id: data.payment_intent_id }) };
  expect((await openPayment(second)).failure.code).toBe('payment.provider_failed');
  misbehave = {};
  pay(data.payment_intent_id);
  expect((await confirm(first, data.payment_intent_id)).status).toBe(200);
  expect([await ordersOf(first), await ordersOf(second)].map(({ length }) => length)).toEqual([1, 0]);
});
