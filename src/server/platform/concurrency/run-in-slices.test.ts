import { expect, test } from 'vitest';
import { runInSlices } from './run-in-slices.ts';

function* longWork(): Generator<void> {
  for (let step = 0; step < 20; step += 1) {
    const end = performance.now() + 4;
    while (performance.now() < end);
    yield;
  }
}

test('other work runs between the slices of long work', async () => {
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 0);
  await runInSlices(longWork());
  clearInterval(count);
  expect(turns).toBeGreaterThan(3);
});
