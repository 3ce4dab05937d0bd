import { lstat, readdir, readlink, rename, stat, statfs } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { StartError } from '../start-error.ts';
import {
  type ClusterPasswords,
  readIfThere,
  readPasswords,
  syncDirectory,
  writePrivately,
} from './cluster-passwords.ts';
import { CLUSTER_NAME, type ClusterPlace } from './cluster-place.ts';
import { readPackageVersion, recordPackageVersion } from './cluster-version.ts';
import { createCluster, removeAll } from './create-cluster.ts';
import { explainFailure, ProgramFailure } from './failure.ts';
import { clearLeftovers } from './leftover-server.ts';
import { lockDirectory } from './lock-directory.ts';
import { findOldPrograms, removeOldPrograms } from './old-programs.ts';
import { majorVersion, type Programs } from './programs.ts';
import { SETTINGS, type ServerSettings, settingArguments } from './settings.ts';
import { openShopDatabase, shopAddress } from './shop-database.ts';
import { type LineLog, superviseServer } from './supervise-server.ts';

/**
 * Copies the shop's data from one database into another, empty one, and compares the two.
 * @param report receives lines about the progress.
 */
export type CopyData = (from: string, to: string, report: (line: string) => void) => Promise<void>;

interface Upgrade {
  readonly place: ClusterPlace;
  readonly from: string;
  /** Of the new major version. */
  readonly programs: Programs;
  readonly dataDir: string;
  readonly settings: ServerSettings;
  readonly copyData: CopyData;
  readonly log: LineLog;
}

/** A new cluster that is being filled. Deleted and begun again after an interruption. */
const UNFINISHED = '.upgrade';
/** A complete new cluster, for the moment in which it takes the place of the old one. */
const COMPLETE = '.upgraded';

/** Written by ALTER SYSTEM. */
const AUTO_SETTINGS = 'postgresql.auto.conf';

/** What an upgrade needs beside the size of the old cluster: the files of an empty one, and its write-ahead log. */
const EXTRA_BYTES = 500_000_000;
/** Of the new server while it is filled: a large log would only take space. */
const FILLING = { max_wal_size: '256MB' };
/** Nothing else may change the old database: scripts beside the shop could still find its server. */
const OLD_SERVER = { default_transaction_read_only: 'on' };
/** A server that does not start with a setting is expected. */
const QUIET: LineLog = { info: () => undefined, warn: () => undefined };
/** The shop's settings that every version of PostgreSQL knows, and that a private server needs. */
const OLD_SETTINGS = ['listen_addresses', 'unix_socket_directories', 'log_min_messages', 'log_line_prefix'];

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/**
 * Copies a cluster of an earlier major version of PostgreSQL into a new one, which takes its place. The old one is kept
 * beside it. It stays in place until the new one is complete and checked, so an interrupted upgrade begins again at the
 * next start. The caller holds the lock of DATA_DIR.
 * @throws StartError with one sentence; the old cluster is then unchanged.
 */
export async function upgradeCluster(upgrade: Upgrade): Promise<void> {
  const { place, from, programs, dataDir, settings, log } = upgrade;
  const { cluster, home } = place;
  const to = majorVersion(programs);
  const lock = await lockDirectory(cluster, dataDir);
  try {
    await clearUnfinishedUpgrade(cluster);
    // A server that a killed shop left would delete files while they are measured.
    await clearLeftovers(cluster);
    const bytes = await sizeOf(cluster);
    const { bavail, bsize } = await statfs(home);
    requireSpace(home, bytes + EXTRA_BYTES, bavail * bsize);
    log.info(`Upgrading the database in ${cluster} from PostgreSQL ${from} to ${to} (${megabytes(bytes)}).`);
    await createUpgraded(upgrade).catch(async (error: unknown) => {
      await clearUnfinishedUpgrade(cluster);
      throw failed(explainFailure(error, dataDir), from, to);
    });
  } finally {
    // Windows does not rename a directory with an open file.
    lock.release();
  }
  const kept = await nameForOldCluster(cluster, from);
  const sync = () => (settings.fsync === 'off' ? undefined : syncDirectory(home));
  await rename(`${cluster}${UNFINISHED}`, `${cluster}${COMPLETE}`);
  await sync();
  await rename(cluster, kept);
  await rename(`${cluster}${COMPLETE}`, cluster);
  await sync();
  await removeOldPrograms(dataDir);
  log.info(`Upgraded the database to PostgreSQL ${to}. The old one is kept in ${kept}; delete it when you are sure.`);
}

function failed(error: unknown, from: string, to: string): StartError {
  const { message } = error as Error;
  return new StartError(
    `The database could not be upgraded from PostgreSQL ${from} to ${to}, and is unchanged. ${message}`,
    { cause: error },
  );
}

