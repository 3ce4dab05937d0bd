import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { CLUSTER_NAME, type ClusterPlace } from './cluster-place.ts';
import { ProgramFailure } from './failure.ts';
import { withNamelessPrograms } from './nameless-user.ts';
import { majorVersion, type Programs, programPath } from './programs.ts';
import { runProgram, type SystemUser } from './run-program.ts';

/** Beside PostgreSQL's own files, so that the two can only be moved or restored together. */
export const PASSWORD_FILE = 'stoa-password';

/** PostgreSQL's own administrator; the shop itself works as a role without such powers. */
export const SUPERUSER = 'postgres';

/** The same sorting, comparing and changing of case on every machine, whatever locales it has. */
const INITDB_OPTIONS = [
  `--username=${SUPERUSER}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--text-search-config=english',
  '--auth=scram-sha-256',
];

/**
 * The password of the roles of the cluster at `cluster`, once it is sure that these programs can run it.
 * @throws StartError for files that no shop made, or of another major version of PostgreSQL.
 */
export async function readPassword(cluster: string, programs: Programs): Promise<string> {
  const [version, password] = await Promise.all(
    ['PG_VERSION', PASSWORD_FILE].map((name) => readFile(join(cluster, name), 'utf8').catch(absent)),
  );
  if (!version || !password) {
    throw new StartError(`${cluster} holds no database that a shop made: move it away, or name another DATA_DIR.`);
  }
  if (version.trim() !== majorVersion(programs)) {
    throw new StartError(
      `${cluster} is a database of PostgreSQL ${version.trim()}, and this shop brings PostgreSQL ${majorVersion(programs)}: export it with the version of the shop that made it.`,
    );
  }
  return password.trim();
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

/**
 * Makes an empty cluster at `place`, and a link to it in `dataDir` where it is elsewhere. It appears under its name only
 * when it is whole: what an interrupted start left is begun anew.
 * @param durable false skips writing it through to the disk.
 */
export async function createCluster(
  place: ClusterPlace,
  programs: Programs,
  dataDir: string,
  durable: boolean,
): Promise<void> {
  const { home, cluster, user } = place;
  const half = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  try {
    await removeAll(half);
    await mkdir(half, { mode: 0o700 });
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (user) await Promise.all([half, passwordFile].map((path) => chown(path, user.uid, user.gid)));
    await initialise(programs, half, passwordFile, user, durable);
    await rename(passwordFile, join(half, PASSWORD_FILE));
    await rename(half, cluster);
    if (home !== dataDir) await symlink(cluster, join(dataDir, CLUSTER_NAME));
    if (durable) await Promise.all([cluster, home, dataDir].map(writeThrough));
  } catch (error) {
    // Nothing of it may keep a full disk full.
    await Promise.all([removeAll(half), removeAll(passwordFile)]);
    if (home !== dataDir) await removeAll(home);
    throw error;
  }
}

async function initialise(
  programs: Programs,
  directory: string,
  passwordFile: string,
  user: SystemUser | undefined,
  durable: boolean,
): Promise<void> {
  const args = [...INITDB_OPTIONS, `--pwfile=${passwordFile}`, `--pgdata=${directory}`];
  if (!durable) args.push('--no-sync');
  try {
    await runProgram(programPath(programs, 'initdb'), args, user);
  } catch (error) {
    const nameless = error instanceof ProgramFailure && error.said.includes('could not look up effective user ID');
    if (!nameless || process.platform !== 'linux') throw error;
    await withNamelessPrograms(programs, dirname(directory), user, (patched) =>
      runProgram(programPath(patched, 'initdb'), args, user),
    );
  }
}

/** Patient with the last writes of an initdb that outlived a killed shop. */
const removeAll = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5 });

/** The names in a directory are on the disk when the directory is. Windows has no such call. */
async function writeThrough(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}
