import { expect, test } from 'vitest';
import { association } from './association.ts';

test('products that are always bought together are associated, those that meet by chance are not', () => {
  expect(association({ both: 5, first: 5, second: 5, orders: 100 })).toBeGreaterThan(10.83);
  // Each is in half of the orders, and so by chance in a quarter of them together.
  expect(association({ both: 25, first: 50, second: 50, orders: 100 })).toBe(0);
  expect(association({ both: 1, first: 20, second: 20, orders: 100 })).toBe(0);
});

test('a bestseller in the same order says less than a rare product', () => {
  const rare = association({ both: 4, first: 5, second: 6, orders: 200 });
  const bestseller = association({ both: 4, first: 5, second: 90, orders: 200 });
  expect(rare).toBeGreaterThan(bestseller);
});
