import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '#server/platform/database/migrate.ts';
import { alignedTable } from '../../bench/aligned-table.ts';
import { seedCatalogue } from '../../bench/seed-catalogue.ts';
import { seedCustomers } from '../../bench/seed-customers.ts';
import { readOptions } from '../../scripts/read-options.ts';
import { type Cluster, type ServerNumber, startCluster } from './cluster.ts';
import { type Load, type Observed, startLoad } from './load.ts';
import { type Program, startProgram, stopAll, until } from './processes.ts';
import { changePricesBehindVarnish } from './varnish.ts';

const USAGE = `Builds the reference set-up of docs/operators.md on this machine and runs its drills under load. Needs Debian's
packages haproxy, pgbouncer, patroni, etcd-server and postgresql, and root or the user postgres. Takes five minutes, uses
loopback only, and stops everything it started.
  npm run drills
  npm run drills -- --only failover --times 5      one drill, five times
  npm run drills -- --keep                         keeps the folder with logs and databases`;

const { values } = readOptions(USAGE, {
  options: {
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});

const NODES: readonly ServerNumber[] = [1, 2, 3];
const PRODUCTS = 1_000;
const QUIET_MS = 8_000;
const MAX_MS = 15 * 60_000 + Number(values.times) * 60_000;

const print = (line: string) => void process.stdout.write(`${line}\n`);

interface Shop {
  readonly cluster: Cluster;
  readonly nodes: Map<ServerNumber, Program>;
}

function startNode({ cluster, nodes }: Shop, number: ServerNumber): void {
  const program = startProgram(
    `node${number}`,
    [process.execPath, resolve('scripts/run.mjs'), resolve('src/main.ts')],
    {
      dir: cluster.dir,
      env: {
        ...cluster.env,
        NODE_ENV: 'development',
        HOST: '127.0.0.1',
        PORT: String(cluster.nodePort(number)),
        DATA_DIR: join(cluster.dir, `node${number}`),
        APP_URL: cluster.origin,
        APP_SECRET: 'a secret for drills, and for nothing else',
        TRUST_PROXY: '1',
        RATE_LIMIT: '1000000000',
        LOG_LEVEL: 'warn',
        DEMO: '0',
      },
    },
  );
  nodes.set(number, program);
}

async function untilReady({ cluster }: Shop, number: ServerNumber): Promise<void> {
  const url = `http://127.0.0.1:${cluster.nodePort(number)}/readyz`;
  await until(`node ${number} is ready`, async () => (await fetch(url)).ok, 120_000);
}

async function restartNode(shop: Shop, number: ServerNumber): Promise<void> {
  await shop.cluster.balance(number, 'drain');
  await sleep(1_000);
  await shop.nodes.get(number)?.stop();
  startNode(shop, number);
  await untilReady(shop, number);
  await shop.cluster.balance(number, 'ready');
  await sleep(1_500);
}

async function query(url: string, text: string, parameters: readonly unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text, [...parameters]);
  } finally {
    await client.end();
  }
}

/** The node itself, which is a child process of `scripts/run.mjs`. */
async function listeningProcess(program: Program): Promise<number> {
  const { pid } = program.child;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}

async function untilWhole({ cluster }: Shop): Promise<void> {
  const isWhole = async () => (await cluster.roles()).join() === 'leader,replica,sync_standby';
  await until('there are two standbys again', isWhole, 120_000);
}

const SET_PRICE = 'UPDATE product SET price_cents = $2, sale_price_cents = NULL WHERE id = $1';

