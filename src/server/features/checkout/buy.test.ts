import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ADDRESS,
  confirmPayment,
  createShopper,
  fillCart,
  openPayment,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());

test('a paid cart becomes an order with its number, and the cart is empty', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 2000, stock: 3 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id, 2);
  const opened = await openPayment(shop, shopper);
  expect(opened.data.totals).toEqual({
    subtotal: '40.00',
    discount: '0.00',
    tax: '3.20',
    shipping: '10.00',
    total: '53.20',
  });
  const paid = await shop.pay(opened.data);
  expect(paid.body.status).toBe('succeeded');
  expect(paid.body.amount).toBe(5320);
  const confirmed = await confirmPayment(shop, shopper, opened.data.payment_intent_id);
  expect(confirmed.data.order_number).toMatch(/^ORD-\d{4}-000001$/);
  const cart = await shop.call('GET /cart', {}, { token: shopper.token });
  expect(cart.data.items).toEqual([]);
  const order = await shop.call(
    'GET /orders/{id}',
    { params: { id: String(confirmed.data.order_id) } },
    { token: shopper.token },
  );
  expect(order.data).toMatchObject({
    status: 'pending',
    payment_status: 'completed',
    total: '53.20',
    shipping_address: { ...ADDRESS, line2: null },
  });
});
