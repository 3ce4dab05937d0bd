import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDataDir } from '../machine/data-dir.ts';
import { StartError } from '../start-error.ts';
import { readPasswords } from './cluster-passwords.ts';
import { CLUSTER_NAME, findClusterPlace } from './cluster-place.ts';
import { readMajorVersion, recordPackageVersion } from './cluster-version.ts';
import { createCluster } from './create-cluster.ts';
import { explainFailure, isDiskFull } from './failure.ts';
import { type DirectoryLock, lockDirectory } from './lock-directory.ts';
import { findPrograms, majorVersion } from './programs.ts';
import { SETTINGS, type ServerSettings, settingArguments } from './settings.ts';
import { openShopDatabase } from './shop-database.ts';
import { type LineLog, superviseServer } from './supervise-server.ts';
import { type CopyData, clearUnfinishedUpgrade, finishUpgrade, upgradeCluster } from './upgrade-cluster.ts';

export { deleteServerDirectory } from './delete-directory.ts';
export { setOldClusterAside } from './old-cluster.ts';
export { findRunningDatabase } from './running-database.ts';
export type { LineLog };

export interface EmbeddedPostgres {
  /** Connection string of the shop's database. Its role owns that database and has no other rights on the server. */
  readonly url: string;
  /** Shuts the server down cleanly and releases DATA_DIR. Can be called more than once. */
  stop(): Promise<void>;
}

interface Order {
  /** The shop's DATA_DIR, an absolute path; created when missing. */
  readonly dataDir: string;
  readonly log: LineLog;
  /** Override `settings.ts`: tests trade durability for speed. */
  readonly settings?: ServerSettings;
  /** Allows the shop's role to create further databases, for tests and benchmarks. */
  readonly canCreateDatabases?: boolean;
  /** Upgrades a cluster of an earlier major version of PostgreSQL. Without it, such a cluster is refused. */
  readonly copyData?: CopyData;
}

/**
 * Starts the bundled PostgreSQL server on the shop's own cluster in `dataDir`, which is created when missing. If the
 * server dies, it is restarted on the same port until `stop`.
 * @throws StartError with one sentence for anything the operator can fix.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings = {},
  canCreateDatabases = false,
  copyData,
}: Order): Promise<EmbeddedPostgres> {
  const locks: DirectoryLock[] = [];
  const release = () => {
    for (const lock of locks.splice(0)) lock.release();
  };
  try {
    await prepareDataDir(dataDir);
    const directory = await realpath(dataDir);
    locks.push(await lockDirectory(directory, dataDir));
    await finishUpgrade(directory);
    const place = await findClusterPlace(directory);
    const programs = await findPrograms(place.user, directory);
    if (!place.exists) {
      await createCluster(place, programs, directory, settings.fsync !== 'off');
      if (place.home !== directory) log.info(`The database is in ${place.home}: its user cannot reach ${dataDir}.`);
    }
    const [from, to] = [await readMajorVersion(place.cluster), majorVersion(programs)];
    if (from !== to) {
      if (!copyData || Number(from) > Number(to)) throw otherVersion(place.cluster, from, to);
      await upgradeCluster({ place, from, programs, dataDir: directory, settings, copyData, log });
    }
    // Copying a DATA_DIR that only links to its cluster produces two directories with one cluster.
    locks.push(await lockDirectory(place.cluster, dataDir));
    await clearUnfinishedUpgrade(place.cluster);
    const passwords = await readPasswords(place.cluster, place.user);
    await recordPackageVersion(place.cluster, programs.version, place.user);
    const server = await superviseServer(
      { cluster: place.cluster, user: place.user, programs, args: settingArguments({ ...SETTINGS, ...settings }) },
      log,
    );
    try {
      const url = await openShopDatabase(server.port, passwords, canCreateDatabases);
      let stopped: Promise<void> | undefined;
      const stop = () => (stopped ??= server.stop().finally(release));
      return { url, stop };
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    release();
    const cluster = join(dataDir, CLUSTER_NAME);
    throw explainFailure(error, dataDir, (await isDiskFull(cluster)) || (await isDiskFull(dataDir)));
  }
}

function otherVersion(cluster: string, from: string, to: string): StartError {
  const versions = `${cluster} is a database of PostgreSQL ${from}, and this shop brings PostgreSQL ${to}`;
  return new StartError(
    Number(from) > Number(to)
      ? `${versions}: start the release of the shop that used it last.`
      : `${versions}: npm start upgrades it. Or restore a backup beside it with npm run restore -- latest --upgrade.`,
  );
}
