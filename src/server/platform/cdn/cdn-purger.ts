import { EVERYTHING, groupKey } from '../http/cdn-headers.ts';
import type { Logger } from '../log.ts';
import type { GaugeSource } from '../telemetry/gauge-source.ts';
import type { Cdn, PurgeMode } from './cdn.ts';

/** Changes within this time are purged together. */
const BATCH_MS = 100;
/**
 * Delay of the second purge of each key. Another node can hear of a change up to 0.7 s after this one (`CDN_MAX_SILENCE_MS` in
 * `response-cache.ts`), and an old response that it sent until then takes a moment to reach the CDN.
 */
const AGAIN_MS = 1_200;
/** The same for what each node computes by itself from the change, such as lists from its index: it can take seconds. */
const COMPUTED_AGAIN_MS = 10_000;
const TIMEOUT_MS = 5_000;
/** Time limit for the last purges of a node that stops. */
const LAST_TIMEOUT_MS = 2_000;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 30_000;
/** Beyond this number of waiting keys, everything is purged instead. */
const MAX_WAITING_KEYS = 2_000;
/** Interval of the log line while the CDN does not accept purges. */
const REPORT_MS = 60_000;

export interface CdnPurger {
  /**
   * Purges responses with these keys.
   * @param isComputed whether each node computes what the responses show, and so may show it later than this one
   */
  drop(keys: readonly string[], isComputed?: boolean): void;
  /** Purges all responses. */
  clear(): void;
  readonly gauges: readonly GaugeSource[];
  /** Sends the purges that are waiting. */
  close(): Promise<void>;
}

export interface CdnPurgerOptions {
  readonly cdn: Cdn;
  /** Whether this node is the one that purges; the others ignore changes. */
  readonly isFirst: () => boolean;
  readonly log: Logger;
}

/** Takes all keys out of a set. */
function take(keys: Set<string>): string[] {
  const taken = keys.has(EVERYTHING) || keys.size > MAX_WAITING_KEYS ? [EVERYTHING] : [...keys];
  keys.clear();
  return taken;
}

/** Sends purges in batches, without duplicates, one call at a time, and retries until the CDN accepts them. */
export function createCdnPurger({ cdn, isFirst, log }: CdnPurgerOptions): CdnPurger {
  const waiting: Readonly<Record<PurgeMode, Set<string>>> = { soft: new Set(), hard: new Set() };
  const repeats = new Map<NodeJS.Timeout, readonly string[]>();
  const results = { accepted: 0, failed: 0 };
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isClosed = false;
  let failures = 0;
  let reportedAt: number | undefined;
  /** When the oldest waiting key was added; `sendingSince` is the same for keys that are being sent. */
  let waitingSince: number | undefined;
  let sendingSince: number | undefined;

  const waitingMs = () => {
    const since = sendingSince ?? waitingSince;
    return since === undefined ? 0 : performance.now() - since;
  };

  function add(mode: PurgeMode, keys: readonly string[]): void {
    for (const key of keys) waiting[mode].add(key);
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

  function purgeAgain(keys: readonly string[], afterMs: number): void {
    if (isClosed) return;
    const repeat = setTimeout(() => {
      repeats.delete(repeat);
      add('hard', keys);
    }, afterMs);
    repeat.unref();
    repeats.set(repeat, keys);
  }

  async function send(mode: PurgeMode, timeoutMs: number): Promise<void> {
    const keys = take(waiting[mode]);
    for (let start = 0; start < keys.length; start += cdn.maxKeys) {
      const batch = keys.slice(start, start + cdn.maxKeys);
      try {
        await cdn.purge(batch, mode, AbortSignal.timeout(timeoutMs));
      } catch (error) {
        for (const key of keys.slice(start)) waiting[mode].add(key);
        throw error;
      }
      results.accepted += 1;
      if (mode === 'soft') purgeAgain(batch, AGAIN_MS);
    }
  }

  function report(error: unknown): void {
    failures += 1;
    results.failed += 1;
    const now = performance.now();
    if (reportedAt !== undefined && now - reportedAt < REPORT_MS) return;
    reportedAt = now;
    const seconds = Math.round(waitingMs() / 1_000);
    log[seconds * 1_000 < REPORT_MS ? 'warn' : 'error'](
      { reason: (error as Error).message, seconds },
      'The CDN does not accept purges: it may show outdated pages',
    );
  }

  async function sendAll(timeoutMs: number): Promise<void> {
    sendingSince = waitingSince;
    waitingSince = undefined;
    try {
      await send('soft', timeoutMs);
      await send('hard', timeoutMs);
      if (failures > 0) log.info({ failures }, 'The CDN accepts purges again');
      failures = 0;
      reportedAt = undefined;
    } catch (error) {
      report(error);
      waitingSince = sendingSince;
    } finally {
      sendingSince = undefined;
    }
  }

  async function flush(): Promise<void> {
    sending = sendAll(TIMEOUT_MS);
    await sending;
    sending = undefined;
    if (waiting.soft.size + waiting.hard.size === 0) return;
    const retry = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
    schedule(failures > 0 ? retry : BATCH_MS);
  }

  return {
    drop(keys, isComputed = false) {
      if (!isFirst()) return;
      const all = [...keys, ...keys.map(groupKey).filter((key) => key !== undefined)];
      add('soft', all);
      if (isComputed) purgeAgain(all, COMPUTED_AGAIN_MS);
    },
    clear() {
      if (isFirst()) add('soft', [EVERYTHING]);
    },
    gauges: [
      {
        name: 'stoa_cdn_purge_waiting_seconds',
        help: 'Seconds for which the oldest purge has waited for the CDN to accept it; 0 on nodes that do not purge',
        labelNames: [],
        read: async () => [{ labels: {}, value: waitingMs() / 1_000 }],
      },
      {
        isCounter: true,
        name: 'stoa_cdn_purges_total',
        help: 'Purges sent to the CDN',
        labelNames: ['result'],
        read: async () => Object.entries(results).map(([result, value]) => ({ labels: { result }, value })),
      },
    ],
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const [repeat, keys] of repeats) {
        clearTimeout(repeat);
        for (const key of keys) waiting.hard.add(key);
      }
      await sending;
      await sendAll(LAST_TIMEOUT_MS);
    },
  };
}
