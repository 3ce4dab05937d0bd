import { describe, expect, it } from 'vitest';
import { checkoutTotals } from '#domain/cart/cart-totals.ts';
import { carrierLink } from '#domain/orders/carrier.ts';
import { demoProducts } from './catalogue/catalogue.ts';
import { demoAdmin, demoCustomers, demoShopper } from './customers.ts';
import { DEMO_RATES, type DemoOrder, generateOrders } from './order-history.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const today = new Date('2026-11-21T15:20:00Z');
const customers = [demoShopper, demoAdmin, ...demoCustomers];
const history = (seed = 7, end = today) => generateOrders({ customers, products: demoProducts, seed, today: end });
const orders = history();
const statusOf = ({ history: steps }: DemoOrder) => steps.at(-1)?.status ?? 'pending';
const daysAgo = (moment: Date) => (today.getTime() - moment.getTime()) / DAY_MS;

describe('the order history of the demo shop', () => {
  it('is the same for the same seed and day, and different for another seed', () => {
    expect(history()).toEqual(orders);
    expect(history(8)).not.toEqual(orders);
  });

  it('is a year of about nine hundred orders, sorted, none in the future', () => {
    expect(orders.length).toBeGreaterThan(820);
    expect(orders.length).toBeLessThan(980);
    for (const [index, order] of orders.entries()) {
      expect(daysAgo(order.placedAt)).toBeGreaterThan(0);
      expect(daysAgo(order.placedAt)).toBeLessThanOrEqual(365);
      expect(order.placedAt >= (orders[index - 1]?.placedAt ?? new Date(0))).toBe(true);
      for (const { at } of order.history) expect(at <= today).toBe(true);
      if (order.refund) expect(order.refund.at <= today).toBe(true);
    }
  });

  it('ends at the requested day and hour', () => {
    for (const end of ['2027-01-01T00:00:30Z', '2028-02-29T23:59:59Z']) {
      const moments = history(7, new Date(end)).map(({ placedAt }) => placedAt.getTime());
      expect(Math.max(...moments)).toBe(new Date(end).getTime() - 6 * 60_000);
    }
  });

  it('charges what the shop charges', () => {
    for (const { lines, totals, coupon } of orders) {
      expect(totals).toEqual(checkoutTotals({ ...DEMO_RATES, lines, discountCents: totals.discount }));
      expect(totals.discount > 0).toBe(coupon !== undefined);
      if (coupon === 'SAVE20') {
        expect(totals.discount).toBe(2_000);
        expect(totals.subtotal).toBeGreaterThanOrEqual(10_000);
      }
    }
  });

  it('gives 10 % off first orders only', () => {
    const seen = new Set<string>();
    for (const { customer, coupon } of orders) {
      if (coupon === 'WELCOME10') expect(seen.has(customer.email)).toBe(false);
      seen.add(customer.email);
    }
    expect(orders.some(({ coupon }) => coupon === 'WELCOME10')).toBe(true);
  });

  it('sells one to five different products that existed at the time, at valid prices', () => {
    for (const { lines, placedAt } of orders) {
      expect(lines.length).toBeGreaterThanOrEqual(1);
      expect(lines.length).toBeLessThanOrEqual(5);
      expect(new Set(lines.map(({ product }) => product.slug)).size).toBe(lines.length);
      for (const { product, variant, unitPrice, quantity } of lines) {
        expect(product.createdDaysAgo).toBeGreaterThan(daysAgo(placedAt));
        expect(quantity).toBeGreaterThanOrEqual(1);
        expect(variant === undefined).toBe(product.variants === undefined);
        const modifier = variant?.priceModifierCents ?? 0;
        const prices = [product.priceCents, product.salePriceCents].map((price) => (price ?? 0) + modifier);
        expect(prices).toContain(unitPrice);
      }
    }
  });

  it('sells to people who already had an account, and never to the admin', () => {
    for (const { customer, placedAt } of orders) {
      expect(customer.joinedDaysAgo).toBeGreaterThanOrEqual(daysAgo(placedAt));
    }
    expect(orders.some(({ customer }) => customer === demoAdmin)).toBe(false);
  });

  it('has delivered old orders, and most of them without problems', () => {
    const old = orders.filter(({ placedAt }) => daysAgo(placedAt) > 30);
    expect(new Set(old.map(statusOf))).toEqual(new Set(['delivered', 'cancelled']));
    expect(old.filter((order) => statusOf(order) === 'delivered').length / old.length).toBeGreaterThan(0.9);
  });

  it('has recent orders in every status', () => {
    const recent = orders.filter(({ placedAt }) => daysAgo(placedAt) < 6).map(statusOf);
    for (const status of ['pending', 'confirmed', 'processing', 'shipped'] as const) expect(recent).toContain(status);
  });

  it('records each status with its time, starting with the purchase', () => {
    for (const { history: steps, placedAt } of orders) {
      expect(steps[0]).toMatchObject({ status: 'pending', at: placedAt, by: 'shop' });
      for (const [index, { at }] of steps.entries()) expect(at >= (steps[index - 1]?.at ?? placedAt)).toBe(true);
    }
  });

  it('has a tracking number for every shipped order, and for no other', () => {
    for (const order of orders) {
      expect(order.trackingNumber !== undefined).toBe(['shipped', 'delivered'].includes(statusOf(order)));
    }
    const numbers = orders.flatMap(({ trackingNumber }) => trackingNumber ?? []);
    for (const number of numbers) expect(carrierLink(number)?.carrier).toBe('UPS');
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('has refunded cancelled orders in full, and others at most in part', () => {
    for (const order of orders) {
      const { refund, totals } = order;
      if (statusOf(order) === 'cancelled') expect(refund?.amount).toBe(totals.total);
      else expect(refund?.amount ?? 0).toBeLessThan(totals.total);
    }
    expect(orders.some((order) => order.refund && statusOf(order) === 'delivered')).toBe(true);
  });

  it('grows over the year and peaks in the evenings', () => {
    const count = (from: number, to: number) =>
      orders.filter(({ placedAt }) => daysAgo(placedAt) >= from && daysAgo(placedAt) < to).length;
    expect(count(0, 90)).toBeGreaterThan(count(180, 270) * 1.2);
    const hours = orders.map(({ placedAt }) => placedAt.getUTCHours());
    expect(hours.filter((hour) => hour >= 18).length).toBeGreaterThan(
      hours.filter((hour) => hour >= 4 && hour < 10).length * 3,
    );
  });

  it('gives the shopper account an order to cancel and one in transit', () => {
    const own = orders.filter(({ customer }) => customer === demoShopper);
    expect(own.map(statusOf).at(-1)).toBe('pending');
    expect(own.map(statusOf)).toContain('shipped');
    expect(own.length).toBeGreaterThan(8);
  });
});
