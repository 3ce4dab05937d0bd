import type { RetentionRule } from '#server/platform/database/clean-up.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import { type BackupServices, runBackups } from './run-backups.ts';

export const BACKUP_JOB = 'backups';
const EVERY_FIVE_MINUTES = '*/5 * * * *';
/** The database of a large shop takes longer than other jobs may. */
const MAX_SECONDS = 12 * 3600;

/** Registers the job that writes backups when they are due or requested. */
export function defineBackupJob(jobs: Pick<Jobs, 'define'>, services: BackupServices): void {
  jobs.define(BACKUP_JOB, () => runBackups(services), EVERY_FIVE_MINUTES, MAX_SECONDS);
}

/** Failed ones, and those of the schedule whose file was removed. */
const HAS_NO_FILE = "(status = 'failed' OR status = 'stored' AND name IS NULL)";

export const backupRetention: readonly RetentionRule[] = [
  { deleteFrom: 'backup', column: 'requested_at', keepHours: 90 * 24, where: HAS_NO_FILE },
];
