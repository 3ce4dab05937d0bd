export interface FairQueueLimits {
  /** Jobs that run concurrently. */
  readonly concurrency: number;
  /** Maximum waiting jobs, counted separately for each priority. */
  readonly maxWaiting: number;
  /** Maximum waiting jobs of one owner. */
  readonly maxWaitingPerOwner: number;
  /** Concurrent jobs that use the same resource. Default: `concurrency`. */
  readonly concurrencyPerResource?: number;
  /** How long a job may wait. Default: no limit. */
  readonly maxWaitMs?: number;
  /** How long the place of a job that left is kept for its owner's next job. Default: not at all. */
  readonly keepPlaceMs?: number;
}

/** Urgent jobs start before normal ones. */
export type Priority = 'urgent' | 'normal';

export interface JobOptions {
  /** Reads the resources that the job uses, by id. Called only if the job has to wait. */
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
  /** Undefined while they are being read. */
  resources: readonly number[] | undefined;
  /** Undefined: the job has left, and its place is kept. */
  start: (() => void) | undefined;
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
  /** The place of an owner's first waiting job. 1: next. Undefined: none is waiting. */
  placeOf(owner: number): number | undefined;
  /** Number of waiting jobs, including kept places. */
  waiting(): number;
  /** Rejects all waiting jobs and all later ones. Running jobs finish. */
  close(): void;
}

/** Resources of a running job that started without reading them: it may use any. */
const ANY = Symbol('any resource');
type Resource = number | typeof ANY;

/** A bounded queue for expensive work of many users, in which one user can delay the others by at most one job. */
export function createFairQueue({
  concurrency,
  maxWaiting,
  maxWaitingPerOwner,
  concurrencyPerResource = concurrency,
  maxWaitMs,
  keepPlaceMs = 0,
}: FairQueueLimits): FairQueue {
  const waiting: Job[] = [];
  const running = new Set<number>();
  /** How many running jobs use each resource. */
  const inUse = new Map<Resource, number>();
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

  const isFree = (resource: number): boolean =>
    (inUse.get(resource) ?? 0) + (inUse.get(ANY) ?? 0) < concurrencyPerResource;

  const takeNext = (): Job | undefined => {
    /** Resources for which an earlier job waits. */
    const wanted = new Set<number>();
    for (const job of inOrder()) {
      if (!job.start || !job.resources || running.has(job.owner)) continue;
      if (job.resources.every((resource) => isFree(resource) && !wanted.has(resource))) {
        remove(job);
        return job;
      }
      for (const resource of job.resources) wanted.add(resource);
    }
    return undefined;
  };

  const use = (resources: readonly Resource[], change: 1 | -1): void => {
    for (const resource of resources) {
      const users = (inUse.get(resource) ?? 0) + change;
      if (users > 0) inUse.set(resource, users);
      else inUse.delete(resource);
    }
  };

  const begin = (owner: number, resources: readonly Resource[]): void => {
    running.add(owner);
    use(resources, 1);
    served += 1;
    lastServed.set(owner, served);
  };

  const startWaiting = (): void => {
    while (running.size < concurrency) {
      const job = takeNext();
      if (!job) return;
      begin(job.owner, job.resources ?? []);
      job.start?.();
    }
  };

  const finish = (owner: number, resources: readonly Resource[]): void => {
    running.delete(owner);
    use(resources, -1);
    if (!waiting.some((job) => job.owner === owner)) lastServed.delete(owner);
    startWaiting();
  };

  /** Kept places are not counted: nobody is there. */
  const refuseIfFull = (owner: number, priority: Priority): void => {
    const present = waiting.filter((job) => job.start);
    const own = present.filter((job) => job.owner === owner).length;
    const all = present.filter((job) => job.priority === priority).length;
    if (own >= maxWaitingPerOwner || all >= maxWaiting) throw new QueueFullError();
  };

  /** @returns a new job at the end, or the place that was kept for this owner. */
  const enqueue = (owner: number, priority: Priority): Job => {
    const kept = waiting.find((job) => job.owner === owner && job.priority === priority && !job.start);
    if (kept) {
      clearTimeout(kept.keptBy);
      return kept;
    }
    refuseIfFull(owner, priority);
    const job: Job = {
      owner,
      priority,
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

  const waitForTurn = async (job: Job, { resources, signal }: JobOptions): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
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
      startWaiting();
    }, leave);
    startWaiting();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  };

  return {
    async run(owner, priority, work, options = {}) {
      if (isClosed) throw new QueueFullError();
      options.signal?.throwIfAborted();
      // Its resources are still unknown, so assume that all running jobs use the same one.
      const free = options.resources ? Math.min(concurrency, concurrencyPerResource) : concurrency;
      const startsNow = waiting.length === 0 && running.size < free && !running.has(owner);
      let used: readonly Resource[] = options.resources ? [ANY] : [];
      if (startsNow) {
        begin(owner, used);
      } else {
        const job = enqueue(owner, priority);
        await waitForTurn(job, options);
        used = job.resources ?? [];
      }
      try {
        return await work({ hasWaited: !startsNow });
      } finally {
        finish(owner, used);
      }
    },
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
