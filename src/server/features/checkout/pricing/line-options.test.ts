import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LineOptionProvider, PriceAdjuster } from '#server/features/cart/index.ts';
import { createCartPricing } from '#server/features/cart/index.ts';
import { anonymiseUser } from '#server/features/users/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import {
  ADDRESS,
  applyCoupon,
  cartTotal,
  confirmPayment,
  createCoupon,
  createShopper,
  fillCart,
  openPayment,
  type Shopper,
  saveSetting,
} from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { violatedInvariants } from '#test/invariants.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { reportsTo } from '#test/plugin-reports.ts';

type Options = Awaited<ReturnType<LineOptionProvider['load']>>;
type Adjust = Awaited<ReturnType<PriceAdjuster['load']>>;

const OPTIONS: Options = [
  {
    key: 'paper',
    label: 'Gift wrap',
    kind: 'choice',
    per: 'unit',
    choices: [{ value: 'kraft', label: 'Kraft paper', price: 450 }],
  },
  { key: 'card', label: 'Card', kind: 'flag', price: 200 },
  { key: 'message', label: 'Message', kind: 'text', maxLength: 60 },
];
const WRAPPED = { 'wrap:paper': 'kraft', 'wrap:card': 'yes', 'wrap:message': 'For Ada' };

let shop: PayingShop;
let product: CreatedProduct;
let admin: string;
let options: Options;
let adjust: Adjust;
beforeAll(async () => {
  shop = await openPayingShop(
    {},
    {
      cartLineOptions: [{ name: 'wrap', load: () => options }],
      priceAdjustments: [{ name: 'deals', load: () => (cart) => adjust(cart) }],
    },
  );
  product = await createProduct(shop.services.db, { name: 'Mug', price_cents: 2000, stock: 10_000 });
  admin = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(async () => {
  expect(await violatedInvariants(shop.services.db)).toEqual([]);
  await shop.close();
});
beforeEach(() => {
  options = OPTIONS;
  adjust = () => [];
});

async function shopperWith(quantity: number): Promise<Shopper> {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id, quantity);
  return shopper;
}

async function readCart({ token }: Shopper) {
  return (await shop.call('GET /cart', {}, { token })).data;
}

async function setLine(shopper: Shopper, body: { quantity?: number; options?: Record<string, string | null> }) {
  const [line] = (await readCart(shopper)).items;
  return shop.call('PUT /cart/{id}', { params: { id: line?.id ?? 0 }, body }, { token: shopper.token });
}

async function wrappedShopper(quantity = 2): Promise<Shopper> {
  const shopper = await shopperWith(quantity);
  expect((await setLine(shopper, { options: WRAPPED })).status).toBe(200);
  return shopper;
}

async function buy(shopper: Shopper): Promise<number> {
  const { data } = await openPayment(shop, shopper);
  await shop.pay(data);
  return (await confirmPayment(shop, shopper, data.payment_intent_id)).data.order_id;
}

function readOrder({ token }: Shopper, id: number) {
  return shop.call('GET /orders/{id}', { params: { id: String(id) } }, { token });
}

test('a line offers the options, and carries what is chosen with its price', async () => {
  const shopper = await shopperWith(2);
  const [offered] = (await readCart(shopper)).items;
  expect(offered?.options).toEqual([
    {
      key: 'wrap:paper',
      label: 'Gift wrap',
      kind: 'choice',
      price: '0.00',
      per: 'unit',
      choices: [{ value: 'kraft', label: 'Kraft paper', price: '4.50' }],
      max_length: null,
      value: null,
    },
    {
      key: 'wrap:card',
      label: 'Card',
      kind: 'flag',
      price: '2.00',
      per: 'line',
      choices: [],
      max_length: null,
      value: null,
    },
    {
      key: 'wrap:message',
      label: 'Message',
      kind: 'text',
      price: '0.00',
      per: 'line',
      choices: [],
      max_length: 60,
      value: null,
    },
  ]);
  expect(offered).not.toHaveProperty('adjustments');

  const { data } = await setLine(shopper, { options: WRAPPED });
  expect(data).toMatchObject({
    items: [
      {
        quantity: 2,
        unit_price: '20.00',
        adjustments: [
          { label: 'Gift wrap', value: 'Kraft paper', amount: '9.00' },
          { label: 'Card', value: null, amount: '2.00' },
          { label: 'Message', value: 'For Ada', amount: '0.00' },
        ],
        line_total: '51.00',
      },
    ],
    subtotal: '51.00',
    total: '51.00',
  });
  // The quantity changes alone, and so do the options; what is left out of them is no longer chosen.
  expect((await setLine(shopper, { quantity: 3 })).data).toMatchObject({ subtotal: '75.50' });
  expect((await setLine(shopper, { options: { 'wrap:card': 'yes' } })).data).toMatchObject({ subtotal: '62.00' });
  expect((await setLine(shopper, { quantity: 1, options: {} })).data).toMatchObject({ subtotal: '20.00' });
  expect((await setLine(shopper, {})).failure.errors).toHaveProperty('quantity');
});

test('what is not offered is refused with its field, and changes nothing', async () => {
  const shopper = await wrappedShopper();
  const before = await readCart(shopper);
  for (const [key, value] of [
    ['wrap:ribbon', 'red'],
    ['wrap:paper', 'gold'],
    ['wrap:message', 'x'.repeat(61)],
    ['wrap:message', 'two\nlines'],
  ] as const) {
    const refused = await setLine(shopper, { quantity: 5, options: { [key]: value } });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.failure.errors ?? {})).toEqual([`options.${key}`]);
  }
  expect(await readCart(shopper)).toEqual(before);
  const stranger = await createShopper(shop);
  const params = { id: before.items[0]?.id ?? 0 };
  const foreign = await shop.call('PUT /cart/{id}', { params, body: { options: {} } }, { token: stranger.token });
  expect(foreign.failure.code).toBe('cart.line_not_found');
});

