import { expect, onTestFinished, test, vi } from 'vitest';
import { createPeakDetector, releaseAfterPeaks } from './release-memory.ts';

/** After the start of the shop. */
const told = (utilizations: readonly number[]) => {
  const isOver = createPeakDetector();
  expect([0.01, 0.01].map(isOver)).toEqual([false, true]);
  return utilizations.map(isOver);
};

test('a peak ends after two quiet samples, reported once', () => {
  expect(told([0.9, 0.9, 0.01, 0.01, 0.01])).toEqual([false, false, false, true, false]);
  expect(told([0.9, 0.01, 0.3, 0.01, 0.01])).toEqual([false, false, false, false, true]);
});

test('on a busy machine, a peak of many seconds with a fraction of a core each counts', () => {
  const peak = Array.from({ length: 10 }, () => 0.11);
  expect(told([...peak, 0.01, 0.01, 0.01])).toEqual([...peak.map(() => false), false, true, false]);
});

test('the start of the shop counts as a peak', () => {
  expect([0.2, 0.01, 0.9, 0.01, 0.01, 0.01].map(createPeakDetector())).toEqual([
    false,
    false,
    false,
    false,
    true,
    false,
  ]);
});

test('a shop without a peak is left alone', () => {
  expect(told(Array.from({ length: 600 }, () => 0.04))).not.toContain(true);
  expect(told([0.01, 0.01, 0.2, 0.01, 0.01])).toEqual([false, false, false, false, false]);
});

test('releasing memory is no peak, however long it takes', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let cpuMs = 0;
  const release = vi.fn(() => {
    cpuMs += 900;
  });
  const stop = releaseAfterPeaks(() => cpuMs, release);
  onTestFinished(stop);
  vi.advanceTimersByTime(20_000);
  expect(release).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(20_000);
  expect(release).toHaveBeenCalledTimes(1);
  cpuMs += 1_100;
  vi.advanceTimersByTime(20_000);
  expect(release).toHaveBeenCalledTimes(2);
});
