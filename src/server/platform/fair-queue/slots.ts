import { type SharedSlot, sharedSlot } from './shared-slot.ts';

export interface SlotLimits {
  /** Jobs that run concurrently. */
  readonly concurrency: number;
  /** Concurrent jobs that use the same resource; jobs that share a slot count once. Default: `concurrency`. */
  readonly concurrencyPerResource?: number;
  /**
   * How many of these slots jobs of `runTogether` use. While too few jobs to fill a slot wait for a resource, they use
   * one: they share the next slot instead of taking one each. Default: `concurrencyPerResource`.
   */
  readonly sharedSlotsPerResource?: number;
  /**
   * Called with the number of jobs when they take a slot. The function it returns is called when all of them have ended, and
   * returns for how many milliseconds the slot stays in use. Default: not at all.
   */
  readonly pace?: (jobs: number) => () => number;
}

/** A running job, or several jobs that run together. */
export interface Slot extends SharedSlot {
  readonly canShare: boolean;
  readonly jobs: Set<RunningJob>;
  /** How long the slot stays in use when its jobs have ended, in milliseconds. */
  readonly pauseMs: () => number;
}

export interface RunningJob {
  readonly owner: number;
  resources: readonly Resource[];
  /** Reads the resources by id. Undefined: nothing has to be read. */
  readResources?: (() => Promise<readonly number[]>) | undefined;
}

/** Resource of a running job that started without reading its own: it may use any. */
export const ANY = Symbol('any resource');
type Resource = number | typeof ANY;

/** The slots in use, with the resources that their jobs use. */
export interface Slots {
  isFree(): boolean;
  /** Whether a job with unknown resources can start: it may use the same resource as all running jobs. */
  isFreeForUnknown(canShare: boolean): boolean;
  /** Owners of running jobs. */
  readonly owners: ReadonlySet<number>;
  /** @returns whether a job can use a resource now. */
  findFree(): (resource: number, job: { readonly canShare: boolean; readonly fillsSlot: boolean }) => boolean;
  take(jobs: readonly RunningJob[], canShare: boolean): Slot;
  /** Ends a job. @returns whether it is the last one in its slot, which stays in use with its resources until `release`. */
  end(slot: Slot, job: RunningJob): boolean;
  /** Frees a slot. @param onFree called when it is free: now, or after a pause. */
  release(slot: Slot, onFree: () => void): void;
  /** Reads the resources of jobs that started without reading them. @param onRead called for each, when they are known. */
  readResources(onRead: () => void): void;
}

export function createSlots({
  concurrency,
  concurrencyPerResource = concurrency,
  sharedSlotsPerResource = concurrencyPerResource,
  pace = () => () => 0,
}: SlotLimits): Slots {
  const slots = new Set<Slot>();
  const owners = new Set<number>();

  /** How many slots use each resource. */
  const countUsers = (counted: readonly Slot[]): ReadonlyMap<Resource, number> => {
    const counts = new Map<Resource, number>();
    for (const { jobs } of counted) {
      const used = new Set([...jobs].flatMap(({ resources }) => resources));
      for (const resource of used) counts.set(resource, (counts.get(resource) ?? 0) + 1);
    }
    return counts;
  };

  return {
    isFree: () => slots.size < concurrency,
    isFreeForUnknown: (canShare) => slots.size < (canShare ? 1 : Math.min(concurrency, concurrencyPerResource)),
    owners,
    findFree() {
      const all = countUsers([...slots]);
      const shared = countUsers([...slots].filter(({ canShare }) => canShare));
      const usersOf = (resource: number, counts: ReadonlyMap<Resource, number>) =>
        (counts.get(resource) ?? 0) + (counts.get(ANY) ?? 0);
      return (resource, { canShare, fillsSlot }) =>
        usersOf(resource, all) < concurrencyPerResource &&
        (!canShare || usersOf(resource, shared) < (fillsSlot ? sharedSlotsPerResource : 1));
    },
    take(jobs, canShare) {
      for (const { owner } of jobs) owners.add(owner);
      const slot = { ...sharedSlot(jobs.length), canShare, jobs: new Set(jobs), pauseMs: pace(jobs.length) };
      slots.add(slot);
      return slot;
    },
    end(slot, job) {
      owners.delete(job.owner);
      if (slot.jobs.size === 1) return true;
      slot.jobs.delete(job);
      return false;
    },
    release(slot, onFree) {
      const free = () => {
        slots.delete(slot);
        onFree();
      };
      const pauseMs = slot.pauseMs();
      if (pauseMs > 0) setTimeout(free, pauseMs).unref();
      else free();
    },
    readResources(onRead) {
      for (const job of [...slots].flatMap(({ jobs }) => [...jobs])) {
        const read = job.readResources;
        job.readResources = undefined;
        read?.().then(
          (resources) => {
            job.resources = resources;
            onRead();
          },
          // It may still use any.
          () => undefined,
        );
      }
    },
  };
}
