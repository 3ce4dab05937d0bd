import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { wantedOptions } from '#contract/storefront/checkout-options.ts';
import { type CheckoutOption, MAX_CHECKOUT_OPTIONS } from '#domain/checkout/checkout-options.ts';
import { anonymiseUser } from '#server/features/users/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import {
  ADDRESS,
  cartTotal,
  confirmPayment,
  createShopper,
  fillCart,
  type Shopper,
  saveSetting,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { recordLog } from '#test/log.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { reportsTo } from '#test/plugin-reports.ts';
import { type CheckedCheckout, type CheckoutValidator, createCheckoutChecks } from '../index.ts';

const OPTIONS: readonly CheckoutOption[] = [
  { key: 'day', label: 'Delivery day', kind: 'date', first: '2026-12-01', last: '2026-12-31' },
  { key: 'note', label: 'Delivery note', kind: 'text', maxLength: 100, isLong: true },
  { key: 'floor', label: 'Floor', kind: 'choice', choices: [{ value: 'top', label: 'Top floor' }] },
  { key: 'adult', label: 'I am over 18', kind: 'flag' },
];
const CHOSEN = { 'parcel:day': '2026-12-24', 'parcel:note': 'Ring twice.\nThank you!', 'parcel:adult': 'yes' };
const FROZEN = [
  { key: 'parcel:day', label: 'Delivery day', value: '2026-12-24', text: 'Thursday, December 24, 2026' },
  { key: 'parcel:note', label: 'Delivery note', value: 'Ring twice.\nThank you!', text: 'Ring twice.\nThank you!' },
  { key: 'parcel:adult', label: 'I am over 18', value: 'yes', text: null },
];

const ONE_NODE = { isKnownByAnyNode: async () => false };

let shop: PayingShop;
let admin: { token: string };
let productId: number;
let options: readonly CheckoutOption[] | (() => never);
let validate: CheckoutValidator['validate'];
let shopper: Shopper;
beforeAll(async () => {
  shop = await openPayingShop(
    {},
    {
      cartLineOptions: [{ name: 'wrap', load: () => [{ key: 'paper', label: 'Gift wrap', kind: 'flag', price: 300 }] }],
      checkoutOptions: [{ name: 'parcel', load: () => (typeof options === 'function' ? options() : options) }],
      checkoutValidators: [{ name: 'parcel', validate: (checkout, signal) => validate(checkout, signal) }],
    },
  );
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  productId = (await createProduct(shop.services.db, { name: 'Mug', price_cents: 2000, stock: 100 })).id;
  admin = { token: await signIn(shop, await createAdmin(shop.services.db)) };
});
afterAll(() => shop.close());
beforeEach(async () => {
  options = OPTIONS;
  validate = () => [];
  shopper = await createShopper(shop);
  await fillCart(shop, shopper, productId);
});

type OptionValues = Readonly<Record<string, string | null>>;

const payLater = (wanted: OptionValues = {}) =>
  shop.call('POST /orders', { body: { shipping_address: ADDRESS, options: wanted } }, shopper);
const payByCard = async (wanted: OptionValues = {}) => {
  const amount = await cartTotal(shop, shopper);
  return shop.call(
    'POST /payments/create-intent',
    { body: { amount, shipping_address: ADDRESS, options: wanted } },
    shopper,
  );
};
const WAYS = [
  ['by card', payByCard],
  ['later', payLater],
] as const;

const countCheckouts = async () => {
  const rows = await shop.services.db
    .selectFrom('checkout')
    .select('id')
    .where('user_id', '=', shopper.user.id)
    .execute();
  return rows.length;
};
const failing = (): never => {
  throw new Error('Out of paper');
};

