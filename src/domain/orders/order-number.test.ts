import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOrderNumber, parseOrderNumber } from './order-number.ts';

describe('an order number', () => {
  it('contains the year and the consecutive number', () => {
    expect(formatOrderNumber({ year: 2026, number: 123 })).toBe('ORD-2026-000123');
    expect(formatOrderNumber({ year: 2026, number: 1_234_567 })).toBe('ORD-2026-1234567');
  });

  it.each([
    'ORD-2026-123',
    'ord-2026-000123',
    'ORD-26-000123',
    'ORD-2026-000000',
    'ORD-2026-0000123',
    ' ORD-2026-000123',
    'ORD-2026-000123\n',
    '42',
    '',
  ])('is not %j', (text) => {
    expect(parseOrderNumber(text)).toBeUndefined();
  });

  it('is never written for invalid numbers', () => {
    expect(() => formatOrderNumber({ year: 2026, number: 0 })).toThrow(RangeError);
    expect(() => formatOrderNumber({ year: 2026, number: 1.5 })).toThrow(RangeError);
    expect(() => formatOrderNumber({ year: 26, number: 1 })).toThrow(RangeError);
  });

  it('is read back unchanged', () => {
    const anyNumber = fc.record({
      year: fc.integer({ min: 1000, max: 9999 }),
      number: fc.integer({ min: 1, max: 999_999_999 }),
    });
    fc.assert(
      fc.property(anyNumber, (order) => {
        expect(parseOrderNumber(formatOrderNumber(order))).toEqual(order);
      }),
    );
  });
});
