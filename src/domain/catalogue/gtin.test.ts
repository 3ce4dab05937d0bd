import { expect, test } from 'vitest';
import { GTIN } from './gtin.ts';

test.each([
  '96385074', // GTIN-8
  '036000291452', // UPC
  '4006381333931', // EAN
  '978-3-16-148410-0', // ISBN
  '1 06 14141 00041 5', // GTIN-14
])('accepts the barcode %s', (printed) => {
  expect(GTIN.isValid(GTIN.normalize(printed))).toBe(true);
});

test.each(['4006381333932', '400638133393', '12345', '4.00638E+12', '400638133393x'])(
  'refuses %s: its length or check digit is wrong',
  (printed) => {
    expect(GTIN.isValid(GTIN.normalize(printed))).toBe(false);
  },
);
