import { expect, test } from 'vitest';
import { marksUpTo } from './scale.ts';

test('an axis ends at a round number above the largest value, with whole steps', () => {
  expect(marksUpTo(97, 1)).toEqual([0, 25, 50, 75, 100]);
  expect(marksUpTo(3, 1)).toEqual([0, 1, 2, 3]);
  expect(marksUpTo(9, 1)).toEqual([0, 5, 10]);
  expect(marksUpTo(123_456, 100)).toEqual([0, 50_000, 100_000, 150_000]);
  expect(marksUpTo(0, 100)).toEqual([0, 100]);
  for (const most of [1, 7, 11, 999, 1_000, 1_001, 31_415_926]) {
    const marks = marksUpTo(most, 1);
    expect(marks.at(-1), `${most}`).toBeGreaterThanOrEqual(most);
    expect(marks.length, `${most}`).toBeLessThanOrEqual(5);
  }
});
