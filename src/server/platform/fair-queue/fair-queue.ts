import { createDispatcher, type StartedJob } from './dispatcher.ts';
import { createPlaces } from './places.ts';
import { createSharedPlaces, type PlaceSharing } from './shared-places.ts';
import { createSlots, type Slot, type SlotLimits } from './slots.ts';
import { createWaitingLine, type Priority, type WaitingJob, type WaitingLineLimits } from './waiting-line.ts';

export interface FairQueueLimits extends SlotLimits, WaitingLineLimits {
  /** How many jobs of `runTogether` share a slot. Default: 1. */
  readonly jobsPerSlot?: number;
  /** How long a job may wait. Default: no limit. */
  readonly maxWaitMs?: number;
  /** Shares the places in line with other nodes. */
  readonly sharing?: PlaceSharing | undefined;
}

export interface JobOptions {
  /** Reads the resources that the job uses, by id. Called only if this job or another one has to wait. */
  readonly resources?: (() => Promise<readonly number[]>) | undefined;
  /** Aborted when the result is no longer needed: a job that has not started leaves the queue. */
  readonly signal?: AbortSignal | undefined;
  /** The kind of work, for `runTogether`: jobs share a slot only with those of the same kind. Default: none. */
  readonly kind?: string | undefined;
  /** When the owner arrived, by `performance.now()`: determines the place and the end of the wait. Default: now. */
  readonly since?: number | undefined;
  /** How long the job may wait at least, however long ago its owner has come. Default: 0. */
  readonly minWaitMs?: number | undefined;
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
  /**
   * The place of an owner's first waiting job among those of all nodes. 1: next. Undefined: none is waiting. Kept places of
   * absent owners do not count, unless the owner is expected back.
   */
  placeOf(owner: number): number | undefined;
  /** Like `placeOf`, also for an owner who waits on another node. */
  findPlace(owner: number): Promise<number | undefined>;
  /** Number of waiting jobs, including kept places. */
  waiting(): number;
  /** Rejects all waiting jobs and all later ones, and hands their places to the other nodes. Running jobs finish. */
  close(): Promise<void>;
}

type WaitingEntry = WaitingJob<StartedJob>;

/** A bounded queue for expensive work of many users, in which one user can delay the others by at most one job. */
export function createFairQueue({
  jobsPerSlot = 1,
  maxWaitMs = Number.POSITIVE_INFINITY,
  ...limits
}: FairQueueLimits): FairQueue {
  const line = createWaitingLine<StartedJob>(limits);
  const sharedPlaces = createSharedPlaces(line, limits);
  const places = createPlaces(line, sharedPlaces);
  const slots = createSlots(limits);
  const { startNow, dispatch, dispatchSoon, finish } = createDispatcher({ line, slots, sharedPlaces, jobsPerSlot });
  let isClosed = false;

  /** Waits until the job is dispatched. @throws when it leaves the line before. */
  const waitForTurn = async (job: WaitingEntry, { resources, signal }: JobOptions): Promise<StartedJob> => {
    const { promise, resolve, reject } = Promise.withResolvers<StartedJob>();
    /** Its owner may have left and come back meanwhile. */
    const isCurrent = () => job.leave === leave;
    const leave = (reason: Error): void => {
      if (isCurrent()) {
        line.keepPlace(job, reason instanceof QueueTimeoutError);
        sharedPlaces.noteLeft();
      }
      reject(reason);
    };
    job.start = resolve;
    job.leave = leave;
    job.resources = resources ? undefined : [];
    const onAbort = () => leave(signal?.reason as Error);
    const onTimeout = () => leave(new QueueTimeoutError(places.ofJob(job) ?? 1));
    const leftMs = Math.max(0, job.endsAt - performance.now());
    const timer = leftMs < Number.POSITIVE_INFINITY ? setTimeout(onTimeout, leftMs).unref() : undefined;
    signal?.addEventListener('abort', onAbort, { once: true });
    resources?.().then((read) => {
      if (isCurrent()) job.resources = read;
      dispatchSoon();
    }, leave);
    // Once their resources are known, this job may be able to start beside the running ones.
    slots.readResources(dispatchSoon);
    if (!resources) dispatch();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  };

  const enterLine = (
    { owner, priority, canShare }: Pick<WaitingEntry, 'owner' | 'priority' | 'canShare'>,
    { kind, since, minWaitMs = 0 }: JobOptions,
  ): WaitingEntry => {
    const at = performance.now();
    const arrivedAt = since ?? at;
    const job = line.enter(owner, priority, sharedPlaces.enter(owner, arrivedAt));
    if (!job) throw new QueueFullError();
    return Object.assign(job, { endsAt: Math.max(arrivedAt + maxWaitMs, at + minWaitMs), canShare, kind });
  };

  const inSlot = async <T>(
    entry: Pick<WaitingEntry, 'owner' | 'priority' | 'canShare'>,
    work: (slot: Slot, turn: Turn) => Promise<T>,
    options: JobOptions = {},
  ): Promise<T> => {
    if (isClosed) throw new QueueFullError();
    options.signal?.throwIfAborted();
    const { owner, canShare } = entry;
    const isFree = options.resources ? slots.isFreeForUnknown(canShare) : slots.isFree();
    const startsNow = line.length() === 0 && isFree && !slots.owners.has(owner);
    const started = startsNow
      ? startNow(owner, canShare, options.resources)
      : await waitForTurn(enterLine(entry, options), options);
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
    placeOf: places.ofOwner,
    findPlace: places.find,
    waiting: line.length,
    async close() {
      isClosed = true;
      // Not those who have left already: they may be expected back.
      for (const job of line.inOrder()) if (job.start) job.leave(new QueueFullError());
      await sharedPlaces.close();
      for (const job of line.inOrder()) line.remove(job);
    },
  };
}
