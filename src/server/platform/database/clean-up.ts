import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Jobs } from '../jobs.ts';
import type { Database } from './database.ts';
import type { DB } from './schema.ts';

/** How long rows of a table are kept. Its owner declares it. */
export interface RetentionRule {
  readonly deleteFrom: keyof DB;
  /** Rows are deleted `keepHours` after the time in this column. */
  readonly column: string;
  readonly keepHours: number;
  /** An SQL condition: only rows that meet it go. */
  readonly where?: string;
}

/** Small batches, so that no statement locks or runs for long. */
const BATCH_SIZE = 5_000;
const HOUR_MS = 60 * 60_000;
const CLEAN_UP = 'clean-up';
const HOURLY = '7 * * * *';

async function deleteOld(
  db: Database,
  { deleteFrom: table, column, keepHours, where = 'true' }: RetentionRule,
  at: Date,
): Promise<void> {
  const before = new Date(at.getTime() - keepHours * HOUR_MS);
  let deleted: bigint;
  do {
    const result = await sql`
      DELETE FROM ${sql.table(table)} WHERE ctid IN (
        SELECT ctid FROM ${sql.table(table)} WHERE ${sql.ref(column)} < ${before} AND ${sql.raw(where)} LIMIT ${BATCH_SIZE})`.execute(
      db,
    );
    deleted = result.numAffectedRows ?? 0n;
  } while (deleted === BigInt(BATCH_SIZE));
}

/** Registers the hourly job that deletes expired rows. @param readRules at each run: merchants set some of them. */
export function defineCleanUp(
  jobs: Jobs,
  db: Database,
  now: Clock,
  readRules: () => Promise<readonly RetentionRule[]>,
): void {
  jobs.define(
    CLEAN_UP,
    async () => {
      for (const rule of await readRules()) await deleteOld(db, rule, now());
    },
    HOURLY,
  );
}
