import { setImmediate as nextTurn } from 'node:timers/promises';

/** Short enough that no request notices. */
const SLICE_MS = 8;

/** Runs long work step by step, and lets other work in after each 8 ms. A step should take a few milliseconds at most. */
export async function runInSlices(steps: Iterable<void>): Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  for (const _ of steps) {
    if (performance.now() < sliceEnd) continue;
    await nextTurn();
    sliceEnd = performance.now() + SLICE_MS;
  }
}
