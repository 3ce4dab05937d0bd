import { cutText } from '#domain/cut-text.ts';
import { lastScheduledBackup } from '#domain/shop/backup-schedule.ts';
import { type MailShopServices, readMailShop } from '#server/features/mail/index.ts';
import { notifyFailedBackup } from '#server/features/notifications/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import { type BackupStore, backupName, pruneBackups } from '#server/platform/backup/backup-store.ts';
import type { Backup } from '#server/platform/backup/write-backup.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { retryOnBrokenConnection } from '#server/platform/database/database-unavailable.ts';
import type { Logger } from '#server/platform/log.ts';
import {
  type Claim,
  claimBackup,
  extendClaim,
  findLastScheduled,
  forgetFile,
  insertRequest,
  markFailed,
  markStored,
  notePruningFailure,
  releaseClaim,
} from './backups.store.ts';

/**
 * A node that has not extended its claim for this long is considered gone. Longer than the clocks of nodes differ: otherwise, a
 * node whose clock is ahead would write the same backup.
 */
const CLAIM_MS = 15 * 60_000;
const EXTEND_EVERY_MS = 60_000;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 10 * 60_000;
/** Of a message, for the back office. */
const MAX_FAILURE_LENGTH = 500;

export interface BackupServices extends MailShopServices {
  readonly db: Database;
  readonly now: Clock;
  readonly log: Logger;
  readonly settings: Settings;
  readonly backups: Backups;
}

/** Writes backups of this shop. */
export interface Backups {
  readonly store: BackupStore;
  /** Begins to read the shop. */
  write(at: Date): Backup;
  /** Aborted by `stop`. */
  readonly signal: AbortSignal;
  /** Interrupts a backup that is being written, which another node or the next start begins again. */
  stop(): void;
}

/** Writes the backup that is due, if any: of the schedule, requested by an admin, or interrupted. */
export async function runBackups(services: BackupServices): Promise<void> {
  const { db, now, settings, backups } = services;
  if (backups.signal.aborted) return;
  const [schedule, { timezone }] = await Promise.all([settings.getFresh('data'), settings.getFresh('site')]);
  const scheduled = lastScheduledBackup(schedule, timezone, now());
  const last = scheduled && (await findLastScheduled(db, now()));
  if (scheduled && (last === undefined || last < scheduled)) {
    await insertRequest(db, { reason: 'schedule', requested_by: null }, now());
  }
  const at = now();
  const claim = await claimBackup(db, at, new Date(at.getTime() + CLAIM_MS));
  if (claim) await runOne(services, claim, at);
}

async function runOne(services: BackupServices, claim: Claim, at: Date): Promise<void> {
  if (await storeBackup(services, claim, at)) await deleteOldBackups(services, claim);
}

/** @returns whether it was stored. */
async function storeBackup(services: BackupServices, claim: Claim, at: Date): Promise<boolean> {
  const { db, now, log, backups } = services;
  const { store, signal } = backups;
  const extending = setInterval(() => {
    extendClaim(db, claim, new Date(now().getTime() + CLAIM_MS)).catch((error: unknown) =>
      log.warn({ err: error }, 'The claim of a backup could not be extended'),
    );
  }, EXTEND_EVERY_MS).unref();
  let interrupt: (() => void) | undefined;
  try {
    // The last attempt ended with its node.
    if (claim.attempts > MAX_ATTEMPTS) throw new Error('It was interrupted several times.');
    const backup = backups.write(at);
    interrupt = () => backup.content.destroy(new Error('The shop was stopped.'));
    signal.addEventListener('abort', interrupt);
    const name = backupName(at);
    const { bytes } = await store.write(name, backup.content);
    const row_count = Object.values(backup.totals).reduce((sum, { rows }) => sum + rows, 0);
    const file = { name, location: store.location, bytes, row_count };
    const storedAt = now();
    await retryOnBrokenConnection(() => markStored(db, claim, file, storedAt));
    log.info({ backup: name, location: store.location, bytes }, 'A backup was stored');
    return true;
  } catch (error) {
    if (signal.aborted) await releaseClaim(db, claim, now());
    else await recordFailure(services, claim, error);
    return false;
  } finally {
    clearInterval(extending);
    // The signal lives as long as the shop: each listener would keep its backup in memory.
    if (interrupt) signal.removeEventListener('abort', interrupt);
  }
}

/** The new backup stays stored if this fails; the next one tries again. */
async function deleteOldBackups(
  { db, log, settings, backups: { store } }: BackupServices,
  claim: Claim,
): Promise<void> {
  try {
    const { backupsKept } = await settings.getFresh('data');
    for await (const name of pruneBackups(store, backupsKept))
      await retryOnBrokenConnection(() => forgetFile(db, store.location, name));
  } catch (error) {
    log.error({ err: error, location: store.location }, 'Old backups could not be deleted');
    await notePruningFailure(db, claim, failureOf(error, 'Old backups could not be deleted: '));
  }
}

const failureOf = (error: unknown, prefix = ''): string =>
  cutText(`${prefix}${(error as Error).message}`, MAX_FAILURE_LENGTH);

async function recordFailure(services: BackupServices, claim: Claim, error: unknown): Promise<void> {
  const { db, now, log } = services;
  const failure = failureOf(error);
  log.error({ err: error, backup: claim.id, attempt: claim.attempts }, 'A backup failed');
  const at = now();
  const retryAt = claim.attempts < MAX_ATTEMPTS ? new Date(at.getTime() + RETRY_MS) : null;
  const shop = await readMailShop(services);
  await inTransaction(db, async (tx) => {
    const isRecorded = await markFailed(tx, claim, failure, { at, retryAt });
    if (isRecorded && !retryAt) await notifyFailedBackup(tx, failure, shop, at);
  });
}
