import { expect, test } from 'vitest';
import { changePrice, priceProblem } from './price-change.ts';

test.each([
  [1999, 10, 2199],
  [1999, -10, 1799],
  [50, 1, 51],
  [49, 1, 49],
  [1000, 12.34, 1123],
  [1000, -100, 0],
])('%d cents changed by %d percent are %d, rounded half up', (price, percent, changed) => {
  expect(changePrice(price, { kind: 'percent', percent })).toBe(changed);
});

test('an amount is added or subtracted', () => {
  expect(changePrice(1999, { kind: 'amount', amount: -250 })).toBe(1749);
});

test.each([
  [{ price: 1000, salePrice: 999, modifiers: [-999, 50] }, undefined],
  [{ price: 1000, salePrice: 1000, modifiers: [] }, 'sale_price'],
  [{ price: 1000, salePrice: -1, modifiers: [] }, 'sale_price'],
  [{ price: -1, salePrice: null, modifiers: [] }, 'price'],
  [{ price: 1_000_000_000, salePrice: null, modifiers: [] }, 'price'],
  [{ price: 1000, salePrice: 500, modifiers: [-501] }, 'variants'],
] as const)('%j: the invalid field is %s', (prices, field) => {
  expect(priceProblem(prices)?.field).toBe(field);
});