test('options can come with the product, and stay when more of it is added without', async () => {
  const { token, ...shopper } = await createShopper(shop);
  const body = { product_id: product.id, quantity: 1, options: { 'wrap:card': 'yes' } };
  await shop.call('POST /cart', { body }, { token });
  await fillCart(shop, { token }, product.id, 1);
  expect(await readCart({ ...shopper, token })).toMatchObject({ items: [{ quantity: 2, line_total: '42.00' }] });
});

test('login keeps a guest’s options that are still offered, and drops the others', async () => {
  const { token } = await createShopper(shop);
  const items = [{ product_id: product.id, quantity: 1, options: { 'wrap:card': 'yes', 'wrap:ribbon': 'red' } }];
  const { data } = await shop.call('POST /cart/merge', { body: { items } }, { token });
  expect(data.cart.items).toMatchObject([{ adjustments: [{ label: 'Card' }], line_total: '22.00' }]);
});

test('options are paid for, and appear in the order, its mail, invoice, packing slip and exports', async () => {
  const shopper = await wrappedShopper();
  const quote = await shop.call('POST /checkout/quote', { body: {} }, { token: shopper.token });
  expect(quote.data).toMatchObject({
    items: [{ unit_price: '20.00', line_total: '51.00', adjustments: [{ amount: '9.00' }, {}, {}] }],
    totals: { subtotal: '51.00', tax: '4.08', total: '65.08' },
  });
  const id = await buy(shopper);
  // Later prices of the plug-in do not reach the order.
  options = [];
  const { data: order } = await readOrder(shopper, id);
  const adjustments = [
    { label: 'Gift wrap', value: 'Kraft paper', amount: '9.00' },
    { label: 'Card', value: null, amount: '2.00' },
    { label: 'Message', value: 'For Ada', amount: '0.00' },
  ];
  expect(order).toMatchObject({
    items: [{ price: '20.00', quantity: 2, adjustments, line_total: '51.00' }],
    subtotal: '51.00',
    total: '65.08',
  });
  const charge = await shop.stripe.charges.list({ limit: 1 });
  expect(charge.data[0]?.amount).toBe(6508);
  const detail = await shop.call('GET /admin/orders/{id}', { params: { id } }, { token: admin });
  expect(detail.data).toMatchObject({ items: [{ adjustments, total: '51.00' }], total: '65.08' });

  await shop.jobs.run('deliver-mail');
  const mail = shop.mailbox.mails.find(({ subject }) => subject === `Your order ${order.order_number}`);
  expect(mail?.text).toContain('2 × $20.00, Gift wrap: Kraft paper ($9.00), Card ($2.00), Message: For Ada');
  expect(mail?.text).toContain('$51.00');
  const csv = await shop.app.inject({
    url: `/api/admin/orders/export?search=${order.order_number}`,
    headers: { authorization: `Bearer ${admin}` },
  });
  expect(parse(csv.body, { bom: true, columns: true })).toMatchObject([
    {
      Subtotal: '51.00',
      Adjustments: '0.00',
      Options: 'Mug: Gift wrap: Kraft paper (9.00); Mug: Card (2.00); Mug: Message: For Ada (0.00)',
    },
  ]);
});

