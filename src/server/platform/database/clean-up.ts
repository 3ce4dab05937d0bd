import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Jobs } from '../jobs.ts';
import type { Database } from './database.ts';
import {
  dropPartition,
  listPartitions,
  MONTHLY_TABLES,
  type MonthlyTable,
  PartitionBusy,
} from './monthly-partitions.store.ts';
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
/** Dropping needs a lock that open transactions block, so try several times. */
const MAX_DROPS = 3;
const DROP_PAUSE_MS = 500;
const HOUR_MS = 60 * 60_000;
const CLEAN_UP = 'clean-up';
const HOURLY = '7 * * * *';

/** @param table of the rule, or one of its partitions: `ctid` is unique only within a partition. */
async function deleteBatches(
  db: Database,
  table: string,
  { column, where = 'true' }: RetentionRule,
  before: Date,
): Promise<void> {
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

const isMonthly = (table: keyof DB): table is MonthlyTable => MONTHLY_TABLES.some((one) => one === table);

/** Drops months that are past the retention. Deletes rows of the others, and of months that cannot be dropped now. */
async function deleteMonths(db: Database, table: MonthlyTable, rule: RetentionRule, before: Date): Promise<void> {
  for (const { name, from, to } of await listPartitions(db, table)) {
    if (from && from >= before) continue;
    if (to && to <= before && (await dropUnlessBusy(db, table, name, rule))) continue;
    await deleteBatches(db, name, rule, before);
  }
}

async function dropUnlessBusy(db: Database, table: MonthlyTable, name: string, rule: RetentionRule): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await dropPartition(db, table, name, rule.where ?? 'true');
    } catch (error) {
      if (!(error instanceof PartitionBusy)) throw error;
      if (attempt >= MAX_DROPS) return false;
      await pause(DROP_PAUSE_MS);
    }
  }
}

async function deleteOld(db: Database, rule: RetentionRule, at: Date): Promise<void> {
  const before = new Date(at.getTime() - rule.keepHours * HOUR_MS);
  const { deleteFrom: table } = rule;
  await (isMonthly(table) ? deleteMonths(db, table, rule, before) : deleteBatches(db, table, rule, before));
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
