import type { Clock } from '../clock.ts';
import type { Jobs } from '../jobs.ts';
import type { Logger } from '../log.ts';
import type { Database } from './database.ts';
import {
  createPartition,
  hasRowsWithoutMonth,
  listPartitions,
  MONTHLY_TABLES,
  type MonthlyTable,
  PartitionBusy,
} from './monthly-partitions.store.ts';

export const CREATE_MONTHS = 'create-months';
const HOURLY = '37 * * * *';
/** Months created ahead: even a table that is busy for weeks gets its partition in time. */
const MONTHS_AHEAD = 3;

const startOfMonth = (at: Date, later = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));

/** Such as `audit_entry_2027_01`. */
const nameOf = (table: MonthlyTable, month: Date): string =>
  `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;

/**
 * Creates the missing partitions up to three months from now. Safe to run on several nodes at once. If the table is in
 * use, the job tries again an hour later; until then, rows go to the default partition.
 */
async function createMonths(db: Database, log: Logger, now: Date, table: MonthlyTable): Promise<void> {
  const ends = (await listPartitions(db, table)).flatMap(({ to }) => (to ? [to.getTime()] : []));
  let from = startOfMonth(ends.length > 0 ? new Date(Math.max(...ends)) : now);
  const limit = startOfMonth(now, MONTHS_AHEAD + 1);
  while (from < limit) {
    const to = startOfMonth(from, 1);
    const name = nameOf(table, from);
    try {
      if (!(await createPartition(db, table, { name, from, to }))) {
        log.warn({ partition: name }, 'A partition was not created: too many rows of its month are in the default one');
      }
    } catch (error) {
      if (!(error instanceof PartitionBusy)) throw error;
      log[from <= now ? 'error' : 'info'](
        { err: error, partition: name },
        'A partition was not created; trying again in an hour',
      );
      return;
    }
    from = to;
  }
  if (await hasRowsWithoutMonth(db, table, limit)) {
    log.warn({ table }, `Rows are dated later than ${limit.toISOString()}: check the clocks of the nodes`);
  }
}

/** Registers the job that creates the partitions of coming months. */
export function defineMonths(
  jobs: Jobs,
  { db, log, now }: { readonly db: Database; readonly log: Logger; readonly now: Clock },
): void {
  jobs.define(
    CREATE_MONTHS,
    async () => {
      for (const table of MONTHLY_TABLES) await createMonths(db, log, now(), table);
    },
    HOURLY,
  );
}
