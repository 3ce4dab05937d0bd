import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterFolder } from './cluster-folder.ts';
import { local, PORTS, pgPort, restPort, SERVERS, type ServerNumber } from './ports.ts';
import { type Program, startProgram, until } from './processes.ts';

/**
 * Decide how fast a dead primary is noticed, in seconds: how long its lease lasts, how often it is renewed, and how long Patroni
 * retries a request to etcd. Patroni's own defaults (30, 10, 10) survive a slow network; these are for servers in one data centre, and
 * the shortest possible: Patroni 3.0 takes no lease if RETRY_TIMEOUT is 1, and TTL has to be at least
 * LOOP_WAIT + 2 * RETRY_TIMEOUT, so that a primary that is cut off from etcd stops before its lease ends.
 */
const LEASE = { TTL: '5', LOOP_WAIT: '1', RETRY_TIMEOUT: '2' };
const START_WITHIN_MS = 120_000;

/** Three PostgreSQL servers, of which Patroni makes one the primary. */
export interface DatabaseServers {
  primary(): Promise<ServerNumber>;
  /** Waits until there are a primary, and a synchronous and an asynchronous standby. */
  untilWhole(): Promise<void>;
  /**
   * Calls Patroni on a server.
   * @throws if it refuses.
   */
  order(number: ServerNumber, path: '/restart' | '/switchover', body: object): Promise<void>;
  /** PostgreSQL crashes: its first process is killed. */
  crash(number: ServerNumber): Promise<void>;
  /** The power fails: Patroni and PostgreSQL of a server are killed. */
  kill(number: ServerNumber): Promise<void>;
  /**
   * The machine or its network fails: Patroni and PostgreSQL of a server no longer answer, but no connection breaks.
   * @returns a function that ends them, as a restart of the machine does.
   */
  silence(number: ServerNumber): Promise<() => Promise<void>>;
  start(number: ServerNumber): void;
}

async function findBinaries(): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = (await readdir(root).catch(() => [])).map(Number).filter((version) => version >= 15);
  const version = Math.max(...versions);
  if (!Number.isFinite(version)) throw new Error('PostgreSQL 15 or newer from Debian is not installed.');
  return join(root, String(version), 'bin');
}

async function startEtcd({ dir, asPostgres }: ClusterFolder): Promise<void> {
  startProgram(
    'etcd',
    [
      ...['etcd', '--name', 'one', '--data-dir', join(dir, 'etcd'), '--log-level', 'warn'],
      // Renewing a lease must not wait for the disk, which three servers under load share.
      '--unsafe-no-fsync',
      ...['--listen-client-urls', local(PORTS.ETCD), '--advertise-client-urls', local(PORTS.ETCD)],
      ...['--listen-peer-urls', local(PORTS.ETCD_PEER), '--initial-advertise-peer-urls', local(PORTS.ETCD_PEER)],
      ...['--initial-cluster', `one=${local(PORTS.ETCD_PEER)}`],
    ],
    asPostgres,
  );
  await until('etcd answers', async () => (await fetch(`${local(PORTS.ETCD)}/health`)).ok);
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/** A server that hangs does not answer at all. */
const ask = (number: ServerNumber, path: string) =>
  fetch(local(restPort(number)) + path, { signal: AbortSignal.timeout(500) }).catch(() => undefined);

async function readMembers(): Promise<Member[]> {
  for (const number of SERVERS) {
    const answer = await ask(number, '/cluster');
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
  }
  return [];
}

/** A server that is still being rewound or started is not ready yet. */
const isReady = ({ state, timeline }: Member, all: readonly Member[]) =>
  (state === 'running' || state === 'streaming') && all.every((other) => other.timeline === timeline);

async function isWhole(): Promise<boolean> {
  const all = await readMembers();
  const roles = all.filter((member) => isReady(member, all)).map(({ role }) => role);
  return roles.sort().join() === 'leader,replica,sync_standby';
}

const untilWhole = () => until('there are a synchronous and an asynchronous standby', isWhole, START_WITHIN_MS);

async function findPrimary(): Promise<ServerNumber> {
  for (const number of SERVERS) {
    if ((await ask(number, '/primary'))?.ok) return number;
  }
  throw new Error('There is no primary');
}

/** @param password of all roles of PostgreSQL. */
export async function startDatabaseServers(folder: ClusterFolder, password: string): Promise<DatabaseServers> {
  const { dir, asPostgres, putReference } = folder;
  const servers = new Map<ServerNumber, Program>();
  const start = (number: ServerNumber) => {
    const program = startProgram(`patroni${number}`, ['patroni', join(dir, `patroni${number}.yml`)], asPostgres);
    servers.set(number, program);
  };
  /** The first process of PostgreSQL on a server. */
  const postmaster = async (number: ServerNumber): Promise<number> =>
    Number((await readFile(join(dir, `pg${number}/postmaster.pid`), 'utf8')).split('\n', 1)[0]);
  const crash = async (number: ServerNumber) => void process.kill(await postmaster(number), 'SIGKILL');

  await startEtcd(folder);
  const shared = { ...LEASE, DIR: dir, BIN: await findBinaries(), PASSWORD: password, ETCD_PORT: PORTS.ETCD };
  for (const number of SERVERS) {
    const own = { NUMBER: number, REST_PORT: restPort(number), PG_PORT: pgPort(number) };
    await putReference('patroni.yml', { ...shared, ...own }, `patroni${number}.yml`);
  }
  start(1);
  await until('the first database server is the primary', async () => (await findPrimary()) === 1, START_WITHIN_MS);
  start(2);
  start(3);
  await untilWhole();

  return {
    primary: findPrimary,
    untilWhole,
    async order(number, path, body) {
      const answer = await fetch(local(restPort(number)) + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`Patroni refused ${path}: ${answer.status} ${await answer.text()}`);
    },
    crash,
    async kill(number) {
      await servers.get(number)?.stop('SIGKILL');
      await crash(number);
    },
    async silence(number) {
      const patroni = servers.get(number);
      const pid = await postmaster(number);
      patroni?.child.kill('SIGSTOP');
      process.kill(pid, 'SIGSTOP');
      const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
      for (const child of children) process.kill(child, 'SIGSTOP');
      return async () => {
        await patroni?.stop('SIGKILL');
        for (const silent of [...children, pid]) process.kill(silent, 'SIGKILL');
      };
    },
    start,
  };
}
