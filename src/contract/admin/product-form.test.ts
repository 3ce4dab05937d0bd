import { expect, test } from 'vitest';
import { productForm } from './product-form.ts';

const problemsOf = (field: 'stock' | 'sale_price', value: unknown) =>
  productForm.shape[field].safeParse(value).error?.issues.map(({ message }) => message);

const INVALID_AMOUNT = 'Please enter an amount of at least 0 with at most two decimals.';

test.each([
  ['stock', '-1', 'Stock cannot be below 0.'],
  ['stock', '1.5', 'Please enter a whole number of units.'],
  ['stock', '99999999999', 'This number is too large.'],
  ['stock', { toString: 1 }, 'Please enter a whole number of units.'],
  ['sale_price', '-1.00', INVALID_AMOUNT],
  ['sale_price', 'half', INVALID_AMOUNT],
  ['sale_price', 99_999_999, 'This number is too large.'],
  ['sale_price', { valueOf: 1, toString: 1 }, INVALID_AMOUNT],
] as const)('says what is wrong with the %s %j', (field, value, message) => {
  expect(problemsOf(field, value)).toEqual([message]);
});
