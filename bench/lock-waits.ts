import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** More often, the samples would be a part of PostgreSQL's CPU time. */
const SAMPLE_MS = 100;

/**
 * Samples what the shop's connections are doing until `stop`.
 * @returns of the statements that were running, how many percent waited for a lock; undefined if none was seen.
 */
export async function sampleLockWaits(url: string): Promise<{ readonly stop: () => Promise<number | undefined> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let isOver = false;
  let running = 0;
  let waiting = 0;
  const sampling = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ running: number; waiting: number }>(
        `SELECT count(*)::integer AS running, (count(*) FILTER (WHERE wait_event_type = 'Lock'))::integer AS waiting
           FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`,
      );
      running += rows[0]?.running ?? 0;
      waiting += rows[0]?.waiting ?? 0;
      await wait(SAMPLE_MS);
    }
    await client.end();
  })();
  return {
    async stop() {
      isOver = true;
      await sampling;
      return running === 0 ? undefined : Math.round((waiting / running) * 1_000) / 10;
    },
  };
}
