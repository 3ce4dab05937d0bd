import { readFile, realpath, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { CLUSTER_NAME } from './cluster-place.ts';
import { lockDirectory } from './lock-directory.ts';
import { packagedMajorVersion } from './programs.ts';
import { nameForOldCluster } from './upgrade-cluster.ts';

/**
 * Renames the cluster of an earlier major version of PostgreSQL, so that the next start creates a new one. All of its
 * files are kept.
 * @returns its new path; undefined when there is no cluster of another version.
 * @throws StartError when a shop is running on it.
 */
export async function setOldClusterAside(dataDir: string): Promise<string | undefined> {
  const cluster = join(dataDir, CLUSTER_NAME);
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === '' || version === (await packagedMajorVersion())) return undefined;
  const lock = await lockDirectory(await realpath(dataDir), dataDir);
  try {
    const aside = await nameForOldCluster(cluster, version);
    // Possibly a link to a directory that the server's user can reach; the new cluster gets another one.
    await rename(cluster, aside);
    return aside;
  } finally {
    lock.release();
  }
}
