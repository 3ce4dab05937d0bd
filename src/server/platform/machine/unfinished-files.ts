import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const SUFFIX = '.unfinished';
/** Longer than any write takes. Process ids cannot be used: nodes in several containers can share a folder. */
const ABANDONED_MS = 60 * 60_000;

/** A unique temporary name beside `path`, to write to before renaming. */
export const unfinishedName = (path: string): string => `${path}.${randomUUID()}${SUFFIX}`;

export const isUnfinished = (name: string): boolean => name.endsWith(SUFFIX);

/** Whether a file or folder has not changed for an hour, so that no process is writing it. */
export async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < Date.now() - ABANDONED_MS;
}

/** Removes the unfinished files of killed processes from a folder. Other processes may be writing there. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (isUnfinished(name) && (await isAbandoned(path))) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Runs a clean-up now, and again when files that a crash has just left behind count as abandoned.
 * @param cleanUp handles its own failures
 * @returns a function that stops it
 */
export function sweepAbandoned(cleanUp: () => Promise<void>): () => void {
  void cleanUp();
  const timer = setTimeout(() => void cleanUp(), ABANDONED_MS + 60_000);
  timer.unref();
  return () => clearTimeout(timer);
}
