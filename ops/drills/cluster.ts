import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ClusterFolder, openClusterFolder } from './cluster-folder.ts';
import { type DatabaseServers, startDatabaseServers } from './patroni.ts';
import { local, PORT_VALUES, PORTS, type ServerNumber } from './ports.ts';
import { startProgram } from './processes.ts';

const BEFORE_FIRST_CHECKS_MS = 3_000;

export interface Cluster extends DatabaseServers {
  readonly dir: string;
  readonly origin: string;
  /** Address of Varnish in front of `origin`; undefined if Varnish is not installed. */
  readonly cdn: string | undefined;
  /** Environment of the nodes. */
  readonly env: Readonly<Record<string, string>>;
  /** Connects to the primary. */
  readonly directUrl: string;
  /** The same for backups. */
  readonly backupUrl: string;
  /** Takes a node of the shop out of the balancer, and back in. */
  balance(number: ServerNumber, state: 'drain' | 'ready'): Promise<void>;
  remove(): Promise<void>;
}

/** Whether Debian's packages varnish and varnish-modules are installed. */
async function hasVarnish(): Promise<boolean> {
  const folders = await readdir('/usr/lib').catch(() => []);
  const modules = folders.map((folder) => `/usr/lib/${folder}/varnish/vmods/libvmod_xkey.so`);
  return existsSync('/usr/sbin/varnishd') && modules.some(existsSync);
}

async function startBalancer({ dir, asPostgres, putReference }: ClusterFolder): Promise<void> {
  const file = await putReference('haproxy.cfg', { ...PORT_VALUES, DIR: dir });
  startProgram('haproxy', ['haproxy', '-db', '-f', file], asPostgres);
}

/** @returns its environment for the nodes; undefined if Varnish is not installed. */
async function startCdn({ dir, asPostgres, putReference }: ClusterFolder) {
  if (!(await hasVarnish())) return undefined;
  const token = randomBytes(16).toString('hex');
  const vcl = await putReference('varnish.vcl', { ...PORT_VALUES, CDN_TOKEN: token });
  const listen = ['-a', `127.0.0.1:${PORTS.CDN}`, '-T', 'none', '-n', join(dir, 'varnish')];
  startProgram('varnish', ['/usr/sbin/varnishd', '-F', '-f', vcl, '-s', 'malloc,64m', ...listen], asPostgres);
  return { CDN: 'varnish', CDN_URL: local(PORTS.CDN), CDN_TOKEN: token };
}

async function createShopDatabase(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`CREATE ROLE shop LOGIN PASSWORD '${password}'`);
  await client.query('CREATE DATABASE shop OWNER shop');
  await client.end();
}

async function startPooler({ dir, asPostgres, put, putReference }: ClusterFolder, password: string): Promise<void> {
  await put('pgbouncer-users.txt', `"shop" "${password}"\n`);
  const file = await putReference('pgbouncer.ini', { ...PORT_VALUES, DIR: dir });
  startProgram('pgbouncer', ['pgbouncer', file], asPostgres);
}

/** Three database servers under Patroni, etcd, PgBouncer and HAProxy, on this machine's loopback. */
export async function startCluster(): Promise<Cluster> {
  const folder = await openClusterFolder();
  const { dir, remove } = folder;
  const password = randomBytes(16).toString('hex');
  const urlOf = (port: number, user: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

  const servers = await startDatabaseServers(folder, password);
  await startBalancer(folder);
  const cdn = await startCdn(folder);
  // HAProxy treats every server as the primary until its first checks have failed.
  await sleep(BEFORE_FIRST_CHECKS_MS);
  await createShopDatabase(urlOf(PORTS.PRIMARY, 'postgres', 'postgres'), password);
  await startPooler(folder, password);

  return {
    ...servers,
    dir,
    origin: local(PORTS.SHOP),
    cdn: cdn?.CDN_URL,
    directUrl: urlOf(PORTS.PRIMARY, 'shop', 'shop'),
    backupUrl: urlOf(PORTS.BACKUP, 'shop', 'shop'),
    env: {
      DATABASE_URL: urlOf(PORTS.POOLER, 'shop', 'shop'),
      DATABASE_DIRECT_URL: urlOf(PORTS.PRIMARY, 'shop', 'shop'),
      DATABASE_BACKUP_URL: urlOf(PORTS.BACKUP, 'shop', 'shop'),
      DATABASE_READ_URL: urlOf(PORTS.STANDBY, 'shop', 'shop'),
      ...cdn,
    },
    async balance(number, state) {
      const socket = connect(join(dir, 'haproxy.sock'));
      socket.end(`set server nodes/node${number} state ${state}\n`);
      for await (const chunk of socket) if (String(chunk).trim()) throw new Error(`HAProxy: ${chunk}`);
    },
    remove,
  };
}
