import type { Clock } from '../clock.ts';
import { EVERYTHING } from '../http/response-cache/cdn-headers.ts';
import type { Logger } from '../log.ts';
import type { Cdn, PurgeMode } from './cdn.ts';

/** Changes within this time are purged together. */
const BATCH_MS = 100;
/**
 * Delay of the second purge of each key. Another node can hear of a change up to 0.7 s after this one (`SHORT_FEED_LAG_MS` in
 * `response-freshness.ts`), and an old response that it sent until then takes a moment to reach the CDN.
 */
const AGAIN_MS = 1_200;
const TIMEOUT_MS = 5_000;
/** Time limit for the last purges of a node that stops. */
const LAST_TIMEOUT_MS = 2_000;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 30_000;
/** Beyond this number of waiting keys or calls, everything is purged instead. */
const MAX_WAITING_KEYS = 2_000;
const MAX_CALLS = 10;
/** Interval of the log line while the CDN does not accept purges. */
const REPORT_MS = 60_000;

export interface CdnState {
  readonly host: string;
  /** Keys that the CDN has not accepted yet. */
  readonly waiting: number;
  /** When the CDN last accepted a purge. */
  readonly purgedAt: Date | undefined;
  /** The last purge that failed since the start of the node; the reason does not contain what the CDN answered. */
  readonly failure: { readonly at: Date; readonly reason: string } | undefined;
}

/** The purges of one CDN: a server that is down does not delay those of the others. */
export interface PurgeQueue {
  add(keys: readonly string[]): void;
  /** Removes responses without waiting for other purges. It is not retried. @throws Error unless the CDN has accepted it */
  remove(keys: readonly string[]): Promise<void>;
  /** How long the oldest purge has waited. */
  waitingMs(): number;
  readonly results: PurgeResults;
  describe(): CdnState;
  /** Sends the purges that are waiting, and the second purge of each key without its delay. */
  close(): Promise<void>;
}

interface PurgeResults {
  readonly accepted: number;
  readonly failed: number;
}

/** Counts what became of the purges of one CDN, and logs when it stops accepting them and when it does again. */
function createPurgeReport(host: string, now: Clock, log: Logger) {
  const results = { accepted: 0, failed: 0 };
  let purgedAt: Date | undefined;
  let failure: CdnState['failure'];
  let failuresInARow = 0;
  let loggedAt: number | undefined;
  return {
    results: results as PurgeResults,
    state: () => ({ host, purgedAt, failure }),
    failuresInARow: () => failuresInARow,
    accepted() {
      results.accepted += 1;
      purgedAt = now();
    },
    allAccepted() {
      if (failuresInARow > 0) log.info({ host, failures: failuresInARow }, 'The CDN accepts purges again');
      failuresInARow = 0;
      loggedAt = undefined;
    },
    /** @param waitingMs how long the oldest purge has waited */
    failed(error: unknown, waitingMs: number) {
      failuresInARow += 1;
      results.failed += 1;
      const { message: reason, cause } = error as Error;
      failure = { at: now(), reason };
      const at = performance.now();
      if (loggedAt !== undefined && at - loggedAt < REPORT_MS) return;
      loggedAt = at;
      const seconds = Math.round(waitingMs / 1_000);
      log[seconds * 1_000 < REPORT_MS ? 'warn' : 'error'](
        { host, reason, cause: cause instanceof Error ? cause.message : cause, seconds },
        'The CDN does not accept purges: it may show outdated pages',
      );
    },
  };
}

/**
 * The keys to purge, without duplicates.
 * @param max beyond this number, everything is purged instead.
 */
function createWaitingKeys(max: number) {
  const waiting: Readonly<Record<PurgeMode, Set<string>>> = { soft: new Set(), hard: new Set() };
  return {
    count: () => waiting.soft.size + waiting.hard.size,
    add(mode: PurgeMode, keys: readonly string[]) {
      for (const key of keys) waiting[mode].add(key);
    },
    /** Takes all keys of a mode. */
    take(mode: PurgeMode): string[] {
      const keys = waiting[mode];
      const taken = keys.has(EVERYTHING) || keys.size > max ? [EVERYTHING] : [...keys];
      keys.clear();
      return taken;
    },
  };
}

