import type { Db } from 'pg-boss';

/** Finds the queues with a job to run now, by pg-boss's own condition, in one statement. */
export async function findDueQueues(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.executeSql(
    `SELECT DISTINCT name FROM pgboss.job
      WHERE name = ANY($1) AND state < 'active' AND NOT blocked AND start_after <= now()`,
    [names],
  );
  return rows.map(({ name }) => name);
}
