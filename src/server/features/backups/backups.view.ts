import type { AdminBackup } from '#contract/admin/system.ts';
import type { BackupRow } from './backups.store.ts';

export function backupView(row: BackupRow): AdminBackup {
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
