import { expect, test } from 'vitest';
import { createYieldToReads } from './yield-to-reads.ts';

/** Does work of ten units on an event loop that is busy for a part of the time, while pages are asked for. @returns its pause. */
function pauseAfter({
  milliseconds,
  busy,
  reads,
  nodes = 1,
}: {
  readonly milliseconds: number;
  readonly busy: number;
  readonly reads: number;
  readonly nodes?: number;
}): number {
  let now = 1_000;
  let readsSoFar = 50;
  const clock = { now: () => now, eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: busy }) };
  const end = createYieldToReads(
    () => readsSoFar,
    () => nodes,
    clock,
  )(10);
  now += milliseconds;
  readsSoFar += reads;
  return end();
}

test('work pauses longer than it took when the event loop is saturated and pages are asked for', () => {
  expect(pauseAfter({ milliseconds: 100, busy: 1, reads: 10 })).toBe(125);
  expect(pauseAfter({ milliseconds: 200, busy: 0.95, reads: 300 })).toBe(250);
});

test('several nodes together work for as large a share of the time as one node', () => {
  const milliseconds = 30;
  const shareOf = (nodes: number) =>
    milliseconds / (milliseconds + pauseAfter({ milliseconds, busy: 1, reads: 10, nodes }));
  for (const nodes of [2, 3, 10]) expect(nodes * shareOf(nodes)).toBeCloseTo(shareOf(1));
});

test('a node that does not hear from any node pauses like a single one', () => {
  expect(pauseAfter({ milliseconds: 100, busy: 1, reads: 10, nodes: 0 })).toBe(125);
});

test('few pages shorten the pause, and without any there is none', () => {
  expect(pauseAfter({ milliseconds: 100, busy: 1, reads: 2 })).toBe(25);
  expect(pauseAfter({ milliseconds: 100, busy: 1, reads: 0 })).toBe(0);
});

test('work does not pause while the event loop has time left', () => {
  expect(pauseAfter({ milliseconds: 100, busy: 0.8, reads: 300 })).toBe(0);
  expect(pauseAfter({ milliseconds: 100, busy: 0.8, reads: 300, nodes: 3 })).toBe(0);
});

test('the pause has a limit, however long the work took', () => {
  expect(pauseAfter({ milliseconds: 15_000, busy: 1, reads: 300 })).toBe(1_000);
  expect(pauseAfter({ milliseconds: 100, busy: 1, reads: 300, nodes: 10 })).toBe(1_000);
});
