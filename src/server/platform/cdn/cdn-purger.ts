import type { Clock } from '../clock.ts';
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
/** Minimum time between two purges because of nodes that join or leave: a deployment restarts them one after another. */
const NODES_MS = 10_000;
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

export interface CdnPurger {
  /** Purges responses with these keys. Only the first node does so, because all nodes receive the change. */
  drop(keys: readonly string[]): void;
  /** Purges responses that depend on a node's own index, such as lists. Every node does so, once its index has the change. */
  dropComputed(keys: readonly string[]): void;
  /** Purges all responses. */
  clear(): void;
  /** Purges all responses because nodes have joined or left; at most once every ten seconds. */
  clearForNodes(): void;
  readonly gauges: readonly GaugeSource[];
  /** The state of each CDN, as far as this node knows it. */
  describe(): CdnState[];
  /** Sends the purges that are waiting. */
  close(): Promise<void>;
}

export interface CdnState {
  readonly host: string;
  /** Keys that the CDN has not accepted yet. */
  readonly waiting: number;
  /** When the CDN last accepted a purge. */
  readonly purgedAt: Date | undefined;
  /** The last purge that failed since the start of the node; the reason does not contain what the CDN answered. */
  readonly failure: { readonly at: Date; readonly reason: string } | undefined;
}

export interface CdnPurgerOptions {
  /** All of them get each purge. */
  readonly cdns: readonly Cdn[];
  /** Whether this node is the one that purges what all nodes hear of. */
  readonly isFirst: () => boolean;
  readonly now: Clock;
  readonly log: Logger;
}

/** The purges of one CDN: a server that is down does not delay those of the others. */
interface PurgeQueue {
  add(keys: readonly string[]): void;
  /** How long the oldest purge has waited. */
  waitingMs(): number;
  readonly results: { readonly accepted: number; readonly failed: number };
  describe(): CdnState;
  /** Sends the purges that are waiting. */
  close(): Promise<void>;
}

/** Sends purges in batches, without duplicates, one call at a time, and retries until the CDN accepts them. */
function createPurgeQueue(cdn: Cdn, now: Clock, log: Logger): PurgeQueue {
  const maxWaiting = Math.min(MAX_WAITING_KEYS, MAX_CALLS * cdn.maxKeys);
  const waiting: Readonly<Record<PurgeMode, Set<string>>> = { soft: new Set(), hard: new Set() };
  const repeats = new Map<NodeJS.Timeout, readonly string[]>();
  const results = { accepted: 0, failed: 0 };
  /** Keys that are being sent. */
  let sendingKeys = 0;
  let purgedAt: Date | undefined;
  let failure: CdnState['failure'];
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

  /** Takes all waiting keys. */
  function take(mode: PurgeMode): string[] {
    const keys = waiting[mode];
    const taken = keys.has(EVERYTHING) || keys.size > maxWaiting ? [EVERYTHING] : [...keys];
    keys.clear();
    return taken;
  }

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

  function purgeAgain(keys: readonly string[]): void {
    if (isClosed) return;
    const repeat = setTimeout(() => {
      repeats.delete(repeat);
      add('hard', keys);
    }, AGAIN_MS);
    repeat.unref();
    repeats.set(repeat, keys);
  }

  async function send(mode: PurgeMode, timeoutMs: number): Promise<void> {
    const keys = take(mode);
    for (let start = 0; start < keys.length; start += cdn.maxKeys) {
      const batch = keys.slice(start, start + cdn.maxKeys);
      sendingKeys = keys.length - start;
      try {
        await cdn.purge(batch, mode, AbortSignal.timeout(timeoutMs));
      } catch (error) {
        for (const key of keys.slice(start)) waiting[mode].add(key);
        throw error;
      } finally {
        sendingKeys = 0;
      }
      results.accepted += 1;
      purgedAt = now();
      if (mode === 'soft') purgeAgain(batch);
    }
  }

  function report(error: unknown): void {
    failures += 1;
    results.failed += 1;
    const { message: reason, cause } = error as Error;
    failure = { at: now(), reason };
    const at = performance.now();
    if (reportedAt !== undefined && at - reportedAt < REPORT_MS) return;
    reportedAt = at;
    const seconds = Math.round(waitingMs() / 1_000);
    log[seconds * 1_000 < REPORT_MS ? 'warn' : 'error'](
      { host: cdn.host, reason, cause: cause instanceof Error ? cause.message : cause, seconds },
      'The CDN does not accept purges: it may show outdated pages',
    );
  }

  async function sendAll(timeoutMs: number): Promise<void> {
    sendingSince = waitingSince;
    waitingSince = undefined;
    try {
      await send('soft', timeoutMs);
      await send('hard', timeoutMs);
      if (failures > 0) log.info({ host: cdn.host, failures }, 'The CDN accepts purges again');
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
    add: (keys) => add('soft', keys),
    waitingMs,
    results,
    describe: () => ({
      host: cdn.host,
      waiting: waiting.soft.size + waiting.hard.size + sendingKeys,
      purgedAt,
      failure,
    }),
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

/** Sends each purge to all CDNs. */
export function createCdnPurger({ cdns, isFirst, now, log }: CdnPurgerOptions): CdnPurger {
  const queues = cdns.map((cdn) => createPurgeQueue(cdn, now, log));
  let clearedAt = Number.NEGATIVE_INFINITY;
  let clearLater: NodeJS.Timeout | undefined;

  const add = (keys: readonly string[]) => {
    for (const queue of queues) queue.add(keys);
  };
  const addWithGroups = (keys: readonly string[]) =>
    add([...keys, ...keys.map(groupKey).filter((key) => key !== undefined)]);
  const sum = (result: 'accepted' | 'failed') => queues.reduce((total, { results }) => total + results[result], 0);

  function clear(): void {
    if (isFirst()) add([EVERYTHING]);
  }

  function clearNow(): void {
    clearLater = undefined;
    if (isFirst()) clearedAt = performance.now();
    clear();
  }

  return {
    drop(keys) {
      if (isFirst()) addWithGroups(keys);
    },
    dropComputed: addWithGroups,
    clear,
    clearForNodes() {
      if (clearLater) return;
      const delay = clearedAt + NODES_MS - performance.now();
      if (delay <= 0) return clearNow();
      clearLater = setTimeout(clearNow, delay);
      clearLater.unref();
    },
    gauges: [
      {
        name: 'stoa_cdn_purge_waiting_seconds',
        help: 'Seconds for which the oldest purge has waited for the CDN to accept it',
        labelNames: [],
        read: async () => [{ labels: {}, value: Math.max(...queues.map(({ waitingMs }) => waitingMs())) / 1_000 }],
      },
      {
        isCounter: true,
        name: 'stoa_cdn_purges_total',
        help: 'Purges sent to the CDN',
        labelNames: ['result'],
        read: async () =>
          (['accepted', 'failed'] as const).map((result) => ({ labels: { result }, value: sum(result) })),
      },
    ],
    describe: () => queues.map((queue) => queue.describe()),
    async close() {
      clearTimeout(clearLater);
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}
