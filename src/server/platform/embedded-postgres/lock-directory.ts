import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { LOCK_FILE, unusableDataDir } from '../data-dir.ts';
import { StartError } from '../start-error.ts';

/** A shop that is just closing, or was just killed, is waited for: its successor is often started in the same breath. */
const PATIENCE_MS = 5_000;
const SQLITE_BUSY = 5;

/** A lock that nothing refers to any more would be collected as garbage, and given up with that. */
const held = new Set<DatabaseSync>();

export interface DirectoryLock {
  release(): void;
}

/**
 * Makes this process the only shop on `directory` until it releases the lock or ends, however it ends.
 *
 * Node offers no file lock of its own; an exclusive SQLite transaction is one: the kernel holds it for the process, so it
 * cannot go stale as a file with a process id in it does, and no two can take it at once. Nothing is ever stored in it.
 * @param dataDir what the operator calls the directory.
 * @throws StartError when another shop keeps it.
 */
export async function lockDirectory(directory: string, dataDir: string): Promise<DirectoryLock> {
  const file = join(directory, LOCK_FILE);
  // Closed to other users, who could otherwise hold the lock against the shop.
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const lock = new DatabaseSync(file);
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      // Kept in memory, the transaction writes nothing: the lock can be had on a full disk too.
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      held.add(lock);
      return {
        release() {
          held.delete(lock);
          lock.close();
        },
      };
    } catch (error) {
      const isTaken = (error as { errcode?: number }).errcode === SQLITE_BUSY;
      if (!isTaken || performance.now() > deadline) {
        lock.close();
        throw isTaken ? takenDataDir(dataDir, error) : unusableDataDir(dataDir, error);
      }
      await pause(100);
    }
  }
}

function takenDataDir(dataDir: string, cause: unknown): StartError {
  return new StartError(`Another shop is running on DATA_DIR ${dataDir}: stop it, or name another DATA_DIR.`, {
    cause,
  });
}
