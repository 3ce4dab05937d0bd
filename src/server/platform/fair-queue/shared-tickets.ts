import { failOpen } from '../concurrency/fail-open.ts';
import type { Logger } from '../log.ts';

/** A place in line that the other nodes should know. All times are relative to now. */
export interface Ticket {
  readonly owner: number;
  /** How long the owner has been in line. */
  readonly waitedMs: number;
  /** How long the owner counts for the places of those behind, unless the ticket is renewed. */
  readonly countsForMs: number;
  /** How long the place is kept. 0: the owner has been served, which ends the ticket. */
  readonly keptForMs: number;
}

/** A place in the line of any node. */
export interface KnownTicket {
  readonly owner: number;
  readonly waitedMs: number;
  /** Whether the owner counts for the places of those behind. */
  readonly counts: boolean;
}

/** The places in line of all nodes, in the database or in Redis. Times are those of the store's clock. */
export interface SharedTickets {
  /**
   * Stores the tickets of different owners. An owner who has one already, perhaps on another node, keeps its earlier time.
   * @returns the tickets of all nodes, including these.
   */
  exchange(tickets: readonly Ticket[]): Promise<readonly KnownTicket[]>;
  close(): Promise<void>;
}

/** Undefined: the store did not respond. */
export type ExchangeTickets = (tickets: readonly Ticket[]) => Promise<readonly KnownTicket[] | undefined>;

/** A broken store must not hold up orders. */
export const exchangeUnlessBroken = (tickets: SharedTickets, log: Pick<Logger, 'warn' | 'info'>): ExchangeTickets =>
  failOpen((changed: readonly Ticket[]) => tickets.exchange(changed), log, {
    broken: 'The store of the shared line fails: each node uses its own line',
    repaired: 'The line is shared between nodes again',
  });
