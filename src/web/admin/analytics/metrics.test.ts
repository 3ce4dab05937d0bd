import { expect, test } from 'vitest';
import { formatBriefly } from './metrics.ts';

test('a figure over a bar is brief, and never has half of its cents', () => {
  expect(formatBriefly(2080, 'revenue')).toBe('$20.80');
  expect(formatBriefly(0, 'revenue')).toBe('$0');
  expect(formatBriefly(932_050, 'revenue')).toBe('$9.32K');
  expect(formatBriefly(1_249, 'orders')).toBe('1.25K');
});