/** Purges keys a second time, shortly after the first. */
function createSecondPurges(purge: (keys: readonly string[]) => void) {
  const timers = new Map<NodeJS.Timeout, readonly string[]>();
  return {
    add(keys: readonly string[]) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        purge(keys);
      }, AGAIN_MS);
      timer.unref();
      timers.set(timer, keys);
    },
    /** @returns the keys that have not been purged again. */
    stop(): string[] {
      const keys = [...timers.values()].flat();
      for (const timer of timers.keys()) clearTimeout(timer);
      timers.clear();
      return keys;
    },
  };
}

/** Sends purges in batches, without duplicates, one call at a time, and retries until the CDN accepts them. */
export function createPurgeQueue(cdn: Cdn, now: Clock, log: Logger): PurgeQueue {
  const waiting = createWaitingKeys(Math.min(MAX_WAITING_KEYS, MAX_CALLS * cdn.maxKeys));
  const secondPurges = createSecondPurges((keys) => add('hard', keys));
  const report = createPurgeReport(cdn.host, now, log);
  /** Keys that are being sent. */
  let sendingKeys = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isClosed = false;
  /** When the oldest waiting key was added; `sendingSince` is the same for keys that are being sent. */
  let waitingSince: number | undefined;
  let sendingSince: number | undefined;

  const waitingMs = () => {
    const since = sendingSince ?? waitingSince;
    return since === undefined ? 0 : performance.now() - since;
  };

  function add(mode: PurgeMode, keys: readonly string[]): void {
    waiting.add(mode, keys);
    waitingSince ??= performance.now();
    schedule(mode === 'soft' ? BATCH_MS : 0);
  }

  /** Does nothing if a flush is scheduled already: new keys wait for a pending retry. */
  function schedule(delay: number): void {
    if (timer || sending || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      void flush();
    }, delay);
    timer.unref();
  }

  function purgeAgain(keys: readonly string[]): void {
    // A node that stops cannot wait. What another node sends late is covered by its purge of everything when this one has left.
    if (isClosed) waiting.add('hard', keys);
    else secondPurges.add(keys);
  }

  async function send(mode: PurgeMode): Promise<void> {
    const keys = waiting.take(mode);
    for (let start = 0; start < keys.length; start += cdn.maxKeys) {
      const batch = keys.slice(start, start + cdn.maxKeys);
      sendingKeys = keys.length - start;
      try {
        await cdn.purge(batch, mode, AbortSignal.timeout(isClosed ? LAST_TIMEOUT_MS : TIMEOUT_MS));
      } catch (error) {
        waiting.add(mode, keys.slice(start));
        throw error;
      } finally {
        sendingKeys = 0;
      }
      report.accepted();
      if (mode === 'soft') purgeAgain(batch);
    }
  }

  async function sendAll(): Promise<void> {
    sendingSince = waitingSince;
    waitingSince = undefined;
    try {
      await send('soft');
      await send('hard');
      report.allAccepted();
    } catch (error) {
      report.failed(error, waitingMs());
      waitingSince = sendingSince;
    } finally {
      sendingSince = undefined;
    }
  }

  async function flush(): Promise<void> {
    sending = sendAll();
    await sending;
    sending = undefined;
    if (waiting.count() === 0) return;
    const failures = report.failuresInARow();
    const retry = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
    schedule(failures > 0 ? retry : BATCH_MS);
  }

  return {
    add: (keys) => add('soft', keys),
    async remove(keys) {
      try {
        for (let start = 0; start < keys.length; start += cdn.maxKeys) {
          await cdn.purge(keys.slice(start, start + cdn.maxKeys), 'hard', AbortSignal.timeout(TIMEOUT_MS));
          report.accepted();
        }
        report.allAccepted();
      } catch (error) {
        report.failed(error, 0);
        throw error;
      }
    },
    waitingMs,
    results: report.results,
    describe: () => ({ ...report.state(), waiting: waiting.count() + sendingKeys }),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      waiting.add('hard', secondPurges.stop());
      await sending;
      await sendAll();
    },
  };
}
