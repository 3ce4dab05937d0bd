import { expect, test } from 'vitest';
import { formatCompact } from './metrics.ts';

test('a figure above a bar is short, and has no single decimal', () => {
  expect(formatCompact(2080, 'revenue')).toBe('$20.80');
  expect(formatCompact(0, 'revenue')).toBe('$0');
  expect(formatCompact(932_050, 'revenue')).toBe('$9.32K');
  expect(formatCompact(1_249, 'orders')).toBe('1.25K');
});
