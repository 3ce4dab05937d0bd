import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExchangeTickets, KnownTicket, Ticket } from './shared-tickets.ts';
import type { WaitingJob, WaitingLine } from './waiting-line.ts';

export interface PlaceSharing {
  readonly exchange: ExchangeTickets;
  /** Default: {@link EXCHANGE_EVERY_MS}. */
  readonly everyMs?: number;
}

/** What a node knows of the lines of other nodes. */
export interface SharedPlaces {
  /** Call it when an owner joins the line. @returns when they joined that of any node, which is `since` at the latest. */
  enter(owner: number, since: number): number;
  /** Call it after an owner has left the line, and keeps the place. */
  noteLeft(): void;
  /** Call it when a job starts. @param hasTicket the job was reported. */
  noteServed(owner: number, hasTicket: boolean): void;
  /** When an owner joined the line of any node, by `performance.now()`; undefined: not known. */
  enteredAt(owner: number): number | undefined;
  /** How many owners, who do not wait here, joined the line of another node before this time. */
  countEarlier(enteredAt: number): number;
  /** Asks the other nodes, unless they have been asked within a second. */
  refresh(): Promise<void>;
  /** Tells the other nodes what they do not know yet, before this node ends. */
  close(): Promise<void>;
}

/** A line that is shorter than this costs no statement. */
const EXCHANGE_EVERY_MS = 1_000;
/** What other nodes have said is outdated after this time. */
const FRESH_MS = 3_000;
/** A node that ends does not wait longer for the store. */
const CLOSE_WITHIN_MS = 1_000;

const NOT_SHARED: SharedPlaces = {
  enter: (_owner, since) => since,
  noteLeft: () => undefined,
  noteServed: () => undefined,
  enteredAt: () => undefined,
  countEarlier: () => 0,
  refresh: async () => undefined,
  close: async () => undefined,
};

/**
 * Shares the places of a line with the other nodes: once a second, all that have changed, with one statement; none while nobody
 * waits. Each job is reported once for each time that its owner joins the line.
 * @param sharing undefined: the only node.
 * @param keepPlaceMs,expectBackMs those of the line.
 */
export function createSharedPlaces<Started>(
  line: Pick<WaitingLine<Started>, 'all'>,
  {
    sharing,
    keepPlaceMs = 0,
    expectBackMs = 0,
  }: { sharing?: PlaceSharing | undefined; keepPlaceMs?: number | undefined; expectBackMs?: number | undefined },
): SharedPlaces {
  if (!sharing) return NOT_SHARED;
  const { exchange, everyMs = EXCHANGE_EVERY_MS } = sharing;
  /** Whose tickets have to end. */
  const served = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;
  let knownAt = Number.NEGATIVE_INFINITY;
  /** When each owner joined the line of any node. */
  let known = new Map<number, number>();
  /** When owners joined the lines of other nodes, earliest first. */
  let others: number[] = [];

  const isKnownSince = (ms: number): boolean => performance.now() - knownAt < ms;
  const isFresh = (): boolean => isKnownSince(Math.max(FRESH_MS, 3 * everyMs));

  const schedule = (): void => {
    if (timer || running || isClosed) return;
    timer = setTimeout(exchangeIfNeeded, everyMs).unref();
  };

  /** The earliest job of each owner who has an unreported one. */
  const takeUnreported = (): WaitingJob<Started>[] => {
    const earliest = new Map<number, WaitingJob<Started>>();
    const owners = new Set(line.all().flatMap((job) => (job.isReported || served.has(job.owner) ? [] : [job.owner])));
    for (const job of line.all()) {
      if (!owners.has(job.owner)) continue;
      job.isReported = true;
      const other = earliest.get(job.owner);
      if (!other || job.enteredAt < other.enteredAt) earliest.set(job.owner, job);
    }
    return [...earliest.values()];
  };

  const ticketOf = ({ owner, enteredAt, start, endsAt, countsUntil }: WaitingJob<Started>, at: number): Ticket => {
    const leftMs = Math.max(0, endsAt - at);
    const waitedMs = at - enteredAt;
    // The node need not say so when the owner has waited too long.
    if (start) return { owner, waitedMs, countsForMs: leftMs + expectBackMs, keptForMs: leftMs + keepPlaceMs };
    return { owner, waitedMs, countsForMs: Math.max(0, countsUntil - at), keptForMs: Math.max(1, leftMs) };
  };

  const adopt = (tickets: readonly KnownTicket[], at: number, jobs: readonly WaitingJob<Started>[]): void => {
    knownAt = performance.now();
    known = new Map();
    // Those whose place is only kept here may be waiting on another node.
    const own = new Set(line.all().flatMap(({ owner, countsUntil }) => (countsUntil > knownAt ? [owner] : [])));
    const earlier: number[] = [];
    for (const { owner, waitedMs, counts } of tickets) {
      // Served while the tickets were being exchanged.
      if (served.has(owner)) continue;
      known.set(owner, at - waitedMs);
      if (counts && !own.has(owner)) earlier.push(at - waitedMs);
    }
    others = earlier.sort((one, other) => one - other);
    for (const job of jobs) job.enteredAt = Math.min(job.enteredAt, known.get(job.owner) ?? job.enteredAt);
  };

  /** For many requests, so not in the context of the one that has caused it, which may be that of a transaction. */
  const send = AsyncResource.bind(async (): Promise<void> => {
    const ended = [...served];
    const jobs = takeUnreported();
    served.clear();
    const at = performance.now();
    const endedTickets = ended.map((owner) => ({ owner, waitedMs: 0, countsForMs: 0, keptForMs: 0 }));
    const tickets = await exchange([...endedTickets, ...jobs.map((job) => ticketOf(job, at))]);
    if (tickets) adopt(tickets, at, jobs);
    else for (const job of jobs) job.isReported = false;
  });

  /** One at a time. */
  function startExchange(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running ??= send().finally(() => {
      running = undefined;
      schedule();
    });
    return running;
  }

  const hasNews = (): boolean => served.size > 0 || line.all().some((job) => !job.isReported);

  /** While somebody waits here, the places depend on the others. */
  function exchangeIfNeeded(): void {
    timer = undefined;
    if (hasNews() || line.all().some((job) => job.start)) void startExchange();
  }

  const enteredAt = (owner: number): number | undefined => (isFresh() ? known.get(owner) : undefined);

  return {
    enter(owner, since) {
      schedule();
      const earlier = enteredAt(owner);
      if (earlier === undefined) return since;
      // From now on they count as one of this node.
      const index = countBelow(others, earlier);
      if (others[index] === earlier) others.splice(index, 1);
      return Math.min(since, earlier);
    },
    noteLeft: schedule,
    noteServed(owner, hasTicket) {
      if (!hasTicket && !(isFresh() && known.has(owner))) return;
      served.add(owner);
      known.delete(owner);
      // Jobs of other windows get a ticket of their own.
      for (const job of line.all()) if (job.owner === owner) job.isReported = false;
      schedule();
    },
    enteredAt,
    countEarlier: (time) => (isFresh() ? countBelow(others, time) : 0),
    async refresh() {
      if (!isKnownSince(everyMs)) await startExchange();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const last = async () => {
        await running;
        if (hasNews()) await send();
      };
      await Promise.race([last(), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/** @param sorted in ascending order. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? limit) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
