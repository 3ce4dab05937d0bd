import type { Readable } from 'node:stream';

export interface StoredBackup {
  readonly name: string;
  readonly bytes: number;
  readonly storedAt: Date;
}

/** Where backups are kept. */
export interface BackupStore {
  /** For people: a folder, or `s3://bucket/prefix`. */
  readonly location: string;
  /** Stores a backup under its name only when it is complete; what is left of a failed attempt is removed. */
  write(name: string, content: Readable): Promise<{ readonly bytes: number }>;
  /** @throws StartError when there is none of this name. */
  read(name: string): Promise<Readable>;
  /** Backups by their names, newest first; other files are not listed. */
  list(): Promise<StoredBackup[]>;
  /** A missing backup is no error. */
  remove(name: string): Promise<void>;
}

const NAME = /^stoa-\d{8}-\d{6}(-\w+)?\.tar\.zst$/;

/** Sorts by time. */
export const backupName = (at: Date): string =>
  `stoa-${at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}.tar.zst`;

export const isBackupName = (name: string): boolean => NAME.test(name);

/** Removes all but the newest backups. Yields the name of each one that is removed. */
export async function* pruneBackups(store: BackupStore, keep: number): AsyncGenerator<string> {
  for (const { name } of (await store.list()).slice(keep)) {
    await store.remove(name);
    yield name;
  }
}
