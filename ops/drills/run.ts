import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '#server/platform/database/migrate.ts';
import { alignedTable } from '../../bench/aligned-table.ts';
import { seedCatalogue } from '../../bench/seed-catalogue.ts';
import { seedCustomers } from '../../bench/seed-customers.ts';
import { readOptions } from '../../scripts/read-options.ts';
import { countLost, findViolations } from './check-orders.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type NamedDrill, QUIET_MS, selectDrills, UPGRADE } from './drills.ts';
import { type Load, startLoad } from './load.ts';
import { buildNextRelease } from './next-release.ts';
import type { Observed } from './observation.ts';
import { SERVERS } from './ports.ts';
import { stopAll, until } from './processes.ts';
import { query } from './query.ts';
import { type Shop, startNode, untilReady } from './shop-nodes.ts';
import { missedTargets } from './targets.ts';

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

const PRODUCTS = 1_000;
/** Units of the product that sells out. */
const SCARCE_UNITS = 100;
const WARM_UP_MS = 2_000;
const SET_UP_MAX_MS = 10 * 60_000;
const DRILL_MAX_MS = 3 * 60_000;

function chooseDrills(): NamedDrill[] {
  try {
    return selectDrills(values.only, values.times);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

const listed = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .sort()
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ');

const COLUMNS = ['drill', 'responses', 'orders', 'failing for s', 'longest gap between orders s', 'between pages s'];

function describe(drill: string, { responses, failingFor, orders, orderGap, pageGap }: Observed): string[] {
  const times = [failingFor, orderGap, pageGap].map((milliseconds) => (milliseconds / 1000).toFixed(1));
  return [drill, listed(responses), String(orders), ...times];
}

/** Fills the shop. @returns tokens of customers, and the products that they order, of which the last one sells out. */
async function seedShop(url: string) {
  await migrate(url, resolve('migrations'));
  await seedCatalogue(url, PRODUCTS);
  const { tokens, inStock } = await seedCustomers(url);
  await query(url, 'UPDATE stock SET received = sold + held + $2 WHERE product_id = $1', [
    inStock.at(-1),
    SCARCE_UNITS,
  ]);
  await query(url, `INSERT INTO setting (section, value) VALUES ('payment', '{"offlineEnabled": true}')`);
  return { tokens, inStock };
}

async function startNodes(shop: Shop): Promise<void> {
  for (const number of SERVERS) {
    await mkdir(join(shop.cluster.dir, `node${number}`));
    startNode(shop, number);
    await untilReady(number);
  }
  await until('HAProxy answers', async () => (await fetch(`${shop.cluster.origin}/healthz`)).ok);
}

/** Runs one drill under load, and prints what shoppers saw. @returns the targets that it has missed. */
async function runDrill(
  shop: Shop,
  load: Load,
  [name, drill, target]: NamedDrill,
  rows: string[][],
): Promise<string[]> {
  load.begin();
  await sleep(WARM_UP_MS);
  await drill(shop);
  await sleep(QUIET_MS);
  const observed = load.observed();
  const row = describe(name, observed);
  rows.push(row);
  print(row.join(' | '));
  if (observed.errors.size > 0) print(`  ${listed(observed.errors)}`);
  return missedTargets(observed, target).map((missed) => `${name}: ${missed}`);
}

/** @returns the inconsistencies found. */
async function runDrills(cluster: Cluster, drills: readonly NamedDrill[]): Promise<string[]> {
  // Build before the load starts, because both need the CPU.
  const isUpgraded = drills.some(([name]) => name === UPGRADE);
  const nextRelease = isUpgraded ? await buildNextRelease(cluster.dir) : undefined;
  const { tokens, inStock } = await seedShop(cluster.directUrl);
  const shop: Shop = { cluster, nodes: new Map(), nextRelease, print };
  await startNodes(shop);
  const load = startLoad(cluster.origin, tokens, inStock);
  await sleep(QUIET_MS);
  const rows: string[][] = [];
  const problems: string[] = [];
  for (const drill of drills) problems.push(...(await runDrill(shop, load, drill, rows)));
  await load.stop();
  const { lost, more } = await countLost(cluster.directUrl, load.acknowledged);
  print(alignedTable(COLUMNS, rows));
  print(`Acknowledged orders: ${load.acknowledged.length}, lost: ${lost}, stored without an answer: ${more}`);
  if (lost > 0) problems.push(`${lost} acknowledged orders are missing`);
  return [...problems, ...(await findViolations(cluster.directUrl))];
}

async function main(drills: readonly NamedDrill[]): Promise<boolean> {
  const cluster = await startCluster();
  try {
    const problems = await runDrills(cluster, drills);
    for (const problem of problems) print(`FAILED: ${problem}`);
    return problems.length === 0;
  } finally {
    await stopAll();
    if (values.keep) print(`Logs: ${cluster.dir}`);
    else await cluster.remove();
  }
}

const drills = chooseDrills();
const watchdog = setTimeout(
  () => {
    console.error('The drills take too long.');
    void stopAll().then(() => process.exit(1));
  },
  SET_UP_MAX_MS + drills.length * DRILL_MAX_MS,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void stopAll().then(() => process.exit(1)));
try {
  process.exitCode = (await main(drills)) ? 0 : 1;
} catch (error) {
  console.error(error);
  await stopAll();
  // The load is still running and would keep the process alive.
  process.exit(1);
}
clearTimeout(watchdog);
