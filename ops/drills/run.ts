import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { violatedInvariants } from '#test/invariants.ts';
import { alignedTable } from '../../bench/aligned-table.ts';
import { seedCatalogue } from '../../bench/seed-catalogue.ts';
import { seedCustomers } from '../../bench/seed-customers.ts';
import { readOptions } from '../../scripts/read-options.ts';
import { type Cluster, type ServerNumber, startCluster } from './cluster.ts';
import { assetsOf, type Load, type Observed, startLoad } from './load.ts';
import { buildNextRelease } from './next-release.ts';
import { type Program, startProgram, stopAll, until } from './processes.ts';
import { missedTargets, NO_OUTAGE, SHORT_OUTAGE, type Target } from './targets.ts';
import { changePricesBehindVarnish } from './varnish.ts';

const USAGE = `Builds the reference set-up of docs/operators.md on this machine and runs its drills under load. Needs Debian's
packages haproxy, pgbouncer, patroni, etcd-server and postgresql, and root or the user postgres. Takes six minutes, uses
loopback only, and stops everything it started. Exits with 1 if an acknowledged order or a paid payment is missing, if stock was
oversold, or if a drill caused more errors than its target allows.
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
/** Units of the product that sells out. */
const SCARCE_UNITS = 100;
/** By then webhooks and the reconciler have applied every payment. */
const SETTLED_WITHIN_MS = 60_000;
const MAX_MS = 15 * 60_000 + Number(values.times) * 60_000;

const print = (line: string) => void process.stdout.write(`${line}\n`);

interface Shop {
  readonly cluster: Cluster;
  readonly nodes: Map<ServerNumber, Program>;
  /** The folder of the release that replaces this one in the upgrade. */
  readonly nextRelease: string | undefined;
}

/** @param root of the release that the node runs */
function startNode({ cluster, nodes }: Shop, number: ServerNumber, root = resolve()): void {
  const program = startProgram(
    `node${number}`,
    [process.execPath, join(root, 'scripts/run.mjs'), join(root, 'src/main.ts')],
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

async function restartNode(shop: Shop, number: ServerNumber, root?: string): Promise<void> {
  await shop.cluster.balance(number, 'drain');
  await sleep(1_000);
  await shop.nodes.get(number)?.stop();
  startNode(shop, number, root);
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

async function scriptsOfHome({ cluster }: Shop): Promise<string[]> {
  return assetsOf(await (await fetch(cluster.origin)).text());
}

const UPGRADE = 'rolling upgrade to a release with three new columns and other scripts';

type Drill = (shop: Shop) => Promise<void>;

const WITHOUT_OUTAGE: Readonly<Record<string, Drill>> = {
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
  [UPGRADE]: async (shop) => {
    const before = await scriptsOfHome(shop);
    for (const table of ['product', 'orders', 'cart_line'])
      await query(shop.cluster.directUrl, `SET lock_timeout = '5s'; ALTER TABLE ${table} ADD COLUMN drill text`);
    for (const number of NODES) await restartNode(shop, number, shop.nextRelease);
    const after = await scriptsOfHome(shop);
    if (before.some((script) => after.includes(script) && script.endsWith('.js')))
      throw new Error('The next release has scripts of the same name');
    // Pages that were opened before load further scripts later.
    for (const script of before) {
      const { status } = await fetch(shop.cluster.origin + script);
      if (status !== 200) throw new Error(`${script} of the previous release was answered ${status}`);
    }
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
};

const WITH_OUTAGE: Readonly<Record<string, Drill>> = {
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

const DRILLS: readonly (readonly [name: string, drill: Drill, target: Target])[] = [
  ...Object.entries(WITHOUT_OUTAGE).map(([name, drill]) => [name, drill, NO_OUTAGE] as const),
  ...Object.entries(WITH_OUTAGE).map(([name, drill]) => [name, drill, SHORT_OUTAGE] as const),
];

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

/** What is wrong with stock, orders and payments, once everything that was paid has been applied. */
async function violations(cluster: Cluster): Promise<string[]> {
  const { db } = openDatabase({ url: cluster.directUrl, poolSize: 1, onError: console.error });
  try {
    const paid = 'SELECT FROM sandbox.payment_intents i LEFT JOIN payment p ON p.intent_id = i.id';
    const isSettled = async () =>
      (await query(cluster.directUrl, `${paid} WHERE i.status = 'succeeded' AND p.id IS NULL`)).rowCount === 0;
    await until('every payment has led to an order', isSettled, SETTLED_WITHIN_MS).catch(() => undefined);
    return [...((await isSettled()) ? [] : ['payments without an order']), ...(await violatedInvariants(db))];
  } finally {
    await db.destroy();
  }
}

async function main(): Promise<boolean> {
  const drills = DRILLS.filter(([name]) => name.includes(values.only));
  const cluster = await startCluster();
  try {
    // Before the load, which the build would disturb.
    const isUpgraded = drills.some(([name]) => name === UPGRADE);
    const nextRelease = isUpgraded ? await buildNextRelease(cluster.dir) : undefined;
    const { directUrl } = cluster;
    await migrate(directUrl, resolve('migrations'));
    await seedCatalogue(directUrl, PRODUCTS);
    const { tokens, inStock } = await seedCustomers(directUrl);
    const scarce = inStock.at(-1);
    await query(directUrl, 'UPDATE stock SET received = sold + held + $2 WHERE product_id = $1', [
      scarce,
      SCARCE_UNITS,
    ]);
    await query(directUrl, `INSERT INTO setting (section, value) VALUES ('payment', '{"offlineEnabled": true}')`);
    const shop: Shop = { cluster, nodes: new Map(), nextRelease };
    for (const number of NODES) {
      await mkdir(join(cluster.dir, `node${number}`));
      startNode(shop, number);
      await untilReady(shop, number);
    }
    await until('HAProxy answers', async () => (await fetch(`${cluster.origin}/healthz`)).ok);
    const load = startLoad(cluster.origin, tokens, inStock);
    await sleep(QUIET_MS);
    const rows: string[][] = [];
    const problems: string[] = [];
    for (const [name, drill, target] of drills.flatMap(
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
      problems.push(...missedTargets(observed, target).map((missed) => `${name}: ${missed}`));
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
    if (lost > 0) problems.push(`${lost} acknowledged orders are missing`);
    problems.push(...(await violations(cluster)));
    for (const problem of problems) print(`FAILED: ${problem}`);
    return problems.length === 0;
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
