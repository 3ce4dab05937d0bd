import { sql } from 'kysely';
import pg from 'pg';
import { type Database, inTransaction, type Transaction } from './database.ts';
import { BACKUP_LOCK } from './migrate.ts';
import type { DB } from './schema.ts';

/**
 * Tables with a partition for each month of `created_at` (decision 120). Before their months, each has the partition
 * `<table>_initial`; rows of a month without a partition go to `<table>_default`.
 */
export const MONTHLY_TABLES = ['audit_entry', 'mail'] as const satisfies readonly (keyof DB)[];
export type MonthlyTable = (typeof MONTHLY_TABLES)[number];

export interface Partition {
  readonly name: string;
  /** Lower bound, inclusive; undefined: unbounded. */
  readonly from: Date | undefined;
  /** Upper bound, exclusive; undefined: unbounded. */
  readonly to: Date | undefined;
  readonly isDefault: boolean;
}

/** Arbitrary key of the advisory lock that lets one node at a time change partitions. */
const PARTITION_LOCK = 7_286_003;
/**
 * Short, because the shop's statements queue behind a waiting lock. Shorter than PostgreSQL's `deadlock_timeout`, so that a deadlock
 * fails this transaction rather than a shopper's.
 */
const LOCK_TIMEOUT = sql.raw("SET LOCAL lock_timeout = '500ms'");
/** Moving rows locks the default partition, and orders write to it while their month has no other. */
const MAX_MOVED_ROWS = 5_000;
/** Lock not available, deadlock detected, and dependent objects: a view or a foreign key of the operator's own. */
const IN_USE = new Set(['55P03', '40P01', '2BP01']);

/** A partition was not changed, because a transaction or another object uses the table, or a backup is running. */
export class PartitionBusy extends Error {
  override readonly name = 'PartitionBusy';
}

/** Oldest first, the default partition last. */
export async function listPartitions(db: Database | Transaction, table: MonthlyTable): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; from: Date | null; to: Date | null; isDefault: boolean }>`
    SELECT partition.relname AS name, bound = 'DEFAULT' AS "isDefault",
           substring(bound FROM 'FROM [(]''([^'']+)''[)]')::timestamptz AS "from",
           substring(bound FROM 'TO [(]''([^'']+)''[)]')::timestamptz AS "to"
      FROM pg_inherits
      JOIN pg_class partition ON partition.oid = inhrelid
     CROSS JOIN LATERAL pg_get_expr(partition.relpartbound, partition.oid) bound
     WHERE inhparent = ${table}::regclass
     ORDER BY "to"`.execute(db);
  return rows.map(({ from, to, ...row }) => ({ ...row, from: from ?? undefined, to: to ?? undefined }));
}

/** @throws PartitionBusy when `work` gets no lock, or another object needs what it drops. */
async function changePartitions<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(${PARTITION_LOCK})`.execute(tx);
      await LOCK_TIMEOUT.execute(tx);
      return work(tx);
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && IN_USE.has(error.code ?? ''))
      throw new PartitionBusy('The table is in use', { cause: error });
    throw error;
  }
}

/**
 * Creates the partition of a month, and moves its rows there from the default partition.
 * @param name of the new partition; nothing happens if it exists.
 * @returns whether it exists. A month whose rows would take long to move gets none: they stay in the default partition.
 * @throws PartitionBusy
 */
export async function createPartition(
  db: Database,
  table: MonthlyTable,
  { name, from, to }: { readonly name: string; readonly from: Date; readonly to: Date },
): Promise<boolean> {
  const [parent, rest, month] = [sql.table(table), sql.table(`${table}_default`), sql.table(name)];
  const ofMonth = sql`created_at >= ${from} AND created_at < ${to}`;
  return changePartitions(db, async (tx) => {
    if ((await listPartitions(tx, table)).some((partition) => partition.name === name)) return true;
    const late = await sql`SELECT FROM ${rest} WHERE ${ofMonth} LIMIT ${MAX_MOVED_ROWS + 1}`.execute(tx);
    if (late.rows.length > MAX_MOVED_ROWS) return false;
    // Lock the table before the partition, in the same order as the shop's statements.
    await sql`LOCK TABLE ONLY ${parent} IN SHARE UPDATE EXCLUSIVE MODE`.execute(tx);
    await sql`LOCK TABLE ${rest} IN ACCESS EXCLUSIVE MODE`.execute(tx);
    await sql`CREATE TABLE ${month} (LIKE ${rest} INCLUDING ALL EXCLUDING IDENTITY)`.execute(tx);
    const columns = sql.join((await listStoredColumns(tx, table)).map((column) => sql.ref(column)));
    await sql`
      WITH late AS (DELETE FROM ${rest} WHERE ${ofMonth} RETURNING ${columns})
      INSERT INTO ${month} (${columns}) SELECT ${columns} FROM late`.execute(tx);
    await sql`
      ALTER TABLE ${parent} ATTACH PARTITION ${month}
        FOR VALUES FROM (${sql.lit(from.toISOString())}) TO (${sql.lit(to.toISOString())})`.execute(tx);
    return true;
  });
}

/** Without generated columns. */
async function listStoredColumns(tx: Transaction, table: MonthlyTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
     WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     ORDER BY attnum`.execute(tx);
  return rows.map(({ name }) => name);
}

/**
 * Drops a partition, unless it has rows that are to be kept.
 * @param mayGo an SQL condition: rows that may be deleted.
 * @returns whether it was dropped.
 * @throws PartitionBusy
 */
export function dropPartition(db: Database, table: MonthlyTable, name: string, mayGo: string): Promise<boolean> {
  return changePartitions(db, async (tx) => {
    // A backup reads one snapshot, but a dropped table disappears from all snapshots at once.
    const { rows } = await sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${BACKUP_LOCK}) AS held`.execute(tx);
    if (!rows[0]?.held) throw new PartitionBusy('A backup is running');
    await sql`LOCK TABLE ONLY ${sql.table(table)} IN ACCESS EXCLUSIVE MODE`.execute(tx);
    const kept = await sql`SELECT FROM ${sql.table(name)} WHERE NOT (${sql.raw(mayGo)}) LIMIT 1`.execute(tx);
    if (kept.rows.length > 0) return false;
    await sql`DROP TABLE ${sql.table(name)}`.execute(tx);
    return true;
  });
}

/** Whether the default partition has rows since `from`. */
export async function hasRowsWithoutMonth(db: Database, table: MonthlyTable, from: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${sql.table(`${table}_default`)} WHERE created_at >= ${from} LIMIT 1`.execute(db);
  return rows.length > 0;
}
