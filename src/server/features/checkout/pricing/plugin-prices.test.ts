import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ShippingRateProvider, TaxCalculator } from '#server/features/checkout/index.ts';
import { createCheckoutPricing } from '#server/features/checkout/index.ts';
import {
  ADDRESS,
  applyCoupon,
  confirmPayment,
  createCoupon,
  createShopper,
  fillCart,
  openPayment,
  readIntents,
  readStock,
  type Shopper,
  saveSetting,
} from '#test/factories/order.ts';
import { type CreatedProduct, createProduct } from '#test/factories/product.ts';
import { violatedInvariants } from '#test/invariants.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { reportsTo } from '#test/plugin-reports.ts';

type Rates = ShippingRateProvider['rates'];
type Calculate = TaxCalculator['calculate'];

/** Ten cents a gram, to the United States alone. */
const byWeight: Rates = ({ lines, country }) => {
  const grams = lines.reduce((sum, { weight, quantity }) => sum + (weight ?? 0) * quantity, 0);
  return country === 'CA' ? [] : [{ id: 'by-weight', label: 'Courier by weight', cost: grams * 10 }];
};

let shop: PayingShop;
let product: CreatedProduct;
let rates: Rates;
let calculate: Calculate;
let taxed: Parameters<Calculate>[0][];
beforeAll(async () => {
  const ports = {
    shippingRates: [{ name: 'courier', rates: (...asked: Parameters<Rates>) => rates(...asked) }],
    taxCalculator: { name: 'taxes', calculate: (...asked: Parameters<Calculate>) => calculate(...asked) },
  };
  shop = await openPayingShop({}, ports);
  product = await createProduct(shop.services.db, { price_cents: 2000, stock: 100, weight_grams: 40 });
});
afterAll(() => shop.close());
beforeEach(() => {
  rates = byWeight;
  taxed = [];
  calculate = (checkout) => {
    taxed.push(checkout);
    return 111;
  };
});

async function shopperWith(quantity: number): Promise<Shopper> {
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id, quantity);
  return shopper;
}

const BY_WEIGHT = 'courier:by-weight' as const;

function quote({ token }: Shopper, body: object = {}) {
  return shop.call('POST /checkout/quote', { body }, { token });
}

function open({ token }: Shopper, more: object = {}) {
  const body = { amount: 40, shipping_address: ADDRESS, ...more };
  return shop.call('POST /payments/create-intent', { body }, { token });
}

test('a plug-in’s way of delivery is offered after the shop’s own, and paid as it was chosen', async () => {
  const shopper = await shopperWith(2);
  const { data } = await quote(shopper);
  expect(data.shipping_options).toMatchObject([
    { method: 'flat', label: 'Standard delivery', cost: '10.00' },
    { method: BY_WEIGHT, label: 'Courier by weight', cost: '8.00', expected_delivery: null },
  ]);
  expect(data).toMatchObject({ shipping_method: 'flat', totals: { tax: '1.11', shipping: '10.00', total: '51.11' } });

  const opened = await open(shopper, { shipping_method: BY_WEIGHT });
  expect(opened.data).toMatchObject({ shipping_method: BY_WEIGHT, totals: { shipping: '8.00', total: '49.11' } });
  const intent = await shop.stripe.paymentIntents.retrieve(opened.data.payment_intent_id);
  expect(intent.amount).toBe(4911);
  await shop.pay(opened.data);
  const { order_id } = (await confirmPayment(shop, shopper, opened.data.payment_intent_id)).data;
  // Neither a later price nor the end of the plug-in reaches the order.
  rates = () => [];
  const order = await shop.call('GET /orders/{id}', { params: { id: String(order_id) } }, { token: shopper.token });
  expect(order.data).toMatchObject({
    shipping_method: BY_WEIGHT,
    shipping_label: 'Courier by weight',
    shipping: '8.00',
    tax: '1.11',
    total: '49.11',
  });
  await shop.jobs.run('deliver-mail');
  expect(shop.mailbox.newestTo(shopper.user.email).text).toMatch(/Shipping \(Courier by weight\)\s+\$8\.00/);
  expect(await violatedInvariants(shop.services.db)).toEqual([]);
});

test('a way of delivery that is not offered any more is refused, and nothing is held', async () => {
  const shopper = await shopperWith(2);
  const before = await readStock(shop, product.stock_id);
  rates = () => [];
  const refused = await open(shopper, { shipping_method: BY_WEIGHT });
  expect(refused.status).toBe(422);
  expect(refused.failure).toMatchObject({
    code: 'request.invalid',
    errors: { shipping_method: ['This shipping method is not available.'] },
  });
  expect(await readStock(shop, product.stock_id)).toEqual(before);
  expect((await quote(shopper, { shipping_method: 'nonsense' })).status).toBe(422);
});

test('the offers depend on the country, also before there is an address', async () => {
  const shopper = await shopperWith(1);
  const methods = async (body: object) =>
    (await quote(shopper, body)).data.shipping_options.map(({ method }) => method);
  expect(await methods({ country: 'US' })).toEqual(['flat', BY_WEIGHT]);
  expect(await methods({ country: 'CA' })).toEqual(['flat']);
  await saveSetting(shop, 'shipping', { internationalShipping: false });
  // The country that the form shows at first is no reason to refuse the quote.
  expect(await methods({ country: 'CA' })).toEqual(['flat', BY_WEIGHT]);
  await saveSetting(shop, 'shipping', {});
});

