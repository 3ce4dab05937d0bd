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

/** After a failure, requests do not wait for the counter for this long. */
const PAUSE_MS = 1_000;

/** A broken counter must not refuse requests: nodes count for themselves until it answers again. Logs each outage once. */
export function failOpen(counter: SharedCounter, log: Pick<Logger, 'warn' | 'info'>): AddHits {
  let isBroken = false;
  let pausedUntil = 0;
  return async (hits) => {
    if (performance.now() < pausedUntil) return undefined;
    try {
      const windows = await counter.add(hits);
      if (isBroken) log.info('Rate limits are shared between nodes again');
      isBroken = false;
      return windows;
    } catch (error) {
      if (!isBroken) log.warn({ err: error }, 'The shared rate limit counter fails: each node counts for itself');
      isBroken = true;
      pausedUntil = performance.now() + PAUSE_MS;
      return undefined;
    }
  };
}
