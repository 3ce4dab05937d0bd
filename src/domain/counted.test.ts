import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test.each([
  [0, '0 orders'],
  [1, '1 order'],
  [1204, '1204 orders'],
])('%i orders are %s', (count, text) => {
  expect(counted(count, ['order', 'orders'])).toBe(text);
});

test('the number can be written in a language', () => {
  expect(counted(1204, ['row has', 'rows have'], (count) => count.toLocaleString('en-US'))).toBe('1,204 rows have');
});
