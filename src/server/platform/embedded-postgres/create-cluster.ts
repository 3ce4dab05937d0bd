import { chown, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ClusterPasswords, createPasswords, syncDirectory, writePasswords } from './cluster-passwords.ts';
import { CLUSTER_NAME, type ClusterPlace } from './cluster-place.ts';
import { ProgramFailure } from './failure.ts';
import { type Programs, programPath } from './programs.ts';
import { runProgram, type SystemUser } from './run-program.ts';
import { withoutUserLookup } from './without-user-lookup.ts';

/** PostgreSQL's superuser; the shop itself uses a role without such rights. */
export const SUPERUSER = 'postgres';

/** The same collation and case mapping on every machine, whatever its locales. */
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
 * Creates an empty cluster at `place`, and a link to it in `dataDir` if it is elsewhere. It is renamed into place only
 * when complete; an interrupted creation starts over.
 * @param durable false skips fsync.
 * @param passwords of an earlier cluster; new ones by default.
 */
export async function createCluster(
  place: ClusterPlace,
  programs: Programs,
  dataDir: string,
  durable: boolean,
  passwords: ClusterPasswords = createPasswords(),
): Promise<void> {
  const { home, cluster, user } = place;
  const half = `${cluster}.new`;
  const passwordFiles = `${cluster}.passwords`;
  try {
    await removeAll(half);
    await removeAll(passwordFiles);
    for (const directory of [half, passwordFiles]) {
      await mkdir(directory, { mode: 0o700 });
      if (user) await chown(directory, user.uid, user.gid);
    }
    // initdb requires an empty directory.
    const { superuserFile } = await writePasswords(passwordFiles, user, passwords);
    await initialise(programs, half, superuserFile, user, durable);
    for (const name of await readdir(passwordFiles)) await rename(join(passwordFiles, name), join(half, name));
    await removeAll(passwordFiles);
    await rename(half, cluster);
    if (home !== dataDir) await symlink(cluster, join(dataDir, CLUSTER_NAME));
    if (durable) await Promise.all([cluster, home, dataDir].map(syncDirectory));
  } catch (error) {
    // Free the disk space, in case the disk was full.
    await Promise.all([removeAll(half), removeAll(passwordFiles)]);
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
    await withoutUserLookup(programs, dirname(directory), user, (patched) =>
      runProgram(programPath(patched, 'initdb'), args, user),
    );
  }
}

/** Retries, because an initdb that outlived a killed shop may still be writing. */
export const removeAll = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5 });
