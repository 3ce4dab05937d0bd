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
  /** Backups, sorted by {@link newestFirst}; other files are not listed. */
  list(): Promise<StoredBackup[]>;
  /** A missing backup is no error. */
  remove(name: string): Promise<void>;
}

const NAME = /^stoa-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?:-\w+)?\.tar\.zst$/;

export const backupName = (at: Date): string =>
  `stoa-${at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}.tar.zst`;

export const isBackupName = (name: string): boolean => NAME.test(name);

/**
 * When a backup was begun. Its name says so, unless the clock of its node was ahead: a backup is never begun after it was stored.
 * The stored time alone would be that of a copy.
 */
function begunAt({ name, storedAt }: StoredBackup): number {
  const [, year, month = 1, day, ...time] = (NAME.exec(name) ?? []).map(Number);
  const named = Date.UTC(year ?? 0, month - 1, day, ...time);
  return Math.min(named, storedAt.getTime());
}

/** For sorting. */
export const newestFirst = (a: StoredBackup, b: StoredBackup): number =>
  begunAt(b) - begunAt(a) || (a.name < b.name ? 1 : -1);

/** Removes all but the newest backups. Yields the name of each one that is removed. */
export async function* pruneBackups(store: BackupStore, keep: number): AsyncGenerator<string> {
  for (const { name } of (await store.list()).slice(keep)) {
    await store.remove(name);
    yield name;
  }
}
