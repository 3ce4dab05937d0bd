import { expect, test } from 'vitest';
import { createPeakDetector } from './release-memory.ts';

const told = (utilizations: readonly number[]) => {
  const isOver = createPeakDetector();
  return utilizations.map(isOver);
};

test('a peak ends after two quiet samples, reported once', () => {
  expect(told([0.9, 0.01, 0.01, 0.01])).toEqual([false, false, true, false]);
  expect(told([0.9, 0.01, 0.3, 0.01, 0.01])).toEqual([false, false, false, false, true]);
});

test('a shop without a peak is left alone', () => {
  expect(told([0.01, 0.01, 0.2, 0.01, 0.01])).toEqual([false, false, false, false, false]);
});
