import { setTimeout as wait } from 'node:timers/promises';
import { sampleLockWaits } from './lock-waits.ts';
import { type Post, placeOrder } from './place-order.ts';
import { findPostgresCpu } from './postgres-cpu.ts';
import { createRandom, pick } from './random.ts';
import { type Buyers, seedBuyers } from './seed-buyers.ts';
import type { ServerProcess } from './server-process.ts';
import { openShopperClient, type ShopperClient } from './shopper-client.ts';
import { catalogueTargets } from './targets/catalogue.ts';
import { type OrderTarget, orderTargets } from './targets/orders.ts';
import { pageTargets } from './targets/pages.ts';

export interface OrderMeasurement {
  readonly target: string;
  /** How many nodes the requests were spread over. */
  readonly nodes: number;
  readonly orders: number;
  readonly ordersPerSecond: number;
  readonly goal: number;
  /** Milliseconds from the first attempt to the order, including the time in line. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of all nodes per order in milliseconds; undefined in a flash sale, where shoppers browse at the same time. */
  readonly nodeMs: number | undefined;
  /** Undefined if PostgreSQL runs on another machine. */
  readonly postgresMs: number | undefined;
  /** Pages and lists without the sale, which is the mean of before and after, and during it; undefined without browsing shoppers. */
  readonly browsing: { readonly without: Browsing; readonly during: Browsing } | undefined;
  /** Percent of PostgreSQL's running statements that waited for a lock. */
  readonly lockWaits: number | undefined;
  /** Share of one core that the client used: near 1, it is the client that limits the throughput. */
  readonly clientCores: number;
  /** Requests that were asked to retry later. */
  readonly sentBack: number;
  /** Oversold units, unexpected answers, and failed page views of browsing shoppers. */
  readonly failures: number;
}

interface Browsing {
  readonly perSecond: number;
  /** Per second of CPU time of the nodes, which does not depend on other load on the machine. */
  readonly perCpuSecond: number;
  readonly failures: number;
}

/** Time limit of a sale. Each unit not sold by then counts as a failure. */
const MAX_SALE_MS = 120_000;
/** Per node, because each node compiles its own code, and its connections plan their own statements. */
const WARM_UP_ORDERS = 300;
/** As many as are measured, but not those of a large flash sale. */
const MAX_WARM_UP_BUYERS = 50;
const BROWSING_SHOPPERS = 10;
/** Orders have been placed before, but pages have not. */
const BROWSING_WARM_UP_MS = 4_000;
/** Before the sale, and again after it, because other load on the machine changes. */
const BROWSING_MS = 4_000;

class SoldOut extends Error {
  override readonly name = 'SoldOut';
}

/** Retries a buyer's request as long as the shop asks to try again. @throws SoldOut. */
function createPost(client: ShopperClient, token: string, onSentBack: () => void): Post {
  return async <T>(path: string, body: object): Promise<T> => {
    for (;;) {
      const reply = await client.send('POST', path, { token, body });
      const answer = JSON.parse(reply.body) as { data: T; code?: string };
      if (reply.status < 300) return answer.data;
      if (answer.code === 'stock.insufficient' || answer.code === 'cart.empty') throw new SoldOut();
      if (reply.status !== 503) throw new Error(`${path} was answered ${reply.status}: ${reply.body.slice(0, 200)}`);
      onSentBack();
      await wait(reply.retryAfterSeconds * 1_000);
    }
  };
}

/** Shoppers who browse product pages and lists, each a different one, until `stop`. */
async function browse(client: ShopperClient, nodes: readonly ServerProcess[], products: number) {
  const [detail, list] = catalogueTargets;
  const [page] = pageTargets;
  const paths = [page, detail, list].map((target) => target?.path ?? (() => '/'));
  const cpuBefore = await cpuSecondsOf(nodes);
  const begun = performance.now();
  let isOver = false;
  let n = Math.floor(begun);
  // Not in turn: nodes are asked in turn, so each of three nodes would always get the same of three kinds.
  const random = createRandom(n);
  let read = 0;
  let failures = 0;
  const shopper = async () => {
    while (!isOver) {
      n += 1;
      const path = pick(random, paths)(n, products);
      const reply = await client.send('GET', path).catch(() => undefined);
      if (reply?.status === 200) read += 1;
      else failures += 1;
    }
  };
  const shoppers = Promise.all(Array.from({ length: BROWSING_SHOPPERS }, shopper));
  return async (): Promise<Browsing> => {
    isOver = true;
    const seconds = (performance.now() - begun) / 1000;
    const cpuSeconds = (await cpuSecondsOf(nodes)) - cpuBefore;
    await shoppers;
    return { perSecond: Math.round(read / seconds), perCpuSecond: Math.round(read / cpuSeconds), failures };
  };
}

async function browseFor(milliseconds: number, ...browsing: Parameters<typeof browse>): Promise<Browsing> {
  const stop = await browse(...browsing);
  await wait(milliseconds);
  return stop();
}

