import { setTimeout as wait } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { collapseRuns } from './concurrency/collapse-runs.ts';
import { TimeLimitError, withTimeLimit } from './concurrency/with-time-limit.ts';
import { isDatabaseUnavailable, logDatabaseUnavailable } from './database/database-unavailable.ts';
import { findDueQueues } from './jobs.store.ts';
import type { Logger } from './log.ts';
import { traced } from './telemetry/tracing.ts';

/** Background work: retried, scheduled, and run by one node at a time. */
export interface Jobs {
  /**
   * Registers a job and, with a cron expression (UTC), its schedule. Call before `start`.
   * @param maxSeconds after which another node takes over a job that has not ended.
   */
  define(name: string, work: () => Promise<void>, cron?: string, maxSeconds?: number): void;
  /** Of all jobs. */
  names(): string[];
  /**
   * Requests a run soon. Requests before it runs are merged; those right after another one wait for 250 ms, with several nodes
   * for up to a second. Waits for `start`.
   */
  request(name: string): Promise<void>;
  start(): Promise<void>;
  /** Finishes the running jobs and begins no others. Those requested from now on wait for another node or the next start. */
  stop(): Promise<void>;
  /** After `stop`: nothing can be requested any more. */
  close(): Promise<void>;
}

/** For schedules, retries and requests of other nodes; a node looks at once for what it has requested itself. */
const CHECK_EVERY_MS = 5_000;
/** pg-boss polls each queue with a statement of its own, so this is only in case a check misses a job. */
const POLLING_SECONDS = 60;
/** Jobs that wait for other jobs, which pg-boss looks for separately: the shop has none. */
const FLOW_SECONDS = 3_600;
/**
 * Shortest time between two requests of a job by this node, multiplied by the number of nodes, so that they add up to four a
 * second. A request and its run take about six statements: see decision 88.
 */
const REQUEST_EVERY_MS = 250;
const MAX_REQUEST_EVERY_MS = 1_000;
const MAX_SECONDS = 240;
/** Of running jobs. */
const STOP_TIMEOUT_MS = 8_000;
/** Of the last statements, and of closing connections. A silent server would not respond to them before `QUERY_MS`. */
const LAST_STATEMENTS_MS = 2_000;
const QUERY_MS = 25_000;
/** Most jobs run every minute, all at once: connections stay open until then, because opening them is expensive (docs/decisions/0127). */
const IDLE_CONNECTION_MS = 90_000;

interface Definition {
  readonly work: () => Promise<void>;
  readonly cron: string | undefined;
  readonly maxSeconds: number;
}

/**
 * Jobs in the shop's PostgreSQL, with pg-boss.
 * @param countNodes how many nodes are running; at least one is assumed.
 */
export function createJobs(url: string, log: Logger, countNodes: () => number = () => 1): Jobs {
  // Pass other queries to the pool, which abandons connections to a silent server.
  const pool = {
    connectionString: url,
    max: 3,
    application_name: 'stoa-jobs',
    keepAlive: true,
    query_timeout: QUERY_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
  };
  const boss = new PgBoss({ ...pool, schema: 'pgboss', flowIntervalSeconds: FLOW_SECONDS });
  boss.on('error', logError);
  function logError(error: Error): void {
    if (isDatabaseUnavailable(error)) logDatabaseUnavailable(log, error);
    else log.error({ err: error }, 'A background job failed');
  }
  const definitions = new Map<string, Definition>();
  const workers = new Map<string, string>();
  const started = Promise.withResolvers<void>();
  let isStarted = false;
  // Handled by the caller of `start`; requests that wait get it as well.
  started.promise.catch(() => undefined);
  /** Requests that arrive together share a statement. */
  const requests = collapseRuns<undefined>();
  /** Start of the last request of each job, on the monotonic clock. */
  const requestedAt = new Map<string, number>();

  async function waitForRequest(name: string): Promise<void> {
    const last = requestedAt.get(name) ?? Number.NEGATIVE_INFINITY;
    const everyMs = Math.min(MAX_REQUEST_EVERY_MS, REQUEST_EVERY_MS * Math.max(1, countNodes()));
    const waitMs = last + everyMs - performance.now();
    if (waitMs > 0) await wait(waitMs, undefined, { ref: false });
    requestedAt.set(name, performance.now());
  }

  async function startOne(name: string, { work, cron, maxSeconds: expireInSeconds }: Definition): Promise<void> {
    // 'short': at most one waiting job; further requests are merged into it.
    await boss.createQueue(name, { policy: 'short', retryLimit: 3, retryBackoff: true, expireInSeconds });
    workers.set(name, await boss.work(name, { pollingIntervalSeconds: POLLING_SECONDS }, work));
    if (cron) await boss.schedule(name, cron);
  }

  let checking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    for (const name of await findDueQueues(boss.getDb(), [...workers.keys()])) notify(name);
  }

  function notify(name: string): void {
    const worker = workers.get(name);
    if (worker !== undefined) boss.notifyWorker(worker);
  }

  function checkInBackground(): void {
    checking ??= check()
      .catch(logError)
      .finally(() => {
        checking = undefined;
      });
  }

  return {
    define(name, work, cron, maxSeconds = MAX_SECONDS) {
      const span = { kind: 'job', name: `job ${name}`, attributes: { 'stoa.job': name } } as const;
      definitions.set(name, { work: () => traced(() => span, work), cron, maxSeconds });
    },
    names: () => [...definitions.keys()],
    request: (name) =>
      requests.run(name, undefined, async () => {
        await started.promise;
        await waitForRequest(name);
        await boss.send(name, {}, { singletonKey: name });
        notify(name);
      }),
    async start() {
      try {
        await boss.start();
        for (const [name, definition] of definitions) await startOne(name, definition);
        timer = setInterval(checkInBackground, CHECK_EVERY_MS).unref();
        isStarted = true;
        started.resolve();
      } catch (error) {
        started.reject(error);
        throw error;
      }
    },
    async stop() {
      clearInterval(timer);
      const stopped = Promise.all([checking, boss.stop({ close: false, graceful: true, timeout: STOP_TIMEOUT_MS })]);
      await giveUpAfter(STOP_TIMEOUT_MS + LAST_STATEMENTS_MS, stopped);
    },
    async close() {
      // Do not stop pg-boss while it starts: `start` would reject. The process is about to exit anyway.
      if (isStarted) await giveUpAfter(LAST_STATEMENTS_MS, boss.stop());
    },
  };
}

async function giveUpAfter(limitMs: number, work: Promise<unknown>): Promise<void> {
  await withTimeLimit(limitMs, () => work).catch((error: Error) => {
    if (!(error instanceof TimeLimitError)) throw error;
  });
}
