import { ANY, createSlots, type RunningJob, type Slot, type SlotLimits } from './slots.ts';
import { createWaitingLine, type Priority, type WaitingJob, type WaitingLineLimits } from './waiting-line.ts';

export interface FairQueueLimits extends SlotLimits, WaitingLineLimits {
  /** How many jobs of `runTogether` share a slot. Default: 1. */
  readonly jobsPerSlot?: number;
  /** How long a job may wait. Default: no limit. */
  readonly maxWaitMs?: number;
}

export interface JobOptions {
  /** Reads the resources that the job uses, by id. Called only if this job or another one has to wait. */
  readonly resources?: (() => Promise<readonly number[]>) | undefined;
  /** Aborted when the result is no longer needed: a job that has not started leaves the queue. */
  readonly signal?: AbortSignal | undefined;
  /** The kind of work, for `runTogether`: jobs share a slot only with those of the same kind. Default: none. */
  readonly kind?: string | undefined;
}

/** What a job knows about its turn. */
export interface Turn {
  /** False for a job that started at once. */
  readonly hasWaited: boolean;
}

/** The queue is full, or closed. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** The job has waited too long. */
export class QueueTimeoutError extends Error {
  override readonly name = 'QueueTimeoutError';
  /** Its place in the queue. 1: next. */
  readonly place: number;

  constructor(place: number) {
    super('The job has waited too long');
    this.place = place;
  }
}

export interface FairQueue {
  /**
   * Runs a job when a slot is free. An owner has at most one running job, and owners alternate: the one served longest
   * ago is next. A job that waits for a resource is not overtaken by a later one that uses the same resource.
   * @throws QueueFullError when too many jobs are waiting, in total or of this owner, or when the queue is closed.
   * @throws QueueTimeoutError after `maxWaitMs`. The reason of `signal` when it is aborted.
   */
  run<T>(owner: number, priority: Priority, work: (turn: Turn) => Promise<T>, options?: JobOptions): Promise<T>;
  /**
   * Like `run`, for jobs that are cheaper together: those next to each other in line share a slot, and `work` is called
   * once with the inputs of all, in their order. All jobs of a kind must do the same work.
   * @param work returns a result for each input. The slot is in use until all of them are settled.
   */
  runTogether<Input, Result>(
    owner: number,
    priority: Priority,
    input: Input,
    work: (inputs: readonly Input[], turn: Turn) => Promise<readonly Promise<Result>[]>,
    options?: JobOptions,
  ): Promise<Result>;
  /** The place of an owner's first waiting job. 1: next. Undefined: none is waiting. */
  placeOf(owner: number): number | undefined;
  /** Number of waiting jobs, including kept places. */
  waiting(): number;
  /** Rejects all waiting jobs and all later ones. Running jobs finish. */
  close(): void;
}

interface Started {
  readonly slot: Slot;
  readonly job: RunningJob;
}

type Job = WaitingJob<Started>;

