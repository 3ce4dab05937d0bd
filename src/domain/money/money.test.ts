import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCurrency, paymentCurrency } from './currency.ts';
import {
  addMoney,
  averageMoney,
  cents,
  formatDecimal,
  MAX_AMOUNT,
  multiplyMoney,
  parseDecimal,
  parseDecimalOrThrow,
  percentOf,
} from './money.ts';
import { formatMoney } from './money-format.ts';

describe('an amount of money', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('is a whole number of cents, not %s', (n) => {
    expect(() => cents(n)).toThrow(RangeError);
  });

  it.each([12.345, -1, 1e-7, 1e21, Number.NaN, 'free', ''])('%s is no amount, instead of another one', (value) => {
    expect(() => parseDecimalOrThrow(value)).toThrow(RangeError);
  });

  it('has no negative zero', () => {
    expect(cents(-0)).toBe(0);
  });

  it('adds up; the sum of nothing is 0', () => {
    expect(addMoney(10, 20, -5)).toBe(25);
    expect(addMoney()).toBe(0);
    expect(() => addMoney(0.1, 0.2)).toThrow(RangeError);
  });

  it('is multiplied by whole numbers only', () => {
    expect(multiplyMoney(1999, 3)).toBe(5997);
    expect(multiplyMoney(1999, 0)).toBe(0);
    expect(() => multiplyMoney(1999, 1.5)).toThrow(RangeError);
    expect(() => multiplyMoney(1999, -1)).toThrow(RangeError);
  });

  it('stays exact for the largest cart of the most expensive product', () => {
    const fullest = multiplyMoney(multiplyMoney(MAX_AMOUNT, 999), 100);
    expect(fullest).toBe(99_899_999_900_100);
    expect(percentOf(fullest, 800)).toBe(7_991_999_992_008);
  });
});

describe('a percentage of an amount', () => {
  it.each([
    [10_000, 800, 800],
    [56, 800, 4],
    [625, 80, 5],
    [50, 100, 1],
    [49, 100, 0],
    [1, 10_000, 1],
    [10_000, 887.5, 888],
    [20_000, 887.5, 1775],
    [12_345, 0, 0],
    [0, 800, 0],
  ])('of %i cents at %d basis points is %i cents', (base, basisPoints, expected) => {
    expect(percentOf(base, basisPoints)).toBe(expected);
  });

  it('is off by at most half a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 14 }), fc.integer({ min: 0, max: 10_000 }), (base, basisPoints) => {
        const twiceError = 2n * (BigInt(percentOf(base, basisPoints)) * 10_000n - BigInt(base) * BigInt(basisPoints));
        // Half up: an exact half goes up, so the error is above minus a half and at most a half.
        expect(twiceError > -10_000n && twiceError <= 10_000n).toBe(true);
      }),
    );
  });

  it.each([
    [-1, 800],
    [100, -1],
    [100, 0.001],
    [100, Number.NaN],
  ])('is refused of %d cents at %d basis points', (base, basisPoints) => {
    expect(() => percentOf(base, basisPoints)).toThrow(RangeError);
  });
});

describe('an average', () => {
  it.each([
    [87_128, 11, 7_921],
    [5, 2, 3],
    [0, 4, 0],
    [5, 0, undefined],
  ])('of %i cents by %i is %s', (sum, count, expected) => {
    expect(averageMoney(sum, count)).toBe(expected);
  });
});

describe('decimals', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [99, '0.99'],
    [14_900, '149.00'],
    [999_999_999, '9999999.99'],
    [99_899_999_900_100, '998999999001.00'],
  ])('%i cents are %s', (value, text) => {
    expect(formatDecimal(value)).toBe(text);
  });

  it.each([
    ['149.00', 14_900],
    ['149', 14_900],
    ['149.5', 14_950],
    ['0.07', 7],
    [149, 14_900],
    [149.5, 14_950],
    [1.1, 110],
    [4.35, 435],
    [1.15, 115],
    [9_999_999.99, 999_999_999],
    [-0, 0],
  ])('reads %s as %i cents', (value, expected) => {
    expect(parseDecimal(value)).toBe(expected);
  });

  it.each([
    '',
    ' 1.00',
    '1.005',
    '1.',
    '.5',
    '1e2',
    '+1',
    '-1',
    '1,000.00',
    '0x10',
    'NaN',
    '10000000.00',
    0.1 + 0.2,
    1e21,
    1e-7,
    10_000_000,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
  ])('does not read %s', (value) => {
    expect(parseDecimal(value)).toBeUndefined();
  });

  it('reads a negative amount only where one is allowed', () => {
    expect(parseDecimal('-12.34', { negative: true })).toBe(-1234);
    expect(parseDecimal(-0.5, { negative: true })).toBe(-50);
    expect(Object.is(parseDecimal('-0.00', { negative: true }), 0)).toBe(true);
  });

  it('reads back every amount it writes, as text and as a number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT }), (value) => {
        expect(parseDecimal(formatDecimal(value), { negative: true })).toBe(value);
        expect(parseDecimal(Number(formatDecimal(value)), { negative: true })).toBe(value);
      }),
    );
  });
});

describe('formatted money', () => {
  it('has a currency symbol, thousands separators and two decimals', () => {
    expect(formatMoney(129_900)).toBe('$1,299.00');
    expect(formatMoney(5)).toBe('$0.05');
    expect(formatMoney(-1000)).toBe('-$10.00');
    expect(formatMoney(129_900, 'EUR')).toBe('€1,299.00');
    expect(formatMoney(129_900, 'EUR', 'de-DE')).toBe('1.299,00\u00a0€');
  });

  it('accepts its currency in either case', () => {
    expect(parseCurrency('usd')).toBe('USD');
    expect(parseCurrency('CAD')).toBe('CAD');
    expect(parseCurrency('JPY')).toBeUndefined();
    expect(paymentCurrency('USD')).toBe('usd');
  });
});
