import type { KnownTicket } from './shared-tickets.ts';

/** The tickets of all nodes, as this node last read them. Times are by `performance.now()`. */
export interface KnownTickets {
  /** Whether they were read within this time. */
  isKnownSince(ms: number): boolean;
  /** When an owner joined the line of any node; undefined: not known, or the tickets are stale. */
  enteredAt(owner: number): number | undefined;
  /** How many owners joined the line of another node before this time and are not waiting here. 0 if the tickets are stale. */
  countEarlier(time: number): number;
  /** Call it when an owner joins this line: they no longer count as waiting elsewhere. */
  noteHere(owner: number): void;
  /** Call it when an owner has been served. */
  forget(owner: number): void;
  /**
   * Replaces all tickets.
   * @param at when they were requested.
   * @param here owners who count as waiting on this node.
   */
  replace(tickets: readonly KnownTicket[], at: number, here: ReadonlySet<number>): void;
}

/** @param freshMs tickets read longer ago are stale. */
export function createKnownTickets(freshMs: number): KnownTickets {
  let knownAt = Number.NEGATIVE_INFINITY;
  /** When each owner with a ticket joined the line, on any node. */
  let entered = new Map<number, number>();
  /** When the owners who wait only on other nodes joined, earliest first. */
  let others: number[] = [];

  const isKnownSince = (ms: number): boolean => performance.now() - knownAt < ms;
  const isFresh = (): boolean => isKnownSince(freshMs);
  const enteredAt = (owner: number): number | undefined => (isFresh() ? entered.get(owner) : undefined);

  return {
    isKnownSince,
    enteredAt,
    countEarlier: (time) => (isFresh() ? countBelow(others, time) : 0),
    noteHere(owner) {
      const time = enteredAt(owner);
      if (time === undefined) return;
      const index = countBelow(others, time);
      if (others[index] === time) others.splice(index, 1);
    },
    forget: (owner) => void entered.delete(owner),
    replace(tickets, at, here) {
      knownAt = performance.now();
      entered = new Map(tickets.map(({ owner, waitedMs }) => [owner, at - waitedMs]));
      others = tickets
        .filter(({ owner, counts }) => counts && !here.has(owner))
        .map(({ waitedMs }) => at - waitedMs)
        .sort((one, other) => one - other);
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