test('a plug-in that fails or offers nonsense leaves the shop’s own ways of delivery', async () => {
  const shopper = await shopperWith(1);
  const broken: Rates[] = [
    () => Promise.reject(new Error('The carrier is down')),
    () => [{ id: 'Odd Id', label: 'Odd', cost: 100 }],
    () => [{ id: 'dear', label: 'Dear', cost: 10.5 }],
    () => [{ id: 'cheap', label: 'Cheap', cost: -1 }],
    () => [
      { id: 'twice', label: 'Twice', cost: 1 },
      { id: 'twice', label: 'Twice', cost: 2 },
    ],
  ];
  for (const one of broken) {
    rates = one;
    const { data } = await quote(shopper);
    expect(data.shipping_options.map(({ method }) => method)).toEqual(['flat']);
  }
  expect(shop.log.warnings().filter(({ msg }) => msg.includes('shipping rates'))).toHaveLength(broken.length);
});

test('a tax calculator sees what is taxed and where it goes', async () => {
  const shopper = await shopperWith(2);
  await createCoupon(shop, { code: 'TENOFF' });
  await applyCoupon(shop, shopper, 'TENOFF');
  expect((await openPayment(shop, shopper)).data.totals).toMatchObject({ discount: '4.00', tax: '1.11' });
  expect(taxed).toEqual([
    {
      lines: [
        expect.objectContaining({ productId: product.id, quantity: 2, unitPrice: 2000, total: 4000, weight: 40 }),
      ],
      subtotal: 4000,
      discount: 400,
      merchandise: 3600,
      currency: 'usd',
      country: 'US',
      shipping: { method: 'flat', cost: 1000 },
      address: { line1: '1 Market Street', city: 'Springfield', state: 'IL', postalCode: '62701' },
    },
  ]);
});

test('while the tax cannot be calculated, nothing is held and nobody is charged', async () => {
  const shopper = await shopperWith(2);
  const stock = await readStock(shop, product.stock_id);
  const intents = await readIntents(shop);
  for (const failing of [() => Promise.reject(new Error('down')), () => -1, () => 1.5] satisfies Calculate[]) {
    calculate = failing;
    const refused = await open(shopper);
    expect(refused.status).toBe(503);
    expect(refused.failure).toMatchObject({
      code: 'checkout.price_unavailable',
      message: 'The tax could not be calculated, and nothing was charged. Please try again in a moment.',
    });
    expect((await quote(shopper)).failure.code).toBe('checkout.price_unavailable');
  }
  expect(await readStock(shop, product.stock_id)).toEqual(stock);
  expect(await readIntents(shop)).toEqual(intents);
});

test('a tax calculator that does not answer is given up', async () => {
  let signal: AbortSignal | undefined;
  const pricing = createCheckoutPricing(
    {
      taxCalculator: {
        name: 'slow',
        calculate: (_checkout, given) => {
          signal = given;
          return new Promise(() => undefined);
        },
      },
    },
    reportsTo(),
    { taxLimitMs: 20 },
  );
  const checkout = { lines: [], subtotal: 0, discount: 0, merchandise: 0, currency: 'usd', country: undefined };
  const asked = pricing.taxOn({ ...checkout, shipping: { method: 'flat', cost: 0 }, address: undefined });
  await expect(asked).rejects.toMatchObject({ code: 'checkout.price_unavailable' });
  expect(signal?.aborted).toBe(true);
});

test('a cart that changes while the tax is calculated is taxed again, as it is then', async () => {
  const shopper = await shopperWith(1);
  calculate = async (checkout) => {
    taxed.push(checkout);
    if (taxed.length === 1) await fillCart(shop, shopper, product.id, 1);
    return checkout.merchandise / 10;
  };
  const { data } = await shop.call(
    'POST /payments/create-intent',
    { body: { amount: 40, shipping_address: ADDRESS } },
    { token: shopper.token },
  );
  expect(taxed.map(({ merchandise }) => merchandise)).toEqual([2000, 4000]);
  expect(data.totals).toMatchObject({ subtotal: '40.00', tax: '4.00', total: '54.00' });
});

test('an order that is paid later also has the plug-ins’ prices', async () => {
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  const shopper = await shopperWith(2);
  const body = { shipping_address: ADDRESS, shipping_method: BY_WEIGHT };
  const { data } = await shop.call('POST /orders', { body }, { token: shopper.token });
  expect(data).toMatchObject({ shipping_method: BY_WEIGHT, shipping: '8.00', tax: '1.11', total: '49.11' });
});

test('two providers of shipping rates with the same name are refused at startup', () => {
  const log = { error: () => undefined };
  const courier = { name: 'courier', rates: () => [] };
  expect(() => createCheckoutPricing({ shippingRates: [courier, courier] }, reportsTo(log))).toThrow(
    'Two plug-ins named courier offer shipping rates.',
  );
});
