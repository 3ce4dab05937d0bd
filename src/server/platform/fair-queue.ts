export interface FairQueueLimits {
  /** Jobs that run concurrently. */
  readonly concurrency: number;
  /** Maximum waiting jobs, counted separately for each priority. */
  readonly maxWaiting: number;
  /** Maximum waiting jobs of one owner. */
  readonly maxWaitingPerOwner: number;
}

/** Urgent jobs start before normal ones. */
export type Priority = 'urgent' | 'normal';

interface Job {
  readonly owner: number;
  readonly priority: Priority;
  readonly start: () => void;
}

/** The queue is full. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export interface FairQueue {
  /**
   * Runs a job when a slot is free. An owner has at most one running job, and owners alternate: the one served longest
   * ago is next.
   * @throws QueueFullError when too many jobs are waiting, in total or of this owner.
   */
  run<T>(owner: number, priority: Priority, work: () => Promise<T>): Promise<T>;
}

/** A bounded queue for expensive work of many users, in which one user can delay the others by at most one job. */
export function createFairQueue({ concurrency, maxWaiting, maxWaitingPerOwner }: FairQueueLimits): FairQueue {
  const waiting: Job[] = [];
  const running = new Set<number>();
  /** When each owner was last served, as a counter. Kept only while the owner has a job. */
  const lastServed = new Map<number, number>();
  let served = 0;

  const isBefore = (one: Job, other: Job): boolean =>
    one.priority === other.priority
      ? (lastServed.get(one.owner) ?? 0) < (lastServed.get(other.owner) ?? 0)
      : one.priority === 'urgent';

  /** The queue is short, so a scan is cheaper than an index. Ties go to the earliest job. */
  const takeNext = (): Job | undefined => {
    let best: Job | undefined;
    for (const job of waiting) {
      if (!running.has(job.owner) && (!best || isBefore(job, best))) best = job;
    }
    if (best) waiting.splice(waiting.indexOf(best), 1);
    return best;
  };

  const startWaiting = (): void => {
    while (running.size < concurrency) {
      const job = takeNext();
      if (!job) return;
      running.add(job.owner);
      served += 1;
      lastServed.set(job.owner, served);
      job.start();
    }
  };

  const finish = (owner: number): void => {
    running.delete(owner);
    if (!waiting.some((job) => job.owner === owner)) lastServed.delete(owner);
    startWaiting();
  };

  const refuseIfFull = (owner: number, priority: Priority): void => {
    const isIdle = running.size < concurrency && !running.has(owner);
    if (isIdle) return;
    const own = waiting.filter((job) => job.owner === owner).length;
    const all = waiting.filter((job) => job.priority === priority).length;
    if (own >= maxWaitingPerOwner || all >= maxWaiting) throw new QueueFullError();
  };

  return {
    async run(owner, priority, work) {
      refuseIfFull(owner, priority);
      await new Promise<void>((start) => {
        waiting.push({ owner, priority, start });
        startWaiting();
      });
      try {
        return await work();
      } finally {
        finish(owner);
      }
    },
  };
}
