import { type SharedSlot, sharedSlot } from './shared-slot.ts';

export interface FairQueueLimits {
  /** Jobs that run concurrently. */
  readonly concurrency: number;
  /** Maximum waiting jobs, counted separately for each priority. */
  readonly maxWaiting: number;
  /** Maximum waiting jobs of one owner. */
  readonly maxWaitingPerOwner: number;
  /** Concurrent jobs that use the same resource; jobs that share a slot count once. Default: `concurrency`. */
  readonly concurrencyPerResource?: number;
  /** How many jobs of `runTogether` share a slot. Default: 1. */
  readonly jobsPerSlot?: number;
  /** Those of them that jobs of `runTogether` use. Default: `concurrencyPerResource`. */
  readonly sharedSlotsPerResource?: number;
  /**
   * Called with the number of jobs when they take a slot. The function it returns is called when all of them have ended, and
   * returns for how many milliseconds the slot stays in use. Default: not at all.
   */
  readonly pace?: (jobs: number) => () => number;
  /** How long a job may wait. Default: no limit. */
  readonly maxWaitMs?: number;
  /** How long the place of a job that left is kept for its owner's next job. Default: not at all. */
  readonly keepPlaceMs?: number;
}

/** Urgent jobs start before normal ones. */
export type Priority = 'urgent' | 'normal';

export interface JobOptions {
  /** Reads the resources that the job uses, by id. Called only if this job or another one has to wait. */
  readonly resources?: (() => Promise<readonly number[]>) | undefined;
  /** Aborted when the result is no longer needed: a job that has not started leaves the queue. */
  readonly signal?: AbortSignal | undefined;
}

/** What a job knows about its turn. */
export interface Turn {
  /** False for a job that started at once. */
  readonly hasWaited: boolean;
}

