import { failOpen } from '../concurrency/fail-open.ts';
import type { Logger } from '../log.ts';

/** Requests of one client that the other nodes do not know yet. */
export interface Hits {
  /** Identifies limit and client. */
  readonly client: Buffer;
  readonly hits: number;
  /** How long a new window lasts. Ignored if the client has one. */
  readonly windowMs: number;
}

/** The window of a client, across all nodes. */
export interface SharedWindow {
  /** Including those just added. */
  readonly hits: number;
  readonly endsInMs: number;
}

/** Counts requests for all nodes, in the database or in Redis. */
export interface SharedCounter {
  /** Adds the hits of different clients. Returns their windows in the same order. */
  add(hits: readonly Hits[]): Promise<readonly SharedWindow[]>;
  close(): Promise<void>;
}

/** Undefined: the counter did not answer. */
export type AddHits = (hits: readonly Hits[]) => Promise<readonly SharedWindow[] | undefined>;

/** A broken counter must not refuse requests. */
export const addUnlessBroken = (counter: SharedCounter, log: Pick<Logger, 'warn' | 'info'>): AddHits =>
  failOpen((hits: readonly Hits[]) => counter.add(hits), log, {
    broken: 'The shared rate limit counter fails: each node counts for itself',
    repaired: 'Rate limits are shared between nodes again',
  });
