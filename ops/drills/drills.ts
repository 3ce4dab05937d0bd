import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
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
  'kill -9 of a node': async (shop) => {
    const node = shop.nodes.get(1);
    if (!node) return;
    const exited = once(node.child, 'exit');
    process.kill(await listeningProcess(node), 'SIGKILL');
    await exited;
    await sleep(3_000);
    startNode(shop, 1);
    await untilReady(1);
  },
};

const WITH_OUTAGE: Readonly<Record<string, Drill>> = {
  'restart of PostgreSQL': async (shop) => {
    await shop.cluster.order(await shop.cluster.primary(), '/restart', {});
    await shop.cluster.untilWhole();
  },
  'switchover of the primary': async (shop) => {
    const leader = await shop.cluster.primary();
    await shop.cluster.order(leader, '/switchover', { leader: `pg${leader}` });
    await shop.cluster.untilWhole();
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

export const DRILLS: readonly (readonly [name: string, drill: Drill, target: Target])[] = [
  ...Object.entries(WITHOUT_OUTAGE).map(([name, drill]) => [name, drill, NO_OUTAGE] as const),
  ...Object.entries(WITH_OUTAGE).map(([name, drill]) => [name, drill, SHORT_OUTAGE] as const),
];