interface Job {
  readonly owner: number;
  readonly priority: Priority;
  /** Can share a slot with other jobs that can. */
  canShare: boolean;
  /** Undefined while they are being read. */
  resources: readonly number[] | undefined;
  /** Undefined: the job has left, and its place is kept. */
  start: ((started: Started) => void) | undefined;
  leave: (reason: Error) => void;
  keptBy: NodeJS.Timeout | undefined;
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
   * once with the inputs of all, in their order. All jobs of a queue that run together must do the same work.
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

/** A running job, or several jobs that run together. */
interface Slot extends SharedSlot {
  readonly canShare: boolean;
  readonly jobs: Set<RunningJob>;
  /** How long the slot stays in use when its jobs have ended, in milliseconds. */
  readonly pauseMs: () => number;
}

interface RunningJob {
  readonly owner: number;
  resources: readonly Resource[];
  /** Undefined: nothing has to be read. */
  readResources?: JobOptions['resources'];
}

interface Started {
  readonly slot: Slot;
  readonly job: RunningJob;
}

/** Resource of a running job that started without reading its own: it may use any. */
const ANY = Symbol('any resource');
type Resource = number | typeof ANY;

/** A bounded queue for expensive work of many users, in which one user can delay the others by at most one job. */
export function createFairQueue({
  concurrency,
  maxWaiting,
  maxWaitingPerOwner,
  concurrencyPerResource = concurrency,
  jobsPerSlot = 1,
  sharedSlotsPerResource = concurrencyPerResource,
  pace = () => () => 0,
  maxWaitMs,
  keepPlaceMs = 0,
}: FairQueueLimits): FairQueue {
  const waiting: Job[] = [];
  /** Owners of running jobs. */
  const running = new Set<number>();
  const slots = new Set<Slot>();
  let isStartPlanned = false;
  /** When each owner was last served, as a counter. Kept only while the owner has a job. */
  const lastServed = new Map<number, number>();
  let served = 0;
  let isClosed = false;

  /** In the order in which they start; ties go to the earliest job. */
  const inOrder = (): Job[] =>
    waiting.toSorted((one, other) =>
      one.priority === other.priority
        ? (lastServed.get(one.owner) ?? 0) - (lastServed.get(other.owner) ?? 0)
        : one.priority === 'urgent'
          ? -1
          : 1,
    );

  const placeOfJob = (job: Job): number => inOrder().indexOf(job) + 1;

  const remove = (job: Job): void => {
    const index = waiting.indexOf(job);
    if (index >= 0) waiting.splice(index, 1);
    clearTimeout(job.keptBy);
  };

  /** How many slots use each resource. */
  const countSlots = (counted: readonly Slot[]): ReadonlyMap<Resource, number> => {
    const counts = new Map<Resource, number>();
    for (const { jobs } of counted) {
      const used = new Set([...jobs].flatMap(({ resources }) => resources));
      for (const resource of used) counts.set(resource, (counts.get(resource) ?? 0) + 1);
    }
    return counts;
  };

  /** @returns whether a job can use a resource now. */
  const findFree = () => {
    const all = countSlots([...slots]);
    const shared = countSlots([...slots].filter(({ canShare }) => canShare));
    const usersOf = (resource: number, counts: ReadonlyMap<Resource, number>) =>
      (counts.get(resource) ?? 0) + (counts.get(ANY) ?? 0);
    return (resource: number, { canShare }: Job): boolean =>
      usersOf(resource, all) < concurrencyPerResource &&
      (!canShare || usersOf(resource, shared) < sharedSlotsPerResource);
  };

  /** The next job, and those behind it that share its slot. */
  const takeNext = (): Job[] => {
    const taken: Job[] = [];
    const owners = new Set(running);
    const isFree = findFree();
    /** Resources for which an earlier job waits. */
    const wanted = new Set<number>();
    for (const job of inOrder()) {
      if (!job.start || !job.resources || owners.has(job.owner)) continue;
      const canStart = taken.length === 0 || job.canShare;
      if (canStart && job.resources.every((resource) => isFree(resource, job) && !wanted.has(resource))) {
        taken.push(job);
        owners.add(job.owner);
        if (!job.canShare || taken.length === jobsPerSlot) break;
      } else {
        for (const resource of job.resources) wanted.add(resource);
      }
    }
    for (const job of taken) remove(job);
    return taken;
  };

  /** Takes a slot for these jobs. */
  const begin = (jobs: readonly RunningJob[], canShare: boolean): Slot => {
    for (const { owner } of jobs) {
      running.add(owner);
      served += 1;
      lastServed.set(owner, served);
    }
    const slot = { ...sharedSlot(jobs.length), canShare, jobs: new Set(jobs), pauseMs: pace(jobs.length) };
    slots.add(slot);
    return slot;
  };

  const startWaiting = (): void => {
    while (slots.size < concurrency) {
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

  /** Reads the resources of jobs that started without: those who wait now may not need them. */
  const readThoseInUse = (): void => {
    for (const job of [...slots].flatMap(({ jobs }) => [...jobs])) {
      const read = job.readResources;
      job.readResources = undefined;
      read?.().then(
        (resources) => {
          job.resources = resources;
          startWaitingSoon();
        },
        // It may still use any.
        () => undefined,
      );
    }
  };

  const finish = ({ slot, job }: Started): void => {
    const { owner } = job;
    running.delete(owner);
    if (!waiting.some((other) => other.owner === owner)) lastServed.delete(owner);
    if (slot.jobs.size > 1) {
      slot.jobs.delete(job);
      startWaitingSoon();
      return;
    }
    const release = () => {
      slots.delete(slot);
      startWaiting();
    };
    const pauseMs = slot.pauseMs();
    if (pauseMs > 0) setTimeout(release, pauseMs).unref();
    else release();
  };

  /** Kept places are not counted: nobody is there. */
  const refuseIfFull = (owner: number, priority: Priority): void => {
    const present = waiting.filter((job) => job.start);
    const own = present.filter((job) => job.owner === owner).length;
    const all = present.filter((job) => job.priority === priority).length;
    if (own >= maxWaitingPerOwner || all >= maxWaiting) throw new QueueFullError();
  };

  /** @returns a new job at the end, or the place that was kept for this owner, with its priority. */
  const enqueue = (owner: number, priority: Priority): Job => {
    const kept = waiting.find((job) => job.owner === owner && !job.start);
    if (kept) {
      clearTimeout(kept.keptBy);
      return kept;
    }
    refuseIfFull(owner, priority);
    const job: Job = {
      owner,
      priority,
      canShare: false,
      resources: undefined,
      start: undefined,
      leave: () => undefined,
      keptBy: undefined,
    };
    waiting.push(job);
    return job;
  };

  /** One place for each owner. */
  const keepPlace = (job: Job): void => {
    job.start = undefined;
    clearTimeout(job.keptBy);
    const hasOther = waiting.some((other) => other !== job && other.owner === job.owner && !other.start);
    if (keepPlaceMs > 0 && !hasOther) job.keptBy = setTimeout(() => remove(job), keepPlaceMs).unref();
    else remove(job);
  };

  const waitForTurn = async (job: Job, { resources, signal }: JobOptions): Promise<Started> => {
    const { promise, resolve, reject } = Promise.withResolvers<Started>();
    job.start = resolve;
    const leave = (reason: Error): void => {
      // Not if its owner has left and come back meanwhile.
      if (job.leave === leave) keepPlace(job);
      reject(reason);
    };
    job.leave = leave;
    job.resources = resources ? undefined : [];
    const onAbort = () => leave(signal?.reason as Error);
    const onTimeout = () => leave(new QueueTimeoutError(placeOfJob(job)));
    const timer = maxWaitMs === undefined ? undefined : setTimeout(onTimeout, maxWaitMs).unref();
    signal?.addEventListener('abort', onAbort, { once: true });
    resources?.().then((read) => {
      job.resources = read;
      startWaitingSoon();
    }, leave);
    readThoseInUse();
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
    // Its resources are still unknown, so assume that all running jobs use the same one.
    const free = options.resources ? Math.min(concurrency, concurrencyPerResource) : concurrency;
    const startsNow = waiting.length === 0 && slots.size < free && !running.has(owner);
    let started: Started;
    if (startsNow) {
      const { resources: readResources } = options;
      const job: RunningJob = { owner, resources: readResources ? [ANY] : [], readResources };
      started = { slot: begin([job], canShare), job };
    } else {
      const job = enqueue(owner, priority);
      job.canShare = canShare;
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
      const place = inOrder().findIndex((job) => job.owner === owner) + 1;
      return place === 0 ? undefined : place;
    },
    waiting: () => waiting.length,
    close() {
      isClosed = true;
      for (const job of [...waiting]) {
        job.leave(new QueueFullError());
        remove(job);
      }
    },
  };
}
