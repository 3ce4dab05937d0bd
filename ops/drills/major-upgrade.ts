import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readPasswords } from '#server/platform/embedded-postgres/cluster-passwords.ts';
import { findClusterPlace } from '#server/platform/embedded-postgres/cluster-place.ts';
import { createCluster } from '#server/platform/embedded-postgres/create-cluster.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts';
import { findOldPrograms } from '#server/platform/embedded-postgres/old-programs.ts';
import { SETTINGS, settingArguments } from '#server/platform/embedded-postgres/settings.ts';
import { openShopDatabase } from '#server/platform/embedded-postgres/shop-database.ts';
import { superviseServer } from '#server/platform/embedded-postgres/supervise-server.ts';
import { type Program, startProgram, stopAll, until } from './processes.ts';

/**
 * Fills a DATA_DIR of PostgreSQL 17 with the demo shop and starts the shop on it, which upgrades it: `npm run
 * drills:upgrade`. First, starts are killed in the middle. Then every row is compared. Needs npm's registry, and a minute
 * or two.
 */
const FROM = { major: '17', version: '17.9.0-beta.17' };
/** When starts are killed: after a line of the log, or after this long (ms). */
const KILLS: readonly (string | number)[] = [
  'Upgrading the database',
  'Fetching the programs',
  800,
  1_600,
  2_400,
  3_200,
  'Comparing them',
];
/** What the shop writes while it starts: nodes, jobs, deliveries. */
const CHANGING = ['node', 'job_run', 'event_subscriber', 'search_index_change'];

const print = (line: string) => void process.stdout.write(`${line}\n`);
const LOG = { info: print, warn: print };

async function ask<T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Rows and a checksum of each table of the shop and its plug-ins. */
async function describe(url: string): Promise<Map<string, string>> {
  const tables = await ask<{ name: string }>(
    url,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname IN ('public', 'sandbox') OR schemaname LIKE 'plugin\\_%' ORDER BY 1`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const [sum] = await ask<{ text: string }>(
      url,
      `SELECT count(*) || ' rows, ' || md5(COALESCE(string_agg(md5(t::text), '' ORDER BY md5(t::text)), '')) AS text FROM ${name} t`,
    );
    found.set(name, sum?.text ?? '');
  }
  return found;
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function startShop(
  name: string,
  dir: string,
  env: Record<string, string>,
): Promise<{ shop: Program; url: string }> {
  const port = String(await findPort());
  const shop = startProgram(name, [process.execPath, resolve('src/main.ts')], {
    dir,
    env: {
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: port,
      APP_SECRET: 'a secret for drills, and for nothing else',
      ...env,
    },
  });
  return { shop, url: `http://127.0.0.1:${port}` };
}

const untilReady = (url: string) => until('the shop is ready', async () => (await fetch(`${url}/readyz`)).ok, 180_000);

/** A DATA_DIR as a release with the old version of PostgreSQL leaves it. */
async function makeOldShop(dir: string, dataDir: string): Promise<Map<string, string>> {
  const fetched = join(dir, 'fetched');
  for (const directory of [dataDir, fetched]) await mkdir(directory, { mode: 0o755 });
  const place = await findClusterPlace(dataDir);
  const programs = await findOldPrograms({ ...FROM, user: place.user, dataDir: fetched, log: LOG });
  await createCluster(place, programs, dataDir, true);
  const passwords = await readPasswords(place.cluster, place.user);
  const args = settingArguments(SETTINGS);
  const server = await superviseServer({ cluster: place.cluster, user: place.user, programs, args }, LOG);
  try {
    const url = await openShopDatabase(server.port, passwords, false);
    const { shop, url: origin } = await startShop('old', dir, {
      DATABASE_URL: url,
      DATA_DIR: join(dir, 'old'),
      DEMO: '1',
    });
    await untilReady(origin);
    await shop.stop();
    await ask(url, 'CREATE SCHEMA reports; CREATE TABLE reports.sale (id integer)');
    return await describe(url);
  } finally {
    await server.stop();
  }
}

async function killStart(dir: string, dataDir: string, at: string | number, number: number): Promise<void> {
  const name = `killed-${number}`;
  const { shop } = await startShop(name, dir, { DATA_DIR: dataDir, DEMO: '1' });
  if (typeof at === 'number') await sleep(at);
  else await until(at, async () => (await readFile(join(dir, `${name}.log`), 'utf8')).includes(at), 60_000);
  const exited = once(shop.child, 'exit');
  shop.child.kill('SIGKILL');
  await exited;
  print(`Killed a start: ${typeof at === 'number' ? `after ${at} ms` : `at "${at}"`}`);
}

async function main(): Promise<boolean> {
  const dir = await mkdtemp(join(tmpdir(), 'stoa-upgrade-'));
  await chmod(dir, 0o755);
  const dataDir = join(dir, 'data');
  try {
    const before = await makeOldShop(dir, dataDir);
    print(`Filled a database of PostgreSQL ${FROM.version}: ${before.size} tables.`);
    for (const [number, at] of KILLS.entries()) await killStart(dir, dataDir, at, number);

    const begun = performance.now();
    const { shop, url } = await startShop('upgrade', dir, { DATA_DIR: dataDir, DEMO: '1' });
    await untilReady(url);
    print(`Upgraded and ready after ${((performance.now() - begun) / 1000).toFixed(1)} s:`);
    for (const line of (await readFile(join(dir, 'upgrade.log'), 'utf8')).split('\n')) {
      if (line.startsWith('{')) print(`  ${(JSON.parse(line) as { msg: string }).msg}`);
    }
    const pages = await Promise.all(
      ['/', '/products', '/api/products'].map(async (path) => (await fetch(url + path)).status),
    );
    await shop.stop();

    const database = await startEmbeddedPostgres({ dataDir, log: LOG });
    const after = await describe(database.url).finally(() => database.stop());
    const different = [...before].filter(([name, rows]) => after.get(name) !== rows);
    for (const [name, rows] of different) print(`${name}: ${rows} before, ${after.get(name)} after`);
    const lost = different.filter(([name]) => !CHANGING.includes(name.replace(/^public\./, '')));
    print(`Pages: ${pages.join(', ')}. Tables that differ: ${lost.length} of ${before.size}.`);
    return lost.length === 0 && pages.every((status) => status === 200);
  } finally {
    await stopAll();
    await rm(dir, { recursive: true, force: true });
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void stopAll().then(() => process.exit(1)));
process.exitCode = (await main()) ? 0 : 1;
