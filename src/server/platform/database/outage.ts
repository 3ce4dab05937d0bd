import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isConnectionLost, isPoolTimeout, isWriteRefused } from './database-unavailable.ts';

/** Lets work wait for the end of an outage, such as a restart of PostgreSQL or a failover to a standby. */
export interface Outage {
  /** A statement was answered. */
  noteAnswer(): void;
  /**
   * Waits until the database accepts writes again.
   * @param error that the work failed with.
   * @param since when the work began, on the monotonic clock.
   * @returns whether the work can be repeated. False: the error does not mean an outage, or the outage takes too long.
   */
  waitUntilOver(error: Error, since: number): Promise<boolean>;
  /** @throws Error in an outage that takes too long already, if nothing answers at the database's address. */
  failIfTooLong(): void;
  /** Ends all waits: from now on, work fails at once. */
  close(): void;
}

export interface OutageOptions {
  readonly url: string;
  /** How long work waits, from the beginning of the outage. 0: not at all. */
  readonly waitMs: number;
}

/** If nothing was answered for this long, a full pool means an outage. Otherwise, the database is only busy. */
const SILENT_AFTER_MS = 2_000;
const PROBE_EVERY_MS = 100;
/** By then, the pool has closed its other broken connections. */
const RECONNECT_MS = 100;
/** A pooler keeps the probe waiting until it has a connection to the new primary. */
const PROBE_TIMEOUT_MS = 2_000;

interface OngoingOutage {
  readonly began: number;
  /** False: the node is closing. */
  readonly over: PromiseWithResolvers<boolean>;
  /** A standby has refused a write. That it answers reads does not end the outage. */
  refusesWrites: boolean;
  /** The last probe got no answer. A server that answers with an error, or is a standby, may still serve open connections. */
  isUnreachable: boolean;
}

class ReadOnlyError extends Error {
  override readonly name = 'ReadOnlyError';
}

/** @throws Error while the database cannot be reached, or is a standby. */
async function probe(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'stoa-probe',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyError('The database is read-only');
  } finally {
    client.end().catch(() => undefined);
  }
}

/**
 * Work that waits does not try to connect itself: a single probe finds out when the database answers, so that a starting
 * server is not flooded with connections. After `waitMs` of an outage, work fails at once until it is over.
 */
export function watchOutages({ url, waitMs }: OutageOptions): Outage {
  let current: OngoingOutage | undefined;
  let lastAnswer = performance.now();
  let lastSilenceEnd = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  function end(outage: OngoingOutage): void {
    if (current === outage) current = undefined;
    outage.over.resolve(true);
  }

  async function probeUntilOver(outage: OngoingOutage): Promise<void> {
    while (current === outage && !isClosed) {
      try {
        await probe(url);
        return end(outage);
      } catch (error) {
        outage.isUnreachable = !(error instanceof pg.DatabaseError || error instanceof ReadOnlyError);
        await sleep(PROBE_EVERY_MS, undefined, { ref: false });
      }
    }
  }

  function begin(): OngoingOutage {
    const outage: OngoingOutage = {
      began: performance.now(),
      over: Promise.withResolvers<boolean>(),
      refusesWrites: false,
      isUnreachable: false,
    };
    current = outage;
    void probeUntilOver(outage);
    return outage;
  }

  /** While the database is only busy, other work is answered all the time. */
  const wasSilent = (since: number) =>
    lastSilenceEnd >= since || performance.now() - Math.max(lastAnswer, since) >= SILENT_AFTER_MS;

  return {
    noteAnswer() {
      const at = performance.now();
      if (at - lastAnswer >= SILENT_AFTER_MS) lastSilenceEnd = at;
      lastAnswer = at;
      if (current && !current.refusesWrites) end(current);
    },
    async waitUntilOver(error, since) {
      if (waitMs === 0 || isClosed) return false;
      if (isPoolTimeout(error) ? !wasSilent(since) : !isConnectionLost(error)) return false;
      const outage = current ?? begin();
      if (isWriteRefused(error)) outage.refusesWrites = true;
      const leftMs = Math.min(outage.began, since) + waitMs - performance.now();
      if (leftMs <= 0) return false;
      const timer = new AbortController();
      const late = sleep(leftMs, false, { signal: timer.signal }).catch(() => false);
      const isOver = await Promise.race([outage.over.promise, late]).finally(() => timer.abort());
      if (isOver) await sleep(RECONNECT_MS);
      return isOver;
    },
    failIfTooLong() {
      if (current?.isUnreachable && performance.now() - current.began >= waitMs)
        throw new Error('Connection terminated: the database does not answer');
    },
    close() {
      isClosed = true;
      current?.over.resolve(false);
    },
  };
}
