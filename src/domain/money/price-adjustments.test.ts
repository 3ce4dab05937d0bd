import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkoutTotals } from '../cart/cart-totals.ts';
import { percentOf } from './money.ts';
import { adjustedLineTotal, cutToAmount, type PriceAdjustment, sumOfAdjustments } from './price-adjustments.ts';

const of = (amount: number): PriceAdjustment => ({ key: 'test:fee', label: 'Fee', value: null, amount });
const amounts = fc.array(fc.integer({ min: -999_999_999, max: 999_999_999 }).map(of), { maxLength: 8 });
const price = fc.integer({ min: 0, max: 999_999_999 });
const lines = fc.array(fc.record({ unitPrice: price, quantity: fc.integer({ min: 1, max: 999 }), wanted: amounts }), {
  minLength: 1,
  maxLength: 30,
});

describe('price adjustments', () => {
  it('take no more than what is left, in their order', () => {
    expect(cutToAmount([of(-700), of(-700), of(200), of(-700)], 1000).map(({ amount }) => amount)).toEqual([
      -700, -300, 200, -200,
    ]);
  });

  it('leave an amount alone that has none', () => {
    expect(sumOfAdjustments(cutToAmount([], 1000))).toBe(0);
    expect(adjustedLineTotal(1999, 3, 0)).toBe(5997);
  });

  it('never make a line or the cart negative, and everything adds up', () => {
    fc.assert(
      fc.property(lines, amounts, fc.integer({ min: 0, max: 10 ** 10 }), (cart, onCart, discountCents) => {
        const priced = cart.map(({ unitPrice, quantity, wanted }) => {
          const adjustment = sumOfAdjustments(cutToAmount(wanted, unitPrice * quantity));
          return { unitPrice, quantity, adjustment, total: adjustedLineTotal(unitPrice, quantity, adjustment) };
        });
        for (const { total } of priced) expect(total).toBeGreaterThanOrEqual(0);
        const subtotal = priced.reduce((sum, { total }) => sum + total, 0);
        const discount = Math.min(discountCents, subtotal);
        const adjustmentCents = sumOfAdjustments(cutToAmount(onCart, subtotal - discount));
        const rates = { taxBasisPoints: 800, shippingCents: 1000 };
        const totals = checkoutTotals({ ...rates, lines: priced, discountCents, adjustmentCents });
        expect(totals).toMatchObject({ subtotal, discount, adjustment: adjustmentCents });
        const merchandise = subtotal - discount + adjustmentCents;
        expect(merchandise).toBeGreaterThanOrEqual(0);
        expect(totals.tax).toBe(percentOf(merchandise, 800));
        expect(totals.total).toBe(merchandise + totals.tax + totals.shipping);
      }),
    );
  });
});
