import { randomBytes } from 'node:crypto';
import { chown, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import type { SystemUser } from './run-program.ts';

/** Next to PostgreSQL's own files, so that backups and moves of the directory include them. */
export const PASSWORD_FILE = 'stoa-password';
const SUPERUSER_PASSWORD_FILE = 'stoa-superuser-password';

export interface ClusterPasswords {
  /** Of the role that the shop connects with. */
  readonly shop: string;
  readonly superuser: string;
}

/** Writes the password of each role. Only the server's user and root can read the files. */
export async function writePasswords(
  directory: string,
  user: SystemUser | undefined,
  { shop, superuser }: ClusterPasswords,
): Promise<{ readonly superuserFile: string }> {
  await writePrivately(join(directory, PASSWORD_FILE), shop, user);
  const superuserFile = join(directory, SUPERUSER_PASSWORD_FILE);
  await writePrivately(superuserFile, superuser, user);
  return { superuserFile };
}

export const createPasswords = (): ClusterPasswords => ({ shop: createPassword(), superuser: createPassword() });

const createPassword = (): string => randomBytes(24).toString('base64url');

/**
 * Reads the passwords of the cluster at `cluster`. A cluster created by an earlier release has one password for both
 * roles: the superuser's new one is written here, and set in the database by `openShopDatabase`.
 * @throws StartError for a directory that is not a shop's cluster.
 */
export async function readPasswords(cluster: string, user: SystemUser | undefined): Promise<ClusterPasswords> {
  const shop = await readIfThere(join(cluster, PASSWORD_FILE));
  if (!shop) throw notACluster(cluster);
  const file = join(cluster, SUPERUSER_PASSWORD_FILE);
  let superuser = await readIfThere(file);
  if (!superuser) {
    superuser = createPassword();
    await writePrivately(file, superuser, user);
  }
  return { shop: shop.trim(), superuser: superuser.trim() };
}

/**
 * Makes a file that only the server's user and root can read. It gets its name only when its content is on disk: the
 * database may already have the password.
 */
export async function writePrivately(file: string, content: string, user: SystemUser | undefined): Promise<void> {
  const half = `${file}.new`;
  await writeFile(half, content, { mode: 0o600, flush: true });
  if (user) await chown(half, user.uid, user.gid);
  await rename(half, file);
  await syncDirectory(join(file, '..'));
}

/** Makes new directory entries durable. Windows has no such call. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}

export const readIfThere = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });

export const notACluster = (cluster: string): StartError =>
  new StartError(`${cluster} holds no database that a shop made: move it away, or name another DATA_DIR.`);
