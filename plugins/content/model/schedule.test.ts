import { expect, test } from 'vitest';
import { isWithin } from './schedule.ts';

const [NINE, TEN, ELEVEN] = ['2026-11-27T09:00:00.000Z', '2026-11-27T10:00:00.000Z', '2026-11-27T11:00:00.000Z'];

test.each([
  [null, null, true],
  [TEN, null, true],
  [ELEVEN, null, false],
  [null, TEN, false],
  [NINE, ELEVEN, true],
])('from %s until %s, at ten: %s', (from, until, isShown) => {
  expect(isWithin({ from, until }, new Date(TEN))).toBe(isShown);
});
