import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '#server/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts';
import { openReplicatedDatabase } from '#test/servers/streaming-replica.ts';
import { readOptions } from '../scripts/read-options.ts';
import { alignedTable } from './aligned-table.ts';
import { type Measurement, measure } from './measure.ts';
import { type BackOfficeTimes, measureBackOffice } from './measure-back-office.ts';
import { type BulkChange, measureBulkChange } from './measure-bulk-change.ts';
import { measureOrders, type OrderMeasurement } from './measure-orders.ts';
import { watchPostgres } from './postgres-load.ts';
import { seedCatalogue } from './seed-catalogue.ts';
import { seedCustomers } from './seed-customers.ts';
import { seedOrders } from './seed-orders.ts';
import { type BenchDatabase, makeDataDir, type ServerProcess, startServer, type Usage } from './server-process.ts';
import { cartTargets } from './targets/cart.ts';
import { catalogueTargets } from './targets/catalogue.ts';
import { pageTargets } from './targets/pages.ts';
import type { Target } from './targets/target.ts';

/**
 * The server releases memory after two quiet seconds. On a busy machine, the last requests and the release itself take seconds each.
 * Measuring more often would be work for the server.
 */
const REST_MS = 5_000;
const MAX_REST_MS = 60_000;
/** A release frees at least a tenth of the memory. */
const RELEASED = 0.95;

const USAGE = `Benchmarks the shop under load, on its own fully durable PostgreSQL or the server of BENCH_POSTGRES_URL:
  npm run bench                                                every row at 10,000 and 100,000 products
  npm run bench -- --only search --runs 3 --seconds 4          rows whose name contains the word
  npm run bench -- --only admin --products 50000               the back office with 100,000 orders and 20,000 users
  npm run bench -- --only "flash sale" --products 10000        hundreds of buyers of the same product
  npm run bench -- --only orders --nodes 1,2,3                 orders on one to three nodes of the same database
  npm run bench -- --only "product list" --replica             with a standby that answers reads
  npm run bench -- --only "bulk change"                        until the prices of a tenth of all products are visible
  npm run bench -- --json                                      JSON instead of a table`;

