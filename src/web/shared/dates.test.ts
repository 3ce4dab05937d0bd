import { expect, test } from 'vitest';
import { formatMinute } from './dates.ts';

test('a time stays on one line with its AM or PM', () => {
  expect(formatMinute('2026-11-21T20:42:10.000Z')).toBe('Nov 21, 2026, 3:42\u00a0PM');
});
