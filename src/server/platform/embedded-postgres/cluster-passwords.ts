import { randomBytes } from 'node:crypto';
import { chown, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { majorVersion, type Programs } from './programs.ts';
import type { SystemUser } from './run-program.ts';

/** Next to PostgreSQL's own files, so that backups and moves of the directory include them. */
export const PASSWORD_FILE = 'stoa-password';
const SUPERUSER_PASSWORD_FILE = 'stoa-superuser-password';

export interface ClusterPasswords {
  /** Of the role that the shop connects with. */
  readonly shop: string;
  readonly superuser: string;
}

/** Writes a new random password for each role. Only the server's user and root can read the files. */
export async function writePasswords(
  directory: string,
  user: SystemUser | undefined,
): Promise<{ readonly superuserFile: string }> {
  await writePassword(join(directory, PASSWORD_FILE), user);
  const superuserFile = join(directory, SUPERUSER_PASSWORD_FILE);
  await writePassword(superuserFile, user);
  return { superuserFile };
}

/**
 * Reads the passwords of the cluster at `cluster`, after checking that these programs can run it. A cluster created by
 * an earlier release has one password for both roles: the superuser's new one is written here, and set in the database
 * by `openShopDatabase`.
 * @throws StartError for a directory that is not a shop's cluster, or belongs to another major version of PostgreSQL.
 */
export async function readPasswords(
  cluster: string,
  programs: Programs,
  user: SystemUser | undefined,
): Promise<ClusterPasswords> {
  const read = (name: string) => readFile(join(cluster, name), 'utf8').catch(undefinedIfMissing);
  const [version, shop] = await Promise.all(['PG_VERSION', PASSWORD_FILE].map(read));
  if (!version || !shop) {
    throw new StartError(`${cluster} holds no database that a shop made: move it away, or name another DATA_DIR.`);
  }
  if (version.trim() !== majorVersion(programs)) {
    throw new StartError(
      `${cluster} is a database of PostgreSQL ${version.trim()}, and this shop brings PostgreSQL ${majorVersion(programs)}. Run npm run backup with the version of the shop that used it last, then npm run restore -- latest --upgrade with this one: it keeps the old database beside the new one.`,
    );
  }
  const superuser =
    (await read(SUPERUSER_PASSWORD_FILE)) ?? (await writePassword(join(cluster, SUPERUSER_PASSWORD_FILE), user));
  return { shop: shop.trim(), superuser: superuser.trim() };
}

/** Rename the file into place only after its content is on disk: the database may already have the password. */
async function writePassword(file: string, user: SystemUser | undefined): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const half = `${file}.new`;
  await writeFile(half, password, { mode: 0o600, flush: true });
  if (user) await chown(half, user.uid, user.gid);
  await rename(half, file);
  await syncDirectory(join(file, '..'));
  return password;
}

/** Makes new directory entries durable. Windows has no such call. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