const { values } = readOptions(USAGE, {
  options: {
    products: { type: 'string', default: '10000,100000' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
    nodes: { type: 'string', default: '1' },
    replica: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const ADMIN = 'admin';
const BULK_CHANGE = 'bulk change';
/** A node needs about 35. */
const SETTINGS = { max_connections: '200' };

async function openBenchDatabase(postgresUrl: string, products: number): Promise<string> {
  const name = `stoa_bench_${products}`;
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rows.length > 0) return url.href;
    await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
  await migrate(url.href, resolve('migrations'));
  await seedCatalogue(url.href, products);
  return url.href;
}

/** Empty if no requests were measured. */
function tableOf(measurements: readonly Measurement[]): string {
  if (measurements.length === 0) return '';
  const head = [
    'target',
    'req/s',
    'goal',
    'p50 ms',
    'p99 ms',
    'node µs/req',
    'postgres µs/req',
    ...(values.replica ? ['standby µs/req', 'transactions on standby %'] : []),
    'MB after',
    'failures',
  ];
  const rows = measurements.map((m) =>
    [
      ...[m.target, m.requestsPerSecond, m.goal, m.p50, m.p99, m.cpuMicros, m.postgresMicros ?? ''],
      ...(values.replica ? [m.standbyMicros ?? '', m.standbyShare ?? ''] : []),
      ...[m.megabytes, m.failures],
    ].map(String),
  );
  return alignedTable(head, rows);
}

/** What facets add to a list: the difference between the same lists with and without them. */
function timeOfFacets(measurements: readonly Measurement[]): string {
  const cpuOf = (target: string) => measurements.find((one) => one.target === target)?.cpuMicros;
  const [without, withFacets] = [cpuOf('product list'), cpuOf('product list with facets')];
  if (without === undefined || withFacets === undefined) return '';
  return `facets alone: ${withFacets - without} node µs/req\n`;
}

function lineOf({ products, firstMs, allMs, cpuSeconds }: BulkChange): string {
  return `${products} prices changed at once: the first visible after ${firstMs} ms, all after ${allMs} ms and ${cpuSeconds} s of the node's CPU time\n`;
}

function changesOf(browsing: OrderMeasurement['browsing']): string[] {
  if (!browsing) return ['', ''];
  const { without, during } = browsing;
  return [`${without.perSecond} → ${during.perSecond}`, `${without.perCpuSecond} → ${during.perCpuSecond}`];
}

/** Empty if no orders were measured. */
function tableOfOrders(measurements: readonly OrderMeasurement[]): string {
  if (measurements.length === 0) return '';
  const head = ['target', 'nodes', 'orders/s', 'goal', 'p50 ms', 'p99 ms', 'node ms/order', 'postgres ms/order'];
  const rows = measurements.map((m) => [
    ...[m.target, m.nodes, m.ordersPerSecond, m.goal, m.p50, m.p99, m.nodeMs ?? '', m.postgresMs ?? ''].map(String),
    ...changesOf(m.browsing),
    ...[m.lockWaits ?? '', m.clientCores].map(String),
    ...[m.sentBack, m.failures].map(String),
  ]);
  return alignedTable(
    [...head, 'pages/s', 'pages/CPU s', 'lock waits %', 'client cores', 'sent back', 'failures'],
    rows,
  );
}

function tablesOf({ calls, exports }: BackOfficeTimes): string {
  const rows = calls.map(({ call, best, p50, p95, goal, failures }) => [
    call,
    ...[best, p50, p95, goal, failures].map(String),
  ]);
  const files = exports.map(({ exported, seconds, megabytes, peakMegabytes }) => [
    exported,
    ...[seconds, megabytes, peakMegabytes].map(String),
  ]);
  return (
    alignedTable(['call', 'best ms', 'p50 ms', 'p95 ms', 'goal ms', 'failures'], rows) +
    (files.length > 0 ? alignedTable(['exports at once', 'seconds', 'MB sent', 'most memory MB'], files) : '')
  );
}

interface Figures {
  readonly products: number;
  /** The first start builds the catalogue index; later ones read it from a file. */
  readonly firstStartMs: number;
  readonly startMs: number;
  readonly idleMegabytes: number;
  readonly loadedMegabytes: number;
  /** After the release of memory at the end of the load. */
  readonly restedMegabytes: number;
  readonly measurements: readonly Measurement[];
  readonly bulkChange?: BulkChange;
  readonly orders: readonly OrderMeasurement[];
  readonly backOffice?: BackOfficeTimes;
}

/** What the server uses when it has released memory, or after a minute. */
async function usageAfterRelease(server: ServerProcess, loaded: Usage): Promise<Usage> {
  for (let restMs = REST_MS; ; restMs += REST_MS) {
    await rest(REST_MS);
    const usage = await server.usage();
    if (usage.rssBytes < RELEASED * loaded.rssBytes || restMs >= MAX_REST_MS) return usage;
  }
}

async function measureAt(postgres: Postgres, products: number): Promise<Figures> {
  const url = await openBenchDatabase(postgres.url, products);
  const database: BenchDatabase = {
    url,
    ...(postgres.replicaUrl && { replicaUrl: withDatabaseOf(url, postgres.replicaUrl) }),
  };
  const { tokens, inStock } = await seedCustomers(url);
  const isWanted = ({ name }: Pick<Target, 'name'>) => name.includes(values.only);
  // A hundred thousand orders take a while: only for targets that read them.
  const admin = values.only.startsWith(ADMIN) ? await seedOrders(url, products) : undefined;
  const targets = [...catalogueTargets, ...cartTargets(tokens, inStock), ...pageTargets].filter(isWanted);
  const primary = await watchPostgres(url);
  const standby = database.replicaUrl === undefined ? undefined : await watchPostgres(database.replicaUrl);
  const nodes: ServerProcess[] = [];
  // One for each node: nodes that share a DATA_DIR also share the index file.
  const folders: Awaited<ReturnType<typeof makeDataDir>>[] = [];
  const startNode = async (): Promise<ServerProcess> => {
    const folder = folders[nodes.length] ?? (await makeDataDir());
    folders[nodes.length] = folder;
    const node = await startServer(database, folder.dataDir);
    nodes.push(node);
    return node;
  };
  try {
    const first = await startNode();
    await nodes.pop()?.stop();
    const server = await startNode();
    const load = { products, runs: Number(values.runs), seconds: Number(values.seconds), primary, standby };
    const idle = await server.usage();
    const measurements: Measurement[] = [];
    for (const target of targets) measurements.push(await measure(server, target, load));
    const bulkChange = isWanted({ name: BULK_CHANGE }) ? await measureBulkChange(url, server, products) : undefined;
    const orders: OrderMeasurement[] = [];
    for (const count of values.nodes.split(',').map(Number)) {
      while (nodes.length < count) await startNode();
      orders.push(
        ...(await measureOrders(url, nodes.slice(0, count), products, ({ name }) => name.includes(values.only))),
      );
    }
    const backOffice = admin && (await measureBackOffice(server, admin, values.only.slice(ADMIN.length)));
    const loaded = await server.usage();
    const rested = await usageAfterRelease(server, loaded);
    return {
      products,
      firstStartMs: Math.round(first.startMs),
      startMs: Math.round(server.startMs),
      idleMegabytes: Math.round(idle.rssBytes / 1e6),
      loadedMegabytes: Math.round(loaded.rssBytes / 1e6),
      restedMegabytes: Math.round(rested.rssBytes / 1e6),
      measurements,
      ...(bulkChange && { bulkChange }),
      orders,
      ...(backOffice ? { backOffice } : {}),
    };
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await Promise.all([primary, standby].map((watched) => watched?.close()));
    await Promise.all(folders.map(({ remove }) => remove()));
  }
}

function withDatabaseOf(url: string, server: string): string {
  const address = new URL(server);
  address.pathname = new URL(url).pathname;
  return address.href;
}

interface Postgres {
  readonly url: string;
  readonly replicaUrl?: string;
  stop(): Promise<void>;
}

async function startPostgres(): Promise<Postgres> {
  if (values.replica) {
    const { url, replicaUrl, close } = await openReplicatedDatabase({ settings: SETTINGS, canCreateDatabases: true });
    return { url, replicaUrl, stop: close };
  }
  const given = process.env.BENCH_POSTGRES_URL;
  if (given) return { url: given, stop: async () => undefined };
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-bench-postgres-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    log: console,
    canCreateDatabases: true,
    settings: SETTINGS,
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const postgres = await startPostgres();
const figures: Figures[] = [];
try {
  for (const products of values.products.split(',').map(Number)) figures.push(await measureAt(postgres, products));
} finally {
  await postgres.stop();
}

if (values.json) {
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
} else {
  for (const figure of figures) {
    const { products, measurements, orders, backOffice } = figure;
    process.stdout.write(
      `${products} products: first start ${figure.firstStartMs} ms, next start ${figure.startMs} ms; ${figure.idleMegabytes} MB then, ${figure.loadedMegabytes} MB after all, ${figure.restedMegabytes} MB when it is quiet again\n`,
    );
    if (figure.bulkChange) process.stdout.write(lineOf(figure.bulkChange));
    const facets = timeOfFacets(measurements);
    process.stdout.write(backOffice ? tablesOf(backOffice) : tableOf(measurements) + facets + tableOfOrders(orders));
  }
}
