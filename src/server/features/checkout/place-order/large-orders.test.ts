import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_AMOUNT } from '#domain/money/money.ts';
import type { LineOptionProvider } from '#server/features/cart/index.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { ADDRESS, createShopper, fillCart, readStock, type Shopper, saveSetting } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { violatedInvariants } from '#test/invariants.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

/** Three units with it cost more cents than an integer of PostgreSQL holds. */
const GOLD: Awaited<ReturnType<LineOptionProvider['load']>> = [
  {
    key: 'case',
    label: 'Case',
    kind: 'choice',
    per: 'unit',
    choices: [{ value: 'gold', label: 'Gold', price: MAX_AMOUNT }],
  },
];
const IN_GOLD = { 'cases:case': 'gold' };
/** Off a cart with such a line. */
const REBATES = [MAX_AMOUNT, MAX_AMOUNT, MAX_AMOUNT - 100];

let shop: PayingShop;
let admin: string;
beforeAll(async () => {
  shop = await openPayingShop(
    {},
    {
      cartLineOptions: [{ name: 'cases', load: () => GOLD }],
      priceAdjustments: [
        {
          name: 'rebates',
          load:
            () =>
            ({ lines }) =>
              lines.some(({ options }) => Object.keys(options).length > 0)
                ? REBATES.map((amount, index) => ({ key: `rebate-${index}`, label: 'Rebate', amount: -amount }))
                : [],
        },
      ],
    },
  );
  await saveSetting(shop, 'payment', { offlineEnabled: true, offlineInstructions: 'By transfer.' });
  await saveSetting(shop, 'shipping', { taxPercent: 0, flatShippingCost: 0 });
  admin = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(async () => {
  expect(await violatedInvariants(shop.services.db)).toEqual([]);
  await shop.close();
});

const place = ({ token }: Shopper) =>
  shop.call('POST /orders', { body: { shipping_address: ADDRESS, payment_method: 'offline' } }, { token });

async function shopperWith(price_cents: number, quantity: number, options?: Readonly<Record<string, string>>) {
  const product = await createProduct(shop.services.db, { price_cents, stock: 10 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id, quantity, options);
  return { shopper, product };
}

test('an order above the largest amount that can be refunded at once is refused, and nothing changes', async () => {
  const { shopper, product } = await shopperWith(500_000_000, 2);
  const refused = await place(shopper);
  expect([refused.status, refused.failure.code]).toEqual([409, 'payment.amount_unsupported']);
  expect(refused.message).toBe('This payment method takes $9,999,999.99 at most.');
  expect(await readStock(shop, product.stock_id)).toEqual({ received: 10, sold: 0, held: 0 });
  expect((await shop.call('GET /cart', {}, shopper)).data.total).toBe('10000000.00');
});

test('the largest order is placed, mailed, invoiced, paid, reported and refunded', async () => {
  const { shopper } = await shopperWith(MAX_AMOUNT, 1);
  const { data: placed } = await place(shopper);
  expect(placed.total).toBe('9999999.99');
  await shop.jobs.runRequested();
  expect(shop.mailbox.newestTo(shopper.user.email).text).toContain('$9,999,999.99');
  const invoice = await shop.app.inject({
    url: `/api/orders/${placed.id}/invoice`,
    headers: { authorization: `Bearer ${shopper.token}` },
  });
  expect(invoice.headers['content-type']).toBe('application/pdf');

  const params = { id: placed.id };
  await shop.call('POST /admin/orders/{id}/payment', { params }, { token: admin });
  const { data: stats } = await shop.call('GET /admin/dashboard/stats', {}, { token: admin });
  expect(stats.totalRevenue).toBe('9999999.99');
  const body = { amount: '9999999.99', reason: 'Sent back' };
  const refunded = await shop.call('POST /admin/orders/{id}/refunds', { params, body }, { token: admin });
  expect(refunded.data.order).toMatchObject({ paymentStatus: 'refunded', refundedAmount: '9999999.99' });
});

test('a line whose options cost more than an integer of the database holds is sold', async () => {
  const { shopper } = await shopperWith(100, 3, IN_GOLD);
  const placed = await place(shopper);
  expect(placed.status).toBe(201);
  expect(placed.data).toMatchObject({ subtotal: '30000002.97', total: '4.00' });
});
