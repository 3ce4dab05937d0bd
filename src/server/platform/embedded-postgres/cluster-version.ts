import { join } from 'node:path';
import { notACluster, PASSWORD_FILE, readIfThere, writePrivately } from './cluster-passwords.ts';
import type { SystemUser } from './run-program.ts';

/** Beside PostgreSQL's own files: the version of the npm package whose programs ran the cluster last. */
const VERSION_FILE = 'stoa-server-version';

/**
 * The major version of PostgreSQL that can read the cluster's files.
 * @throws StartError for a directory that is not a shop's cluster.
 */
export async function readMajorVersion(cluster: string): Promise<string> {
  const [version, password] = await Promise.all(
    ['PG_VERSION', PASSWORD_FILE].map((name) => readIfThere(join(cluster, name))),
  );
  if (!version || !password) throw notACluster(cluster);
  return version.trim();
}

/** Undefined when only earlier releases have used the cluster: they did not record it. */
export async function readPackageVersion(cluster: string): Promise<string | undefined> {
  const recorded = (await readIfThere(join(cluster, VERSION_FILE)))?.trim();
  return recorded && /^\d+\.[\w.-]+$/.test(recorded) ? recorded : undefined;
}

export async function recordPackageVersion(
  cluster: string,
  version: string,
  user: SystemUser | undefined,
): Promise<void> {
  if ((await readPackageVersion(cluster)) !== version) await writePrivately(join(cluster, VERSION_FILE), version, user);
}
