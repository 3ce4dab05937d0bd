import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Program, startProgram, until } from './processes.ts';

const FIRST_PORT = 21_300;
const SERVERS = [1, 2, 3] as const;
export type ServerNumber = (typeof SERVERS)[number];

const PORTS = {
  SHOP: FIRST_PORT,
  PRIMARY: FIRST_PORT + 1,
  STANDBY: FIRST_PORT + 2,
  POOLER: FIRST_PORT + 3,
  ETCD: FIRST_PORT + 4,
  ETCD_PEER: FIRST_PORT + 5,
  CDN: FIRST_PORT + 6,
} as const;
const nodePort = (number: ServerNumber) => FIRST_PORT + 10 + number;
const pgPort = (number: ServerNumber) => FIRST_PORT + 20 + number;
const restPort = (number: ServerNumber) => FIRST_PORT + 30 + number;

/**
 * How fast a dead primary is noticed: seconds that its lease lasts, between two renewals, and that Patroni retries a request
 * to etcd. Patroni's own defaults (30, 10, 10) survive a slow network; these are for servers in one data centre, and
 * the shortest possible: Patroni 3.0 takes no lease if RETRY_TIMEOUT is 1, and TTL has to be at least
 * LOOP_WAIT + 2 * RETRY_TIMEOUT, so that a primary that is cut off from etcd stops before its lease ends.
 */
const LEASE = { TTL: '5', LOOP_WAIT: '1', RETRY_TIMEOUT: '2' };

const BEFORE_FIRST_CHECKS_MS = 3_000;

export interface Cluster {
  readonly dir: string;
  readonly origin: string;
  /** Address of Varnish in front of `origin`; undefined if Varnish is not installed. */
  readonly cdn: string | undefined;
  readonly nodePort: (number: ServerNumber) => number;
  /** Environment of the nodes. */
  readonly env: Readonly<Record<string, string>>;
  /** Connects to the primary. */
  readonly directUrl: string;
  primary(): Promise<ServerNumber>;
  /** Role of each server that is running and up to date, such as `sync_standby`. */
  roles(): Promise<string[]>;
  /** Calls Patroni on a server. */
  order(number: ServerNumber, path: '/restart' | '/switchover', body: object): Promise<string>;
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
  /** Takes a node of the shop out of the balancer, and back in. */
  balance(number: ServerNumber, state: 'drain' | 'ready'): Promise<void>;
  remove(): Promise<void>;
}

async function findBinaries(): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = (await readdir(root).catch(() => [])).map(Number).filter((version) => version >= 15);
  const version = Math.max(...versions);
  if (!Number.isFinite(version)) throw new Error('PostgreSQL 15 or newer from Debian is not installed.');
  return join(root, String(version), 'bin');
}

/** Whether Debian's packages varnish and varnish-modules are installed. */
async function hasVarnish(): Promise<boolean> {
  const folders = await readdir('/usr/lib').catch(() => []);
  const modules = folders.map((folder) => `/usr/lib/${folder}/varnish/vmods/libvmod_xkey.so`);
  return existsSync('/usr/sbin/varnishd') && modules.some(existsSync);
}

