import { nextJobs } from './next-jobs.ts';
import type { SharedPlaces } from './shared-places.ts';
import { ANY, type RunningJob, type Slot, type Slots } from './slots.ts';
import type { WaitingLine } from './waiting-line.ts';

export interface StartedJob {
  readonly slot: Slot;
  readonly job: RunningJob;
}

/** Moves jobs from the line into free slots. */
export interface Dispatcher {
  /** Starts a job that does not have to wait. @param readResources undefined: it uses none. */
  startNow(owner: number, canShare: boolean, readResources: RunningJob['readResources']): StartedJob;
  /** Starts all waiting jobs that can start. */
  dispatch(): void;
  /** The same once for all jobs whose resources were read together. */
  dispatchSoon(): void;
  /** Frees the slot of a job that has ended, and starts those that wait for it. */
  finish(started: StartedJob): void;
}

interface DispatcherParts {
  readonly line: WaitingLine<StartedJob>;
  readonly slots: Slots;
  readonly sharedPlaces: Pick<SharedPlaces, 'noteServed'>;
  readonly jobsPerSlot: number;
}

export function createDispatcher({ line, slots, sharedPlaces, jobsPerSlot }: DispatcherParts): Dispatcher {
  let isPlanned = false;

  const begin = (jobs: readonly RunningJob[], canShare: boolean): Slot => {
    for (const { owner } of jobs) line.noteServed(owner);
    return slots.take(jobs, canShare);
  };

  const takeNext = () => {
    const next = nextJobs(line.inOrder(), {
      jobsPerSlot,
      busyOwners: slots.owners,
      canUse: slots.findFree(),
      countSharing: line.countSharing(),
    });
    for (const job of next) line.remove(job);
    return next;
  };

  const dispatch = (): void => {
    while (slots.isFree()) {
      const next = takeNext();
      if (next.length === 0) return;
      const starting = next.map(({ owner, resources = [], start }) => ({ job: { owner, resources }, start }));
      const slot = begin(
        starting.map(({ job }) => job),
        next.every(({ canShare }) => canShare),
      );
      for (const { owner, isReported } of next) sharedPlaces.noteServed(owner, isReported);
      for (const { job, start } of starting) start?.({ slot, job });
    }
  };

  const dispatchSoon = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    queueMicrotask(() => {
      isPlanned = false;
      dispatch();
    });
  };

  return {
    startNow(owner, canShare, readResources) {
      const job: RunningJob = { owner, resources: readResources ? [ANY] : [], readResources };
      const slot = begin([job], canShare);
      sharedPlaces.noteServed(owner, false);
      return { slot, job };
    },
    dispatch,
    dispatchSoon,
    finish({ slot, job }) {
      line.noteEnded(job.owner);
      if (slots.end(slot, job)) slots.release(slot, dispatch);
      else dispatchSoon();
    },
  };
}
