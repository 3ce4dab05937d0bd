import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { BACKUP_JOB } from './backup-jobs.ts';
import { type BackupRow, insertRequest } from './backups.store.ts';

export interface RequestBackupServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Pick<Jobs, 'request'>;
}

/**
 * Requests a backup, which a job writes.
 * @throws Refusal `backup.in_progress`.
 */
export async function requestBackup(
  { db, now, jobs }: RequestBackupServices,
  { actor, request }: AuditContext,
): Promise<BackupRow> {
  const backup = await inTransaction(db, async (tx) => {
    const at = now();
    const row = await insertRequest(tx, { reason: 'admin', requested_by: actor.name }, at);
    if (!row) throw new Refusal('backup.in_progress');
    await recordAudit(tx, {
      actor,
      request,
      action: 'backup.requested',
      entity: 'backup',
      entityId: String(row.id),
      before: null,
      after: null,
      at,
    });
    return row;
  });
  // The job runs every five minutes anyway.
  await jobs.request(BACKUP_JOB).catch(() => undefined);
  return backup;
}
