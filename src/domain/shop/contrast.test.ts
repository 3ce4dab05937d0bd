import { expect, test } from 'vitest';
import { contrast } from './contrast.ts';

test('black on white has the highest contrast, a colour on itself the lowest', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#1f4d3a', '#1F4D3A')).toBe(1);
});

test('the order of the two colours does not matter', () => {
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
});
