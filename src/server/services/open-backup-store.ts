import { s3Store } from '../adapters/s3/s3-store.ts';
import type { BackupStore } from '../platform/backup/backup-store.ts';
import { folderStore } from '../platform/backup/folder-store.ts';
import type { BackupPlace } from '../platform/config.ts';

/** The folder or bucket of `BACKUP_TO`. */
export const openBackupStore = (place: BackupPlace): BackupStore =>
  'bucket' in place ? s3Store(place) : folderStore(place.folder);
