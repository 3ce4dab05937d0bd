import { expect, test } from 'vitest';
import { nextJobs, type StartConditions } from './next-jobs.ts';
import type { WaitingJob } from './waiting-line.ts';

function waitingJob(owner: number, fields: Partial<WaitingJob<never>> = {}): WaitingJob<never> {
  return {
    owner,
    priority: 'normal',
    enteredAt: 0,
    endsAt: Number.POSITIVE_INFINITY,
    countsUntil: Number.POSITIVE_INFINITY,
    isReported: false,
    canShare: false,
    kind: undefined,
    resources: [],
    start: () => undefined,
    leave: () => undefined,
    keptBy: undefined,
    ...fields,
  };
}

const ownersOfNext = (jobs: readonly WaitingJob<never>[], conditions: Partial<StartConditions<never>> = {}): number[] =>
  nextJobs(jobs, {
    jobsPerSlot: 1,
    busyOwners: new Set(),
    canUse: () => true,
    countSharing: () => 0,
    ...conditions,
  }).map(({ owner }) => owner);

test('the first job in line is next', () => {
  expect(ownersOfNext([waitingJob(1), waitingJob(2)])).toEqual([1]);
});

test('absent owners, busy owners and jobs whose resources are not known yet are skipped', () => {
  const jobs = [
    waitingJob(1, { start: undefined }),
    waitingJob(2),
    waitingJob(3, { resources: undefined }),
    waitingJob(4),
  ];
  expect(ownersOfNext(jobs, { busyOwners: new Set([2]) })).toEqual([4]);
});

test('a job that waits for one of its resources reserves all of them', () => {
  const jobs = [
    waitingJob(1, { resources: [1, 2] }),
    waitingJob(2, { resources: [2] }),
    waitingJob(3, { resources: [3] }),
  ];
  expect(ownersOfNext(jobs, { canUse: (resource) => resource !== 1 })).toEqual([3]);
});

test('jobs of the same kind share a slot, one for each owner and up to the limit', () => {
  const order = { canShare: true, kind: 'order' } as const;
  const jobs = [
    waitingJob(1, order),
    waitingJob(2, { canShare: true, kind: 'payment' }),
    waitingJob(1, order),
    waitingJob(3, order),
    waitingJob(4, order),
    waitingJob(5, order),
  ];
  expect(ownersOfNext(jobs, { jobsPerSlot: 3 })).toEqual([1, 3, 4]);
});

test('a job that shares no slot reserves its resources from those behind it', () => {
  const jobs = [
    waitingJob(1, { canShare: true, resources: [1] }),
    waitingJob(2, { resources: [2] }),
    waitingJob(3, { canShare: true, resources: [2] }),
    waitingJob(4, { canShare: true, resources: [1] }),
  ];
  expect(ownersOfNext(jobs, { jobsPerSlot: 5 })).toEqual([1, 4]);
});
