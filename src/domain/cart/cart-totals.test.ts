import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SHIPPING_RULES } from '../checkout/shipping.ts';
import { percentOf } from '../money/money.ts';
import { DEFAULT_TAX_PERCENT, taxBasisPoints } from '../money/tax.ts';
import { cartTotals, checkoutTotals, lineTotal, unitPrice } from './cart-totals.ts';

const line = fc.record({
  unitPrice: fc.integer({ min: 0, max: 999_999_999 }),
  quantity: fc.integer({ min: 1, max: 999 }),
});
const lines = fc.array(line, { minLength: 1, maxLength: 100 });

describe('the unit price', () => {
  it.each([
    ['the price when there is no sale', { price: 2000 }, 2000],
    ['the sale price when there is one', { price: 2000, salePrice: 1500 }, 1500],
    ['the sale price even when it is nothing', { price: 2000, salePrice: 0 }, 0],
    ['the price when the sale price is null', { price: 2000, salePrice: null }, 2000],
    ['the price plus the modifier of the variant', { price: 2000, priceModifier: 250 }, 2250],
    ['the sale price plus the modifier', { price: 2000, salePrice: 1500, priceModifier: -100 }, 1400],
    ['never negative', { price: 100, priceModifier: -250 }, 0],
  ])('is %s', (_, priced, expected) => {
    expect(unitPrice(priced)).toBe(expected);
  });
});

describe('the cart', () => {
  it('adds up its lines and counts its units', () => {
    expect(lineTotal(1999, 3)).toBe(5997);
    expect(
      cartTotals([
        { unitPrice: 1999, quantity: 3 },
        { unitPrice: 500, quantity: 1 },
      ]),
    ).toEqual({ subtotal: 6497, itemCount: 4 });
  });

  it('has total 0 when empty', () => {
    expect(cartTotals([])).toEqual({ subtotal: 0, itemCount: 0 });
  });
});

describe('the checkout', () => {
  const hundredDollars = [{ unitPrice: 5000, quantity: 2 }];
  const newShop = { taxBasisPoints: taxBasisPoints(DEFAULT_TAX_PERCENT), shippingCents: DEFAULT_SHIPPING_RULES.flat };

  it('charges subtotal, 8 % tax and $10 in a new shop', () => {
    expect(checkoutTotals({ ...newShop, lines: hundredDollars })).toEqual({
      subtotal: 10_000,
      discount: 0,
      adjustment: 0,
      tax: 800,
      shipping: 1000,
      total: 11_800,
    });
  });

  it('taxes the discounted amount, and not the shipping', () => {
    expect(checkoutTotals({ ...newShop, lines: hundredDollars, discountCents: 2500 })).toEqual({
      subtotal: 10_000,
      discount: 2500,
      adjustment: 0,
      tax: 600,
      shipping: 1000,
      total: 9_100,
    });
  });

  it('deducts at most the subtotal', () => {
    expect(checkoutTotals({ ...newShop, lines: hundredDollars, discountCents: 99_999 })).toEqual({
      subtotal: 10_000,
      discount: 10_000,
      adjustment: 0,
      tax: 0,
      shipping: 1000,
      total: 1000,
    });
  });

  it('rounds the tax once for the whole cart', () => {
    // Line by line it would be 3 × 4 cents.
    expect(checkoutTotals({ ...newShop, lines: Array(3).fill({ unitPrice: 55, quantity: 1 }) }).tax).toBe(13);
  });

  it("charges the merchant's tax rate and shipping", () => {
    const totals = checkoutTotals({
      lines: hundredDollars,
      taxBasisPoints: taxBasisPoints(8.875),
      shippingCents: 599,
    });
    expect(totals).toMatchObject({ tax: 888, shipping: 599, total: 11_487 });
  });

  it('costs exactly subtotal + 8 % + $10 without a coupon', () => {
    fc.assert(
      fc.property(lines, (cart) => {
        const { subtotal } = cartTotals(cart);
        expect(checkoutTotals({ ...newShop, lines: cart }).total).toBe(subtotal + percentOf(subtotal, 800) + 1000);
      }),
    );
  });

  it('adds up with any lines and discounts', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: -1000, max: 10 ** 12 }), (cart, discountCents) => {
        const { subtotal, discount, tax, shipping, total } = checkoutTotals({ ...newShop, lines: cart, discountCents });
        expect(total).toBe(subtotal - discount + tax + shipping);
        expect(discount).toBeGreaterThanOrEqual(0);
        expect(discount).toBeLessThanOrEqual(subtotal);
        expect(total).toBeGreaterThanOrEqual(shipping);
      }),
    );
  });
});

describe('the tax rate', () => {
  it.each([
    [8, 800],
    [0, 0],
    [8.875, 887.5],
    [8.29, 829],
    [100, 10_000],
  ])('%d %% is %d basis points', (percent, basisPoints) => {
    expect(taxBasisPoints(percent)).toBe(basisPoints);
    expect(() => percentOf(100, taxBasisPoints(percent))).not.toThrow();
  });
});