/** A new cluster with the data, passwords and server settings of the old one. */
async function createUpgraded(upgrade: Upgrade): Promise<void> {
  const { place, from, programs, dataDir, settings, log } = upgrade;
  const { cluster, home, user } = place;
  const next = `${cluster}${UNFINISHED}`;
  const version = await readPackageVersion(cluster);
  const old = await findOldPrograms({ major: from, version, user, dataDir, log });
  const passwords = await readPasswords(cluster, user);
  await createCluster({ ...place, cluster: next }, programs, home, settings.fsync !== 'off', passwords);
  await fill(upgrade, next, old, passwords);
  for (const line of await keepServerSettings(upgrade, next)) {
    log.warn(`A server setting is left out, because this version of PostgreSQL does not start with it: ${line}`);
  }
  await recordPackageVersion(next, programs.version, user);
}

/** A name beside the cluster that is not taken. */
export async function nameForOldCluster(cluster: string, version: string): Promise<string> {
  let name = `${cluster}-${version}`;
  for (let number = 2; await isThere(name); number += 1) name = `${cluster}-${version}-${number}`;
  return name;
}

/** Completes an upgrade that was interrupted while the new cluster took the place of the old one. */
export async function finishUpgrade(dataDir: string): Promise<void> {
  const name = join(dataDir, CLUSTER_NAME);
  const cluster = await readlink(name).then(
    (target) => resolve(dataDir, target),
    () => name,
  );
  if (!(await isThere(cluster)) && (await isThere(`${cluster}${COMPLETE}`))) {
    await rename(`${cluster}${COMPLETE}`, cluster);
  }
}

/** While the cluster itself is in place, a new one beside it is only a copy, and may be older. */
export async function clearUnfinishedUpgrade(cluster: string): Promise<void> {
  for (const suffix of [UNFINISHED, COMPLETE]) {
    const left = `${cluster}${suffix}`;
    if (!(await isThere(left)) && !(await isThere(`${left}.new`))) continue;
    await clearLeftovers(left);
    for (const path of [left, `${left}.new`, `${left}.passwords`]) await removeAll(path);
  }
}

/** @throws StartError when the disk has too little space. */
export function requireSpace(directory: string, needed: number, free: number): void {
  if (free >= needed) return;
  throw new StartError(
    `Upgrading the database takes ${megabytes(needed)}, and the disk of ${directory} has ${megabytes(free)}: free some space, then start again.`,
  );
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;

/** Without the write-ahead log, which is not copied. */
async function sizeOf(directory: string): Promise<number> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const file of files) {
    const isLog = relative(directory, file.parentPath).split(sep)[0] === 'pg_wal';
    if (file.isFile() && !isLog) bytes += (await stat(join(file.parentPath, file.name))).size;
  }
  return bytes;
}

/** Runs both servers, and copies the shop's data from the old one into the new one. */
async function fill(
  { place, programs, settings, copyData, log }: Upgrade,
  next: string,
  old: Programs,
  passwords: ClusterPasswords,
): Promise<void> {
  const { cluster, user } = place;
  const known = OLD_SETTINGS.map((name) => [name, SETTINGS[name] ?? '']);
  const oldArgs = settingArguments({ ...Object.fromEntries(known), ...OLD_SERVER });
  const source = await superviseServer({ cluster, user, programs: old, args: oldArgs }, log);
  try {
    const newArgs = settingArguments({ ...SETTINGS, ...settings, ...FILLING });
    const target = await superviseServer({ cluster: next, user, programs, args: newArgs }, log);
    try {
      const url = await openShopDatabase(target.port, passwords, false);
      await copyData(shopAddress(source.port, passwords.shop), url, (line) => log.info(line));
    } finally {
      await target.stop();
    }
  } finally {
    await source.stop();
  }
}

/**
 * Takes over what an operator has set with ALTER SYSTEM. The new version may lack a setting, refuse its value, or fail to start
 * with it, for example because a library is missing: then the server is started with one more line each time.
 * @returns the lines that are left out.
 */
async function keepServerSettings({ place, programs, settings }: Upgrade, next: string): Promise<string[]> {
  const { cluster, user } = place;
  const text = (await readIfThere(join(cluster, AUTO_SETTINGS))) ?? '';
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const args = settingArguments({ ...SETTINGS, ...settings });
  const write = (kept: readonly string[]) => writePrivately(join(next, AUTO_SETTINGS), `${kept.join('\n')}\n`, user);
  const startsWith = async (kept: readonly string[]): Promise<boolean> => {
    await write(kept);
    try {
      const server = await superviseServer({ cluster: next, user, programs, args }, QUIET);
      await server.stop();
      return true;
    } catch (error) {
      if (!(error instanceof ProgramFailure)) throw error;
      return false;
    }
  };
  if (lines.length === 0 || (await startsWith(lines))) return [];
  const kept: string[] = [];
  for (const line of lines) if (await startsWith([...kept, line])) kept.push(line);
  await write(kept);
  return lines.filter((line) => !kept.includes(line));
}
