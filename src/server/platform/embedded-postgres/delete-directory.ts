import { realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CLUSTER_NAME } from './cluster-place.ts';
import { clearLeftovers } from './leftover-server.ts';
import { tryToLock } from './lock-directory.ts';

/**
 * Deletes the directory of a server that has stopped or was killed, and its cluster, which is elsewhere if the server's user cannot
 * reach the directory. A directory in use by a running process is left alone.
 */
export async function deleteServerDirectory(dataDir: string): Promise<void> {
  const lock = await tryToLock(dataDir, dataDir);
  if (!lock) return;
  const cluster = await realpath(join(dataDir, CLUSTER_NAME)).catch(() => undefined);
  try {
    if (cluster) await clearLeftovers(cluster);
  } finally {
    // Windows does not delete an open file.
    lock.release();
  }
  for (const directory of [cluster && dirname(cluster), dataDir]) {
    if (directory) await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}