test('cancelling the order also refunds the options', async () => {
  const shopper = await wrappedShopper();
  const id = await buy(shopper);
  const params = { id: String(id) };
  const { data } = await shop.call('PUT /orders/{id}/cancel', { params }, { token: shopper.token });
  expect(data).toMatchObject({ status: 'cancelled', refunded: '65.08' });
});

test('a price that changes between cart and payment is shown before anything is charged', async () => {
  const shopper = await wrappedShopper();
  const seen = await cartTotal(shop, shopper);
  options = OPTIONS.map((option) => (option.kind === 'flag' ? { ...option, price: 350 } : option));
  const body = { amount: seen, shipping_address: ADDRESS };
  const refused = await shop.call('POST /payments/create-intent', { body }, { token: shopper.token });
  expect(refused.failure).toMatchObject({ code: 'cart.changed', data: { total: '52.50' } });
  expect((await openPayment(shop, shopper)).data.totals).toMatchObject({ subtotal: '52.50' });
});

test('an option whose plug-in was removed costs nothing, and the line says so', async () => {
  const shopper = await wrappedShopper();
  options = [];
  const cart = await readCart(shopper);
  expect(cart).toMatchObject({
    items: [{ unavailable_options: ['Card', 'Gift wrap', 'Message'], line_total: '40.00' }],
    total: '40.00',
  });
  expect(cart.items[0]).not.toHaveProperty('adjustments');
  const { data: order } = await readOrder(shopper, await buy(shopper));
  expect(order).toMatchObject({ subtotal: '40.00', total: '53.20' });
  expect(order.items[0]).not.toHaveProperty('adjustments');
});

test('an option for some products is offered on their lines only, and costs nothing on others', async () => {
  options = [{ key: 'assembly', label: 'Assembly', kind: 'flag', price: 500, productFlag: 'assembled' }];
  const seen: unknown[] = [];
  adjust = ({ lines }) => {
    seen.push(...lines.map((line) => line.options));
    return [];
  };
  const { db } = shop.services;
  const table = await createProduct(db, { price_cents: 2000, custom: JSON.stringify({ assembled: true }) });
  const assembled = { 'wrap:assembly': 'yes' };

  const mugOwner = await shopperWith(1);
  expect((await readCart(mugOwner)).items[0]).not.toHaveProperty('options');
  const refused = [
    await setLine(mugOwner, { options: assembled }),
    await shop.call(
      'POST /cart',
      { body: { product_id: product.id, quantity: 1, options: assembled } },
      { token: mugOwner.token },
    ),
  ];
  for (const reply of refused) {
    expect([reply.status, Object.keys(reply.failure.errors ?? {})]).toEqual([422, ['options.wrap:assembly']]);
  }
  const body = { product_id: 2_000_000_000, quantity: 1, options: assembled };
  expect((await shop.call('POST /cart', { body }, { token: mugOwner.token })).failure.code).toBe('product.not_found');

  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, table.id, 1, assembled);
  expect((await setLine(shopper, { quantity: 2, options: assembled })).data).toMatchObject({
    items: [{ options: [{ key: 'wrap:assembly', value: 'yes' }], line_total: '45.00' }],
  });
  expect(seen.at(-1)).toEqual(assembled);
  await db.updateTable('product').set({ custom: '{}' }).where('id', '=', table.id).execute();
  const [line] = (await readCart(shopper)).items;
  expect(line).toMatchObject({ unavailable_options: ['Assembly'], line_total: '40.00' });
  expect(line).not.toHaveProperty('options');
  expect(seen.at(-1)).toEqual({});
});

