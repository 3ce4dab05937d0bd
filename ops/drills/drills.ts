import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { StartError } from '#server/platform/start-error.ts';
import { assetsOf } from './load.ts';
import { local, nodePort, SERVERS } from './ports.ts';
import { until } from './processes.ts';
import { query } from './query.ts';
import { listeningProcess, restartNode, type Shop, startNode, untilReady } from './shop-nodes.ts';
import { NO_OUTAGE, SHORT_OUTAGE, type Target } from './targets.ts';
import { changePricesBehindVarnish } from './varnish.ts';

/** Before and after a disturbance. */
export const QUIET_MS = 8_000;

const SET_PRICE = 'UPDATE product SET price_cents = $2, sale_price_cents = NULL WHERE id = $1';

async function scriptsOfHome({ cluster }: Shop): Promise<string[]> {
  return assetsOf(await (await fetch(cluster.origin)).text());
}

export const UPGRADE = 'rolling upgrade to a release with three new columns and other scripts';

type Drill = (shop: Shop) => Promise<void>;

const WITHOUT_OUTAGE: Readonly<Record<string, Drill>> = {
  'no disturbance': async () => undefined,
  'prices change behind Varnish': async ({ cluster, print }) => {
    if (!cluster.cdn) return print('Varnish is not installed.');
    const origins = SERVERS.map((number) => local(nodePort(number)));
    const setPrice = async (id: number, cents: number) => void (await query(cluster.directUrl, SET_PRICE, [id, cents]));
    const shown = await changePricesBehindVarnish(cluster.cdn, origins, setPrice);
    print(`Prices were shown after ${shown.map((milliseconds) => `${milliseconds} ms`).join(', ')}.`);
  },
  'rolling restart of the nodes': async (shop) => {
    for (const number of SERVERS) await restartNode(shop, number);
  },
  [UPGRADE]: async (shop) => {
    const before = await scriptsOfHome(shop);
    for (const table of ['product', 'orders', 'cart_line'])
      await query(shop.cluster.directUrl, `SET lock_timeout = '5s'; ALTER TABLE ${table} ADD COLUMN drill text`);
    for (const number of SERVERS) await restartNode(shop, number, shop.nextRelease);
    const after = await scriptsOfHome(shop);
    if (before.some((script) => after.includes(script) && script.endsWith('.js')))
      throw new Error('The next release has scripts of the same name');
    // Pages that were opened before load further scripts later.
    for (const script of before) {
      const { status } = await fetch(shop.cluster.origin + script);
      if (status !== 200) throw new Error(`${script} of the previous release returned ${status}`);
    }
    for (const number of SERVERS) await restartNode(shop, number);
  },
  'a backup whose upload stalls': async ({ cluster }) => {
    const bytes = await readWithStall(cluster.backupUrl);
    if (bytes < BACKUP_ROWS * ROW_BYTES) throw new Error(`The backup ended after ${bytes} bytes`);
  },
  'kill -9 of a node': async (shop) => {
    const node = shop.nodes.get(1);
    if (!node) throw new Error('The node is not running');
    const exited = once(node.child, 'exit');
    process.kill(await listeningProcess(node), 'SIGKILL');
    await exited;
    await sleep(3_000);
    startNode(shop, 1);
    await untilReady(1);
  },
};

/** More than the buffers between PostgreSQL and the reader hold. */
const BACKUP_ROWS = 50_000;
const ROW_BYTES = 1_000;
/** Longer than HAProxy's tcp-ut for nodes. */
const STALL_MS = 12_000;

/** Reads as a backup does, whose upload makes no progress for a while. */
async function readWithStall(url: string): Promise<number> {
  const client = new pg.Client(url);
  // Otherwise thrown where nobody can catch it; the statement fails as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    let bytes = 0;
    const rows = copyTo(`COPY (SELECT repeat('x', ${ROW_BYTES}) FROM generate_series(1, ${BACKUP_ROWS})) TO STDOUT`);
    for await (const chunk of client.query(rows) as AsyncIterable<Buffer>) {
      if (bytes === 0) await sleep(STALL_MS);
      bytes += chunk.length;
    }
    return bytes;
  } finally {
    await client.end();
  }
}

const WITH_OUTAGE: Readonly<Record<string, Drill>> = {
  'restart of PostgreSQL': async (shop) => {
    await shop.cluster.order(await shop.cluster.primary(), '/restart', {});
    await shop.cluster.untilWhole();
  },
  'switchover of the primary': async (shop) => {
    const leader = await shop.cluster.primary();
    await shop.cluster.order(leader, '/switchover', { leader: `pg${leader}` });
    await shop.cluster.untilWhole();
    if ((await shop.cluster.primary()) === leader) throw new Error('The primary is the same as before');
  },
  'crash of PostgreSQL on the primary': async (shop) => {
    await shop.cluster.crash(await shop.cluster.primary());
    await sleep(QUIET_MS);
    await shop.cluster.untilWhole();
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
    await shop.cluster.untilWhole();
  },
  'failover: the processes of the primary have ended': async (shop) => {
    const dead = await shop.cluster.primary();
    await shop.cluster.kill(dead);
    await until('another server is the primary', async () => (await shop.cluster.primary()) !== dead);
    await sleep(QUIET_MS);
    shop.cluster.start(dead);
    await shop.cluster.untilWhole();
  },
};

export type NamedDrill = readonly [name: string, drill: Drill, target: Target];

const DRILLS: readonly NamedDrill[] = [
  ...Object.entries(WITHOUT_OUTAGE).map(([name, drill]) => [name, drill, NO_OUTAGE] as const),
  ...Object.entries(WITH_OUTAGE).map(([name, drill]) => [name, drill, SHORT_OUTAGE] as const),
];

/**
 * The drills with a word in their names, each as often as wanted.
 * @throws StartError if there is nothing to run.
 */
export function selectDrills(only: string, times: string): NamedDrill[] {
  if (!/^[1-9]\d{0,2}$/.test(times)) throw new StartError('--times must be a number from 1 to 999.');
  const chosen = DRILLS.filter(([name]) => name.includes(only));
  if (chosen.length === 0)
    throw new StartError(`No drill has "${only}" in its name: ${DRILLS.map(([name]) => name).join(', ')}.`);
  return chosen.flatMap((each) => Array<NamedDrill>(Number(times)).fill(each));
}
