import { expect, test } from 'vitest';
import { collapseRuns } from './collapse-runs.ts';

/** Work that ends when the test says so, and the items of each run. */
function openWork() {
  const runs: { readonly items: readonly number[]; readonly end: (error?: Error) => void }[] = [];
  const work = (items: readonly number[]) =>
    new Promise<number>((resolve, reject) => {
      runs.push({ items, end: (error) => (error ? reject(error) : resolve(items.length)) });
    });
  return { runs, work };
}

test('items that arrive during a run share the next one', async () => {
  const { run } = collapseRuns<number>();
  const { runs, work } = openWork();
  const [first, ...others] = [1, 2, 3, 4].map((item) => run('intent', item, work));
  expect(runs.map(({ items }) => items)).toEqual([[1]]);
  runs[0]?.end();
  expect(await first).toBe(1);
  await expect.poll(() => runs.length).toBe(2);
  expect(runs[1]?.items).toEqual([2, 3, 4]);
  // Arrives while the second run is under way, so it needs a third.
  const late = run('intent', 5, work);
  runs[1]?.end();
  expect(await Promise.all(others)).toEqual([3, 3, 3]);
  await expect.poll(() => runs.length).toBe(3);
  runs[2]?.end();
  expect(await late).toBe(1);
});

test('different subjects do not wait for each other', async () => {
  const { run } = collapseRuns<number>();
  const { runs, work } = openWork();
  const both = [run('one', 1, work), run('other', 2, work)];
  expect(runs).toHaveLength(2);
  for (const { end } of runs) end();
  expect(await Promise.all(both)).toEqual([1, 1]);
});

test('a failed run fails only its own items, and the next one starts', async () => {
  const { run } = collapseRuns<number>();
  const { runs, work } = openWork();
  const failing = run('intent', 1, work);
  const next = run('intent', 2, work);
  runs[0]?.end(new Error('provider is down'));
  await expect(failing).rejects.toThrow('provider is down');
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end();
  expect(await next).toBe(1);
  const again = run('intent', 3, work);
  runs[2]?.end();
  expect(await again).toBe(1);
});
