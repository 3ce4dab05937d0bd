export { backupRetention, defineBackupJob } from './backup-jobs.ts';
export { backupHandlers } from './backups.routes.ts';
export { findLastStored, forgetOpenBackups, recordCommand } from './backups.store.ts';
export type { Backups } from './run-backups.ts';
