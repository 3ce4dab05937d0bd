import { PgBoss } from 'pg-boss';
import { isDatabaseAway, logDatabaseAway } from './database/database-away.ts';
import type { Logger } from './log.ts';

/** Work that goes on after an answer: retried, scheduled, and done by one node of many. */
export interface Jobs {
  /** Registers what a job does and, with a cron line (UTC), when it runs by itself. Before `start`. */
  define(name: string, work: () => Promise<void>, cron?: string): void;
  /** Asks for a run soon. Several asks before it runs are one. */
  request(name: string): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const POLLING_SECONDS = 1;
const STOP_TIMEOUT_MS = 8_000;
const QUERY_MS = 25_000;

/** Jobs on the shop's own PostgreSQL. */
export function createJobs(url: string, log: Logger): Jobs {
  // What is not for boss goes on to the pool of `pg`, which leaves a connection whose server has fallen silent.
  const pool = {
    connectionString: url,
    max: 3,
    application_name: 'stoa-jobs',
    keepAlive: true,
    query_timeout: QUERY_MS,
  };
  const boss = new PgBoss({ ...pool, schema: 'pgboss' });
  boss.on('error', (error) => {
    if (isDatabaseAway(error)) logDatabaseAway(log, error);
    else log.error({ err: error }, 'A background job had trouble');
  });
  const definitions = new Map<string, { work: () => Promise<void>; cron: string | undefined }>();

  return {
    define: (name, work, cron) => void definitions.set(name, { work, cron }),
    async request(name) {
      await boss.send(name, {}, { singletonKey: name });
    },
    async start() {
      await boss.start();
      for (const [name, { work, cron }] of definitions) {
        // 'short': at most one waiting; what is asked for again meanwhile is done by that one.
        await boss.createQueue(name, { policy: 'short', retryLimit: 3, retryBackoff: true, expireInSeconds: 240 });
        await boss.work(name, { pollingIntervalSeconds: POLLING_SECONDS }, work);
        if (cron) await boss.schedule(name, cron);
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }),
  };
}