async function fill(file: string, values: Readonly<Record<string, string | number>>): Promise<string> {
  const text = await readFile(resolve('ops/reference', file), 'utf8');
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} needs ${name}`);
    return String(value);
  });
}

/** A server that hangs does not answer at all. */
const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(500) }).catch(() => undefined);

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/** Three database servers under Patroni, etcd, PgBouncer and HAProxy, on this machine's loopback. */
export async function startCluster(): Promise<Cluster> {
  const dir = await mkdtemp(join(tmpdir(), 'stoa-drills-'));
  const { uid, gid } = await stat('/var/lib/postgresql');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(dir, uid, gid);
  await chmod(dir, 0o711);
  const password = randomBytes(16).toString('hex');
  const bin = await findBinaries();
  const put = async (name: string, text: string) => {
    await writeFile(join(dir, name), text, { mode: 0o600 });
    if (isRoot) await chown(join(dir, name), uid, gid);
    return join(dir, name);
  };
  const asPostgres = { dir, asPostgres: true, env: { LC_ALL: 'C.UTF-8', HOME: dir, ETCD_UNSUPPORTED_ARCH: '' } };

  const etcd = (port: number) => `http://127.0.0.1:${port}`;
  startProgram(
    'etcd',
    [
      ...['etcd', '--name', 'one', '--data-dir', join(dir, 'etcd'), '--log-level', 'warn'],
      // Renewing a lease must not wait for the disk, which three servers under load share.
      '--unsafe-no-fsync',
      ...['--listen-client-urls', etcd(PORTS.ETCD), '--advertise-client-urls', etcd(PORTS.ETCD)],
      ...['--listen-peer-urls', etcd(PORTS.ETCD_PEER), '--initial-advertise-peer-urls', etcd(PORTS.ETCD_PEER)],
      ...['--initial-cluster', `one=${etcd(PORTS.ETCD_PEER)}`],
    ],
    asPostgres,
  );
  await until('etcd answers', async () => (await fetch(`${etcd(PORTS.ETCD)}/health`)).ok);

  const servers = new Map<ServerNumber, Program>();
  const start = (number: ServerNumber) => {
    const program = startProgram(`patroni${number}`, ['patroni', join(dir, `patroni${number}.yml`)], asPostgres);
    servers.set(number, program);
  };
  for (const number of SERVERS) {
    const own = { NUMBER: number, REST_PORT: restPort(number), PG_PORT: pgPort(number), ETCD_PORT: PORTS.ETCD };
    await put(
      `patroni${number}.yml`,
      await fill('patroni.yml', { ...own, ...LEASE, DIR: dir, BIN: bin, PASSWORD: password }),
    );
  }
  const members = async (): Promise<Member[]> => {
    for (const number of SERVERS) {
      const answer = await ask(`http://127.0.0.1:${restPort(number)}/cluster`);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const primary = async (): Promise<ServerNumber> => {
    for (const number of SERVERS) {
      const answer = await ask(`http://127.0.0.1:${restPort(number)}/primary`);
      if (answer?.ok) return number;
    }
    throw new Error('There is no primary');
  };
  start(1);
  await until('the first database server is the primary', async () => (await primary()) === 1, 120_000);
  start(2);
  start(3);
  /** A server that is still being rewound or started is not ready yet. */
  const isReady = ({ state, timeline }: Member, all: readonly Member[]) =>
    (state === 'running' || state === 'streaming') && all.every((other) => other.timeline === timeline);
  const roles = async () => {
    const all = await members();
    return all
      .filter((member) => isReady(member, all))
      .map(({ role }) => role)
      .sort();
  };
  const hasAll = async () => (await roles()).join() === 'leader,replica,sync_standby';
  await until('there are a synchronous and an asynchronous standby', hasAll, 120_000);

  const servePorts = Object.fromEntries(
    SERVERS.flatMap((number) => [
      [`NODE${number}_PORT`, nodePort(number)],
      [`PG${number}_PORT`, pgPort(number)],
      [`REST${number}_PORT`, restPort(number)],
    ]),
  );
  const ports = Object.fromEntries(Object.entries(PORTS).map(([name, port]) => [`${name}_PORT`, port]));
  const haproxy = await put('haproxy.cfg', await fill('haproxy.cfg', { ...ports, ...servePorts, DIR: dir }));
  startProgram('haproxy', ['haproxy', '-db', '-f', haproxy], asPostgres);

  const cdnToken = randomBytes(16).toString('hex');
  const cdn = (await hasVarnish()) ? `http://127.0.0.1:${PORTS.CDN}` : undefined;
  if (cdn) {
    const vcl = await put('varnish.vcl', await fill('varnish.vcl', { ...ports, CDN_TOKEN: cdnToken }));
    const listen = ['-a', `127.0.0.1:${PORTS.CDN}`, '-T', 'none', '-n', join(dir, 'varnish')];
    startProgram('varnish', ['/usr/sbin/varnishd', '-F', '-f', vcl, '-s', 'malloc,64m', ...listen], asPostgres);
  }

  const urlOf = (port: number, user: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  // HAProxy treats every server as the primary until its first checks have failed.
  await sleep(BEFORE_FIRST_CHECKS_MS);
  const client = new pg.Client({ connectionString: urlOf(PORTS.PRIMARY, 'postgres', 'postgres') });
  await client.connect();
  await client.query(`CREATE ROLE shop LOGIN PASSWORD '${password}'`);
  await client.query('CREATE DATABASE shop OWNER shop');
  await client.end();
  await put('pgbouncer-users.txt', `"shop" "${password}"\n`);
  const pooler = await put('pgbouncer.ini', await fill('pgbouncer.ini', { ...ports, DIR: dir }));
  startProgram('pgbouncer', ['pgbouncer', pooler], asPostgres);

  /** The first process of PostgreSQL on a server. */
  const postmaster = async (number: ServerNumber): Promise<number> =>
    Number((await readFile(join(dir, `pg${number}/postmaster.pid`), 'utf8')).split('\n', 1)[0]);

  const crash = async (number: ServerNumber) => void process.kill(await postmaster(number), 'SIGKILL');

  async function silence(number: ServerNumber): Promise<() => Promise<void>> {
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
  }

  return {
    dir,
    origin: `http://127.0.0.1:${PORTS.SHOP}`,
    cdn,
    nodePort,
    directUrl: urlOf(PORTS.PRIMARY, 'shop', 'shop'),
    env: {
      DATABASE_URL: urlOf(PORTS.POOLER, 'shop', 'shop'),
      DATABASE_DIRECT_URL: urlOf(PORTS.PRIMARY, 'shop', 'shop'),
      DATABASE_READ_URL: urlOf(PORTS.STANDBY, 'shop', 'shop'),
      ...(cdn && { CDN: 'varnish', CDN_URL: cdn, CDN_TOKEN: cdnToken }),
    },
    primary,
    roles,
    async order(number, path, body) {
      const answer = await fetch(`http://127.0.0.1:${restPort(number)}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return `${answer.status} ${await answer.text()}`;
    },
    crash,
    silence,
    async kill(number) {
      await servers.get(number)?.stop('SIGKILL');
      await crash(number);
    },
    start,
    async balance(number, state) {
      const socket = connect(join(dir, 'haproxy.sock'));
      socket.end(`set server nodes/node${number} state ${state}\n`);
      for await (const chunk of socket) if (String(chunk).trim()) throw new Error(`HAProxy: ${chunk}`);
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