const DRILLS: Readonly<Record<string, (shop: Shop) => Promise<void>>> = {
  'no disturbance': async () => undefined,
  'prices change behind Varnish': async ({ cluster }) => {
    if (!cluster.cdn) return print('Varnish is not installed.');
    const origins = NODES.map((number) => `http://127.0.0.1:${cluster.nodePort(number)}`);
    const setPrice = async (id: number, cents: number) => void (await query(cluster.directUrl, SET_PRICE, [id, cents]));
    const shown = await changePricesBehindVarnish(cluster.cdn, origins, setPrice);
    print(`Prices were shown after ${shown.map((milliseconds) => `${milliseconds} ms`).join(', ')}.`);
  },
  'rolling restart of the nodes': async (shop) => {
    for (const number of NODES) await restartNode(shop, number);
  },
  'rolling upgrade with three new columns': async (shop) => {
    for (const table of ['product', 'orders', 'cart_line'])
      await query(shop.cluster.directUrl, `SET lock_timeout = '5s'; ALTER TABLE ${table} ADD COLUMN drill text`);
    for (const number of NODES) await restartNode(shop, number);
  },
  'kill -9 of a node': async (shop) => {
    const node = shop.nodes.get(1);
    if (!node) return;
    const exited = once(node.child, 'exit');
    process.kill(await listeningProcess(node), 'SIGKILL');
    await exited;
    await sleep(3_000);
    startNode(shop, 1);
    await untilReady(shop, 1);
  },
  'restart of PostgreSQL': async (shop) => {
    await shop.cluster.order(await shop.cluster.primary(), '/restart', {});
    await untilWhole(shop);
  },
  'switchover of the primary': async (shop) => {
    const leader = await shop.cluster.primary();
    await shop.cluster.order(leader, '/switchover', { leader: `pg${leader}` });
    await untilWhole(shop);
  },
  'crash of PostgreSQL on the primary': async (shop) => {
    await shop.cluster.crash(await shop.cluster.primary());
    await sleep(QUIET_MS);
    await untilWhole(shop);
  },
  'failover: the machine of the primary does not answer': async (shop) => {
    const dead = await shop.cluster.primary();
    const end = await shop.cluster.silence(dead);
    try {
      await until('another server is the primary', async () => (await shop.cluster.primary()) !== dead);
      await sleep(QUIET_MS);
    } finally {
      await end();
    }
    shop.cluster.start(dead);
    await untilWhole(shop);
  },
  'failover: the processes of the primary have ended': async (shop) => {
    const dead = await shop.cluster.primary();
    await shop.cluster.kill(dead);
    await until('another server is the primary', async () => (await shop.cluster.primary()) !== dead);
    await sleep(QUIET_MS);
    shop.cluster.start(dead);
    await untilWhole(shop);
  },
};

const listed = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .sort()
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ');

function describe(drill: string, { answers, failingFor, orders, orderGap, pageGap }: Observed): string[] {
  const times = [failingFor, orderGap, pageGap].map((milliseconds) => (milliseconds / 1000).toFixed(1));
  return [drill, listed(answers), String(orders), ...times];
}

/** Counts acknowledged orders that the database lacks, and orders in it that were not acknowledged. */
async function countLost(cluster: Cluster, { acknowledged }: Load): Promise<{ lost: number; more: number }> {
  const { rows } = await query(cluster.directUrl, 'SELECT order_number FROM orders');
  const stored = new Set(rows.map(({ order_number }: { order_number: string }) => order_number));
  const lost = acknowledged.filter((number) => !stored.has(number)).length;
  return { lost, more: stored.size - new Set(acknowledged).size };
}

async function main(): Promise<boolean> {
  const cluster = await startCluster();
  try {
    const { directUrl } = cluster;
    await migrate(directUrl, resolve('migrations'));
    await seedCatalogue(directUrl, PRODUCTS);
    const { tokens, inStock } = await seedCustomers(directUrl);
    await query(directUrl, `INSERT INTO setting (section, value) VALUES ('payment', '{"offlineEnabled": true}')`);
    const shop: Shop = { cluster, nodes: new Map() };
    for (const number of NODES) {
      await mkdir(join(cluster.dir, `node${number}`));
      startNode(shop, number);
      await untilReady(shop, number);
    }
    await until('HAProxy answers', async () => (await fetch(`${cluster.origin}/healthz`)).ok);
    const load = startLoad(cluster.origin, tokens, inStock);
    await sleep(QUIET_MS);
    const rows: string[][] = [];
    const drills = Object.entries(DRILLS).filter(([name]) => name.includes(values.only));
    for (const [name, drill] of drills.flatMap(
      (each) => Array(Number(values.times)).fill(each) as (typeof drills)[0][],
    )) {
      load.begin();
      await sleep(2_000);
      await drill(shop);
      await sleep(QUIET_MS);
      const observed = load.observed();
      rows.push(describe(name, observed));
      print(rows.at(-1)?.join(' | ') ?? '');
      if (observed.errors.size > 0) print(`  ${listed(observed.errors)}`);
    }
    await load.stop();
    const { lost, more } = await countLost(cluster, load);
    print(
      alignedTable(
        ['drill', 'answers', 'orders', 'failing for s', 'longest gap between orders s', 'between pages s'],
        rows,
      ),
    );
    print(`Acknowledged orders: ${load.acknowledged.length}, lost: ${lost}, stored without an answer: ${more}`);
    return lost === 0;
  } finally {
    await stopAll();
    if (values.keep) print(`Logs: ${cluster.dir}`);
    else await cluster.remove();
  }
}

const watchdog = setTimeout(() => {
  console.error('The drills take too long.');
  void stopAll().then(() => process.exit(1));
}, MAX_MS);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void stopAll().then(() => process.exit(1)));
try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error);
  await stopAll();
  // The load is still running and would keep the process alive.
  process.exit(1);
}
clearTimeout(watchdog);
