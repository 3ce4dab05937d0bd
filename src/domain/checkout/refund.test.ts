import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refundable, refundedTax, unpaidFailures } from './refund.ts';

test('what was captured and not refunded is refundable', () => {
  expect(refundable({ captured: 8727, refunded: 2000 })).toBe(6727);
  expect(refundable({ captured: 0, refunded: 0 })).toBe(0);
});

describe('the tax in a refund', () => {
  test.each([
    ['a full refund', { total: 8727, tax: 572, before: 0, amount: 8727 }, 572],
    ['a part', { total: 10_800, tax: 800, before: 0, amount: 5400 }, 400],
    ['a half cent', { total: 200, tax: 15, before: 0, amount: 100 }, 8],
    ['the rest after a half cent', { total: 200, tax: 15, before: 100, amount: 100 }, 7],
    ['an order without tax', { total: 5000, tax: 0, before: 0, amount: 2500 }, 0],
    ['a free order', { total: 0, tax: 0, before: 0, amount: 0 }, 0],
    ['the largest amounts', { total: 999_999_999, tax: 100_000_000, before: 0, amount: 999_999_999 }, 100_000_000],
  ])('%s', (_name, refund, tax) => {
    expect(refundedTax(refund)).toBe(tax);
  });

  test('the parts add up to the tax of the order', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(parts, fc.double({ min: 0, max: 1, noNaN: true }), (amounts, rate) => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0);
        const tax = Math.floor(total * rate);
        let before = 0;
        let sum = 0;
        for (const amount of amounts) {
          const part = refundedTax({ total, tax, before, amount });
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(amount);
          sum += part;
          before += amount;
        }
        expect(sum).toBe(tax);
      }),
    );
  });
});

test.each([
  ['nothing has failed', [20], 0],
  ['a refund failed', [-20], 20],
  ['a refund failed twice', [-20, -20], 20],
  ['its second try succeeded', [-20, 20], 0],
  ['its third try succeeded', [-20, -20, 20], 0],
  ['it was paid in parts', [-20, 5, 15], 0],
  ['only a part of it was paid', [-20, 5], 15],
  ['it failed again later', [-20, 20, -20], 20],
  ['an earlier refund was larger', [50, -20], 20],
  ['two different refunds failed', [-20, -30, 20], 30],
  ['more was paid than had failed', [-20, 50, -30], 30],
])('what failed refunds still owe: %s', (_name, amounts, owed) => {
  const refunds = amounts.map((amount) => ({ amount: Math.abs(amount), hasFailed: amount < 0 }));
  expect(unpaidFailures(refunds)).toBe(owed);
});