test('login drops a guest’s options that are not offered for the product', async () => {
  options = [{ key: 'assembly', label: 'Assembly', kind: 'flag', price: 500, productFlag: 'assembled' }];
  const table = await createProduct(shop.services.db, { custom: JSON.stringify({ assembled: true }) });
  const items = [product, table].map(({ id }) => ({
    product_id: id,
    quantity: 1,
    options: { 'wrap:assembly': 'yes' },
  }));
  const { token } = await createShopper(shop);
  const [mug, assembled] = (await shop.call('POST /cart/merge', { body: { items } }, { token })).data.cart.items;
  expect(mug).not.toHaveProperty('unavailable_options');
  expect(assembled).toMatchObject({ adjustments: [{ label: 'Assembly' }] });
});

test('what was typed into options is in the personal data, and is forgotten with the account', async () => {
  const shopper = await wrappedShopper(1);
  await setLine(shopper, { options: { ...WRAPPED, 'wrap:message': 'For Bea' } });
  const read = async () => (await shop.call('GET /account/data', {}, { token: shopper.token })).data;
  expect(await read()).toMatchObject({ cart: [{ options: [{}, {}, { label: 'Message', value: 'For Bea' }] }] });
  const id = await buy(shopper);
  expect(await read()).toMatchObject({ orders: [{ items: [{ adjustments: [{}, {}, { value: 'For Bea' }] }] }] });

  const { db, personalData, now } = shop.services;
  await shop.call('PUT /admin/orders/{id}/status', { params: { id }, body: { status: 'delivered' } }, { token: admin });
  await inTransaction(db, (tx) => anonymiseUser(tx, personalData, shopper.user.id, now()));
  const { rows } = await sql<{ text: string }>`
    SELECT adjustments::text AS text FROM order_line UNION ALL SELECT adjustments::text FROM checkout_line`.execute(db);
  expect(rows.filter(({ text }) => text.includes('For Bea'))).toEqual([]);
  const kept = await db.selectFrom('order_line').select('adjustments').where('order_id', '=', id).execute();
  expect(kept[0]?.adjustments.map(({ label, value, amount }) => [label, value, amount])).toEqual([
    ['Gift wrap', null, 450],
    ['Card', null, 200],
    ['Message', null, 0],
  ]);
});

test('amounts on lines and cart add up to what is paid, with coupon and tax', async () => {
  await createCoupon(shop, { code: 'TENTH' });
  adjust = ({ lines, subtotal }) => [
    { key: 'bulk', label: 'Two or more', amount: -300, line: lines.findIndex(({ quantity }) => quantity >= 2) },
    ...(subtotal < 10_000 ? [{ key: 'small-order', label: 'Small order', amount: 250 }] : []),
    { key: 'loyalty', label: 'Loyalty', amount: -100 },
  ];
  const shopper = await wrappedShopper();
  await applyCoupon(shop, shopper, 'TENTH');
  const cart = await readCart(shopper);
  // 40.00 + 9.00 + 2.00 - 3.00 = 48.00; 10 % off; + 2.50 - 1.00.
  expect(cart).toMatchObject({
    subtotal: '48.00',
    discount: '4.80',
    adjustments: [
      { label: 'Small order', value: null, amount: '2.50' },
      { label: 'Loyalty', value: null, amount: '-1.00' },
    ],
    total: '44.70',
  });
  const opened = await openPayment(shop, shopper);
  const totals = { subtotal: '48.00', discount: '4.80', tax: '3.58', shipping: '10.00', total: '58.28' };
  expect(opened.data.totals).toMatchObject({ ...totals, adjustments: cart.adjustments });
  const intent = await shop.stripe.paymentIntents.retrieve(opened.data.payment_intent_id);
  expect(intent.amount).toBe(5828);
  await shop.pay(opened.data);
  const { order_id } = (await confirmPayment(shop, shopper, opened.data.payment_intent_id)).data;
  expect((await readOrder(shopper, order_id)).data).toMatchObject({ ...totals, adjustments: cart.adjustments });
  await shop.jobs.run('deliver-mail');
  const mail = shop.mailbox.mails.findLast(({ subject }) => subject.startsWith('Your order'));
  expect(mail?.text).toMatch(/Small order\s+\$2\.50\nLoyalty\s+−\$1\.00\nTax/);
});