const meanOf = (a: Browsing, b: Browsing): Browsing => ({
  perSecond: Math.round((a.perSecond + b.perSecond) / 2),
  perCpuSecond: Math.round((a.perCpuSecond + b.perCpuSecond) / 2),
  failures: a.failures + b.failures,
});

/** Every buyer orders one unit after the other until `isOver`, or until the product is sold out. */
async function buy(
  client: ShopperClient,
  { tokens, productId }: Buyers,
  { paymentMethod }: OrderTarget,
  isOver: (orders: number) => boolean,
) {
  const times: number[] = [];
  const problems: string[] = [];
  let sentBack = 0;
  let begun = 0;
  const onSentBack = () => {
    sentBack += 1;
  };
  await Promise.all(
    tokens.map(async (token) => {
      const post = createPost(client, token, onSentBack);
      try {
        while (!isOver(begun)) {
          begun += 1;
          const { total } = await post<{ total: string }>('/api/cart', { product_id: productId });
          const start = performance.now();
          await placeOrder(post, paymentMethod, total);
          times.push(performance.now() - start);
        }
      } catch (error) {
        if (!(error instanceof SoldOut)) problems.push((error as Error).message);
      }
    }),
  );
  for (const problem of new Set(problems)) process.stderr.write(`${problem}\n`);
  return { times: times.sort((a, b) => a - b), problems, sentBack };
}

async function cpuSecondsOf(nodes: readonly ServerProcess[]): Promise<number> {
  const usages = await Promise.all(nodes.map((node) => node.usage()));
  return usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

async function measureOne(
  url: string,
  nodes: readonly ServerProcess[],
  target: OrderTarget,
  products: number,
): Promise<OrderMeasurement> {
  const postgresCpu = await findPostgresCpu(url);
  const client = openShopperClient(nodes.map(({ origin }) => origin));
  const { buyers: count, units, orders } = target;
  const warmUp = await seedBuyers(url, Math.min(count, MAX_WARM_UP_BUYERS));
  await buy(client, warmUp, target, (begun) => begun >= WARM_UP_ORDERS * nodes.length);
  await warmUp.close();
  const buyers = await seedBuyers(url, count, units);
  try {
    const isFlashSale = units !== undefined;
    if (isFlashSale) await browseFor(BROWSING_WARM_UP_MS, client, nodes, products);
    const before = isFlashSale ? await browseFor(BROWSING_MS, client, nodes, products) : undefined;
    const nodeBefore = await cpuSecondsOf(nodes);
    const postgresBefore = postgresCpu?.();
    const stopBrowsing = isFlashSale ? await browse(client, nodes, products) : undefined;
    const lockWaits = await sampleLockWaits(url);
    const clientBefore = process.cpuUsage();
    const begun = performance.now();
    const isOver = (n: number) => (orders !== undefined && n >= orders) || performance.now() - begun > MAX_SALE_MS;
    const { times, problems, sentBack } = await buy(client, buyers, target, isOver);
    const seconds = (performance.now() - begun) / 1000;
    const clientUsed = process.cpuUsage(clientBefore);
    const waited = await lockWaits.stop();
    const during = await stopBrowsing?.();
    const nodeSeconds = (await cpuSecondsOf(nodes)) - nodeBefore;
    const postgresSeconds = postgresCpu && postgresCpu() - (postgresBefore ?? 0);
    const after = isFlashSale ? await browseFor(BROWSING_MS, client, nodes, products) : undefined;
    const sold = await buyers.readSold();
    const wrong = Math.abs(sold - times.length) + (units !== undefined ? Math.abs(sold - units) : 0);
    const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
    const perOrder = (cpuSeconds: number | undefined) =>
      cpuSeconds === undefined || isFlashSale ? undefined : Math.round((cpuSeconds / times.length) * 10_000) / 10;
    return {
      target: target.name,
      nodes: nodes.length,
      orders: times.length,
      ordersPerSecond: Math.round((times.length / seconds) * 10) / 10,
      goal: target.goal,
      p50: at(0.5),
      p99: at(0.99),
      nodeMs: perOrder(nodeSeconds),
      postgresMs: perOrder(postgresSeconds),
      browsing: before && during && after && { without: meanOf(before, after), during },
      lockWaits: waited,
      clientCores: Math.round((clientUsed.user + clientUsed.system) / seconds / 10_000) / 100,
      sentBack,
      failures: wrong + problems.length + [before, during, after].reduce((sum, part) => sum + (part?.failures ?? 0), 0),
    };
  } finally {
    await buyers.close();
    client.close();
  }
}

/**
 * Measures the orders that many buyers place at the same time.
 *
 * @param nodes on the same database; requests go to each of them in turn
 * @param isWanted by the target's name
 */
export async function measureOrders(
  url: string,
  nodes: readonly ServerProcess[],
  products: number,
  isWanted: (target: OrderTarget) => boolean,
): Promise<OrderMeasurement[]> {
  const measurements: OrderMeasurement[] = [];
  for (const target of orderTargets.filter(isWanted)) {
    measurements.push(await measureOne(url, nodes, target, products));
  }
  return measurements;
}
