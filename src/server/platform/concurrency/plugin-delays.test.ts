import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPluginDelays } from './plugin-delays.ts';
import { pausingTimeLimit, TimeLimitError, WorkPaused, withTimeLimit } from './with-time-limit.ts';

const block = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

function open() {
  const warnings: object[] = [];
  let time = Date.parse('2026-11-23T09:00:00Z');
  const delays = createPluginDelays({ warn: (line: object) => void warnings.push(line) }, () => new Date(time));
  const advance = (ms: number) => {
    time += ms;
  };
  return { ...delays, warnings, advance };
}

test('a call that times out is counted with its pause, which ends early when the call succeeds', async () => {
  const { observe, list } = open();
  const inTime = pausingTimeLimit({ limitMs: 10, pauseMs: 60_000, observer: observe('reviews', 'loadProducts') });
  const slow = Promise.withResolvers<string>();
  await expect(inTime(() => slow.promise)).rejects.toThrow(TimeLimitError);
  await expect(inTime(() => 'others')).rejects.toThrow(WorkPaused);
  const pausedUntil = new Date('2026-11-23T09:01:00Z');
  expect(list()).toMatchObject([{ plugin: 'reviews', name: 'loadProducts', timeouts: 1, blocks: 0, pausedUntil }]);
  slow.resolve('late');
  await slow.promise;
  expect(list()).toMatchObject([{ timeouts: 1, pausedUntil: null }]);
});

test('a pause that is over is not shown, and the most recent delay comes first', () => {
  const { observe, list, advance } = open();
  observe('reviews', 'loadProducts').timedOut();
  observe('reviews', 'loadProducts').paused(10_000);
  advance(11_000);
  observe('feeds', 'GET /feeds').timedOut();
  expect(list().map(({ plugin, pausedUntil }) => [plugin, pausedUntil])).toEqual([
    ['feeds', null],
    ['reviews', null],
  ]);
});

test('synchronous code that blocks the process is counted and logged by name, also of a call that fails', async () => {
  const { observe, list, warnings } = open();
  const observer = observe('feeds', 'GET /feeds');
  await withTimeLimit(10_000, () => block(210), observer);
  const failing = withTimeLimit(
    10_000,
    () => {
      block(230);
      throw new Error('No feed');
    },
    observer,
  );
  await expect(failing).rejects.toThrow('No feed');
  expect(list()).toMatchObject([{ plugin: 'feeds', name: 'GET /feeds', blocks: 2, timeouts: 0 }]);
  expect(list()[0]?.longestBlockMs).toBeGreaterThanOrEqual(230);
  // One line a minute, however often it is called.
  expect(warnings).toEqual([{ plugin: 'feeds', function: 'GET /feeds', ms: expect.any(Number) }]);
});

test('a call that only waits blocks nothing', async () => {
  const { observe, list } = open();
  await withTimeLimit(10_000, () => sleep(210), observe('feeds', 'GET /feeds'));
  expect(list()).toEqual([]);
});
