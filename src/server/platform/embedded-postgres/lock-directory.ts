import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { createLockFile, LOCK_FILE, unusableDataDir } from '../machine/data-dir.ts';
import { StartError } from '../start-error.ts';

/** Wait for a shop that is closing or was just killed: its successor is often started immediately. */
const MAX_WAIT_MS = 5_000;
const SQLITE_BUSY = 5;

/** Locks live as long as the process. An unreferenced lock would be garbage-collected, and thereby released. */
const held = new Set<DatabaseSync>();

export interface DirectoryLock {
  release(): void;
}

/**
 * Makes this process the only shop on `directory` until it releases the lock or exits, for whatever reason.
 * Node has no file locks; an exclusive SQLite transaction is one: the kernel holds it for the process, so unlike a pid
 * file it cannot go stale, and no two processes can take it at once. Nothing is ever stored in it.
 * @param dataDir the directory's name for the operator.
 * @throws StartError when another shop holds it.
 */
export async function lockDirectory(directory: string, dataDir: string): Promise<DirectoryLock> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const lock = await tryToLock(directory, dataDir);
    if (lock) return lock;
    if (performance.now() > deadline) {
      throw new StartError(`Another shop is running on DATA_DIR ${dataDir}: stop it, or name another DATA_DIR.`);
    }
    await pause(100);
  }
}

/** The same without waiting. @returns undefined when another process holds it. */
export async function tryToLock(directory: string, dataDir: string): Promise<DirectoryLock | undefined> {
  const file = join(directory, LOCK_FILE);
  await createLockFile(directory);
  const lock = new DatabaseSync(file);
  try {
    // An in-memory journal writes nothing, so the lock works on a full disk too.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw unusableDataDir(dataDir, error);
  }
  held.add(lock);
  return {
    release() {
      held.delete(lock);
      lock.close();
    },
  };
}
