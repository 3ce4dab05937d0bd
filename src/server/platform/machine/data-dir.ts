import { access, constants, mkdir, open, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';

/** Lock file of the shop that uses a DATA_DIR; its presence also marks the directory as a shop's. */
export const LOCK_FILE = 'stoa.lock';

/** Any of these marks a directory as a shop's: other files in it are then the operator's business. */
const MARKS = [LOCK_FILE, 'app-secret', 'search-index'];

/**
 * Files that a shop may have created before the first lock, and files that file systems and people leave in empty
 * directories.
 */
const EXPECTED = new Set([
  LOCK_FILE,
  'postgres',
  'postgres-programs',
  'media',
  'app-secret',
  'assets',
  'backups',
  'verify',
  'search-index',
  'lost+found',
  '.gitkeep',
  '.DS_Store',
]);

/** A killed shop can have left an unfinished copy of its index. */
const isExpected = (entry: string) => EXPECTED.has(entry) || /^search-index\.(.+\.)?unfinished$/.test(entry);

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the user that runs the shop may not write there',
  EPERM: 'the user that runs the shop may not write there',
  EROFS: 'its file system is read-only',
  EEXIST: 'it is a file, not a directory',
  ENOENT: 'it cannot be created there',
  ENOTDIR: 'a part of this path is a file, not a directory',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk quota is used up',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its symbolic links lead in a circle',
};

/** Why the file system rejects a directory or a file in it; undefined: for another reason. */
export const reasonOf = (error: unknown): string | undefined => REASONS[(error as NodeJS.ErrnoException).code ?? ''];

/** The message for a DATA_DIR that the file system rejects. */
export function unusableDataDir(dataDir: string, error: unknown): StartError {
  const { message } = error as Error;
  return new StartError(`DATA_DIR ${dataDir} cannot be used: ${reasonOf(error) ?? message}.`, { cause: error });
}

/**
 * The directory and its ancestors. `mkdir` with `recursive` never returns for paths such as /proc/x, whose parent
 * exists but cannot contain directories.
 */
export async function makeDirectory(directory: string, mode?: number): Promise<void> {
  const missing = await tryToMake(directory, mode);
  if (!missing) return;
  await makeDirectory(dirname(directory), mode);
  const stillMissing = await tryToMake(directory, mode);
  if (stillMissing) throw stillMissing;
}

/** @returns the error that the parent directory is missing. */
async function tryToMake(directory: string, mode?: number): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(directory, { mode });
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === 'ENOENT' && dirname(directory) !== directory) return failure;
    if (!(await isDirectory(directory))) throw failure;
  }
  return undefined;
}

/** Makes new names in it durable. Windows has no such call. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Creates the lock file if missing. Not accessible to other users, who could otherwise block the shop. */
export async function createLockFile(directory: string): Promise<void> {
  await writeFile(join(directory, LOCK_FILE), '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/**
 * Creates `dataDir` if missing, checks that it belongs to the shop and is writable, and marks it as the shop's.
 * @throws StartError for a file, a directory with other files, or missing permissions.
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  let entries: string[];
  try {
    await makeDirectory(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    entries = await readdir(dataDir);
    // Left by a shop that another user ran. Checked by name, because opening and closing it would release a lock on it.
    if (entries.includes(LOCK_FILE)) await access(join(dataDir, LOCK_FILE), constants.R_OK | constants.W_OK);
  } catch (error) {
    throw unusableDataDir(dataDir, error);
  }
  if (MARKS.some((mark) => entries.includes(mark))) return;
  const foreign = entries.find((entry) => !isExpected(entry));
  if (foreign !== undefined) {
    throw new StartError(
      `DATA_DIR ${dataDir} holds files that are not a shop's (for example ${foreign}): name a new or empty directory.`,
    );
  }
  try {
    await createLockFile(dataDir);
  } catch (error) {
    throw unusableDataDir(dataDir, error);
  }
}
