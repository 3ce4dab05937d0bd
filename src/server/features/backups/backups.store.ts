import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Handle, Transaction } from '#server/platform/database/database.ts';
import type { Span } from '#server/platform/database/find-page.ts';
import type { DB } from '#server/platform/database/schema.ts';

const COLUMNS = [
  'id',
  'status',
  'reason',
  'requested_by',
  'requested_at',
  'attempts',
  'finished_at',
  'name',
  'location',
  'bytes',
  'row_count',
  'failure',
] as const;

export interface BackupRow {
  readonly id: number;
  readonly status: 'failed' | 'running' | 'stored' | 'waiting';
  readonly reason: 'admin' | 'command' | 'schedule';
  readonly requested_by: string | null;
  readonly requested_at: Date;
  readonly attempts: number;
  readonly finished_at: Date | null;
  readonly name: string | null;
  readonly location: string | null;
  readonly bytes: number | null;
  readonly row_count: number | null;
  readonly failure: string | null;
}

/** @returns undefined when a backup is open already. */
export function insertRequest(
  tx: Handle,
  request: Pick<BackupRow, 'reason' | 'requested_by'>,
  at: Date,
): Promise<BackupRow | undefined> {
  return tx
    .insertInto('backup')
    .values({ ...request, requested_at: at, due_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

/**
 * How far clocks of nodes may differ. No claim or retry lasts this long: a later time comes from a node whose clock was ahead, and does
 * not count.
 */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60_000;

const latestCredible = (at: Date): Date => new Date(at.getTime() + CLOCK_TOLERANCE_MS);

/** Takes a backup that is due, or that a node stopped writing, for this node. */
export function claimBackup(
  db: Database,
  at: Date,
  until: Date,
): Promise<Pick<BackupRow, 'attempts' | 'id'> | undefined> {
  return db
    .updateTable('backup')
    .set((eb) => ({ status: 'running', started_at: at, due_at: until, attempts: eb('attempts', '+', 1) }))
    .where('status', 'in', ['waiting', 'running'])
    .where((eb) => eb.or([eb('due_at', '<=', at), eb('due_at', '>', latestCredible(at))]))
    .returning(['id', 'attempts'])
    .executeTakeFirst();
}

/** Only the attempt that has claimed the backup changes it. */
export type Claim = Pick<BackupRow, 'attempts' | 'id'>;

export async function extendClaim(db: Database, { id, attempts }: Claim, until: Date): Promise<void> {
  await db
    .updateTable('backup')
    .set({ due_at: until })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'running')
    .execute();
}

export interface StoredFile {
  readonly name: string;
  readonly location: string;
  readonly bytes: number;
  readonly row_count: number;
}

export async function markStored(db: Database, { id, attempts }: Claim, file: StoredFile, at: Date): Promise<void> {
  await db
    .updateTable('backup')
    .set({ ...file, status: 'stored', finished_at: at, failure: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

/**
 * @param retryAt null: it has failed for good.
 * @returns false when it is not being written any more.
 */
export async function markFailed(
  tx: Transaction,
  { id, attempts }: Claim,
  failure: string,
  { at, retryAt }: { readonly at: Date; readonly retryAt: Date | null },
): Promise<boolean> {
  const row = await tx
    .updateTable('backup')
    .set(retryAt ? { status: 'waiting', failure, due_at: retryAt } : { status: 'failed', failure, finished_at: at })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes with a stored backup that older ones could not be deleted. */
export async function notePruningFailure(db: Database, { id, attempts }: Claim, failure: string): Promise<void> {
  await db
    .updateTable('backup')
    .set({ failure })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'stored')
    .execute();
}

/** Puts a backup that this node stops writing back, for another node or the next start. */
export async function releaseClaim(db: Database, { id, attempts }: Claim, at: Date): Promise<void> {
  await db
    .updateTable('backup')
    .set({ status: 'waiting', due_at: at, attempts: attempts - 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'running')
    .execute();
}

/** When a backup was last requested by the schedule, perhaps by a node whose clock is ahead of this one's. */
export async function findLastScheduled(db: Database, at: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('backup')
    .select('requested_at')
    .where('reason', '=', 'schedule')
    .where('requested_at', '<=', latestCredible(at))
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.requested_at;
}

/**
 * A file that was removed is no longer listed. What the schedule requested stays without its file, until it is cleaned up: otherwise,
 * pruning after a backup that an admin requested would make the schedule due again.
 */
export async function forgetFile(db: Database, location: string, name: string): Promise<void> {
  await db
    .updateTable('backup')
    .set({ name: null, location: null })
    .where('location', '=', location)
    .where('name', '=', name)
    .where('reason', '=', 'schedule')
    .execute();
  await db.deleteFrom('backup').where('location', '=', location).where('name', '=', name).execute();
}

/** Stored backups whose file was removed are hidden. */
const isListed = ({ eb, or }: ExpressionBuilder<DB, 'backup'>) =>
  or([eb('status', '<>', 'stored'), eb('name', 'is not', null)]);

export async function listBackups(
  db: Database,
  { limit, offset }: Span,
): Promise<{ backups: BackupRow[]; total: number }> {
  const [backups, counted] = await Promise.all([
    db
      .selectFrom('backup')
      .select(COLUMNS)
      .where(isListed)
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('backup')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(isListed)
      .executeTakeFirstOrThrow(),
  ]);
  return { backups, total: counted.total };
}

export function findLastStored(db: Database): Promise<{ finished_at: Date | null; bytes: number | null } | undefined> {
  return db
    .selectFrom('backup')
    .select(['finished_at', 'bytes'])
    .where('status', '=', 'stored')
    .where(isListed)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Lists a backup that `npm run backup` has stored. A database of an earlier version has no such list. */
export async function recordCommand(db: Database, file: StoredFile, startedAt: Date, at: Date): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass('backup') IS NOT NULL AS exists`.execute(db);
  if (!rows[0]?.exists) return;
  await db
    .insertInto('backup')
    .values({
      ...file,
      status: 'stored',
      reason: 'command',
      requested_at: startedAt,
      started_at: startedAt,
      due_at: startedAt,
      finished_at: at,
      attempts: 1,
    })
    .execute();
}

/** After a restore: the backup that was being written is this one. */
export async function forgetOpenBackups(db: Database): Promise<void> {
  await db.deleteFrom('backup').where('status', 'in', ['waiting', 'running']).execute();
}