/** A bounded queue for expensive work of many users, in which one user can delay the others by at most one job. */
export function createFairQueue({ jobsPerSlot = 1, maxWaitMs, ...limits }: FairQueueLimits): FairQueue {
  const line = createWaitingLine<Started>(limits);
  const slots = createSlots(limits);
  let isStartPlanned = false;
  let isClosed = false;

  /** The next job, and those behind it that share its slot. */
  const takeNext = (): Job[] => {
    const taken: Job[] = [];
    const owners = new Set(slots.owners);
    const isFree = slots.findFree();
    const countSharing = line.countSharing();
    /** Resources for which an earlier job waits. */
    const wanted = new Set<number>();
    for (const job of line.inOrder()) {
      if (!job.start || !job.resources || owners.has(job.owner)) continue;
      const { canShare, kind } = job;
      const [first] = taken;
      const canStart = !first || (canShare && kind === first.kind);
      const canUse = (resource: number) =>
        !wanted.has(resource) && isFree(resource, { canShare, fillsSlot: countSharing(kind, resource) >= jobsPerSlot });
      if (canStart && job.resources.every(canUse)) {
        taken.push(job);
        owners.add(job.owner);
        if (!canShare || taken.length === jobsPerSlot) break;
      } else {
        for (const resource of job.resources) wanted.add(resource);
      }
    }
    for (const job of taken) line.remove(job);
    return taken;
  };

  const begin = (jobs: readonly RunningJob[], canShare: boolean): Slot => {
    for (const { owner } of jobs) line.noteServed(owner);
    return slots.take(jobs, canShare);
  };

  const startWaiting = (): void => {
    while (slots.isFree()) {
      const jobs = takeNext();
      if (jobs.length === 0) return;
      const started = jobs.map(({ owner, resources = [], start }) => ({ job: { owner, resources }, start }));
      const canShare = jobs.every((job) => job.canShare);
      const slot = begin(
        started.map(({ job }) => job),
        canShare,
      );
      for (const { job, start } of started) start?.({ slot, job });
    }
  };

  /** Once for all jobs whose resources were read together. */
  const startWaitingSoon = (): void => {
    if (isStartPlanned) return;
    isStartPlanned = true;
    queueMicrotask(() => {
      isStartPlanned = false;
      startWaiting();
    });
  };

  const finish = ({ slot, job }: Started): void => {
    line.noteEnded(job.owner);
    if (slots.end(slot, job)) slots.release(slot, startWaiting);
    else startWaitingSoon();
  };

  const waitForTurn = async (job: Job, { resources, signal }: JobOptions): Promise<Started> => {
    const { promise, resolve, reject } = Promise.withResolvers<Started>();
    job.start = resolve;
    const leave = (reason: Error): void => {
      // Not if its owner has left and come back meanwhile.
      if (job.leave === leave) line.keepPlace(job);
      reject(reason);
    };
    job.leave = leave;
    job.resources = resources ? undefined : [];
    const onAbort = () => leave(signal?.reason as Error);
    const onTimeout = () => leave(new QueueTimeoutError(line.inOrder().indexOf(job) + 1));
    const timer = maxWaitMs === undefined ? undefined : setTimeout(onTimeout, maxWaitMs).unref();
    signal?.addEventListener('abort', onAbort, { once: true });
    resources?.().then((read) => {
      job.resources = read;
      startWaitingSoon();
    }, leave);
    // Once their resources are known, this job may be able to start beside the running ones.
    slots.readResources(startWaitingSoon);
    if (!resources) startWaiting();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  };

  const inSlot = async <T>(
    { owner, priority, canShare }: Pick<Job, 'owner' | 'priority' | 'canShare'>,
    work: (slot: Slot, turn: Turn) => Promise<T>,
    options: JobOptions = {},
  ): Promise<T> => {
    if (isClosed) throw new QueueFullError();
    options.signal?.throwIfAborted();
    const { resources: readResources } = options;
    const isFree = readResources ? slots.isFreeForUnknown(canShare) : slots.isFree();
    const startsNow = line.length() === 0 && isFree && !slots.owners.has(owner);
    let started: Started;
    if (startsNow) {
      const job: RunningJob = { owner, resources: readResources ? [ANY] : [], readResources };
      started = { slot: begin([job], canShare), job };
    } else {
      const job = line.enter(owner, priority);
      if (!job) throw new QueueFullError();
      job.canShare = canShare;
      job.kind = options.kind;
      started = await waitForTurn(job, options);
    }
    try {
      return await work(started.slot, { hasWaited: !startsNow });
    } finally {
      finish(started);
    }
  };

  return {
    run: (owner, priority, work, options) =>
      inSlot({ owner, priority, canShare: false }, (_slot, turn) => work(turn), options),
    runTogether: (owner, priority, input, work, options) =>
      inSlot(
        { owner, priority, canShare: true },
        (slot, turn) => slot.join(input, (inputs) => work(inputs, turn)),
        options,
      ),
    placeOf(owner) {
      const place = line.inOrder().findIndex((job) => job.owner === owner) + 1;
      return place === 0 ? undefined : place;
    },
    waiting: line.length,
    close() {
      isClosed = true;
      for (const job of line.inOrder()) {
        job.leave(new QueueFullError());
        line.remove(job);
      }
    },
  };
}
