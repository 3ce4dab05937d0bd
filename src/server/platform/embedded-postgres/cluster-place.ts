import { lstat, mkdtemp, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { openRootStore } from './root-store.ts';
import type { SystemUser } from './run-program.ts';
import { canReach, changeOwner, chooseServerUser, grantTraversal } from './server-user.ts';

/** Where a shop's cluster (PostgreSQL's term for the files of one server) is, or will be. */
export interface ClusterPlace {
  /** The directory that contains the cluster: DATA_DIR, or another one that the server's user can reach. */
  readonly home: string;
  readonly cluster: string;
  readonly exists: boolean;
  readonly user: SystemUser | undefined;
}

/** Name of the cluster in DATA_DIR: its directory, or a link to it. */
export const CLUSTER_NAME = 'postgres';

/**
 * Finds the shop's cluster, or a place for it.
 * @throws StartError when the server's user cannot access it.
 */
export async function findClusterPlace(dataDir: string): Promise<ClusterPlace> {
  const name = join(dataDir, CLUSTER_NAME);
  if (await isThere(name)) return existingPlace(name);
  const user = await chooseServerUser(name);
  const home = !user || (await isOpenTo(dataDir, user)) ? dataDir : await makeHome(dataDir, user);
  return { home, cluster: join(home, CLUSTER_NAME), exists: false, user };
}

async function existingPlace(name: string): Promise<ClusterPlace> {
  const cluster = await realpath(name).catch(() => {
    throw new StartError(`The database that ${name} leads to is not there.`);
  });
  const user = await chooseServerUser(cluster);
  const home = dirname(cluster);
  if (user) {
    // For example, after restoring a backup as root.
    if ((await stat(cluster)).uid !== user.uid) await changeOwner(cluster, user);
    if (!(await isOpenTo(home, user))) {
      throw new StartError(
        `The shop runs as root, and the user of its database (id ${user.uid}) cannot reach ${cluster}: let others pass through the directories above it (chmod o+x), or start the shop as their owner.`,
      );
    }
  }
  return { home, cluster, exists: true, user };
}

async function isOpenTo(directory: string, user: SystemUser): Promise<boolean> {
  if (await canReach(directory, user)) return true;
  await grantTraversal(directory, user);
  return canReach(directory, user);
}

/** A separate directory for each DATA_DIR; only the link in DATA_DIR leads to it. */
async function makeHome(dataDir: string, user: SystemUser): Promise<string> {
  const home = await mkdtemp(join(await openRootStore(), 'shop-'));
  await grantTraversal(home, user);
  await writeFile(join(home, 'README'), `The database of the shop with DATA_DIR ${dataDir}\n`);
  return home;
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
