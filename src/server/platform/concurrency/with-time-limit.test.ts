import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pausingTimeLimit, TimeLimitError, WorkPaused, withTimeLimit } from './with-time-limit.ts';

test('work that stops at the signal counts as late, whatever error it stops with', async () => {
  const stopped = new Error('Stopped');
  const call = withTimeLimit(10, (signal) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(stopped));
    return promise;
  });
  await expect(call).rejects.toThrow(TimeLimitError);
});

test('work that finished while the event loop was blocked is not late', async () => {
  const call = withTimeLimit(10, () => sleep(20, 'done'));
  const blockedUntil = performance.now() + 50;
  while (performance.now() < blockedUntil);
  expect(await call).toBe('done');
});

/** A pausing limit with calls that end when the test says so. */
function openLimit() {
  const inTime = pausingTimeLimit({ limitMs: 10, pauseMs: 60_000 });
  const call = () => {
    const work = Promise.withResolvers<string>();
    return { ...work, result: inTime(() => work.promise) };
  };
  return { call, callAtOnce: () => inTime(() => 'at once') };
}

test('a plug-in that was slow once is called again as soon as the slow call has succeeded', async () => {
  const { call, callAtOnce } = openLimit();
  const [slow, another] = [call(), call()];
  await expect(slow.result).rejects.toThrow(TimeLimitError);
  await expect(another.result).rejects.toThrow(TimeLimitError);
  await expect(callAtOnce()).rejects.toThrow(WorkPaused);
  slow.resolve('late');
  await slow.promise;
  expect(await callAtOnce()).toBe('at once');
});

test('one slow call does not pause a plug-in that answers other calls meanwhile', async () => {
  const { call, callAtOnce } = openLimit();
  const slow = call();
  await sleep(1);
  expect(await callAtOnce()).toBe('at once');
  await expect(slow.result).rejects.toThrow(TimeLimitError);
  expect(await callAtOnce()).toBe('at once');
});

test('a plug-in that is slow twice in succession, or fails late, is paused', async () => {
  const { call, callAtOnce } = openLimit();
  for (let i = 0; i < 2; i += 1) {
    const slow = call();
    await expect(slow.result).rejects.toThrow(TimeLimitError);
    slow.resolve('late');
    await slow.promise;
  }
  await expect(callAtOnce()).rejects.toThrow(WorkPaused);

  const failing = openLimit();
  const slow = failing.call();
  await expect(slow.result).rejects.toThrow(TimeLimitError);
  slow.reject(new Error('No connection'));
  await expect(slow.promise).rejects.toThrow('No connection');
  await expect(failing.callAtOnce()).rejects.toThrow(WorkPaused);
});
