import type { AdminBackup, adminSystemEndpoints } from '#contract/admin/system.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import { recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { BACKUP_JOB } from './backup-jobs.ts';
import { type BackupRow, insertRequest, listBackups } from './backups.store.ts';

type Calls = Pick<typeof adminSystemEndpoints, 'GET /admin/backups' | 'POST /admin/backups'>;

export function backupHandlers({
  db,
  now,
  jobs,
}: {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Jobs;
}): Handlers<Calls> {
  return {
    'GET /admin/backups': async ({ query: { page, per_page } }) => {
      const { backups, total } = await listBackups(db, rangeOf({ page, per_page }));
      return respond(pageOf({ page, per_page }, total, backups.map(backupView)));
    },
    'POST /admin/backups': async ({ caller, request }) => {
      const backup = await inTransaction(db, async (tx) => {
        const at = now();
        const row = await insertRequest(tx, { reason: 'admin', requested_by: caller.name }, at);
        if (!row) throw new Refusal('backup.in_progress');
        await recordAudit(tx, {
          actor: caller,
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
      return respond(backupView(backup), 'The backup is being written.');
    },
  };
}

function backupView(row: BackupRow): AdminBackup {
  return {
    id: row.id,
    status: row.status,
    reason: row.reason,
    requested_by: row.requested_by,
    requested_at: row.requested_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    attempts: row.attempts,
    name: row.name,
    location: row.location,
    bytes: row.bytes,
    rows: row.row_count,
    failure: row.failure,
  };
}