test('the quote offers the options, and an order that is paid later has what was chosen', async () => {
  const { data: quote } = await shop.call('POST /checkout/quote', { body: {} }, shopper);
  expect(quote.options).toMatchObject([
    { key: 'parcel:day', kind: 'date', first: '2026-12-01', last: '2026-12-31', is_required: false },
    { key: 'parcel:note', kind: 'text', max_length: 100, is_long: true },
    { key: 'parcel:floor', kind: 'choice', choices: [{ value: 'top', label: 'Top floor' }] },
    { key: 'parcel:adult', kind: 'flag' },
  ]);
  const { data: order } = await payLater({ ...CHOSEN, 'parcel:floor': null });
  expect(order.options).toEqual(FROZEN);

  const detail = await shop.call('GET /admin/orders/{id}', { params: { id: order.id } }, admin);
  expect(detail.data.options).toEqual(FROZEN);
  await shop.jobs.runRequested();
  const mail = await shop.mailbox.newestTo(shopper.user.email);
  expect(mail?.text).toContain('Thursday, December 24, 2026');
  const csv = await shop.app.inject({
    url: '/api/admin/orders/export',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(csv.body).toContain('Delivery note: Ring twice.');
});

test('a paid order has what was chosen in the revision that was paid', async () => {
  const first = await payByCard({ 'parcel:note': 'Ring once' });
  const second = await payByCard(CHOSEN);
  expect(second.data.payment_intent_id).toBe(first.data.payment_intent_id);
  await shop.pay(second.data);
  const { data: stored } = await shop.call('GET /account/data', {}, shopper);
  expect(stored.checkouts).toMatchObject([{ options: FROZEN.map(({ label, value }) => ({ label, value })) }]);
  const { data } = await confirmPayment(shop, shopper, second.data.payment_intent_id);
  const order = await shop.call('GET /orders/{id}', { params: { id: String(data.order_id) } }, shopper);
  expect(order.data.options).toEqual(FROZEN);
});

test.each(WAYS)('paying %s, an invalid value is refused beside its field, and nothing is held', async (_, buy) => {
  options = [...OPTIONS, { key: 'terms', label: 'Terms', kind: 'flag', isRequired: true }];
  const { failure, status } = await buy({
    'parcel:day': '2027-01-01',
    'parcel:note': 'x'.repeat(101),
    'parcel:floor': 'cellar',
    'parcel:gone': 'yes',
  });
  expect(status).toBe(422);
  expect(failure.errors).toEqual({
    'options.parcel:day': ['Please choose a day from Tuesday, December 1, 2026 to Thursday, December 31, 2026.'],
    'options.parcel:note': ['Please enter at most 100 characters.'],
    'options.parcel:floor': ['Please choose one of the offered values.'],
    'options.parcel:gone': ['This option is not offered any more.'],
    'options.parcel:terms': ['Please tick this box to continue.'],
  });
  expect(await countCheckouts()).toBe(0);
});

test.each(WAYS)('paying %s, a validator refuses the order beside its fields, and nothing is held', async (_, buy) => {
  let checked: CheckedCheckout | undefined;
  validate = (checkout) => {
    checked = checkout;
    return [
      { option: 'day', message: 'We are closed on that day.' },
      { address: 'postal_code', message: 'We do not deliver to this postal code.' },
    ];
  };
  const { failure, status } = await buy(CHOSEN);
  expect(status).toBe(422);
  expect(failure).toMatchObject({
    code: 'checkout.refused',
    message: 'We are closed on that day.',
    errors: {
      'options.parcel:day': ['We are closed on that day.'],
      'shipping_address.postal_code': ['We do not deliver to this postal code.'],
    },
  });
  expect(await countCheckouts()).toBe(0);
  expect(checked).toMatchObject({
    customerId: shopper.user.id,
    lines: [{ productId, quantity: 1, total: 2000 }],
    address: { name: ADDRESS.name, postalCode: ADDRESS.postal_code, country: 'US' },
    shipping: { method: 'flat', cost: 1000 },
    tax: 160,
    total: 3160,
    options: { day: '2026-12-24', note: 'Ring twice.\nThank you!', adult: 'yes' },
  });
});

test.each(WAYS)('paying %s, nothing can be bought while a plug-in fails', async (_, buy) => {
  validate = failing;
  expect((await buy()).failure.code).toBe('checkout.not_checked');
  validate = () => [];
  options = failing;
  const { data: quote } = await shop.call('POST /checkout/quote', { body: {} }, shopper);
  expect(quote.options).toBeUndefined();
  expect((await buy()).status).toBe(503);
  options = [{ key: 'Odd Key', label: 'Odd', kind: 'flag' }];
  expect((await buy()).status).toBe(503);
  expect(await countCheckouts()).toBe(0);
});

test('a payment becomes an order even if the validator would refuse it by then', async () => {
  const opened = await payByCard(CHOSEN);
  await shop.pay(opened.data);
  validate = failing;
  options = failing;
  const { data } = await confirmPayment(shop, shopper, opened.data.payment_intent_id);
  expect(data.order_number).toMatch(/^ORD-/);
});

test('a validator that times out blocks the order, and its signal is aborted', async () => {
  const log = recordLog();
  let isAborted = false;
  const slow: CheckoutValidator = {
    name: 'slow',
    validate: (_checkout, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          isAborted = true;
        });
      }),
  };
  const checks = createCheckoutChecks({ checkoutValidators: [slow] }, reportsTo(pino(log.stream)), {
    ...ONE_NODE,
    limitMs: 5,
  });
  await expect(checks.validate({ options: {} } as CheckedCheckout)).rejects.toThrow(
    'could not be checked, and nothing was charged',
  );
  expect(isAborted).toBe(true);
  expect(log.warnings()).toMatchObject([{ plugin: 'slow', err: { type: 'TimeLimitError' } }]);
});

