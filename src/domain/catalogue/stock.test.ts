import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_QUANTITY } from '../cart/cart-limits.ts';
import { adminStockBadge, clampQuantity, stockBadge } from './stock.ts';

describe('stock', () => {
  it.each([
    [0, 'Out of Stock'],
    [1, 'Low Stock'],
    [5, 'Low Stock'],
    [6, 'In Stock'],
  ])('of %i is called %s on the product page', (stock, label) => {
    expect(stockBadge(stock).label).toBe(label);
  });

  it.each([
    [true, 0, 'Out of Stock', 'danger'],
    [true, 1, 'Low Stock', 'warning'],
    [true, 10, 'Low Stock', 'warning'],
    [true, 11, 'In Stock', 'success'],
    [false, 0, 'Inactive', 'secondary'],
    [false, 50, 'Inactive', 'secondary'],
  ])('of a product active %s with %i units is badged %s for the admin', (isActive, stock, label, tone) => {
    expect(adminStockBadge({ isActive, stock })).toEqual({ label, tone });
  });
});

describe('the quantity of the product page', () => {
  it.each([
    ['3', 10, 3],
    [3, 10, 3],
    ['11', 10, 10],
    ['0', 10, 1],
    ['-2', 10, 1],
    ['', 10, 1],
    ['two', 10, 1],
    ['2.5', 10, 1],
    [Number.NaN, 10, 1],
    ['1', 0, 1],
    ['5000', 6000, MAX_QUANTITY],
    ['99999999999999999999', 10, 10],
  ])('%j with %i in stock becomes %i', (typed, stock, expected) => {
    expect(clampQuantity(typed, stock)).toBe(expected);
  });

  it('is always between 1 and the stock', () => {
    const typed = fc.oneof(fc.string(), fc.double(), fc.integer());
    fc.assert(
      fc.property(typed, fc.integer({ min: 1, max: 5000 }), (text, stock) => {
        const quantity = clampQuantity(text, stock);
        expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= stock).toBe(true);
      }),
    );
  });
});
