import { expect, test } from 'vitest';
import { priceProblem } from './price-problem.ts';

/** What the function reads of a number input, as browsers report it. */
const input = (value: string) => {
  const valueAsNumber = value === '' ? Number.NaN : Number(value);
  return { value, valueAsNumber, validity: { valid: !(valueAsNumber < 0) } };
};

const INVALID = 'Please enter an amount of at least 0 with at most two decimals.';
const TOO_LARGE = 'This number is too large.';

test.each([
  ['', '', null],
  ['0', '0', null],
  ['10', '', null],
  ['', '10.5', null],
  ['10', '10.00', null],
  ['9999999.99', '9999999.99', null],
  ['-1', '', { field: 'minPrice', words: INVALID }],
  ['', '-1', { field: 'maxPrice', words: INVALID }],
  ['1.005', '', { field: 'minPrice', words: INVALID }],
  ['', '10000000', { field: 'maxPrice', words: TOO_LARGE }],
  ['1e9', '2', { field: 'minPrice', words: TOO_LARGE }],
  ['10.01', '10', { field: 'minPrice', words: 'The lowest price is above the highest.' }],
])('prices from %j to %j', (minPrice, maxPrice, problem) => {
  const inputs = { minPrice: input(minPrice), maxPrice: input(maxPrice) };
  const namedItem = (name: keyof typeof inputs) => inputs[name];
  expect(priceProblem({ elements: { namedItem } } as unknown as HTMLFormElement)).toEqual(problem);
});
