import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnnounceLoop, createAnnounceLoop } from './announce-loop.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Result = Awaited<ReturnType<Parameters<typeof createAnnounceLoop>[0]['call']>>;

/** A node whose calls have these results, one after the other; `calls` are their arguments. */
function openNode(...results: (Partial<Result> | Error)[]) {
  const calls: boolean[] = [];
  const failures: Error[] = [];
  const loop: AnnounceLoop = createAnnounceLoop({
    async call(atOnce) {
      calls.push(atOnce);
      const result = results.shift() ?? {};
      if (result instanceof Error) throw result;
      return { hasAnnounced: false, hasMore: false, ...result };
    },
    onFailed: (error) => failures.push(error),
  });
  return { loop, calls, failures };
}

test('a node that has announced is next after a quarter of a second', async () => {
  const { loop, calls } = openNode({ hasAnnounced: true });
  loop.start();
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toEqual([false]);
  await vi.advanceTimersByTimeAsync(248);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3);
  expect(calls).toHaveLength(2);
});

test('a beat of another node postpones the call, and without beats the node calls itself', async () => {
  const { loop, calls } = openNode();
  loop.start();
  await vi.advanceTimersByTimeAsync(1);
  for (let beat = 0; beat < 5; beat += 1) {
    await vi.advanceTimersByTimeAsync(100);
    loop.noteBeat();
  }
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(150);
  expect(calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(225);
  expect(calls).toHaveLength(3);
});

test('a call that announced only a part is followed by others at once', async () => {
  const { loop, calls } = openNode({ hasAnnounced: true, hasMore: true }, { hasAnnounced: true, hasMore: true });
  loop.start();
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toEqual([false, true, true]);
});

test('a failed call is reported, and does not end the loop', async () => {
  const { loop, calls, failures } = openNode(new Error('lock timeout'));
  loop.start();
  await vi.advanceTimersByTimeAsync(1);
  expect(failures).toEqual([new Error('lock timeout')]);
  await vi.advanceTimersByTimeAsync(225);
  expect(calls).toHaveLength(2);
});

test('nothing is called before the start, or after the stop', async () => {
  const { loop, calls } = openNode();
  loop.noteBeat();
  await vi.advanceTimersByTimeAsync(1_000);
  loop.start();
  loop.stop();
  loop.noteBeat();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toEqual([]);
});