test('a discount takes no more than there is', async () => {
  adjust = () => [
    { key: 'line', label: 'Gift', amount: -99_999, line: 0 },
    { key: 'cart', label: 'Gift', amount: -99_999 },
  ];
  const cart = await readCart(await shopperWith(1));
  expect(cart).toMatchObject({ items: [{ line_total: '0.00' }], subtotal: '0.00', total: '0.00' });
});

test('while a plug-in cannot price the cart, it can be seen but not bought', async () => {
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  const shopper = await shopperWith(1);
  const failures: (() => void)[] = [
    () => {
      adjust = () => {
        throw new Error('No rules');
      };
    },
    () => {
      adjust = () => [{ key: 'fee', label: 'Fee', amount: 0.5 }];
    },
    () => {
      adjust = () => [{ key: 'fee', label: 'Fee', amount: 1, line: 7 }];
    },
    () => {
      adjust = () => [];
      options = [{ key: 'Odd Key', label: 'Odd', kind: 'flag' }];
    },
  ];
  for (const fail of failures) {
    fail();
    expect((await readCart(shopper)).total).toBe('20.00');
    expect((await openPayment(shop, shopper)).failure.code).toBe('checkout.price_unavailable');
    const body = { shipping_address: ADDRESS };
    const placed = await shop.call('POST /orders', { body }, { token: shopper.token });
    expect(placed.status).toBe(503);
  }
});

test('whatever is adjusted, the shop charges and keeps exactly what it shows', async () => {
  const amount = fc.integer({ min: -5000, max: 5000 });
  const onLine = fc.array(amount, { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      onLine,
      onLine,
      fc.integer({ min: 0, max: 900 }),
      async (quantity, lineAmounts, cartAmounts, paper) => {
        options = OPTIONS.map((option) =>
          option.kind === 'choice'
            ? { ...option, choices: option.choices.map((one) => ({ ...one, price: paper })) }
            : option,
        );
        adjust = () => [
          ...lineAmounts.map((each, index) => ({ key: `line-${index}`, label: 'Line', amount: each, line: 0 })),
          ...cartAmounts.map((each, index) => ({ key: `cart-${index}`, label: 'Cart', amount: each })),
        ];
        const shopper = await wrappedShopper(quantity);
        const cart = await readCart(shopper);
        const { data } = await readOrder(shopper, await buy(shopper));
        expect([data.subtotal, data.adjustments]).toEqual([cart.subtotal, cart.adjustments]);
        expect(data.items[0]?.line_total).toBe(cart.items[0]?.line_total);
      },
    ),
    { numRuns: 15 },
  );
  expect(await violatedInvariants(shop.services.db)).toEqual([]);
}, 60_000);

test('two plug-ins with the same name are refused at startup', () => {
  const log = { error: () => undefined };
  const duplicate = { name: 'wrap', load: () => [] };
  expect(() => createCartPricing({ cartLineOptions: [duplicate, duplicate] }, reportsTo(log))).toThrow(
    'Two plug-ins named wrap',
  );
});
