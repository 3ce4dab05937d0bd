/** Urgent jobs start before normal ones. */
export type Priority = 'urgent' | 'normal';

export interface WaitingLineLimits {
  /** Maximum waiting jobs, counted separately for each priority. */
  readonly maxWaiting: number;
  /** Maximum waiting jobs of one owner. */
  readonly maxWaitingPerOwner: number;
  /** How long the place of a job that left is kept for its owner's next job. Default: not at all. */
  readonly keepPlaceMs?: number;
  /** How soon an owner is expected back after a job has waited too long. Until then, they still count in the places of others. Default: not expected. */
  readonly expectBackMs?: number;
}

export interface WaitingJob<Started> {
  readonly owner: number;
  readonly priority: Priority;
  /** When its owner joined the line of any node, by `performance.now()`. */
  enteredAt: number;
  /** When it leaves the line at the latest, or, once it has left, when its place is given up; by `performance.now()`. */
  endsAt: number;
  /** Until when it counts in the places of those behind, by `performance.now()`. */
  countsUntil: number;
  /** Whether its ticket is up to date: see `SharedPlaces`. */
  isReported: boolean;
  /** Can share a slot with other jobs of its kind that can. */
  canShare: boolean;
  kind: string | undefined;
  /** Undefined while they are being read. */
  resources: readonly number[] | undefined;
  /** Undefined: the job has left, and its place is kept. */
  start: ((started: Started) => void) | undefined;
  leave: (reason: Error) => void;
  keptBy: NodeJS.Timeout | undefined;
}

/** The jobs that wait, and the order in which they start: owners alternate. */
export interface WaitingLine<Started> {
  /** All waiting jobs, in the order in which they start; ties go to the earliest job. */
  inOrder(): WaitingJob<Started>[];
  /** All waiting jobs and kept places, in no particular order. */
  all(): readonly WaitingJob<Started>[];
  /**
   * @param since when the owner arrived, by `performance.now()`.
   * @returns a new job behind those of earlier owners, or the place that was kept for this owner, with its priority; undefined
   * when too many are waiting
   */
  enter(owner: number, priority: Priority, since: number): WaitingJob<Started> | undefined;
  /** Removes a job that left. Its place is kept for a while, one for each owner. @param isExpected whether the owner is expected back soon. */
  keepPlace(job: WaitingJob<Started>, isExpected: boolean): void;
  remove(job: WaitingJob<Started>): void;
  /** Called when a job starts: its owner's other jobs are behind those of all other owners. */
  noteServed(owner: number): void;
  /** Called when a job has ended. */
  noteEnded(owner: number): void;
  /** How many jobs of a kind that can share a slot wait for each resource. */
  countSharing(): (kind: string | undefined, resource: number) => number;
  /** Number of waiting jobs, including kept places. */
  length(): number;
}

/** Turns a kept place into a waiting one again. */
const ENTERED = {
  endsAt: Number.POSITIVE_INFINITY,
  countsUntil: Number.POSITIVE_INFINITY,
  isReported: false,
} satisfies Partial<WaitingJob<never>>;

export function createWaitingLine<Started>({
  maxWaiting,
  maxWaitingPerOwner,
  keepPlaceMs = 0,
  expectBackMs = 0,
}: WaitingLineLimits): WaitingLine<Started> {
  type Job = WaitingJob<Started>;
  const waiting: Job[] = [];
  /** When each owner was last served, as a counter. Kept only while the owner has a job. */
  const lastServed = new Map<number, number>();
  /** Owners of running jobs. */
  const running = new Set<number>();
  let served = 0;

  const forgetWithoutJob = (owner: number): void => {
    if (!running.has(owner) && !waiting.some((job) => job.owner === owner)) lastServed.delete(owner);
  };

  const remove = (job: Job): void => {
    const index = waiting.indexOf(job);
    if (index >= 0) waiting.splice(index, 1);
    clearTimeout(job.keptBy);
    forgetWithoutJob(job.owner);
  };

  /** Kept places are not counted: nobody is there. */
  const isFull = (owner: number, priority: Priority): boolean => {
    const present = waiting.filter((job) => job.start);
    const own = present.filter((job) => job.owner === owner).length;
    const all = present.filter((job) => job.priority === priority).length;
    return own >= maxWaitingPerOwner || all >= maxWaiting;
  };

  return {
    inOrder: () =>
      waiting.toSorted((one, other) =>
        one.priority === other.priority
          ? (lastServed.get(one.owner) ?? 0) - (lastServed.get(other.owner) ?? 0) || one.enteredAt - other.enteredAt
          : one.priority === 'urgent'
            ? -1
            : 1,
      ),
    all: () => waiting,
    enter(owner, priority, since) {
      const kept = waiting.find((job) => job.owner === owner && !job.start);
      if (kept) {
        clearTimeout(kept.keptBy);
        return Object.assign(kept, { ...ENTERED, enteredAt: Math.min(kept.enteredAt, since) });
      }
      if (isFull(owner, priority)) return undefined;
      const job: Job = {
        owner,
        priority,
        ...ENTERED,
        enteredAt: since,
        canShare: false,
        kind: undefined,
        resources: undefined,
        start: undefined,
        leave: () => undefined,
        keptBy: undefined,
      };
      waiting.push(job);
      return job;
    },
    keepPlace(job, isExpected) {
      const at = performance.now();
      job.start = undefined;
      job.endsAt = at + keepPlaceMs;
      job.countsUntil = isExpected ? at + expectBackMs : at;
      clearTimeout(job.keptBy);
      const hasOther = waiting.some((other) => other !== job && other.owner === job.owner && !other.start);
      if (keepPlaceMs > 0 && !hasOther) job.keptBy = setTimeout(() => remove(job), keepPlaceMs).unref();
      else remove(job);
    },
    remove,
    noteServed(owner) {
      served += 1;
      lastServed.set(owner, served);
      running.add(owner);
    },
    noteEnded(owner) {
      running.delete(owner);
      forgetWithoutJob(owner);
    },
    countSharing() {
      const counts = new Map<string | undefined, Map<number, number>>();
      for (const { canShare, kind, start, resources = [] } of waiting) {
        if (!canShare || !start) continue;
        const ofKind = counts.get(kind) ?? new Map<number, number>();
        for (const resource of resources) ofKind.set(resource, (ofKind.get(resource) ?? 0) + 1);
        counts.set(kind, ofKind);
      }
      return (kind, resource) => counts.get(kind)?.get(resource) ?? 0;
    },
    length: () => waiting.length,
  };
}
