import { basename, dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { readFileStream } from '#server/platform/backup/folder-store.ts';
import type { Config } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';
import { openBackupStore } from '#server/services/open-backup-store.ts';

/** A backup by the path of a file, by its name in the place of `BACKUP_TO`, or the newest one there as `latest`. */
export async function openBackup(config: Config, wanted: string): Promise<{ name: string; content: Readable }> {
  const store = openBackupStore(config.backups);
  if (wanted === 'latest') {
    const [newest] = await store.list();
    if (!newest) throw new StartError(`There is no backup in ${store.location}.`);
    return { name: newest.name, content: await store.read(newest.name) };
  }
  if (dirname(wanted) !== '.') return { name: basename(wanted), content: await readFileStream(resolve(wanted)) };
  // A bare name: the place of backups first, then the current directory.
  const isStored = (await store.list()).some(({ name }) => name === wanted);
  const content = isStored ? await store.read(wanted) : await readFileStream(resolve(wanted));
  return { name: wanted, content };
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${(bytes / 1000 ** unit).toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`;
}

export const countRows = (totals: Readonly<Record<string, { readonly rows: number }>>): number =>
  Object.values(totals).reduce((sum, { rows }) => sum + rows, 0);
