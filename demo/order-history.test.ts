import { expect, test } from 'vitest';
import { demoProducts } from './catalogue/catalogue.ts';
import { demoCustomers, demoShopper } from './customers.ts';
import { generateOrders } from './order-history.ts';

const TODAY = new Date('2026-11-21T15:00:00Z');
const customers = [demoShopper, ...demoCustomers];
const plan = { customers, products: demoProducts, seed: 7, today: TODAY };
const orders = generateOrders(plan);

test('the same seed and day give the same history, another seed another one', () => {
  expect(generateOrders(plan)).toEqual(orders);
  expect(generateOrders({ ...plan, seed: 8 })).not.toEqual(orders);
});

test('a year of several hundred orders, oldest first, none of them in the future', () => {
  expect(orders.length).toBeGreaterThan(700);
  expect(orders.length).toBeLessThan(1_300);
  const moments = orders.map((order) => order.placedAt.getTime());
  expect(moments).toEqual([...moments].sort((a, b) => a - b));
  expect(Math.max(...orders.flatMap((order) => order.history.map(({ at }) => at.getTime())))).toBeLessThanOrEqual(
    TODAY.getTime(),
  );
  expect(TODAY.getTime() - (moments[0] ?? 0)).toBeLessThanOrEqual(366 * 24 * 60 * 60 * 1000);
});

test('the sums of each order follow from its lines', () => {
  for (const { lines, totals } of orders) {
    const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
    expect(totals.subtotal).toBe(subtotal);
    expect(totals.total).toBe(subtotal - totals.discount + totals.tax + totals.shipping);
  }
});

test('old orders have arrived or were cancelled, fresh ones are still under way', () => {
  const last = (order: (typeof orders)[number]) => order.history.at(-1)?.status;
  const old = orders.filter((order) => TODAY.getTime() - order.placedAt.getTime() > 10 * 24 * 60 * 60 * 1000);
  expect(new Set(old.map(last))).toEqual(new Set(['delivered', 'cancelled']));
  expect(new Set(orders.map(last))).toEqual(
    new Set(['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled']),
  );
  expect(
    orders.every(
      (order) => (order.trackingNumber !== undefined) === order.history.some(({ status }) => status === 'shipped'),
    ),
  ).toBe(true);
});

test('nobody buys before joining, and each customer has an address of their own mail', () => {
  for (const { customer, placedAt } of orders) {
    expect((TODAY.getTime() - placedAt.getTime()) / (24 * 60 * 60 * 1000)).toBeLessThan(customer.joinedDaysAgo);
  }
  expect(new Set(customers.map((customer) => customer.email)).size).toBe(customers.length);
  expect(customers.length).toBeGreaterThanOrEqual(60);
});
