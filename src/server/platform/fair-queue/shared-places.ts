import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKnownTickets } from './known-tickets.ts';
import type { ExchangeTickets, KnownTicket, Ticket } from './shared-tickets.ts';
import type { WaitingJob, WaitingLine } from './waiting-line.ts';

export interface PlaceSharing {
  readonly exchange: ExchangeTickets;
  /** Default: {@link EXCHANGE_EVERY_MS}. */
  readonly everyMs?: number;
}

/** The places of customers who wait on other nodes, as far as this node knows them. */
export interface SharedPlaces {
  /** Call it when an owner joins this line. @returns when they first joined the line of any node: `since` or earlier. */
  enter(owner: number, since: number): number;
  /** Call it when an owner has left the line and their place is kept. */
  noteLeft(): void;
  /** Call it when a job starts. @param hasTicket whether the other nodes have the ticket of the job. */
  noteServed(owner: number, hasTicket: boolean): void;
  /** When an owner joined the line of any node, by `performance.now()`; undefined: not known. */
  enteredAt(owner: number): number | undefined;
  /** How many owners joined the line of another node before this time and are not waiting here. */
  countEarlier(enteredAt: number): number;
  /** Reads the tickets of the other nodes, at most once a second. */
  refresh(): Promise<void>;
  /** Writes tickets that are not written yet, before this node stops. */
  close(): Promise<void>;
}

/** A line that is over within this time costs no statement. */
const EXCHANGE_EVERY_MS = 1_000;
/** Tickets read longer ago are stale. */
const FRESH_MS = 3_000;
/** A node that stops does not wait longer for the store. */
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

/** How long a place counts and is kept: as in the line's limits. */
interface PlaceLimits {
  readonly keepPlaceMs?: number | undefined;
  readonly expectBackMs?: number | undefined;
}

function ticketOf(
  { owner, enteredAt, start, endsAt, countsUntil }: WaitingJob<never>,
  at: number,
  { keepPlaceMs = 0, expectBackMs = 0 }: PlaceLimits,
): Ticket {
  const leftMs = Math.max(0, endsAt - at);
  const waitedMs = at - enteredAt;
  // One write covers the whole wait: the ticket expires when the owner has waited too long.
  if (start) return { owner, waitedMs, countsForMs: leftMs + expectBackMs, keptForMs: leftMs + keepPlaceMs };
  return { owner, waitedMs, countsForMs: Math.max(0, countsUntil - at), keptForMs: Math.max(1, leftMs) };
}

const endedTicket = (owner: number): Ticket => ({ owner, waitedMs: 0, countsForMs: 0, keptForMs: 0 });

/**
 * Shares the places of a line with the other nodes. Once a second, one statement writes the tickets that have changed and reads
 * those of all nodes; while nobody waits, no statement is sent. A job's ticket is written once each time its owner joins the line.
 * @param sharing undefined: this is the only node.
 */
export function createSharedPlaces<Started>(
  line: Pick<WaitingLine<Started>, 'all'>,
  { sharing, ...limits }: PlaceLimits & { readonly sharing?: PlaceSharing | undefined },
): SharedPlaces {
  if (!sharing) return NOT_SHARED;
  const { exchange, everyMs = EXCHANGE_EVERY_MS } = sharing;
  const known = createKnownTickets(Math.max(FRESH_MS, 3 * everyMs));
  /** Owners who were served here and whose tickets have to end. */
  const served = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;

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

  const adopt = (tickets: readonly KnownTicket[], at: number, jobs: readonly WaitingJob<Started>[]): void => {
    const now = performance.now();
    // An owner whose place is only kept here may be waiting on another node, so they are not counted as ours.
    const here = new Set(line.all().flatMap(({ owner, countsUntil }) => (countsUntil > now ? [owner] : [])));
    // The others were served while the tickets were being exchanged.
    const current = tickets.filter(({ owner }) => !served.has(owner));
    known.replace(current, at, here);
    for (const job of jobs) job.enteredAt = Math.min(job.enteredAt, known.enteredAt(job.owner) ?? job.enteredAt);
  };

  /** Runs outside the async context of the request that triggers it, which may be inside a transaction. */
  const send = AsyncResource.bind(async (): Promise<void> => {
    const ended = [...served];
    const jobs = takeUnreported();
    served.clear();
    const at = performance.now();
    const tickets = await exchange([...ended.map(endedTicket), ...jobs.map((job) => ticketOf(job, at, limits))]);
    if (tickets) {
      adopt(tickets, at, jobs);
      return;
    }
    // The store failed: the next exchange writes them.
    for (const owner of ended) served.add(owner);
    for (const job of jobs) job.isReported = false;
  });

  /** Joins the running exchange, if there is one. */
  function startExchange(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running ??= send().finally(() => {
      running = undefined;
      schedule();
    });
    return running;
  }

  const hasUnwritten = (): boolean => served.size > 0 || line.all().some((job) => !job.isReported);

  /** While somebody waits here, tickets are also read without news, because places depend on them. */
  function exchangeIfNeeded(): void {
    timer = undefined;
    if (hasUnwritten() || line.all().some((job) => job.start)) void startExchange();
  }

  return {
    enter(owner, since) {
      schedule();
      const earlier = known.enteredAt(owner);
      known.noteHere(owner);
      return earlier === undefined ? since : Math.min(since, earlier);
    },
    noteLeft: schedule,
    noteServed(owner, hasTicket) {
      if (!hasTicket && known.enteredAt(owner) === undefined) return;
      served.add(owner);
      known.forget(owner);
      // Other jobs of the same owner, such as from a second window, need a ticket of their own.
      for (const job of line.all()) if (job.owner === owner) job.isReported = false;
      schedule();
    },
    enteredAt: known.enteredAt,
    countEarlier: known.countEarlier,
    async refresh() {
      if (!known.isKnownSince(everyMs)) await startExchange();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const last = async () => {
        await running;
        if (hasUnwritten()) await send();
      };
      await Promise.race([last(), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}