test('customers can fill in the options of several plug-ins', () => {
  const offered = (plugin: string) => Array.from({ length: MAX_CHECKOUT_OPTIONS }, (_, at) => `${plugin}:note-${at}`);
  const wanted = ['parcel', 'gift', 'invoice'].flatMap(offered).map((key) => [key, 'Ring twice.'] as const);
  expect(wantedOptions.safeParse(Object.fromEntries(wanted))).toMatchObject({ success: true });
});

test('a validator reads only the options of its own plug-in', async () => {
  const seen: unknown[] = [];
  const named = (name: string): CheckoutValidator => ({
    name,
    validate(checkout) {
      seen.push(checkout.options);
      return [];
    },
  });
  const checks = createCheckoutChecks({ checkoutValidators: [named('one'), named('two')] }, reportsTo(), ONE_NODE);
  await checks.validate({ options: { 'one:note': 'a', 'two:note': 'b' } } as unknown as CheckedCheckout);
  expect(seen).toEqual([{ note: 'a' }, { note: 'b' }]);
});

test('a validator reads what was chosen on each line of the cart', async () => {
  const seen: unknown[] = [];
  validate = ({ lines }) => {
    seen.push(lines.map((line) => line.options));
    return [];
  };
  await payLater();
  expect(seen).toEqual([[{}]]);
  const chosen = { 'wrap:paper': 'yes' };
  await shop.call('POST /cart', { body: { product_id: productId, quantity: 1, options: chosen } }, shopper);
  await payByCard();
  expect(seen.slice(1)).toEqual([[chosen]]);
});

test('after an account is deleted, the order keeps the labels of its options but not the values', async () => {
  const { data: order } = await payLater(CHOSEN);
  const { data: stored } = await shop.call('GET /account/data', {}, shopper);
  expect(stored).toMatchObject({ orders: [{ options: FROZEN }] });
  await shop.call('PUT /orders/{id}/cancel', { params: { id: String(order.id) } }, shopper);
  const { db, personalData, now } = shop.services;
  await inTransaction(db, (tx) => anonymiseUser(tx, personalData, shopper.user.id, now()));
  const detail = await shop.call('GET /admin/orders/{id}', { params: { id: order.id } }, admin);
  expect(detail.data.options).toEqual(FROZEN.map(({ key, label }) => ({ key, label, value: '', text: null })));
});
