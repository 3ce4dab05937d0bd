import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { recordLog } from '#test/log.ts';
import { openRedisServer } from '#test/servers/redis-server.ts';
import { createFairQueue, QueueFullError, QueueTimeoutError } from './fair-queue.ts';
import { postgresTickets } from './postgres-tickets.store.ts';
import { openRedisTickets } from './redis-tickets.ts';
import { exchangeUnlessBroken, type SharedTickets, type Ticket } from './shared-tickets.ts';

const log = recordLog();
const logger = pino(log.stream);

let undo: (() => unknown)[] = [];
beforeEach(() => log.clear());
afterEach(async () => {
  for (const step of undo.reverse()) await step();
  undo = [];
});

const EXCHANGE_EVERY_MS = 20;
const LONG_MS = 60_000;

/** The line of one node, whose only slot is taken until `serve`. */
function openNode(tickets: SharedTickets, { maxWaitMs = LONG_MS, keepPlaceMs = LONG_MS } = {}) {
  let exchanges = 0;
  const share = exchangeUnlessBroken(tickets, logger);
  const exchange: typeof share = (given) => {
    exchanges += 1;
    return share(given);
  };
  const queue = createFairQueue({
    concurrency: 1,
    maxWaiting: 100,
    maxWaitingPerOwner: 4,
    maxWaitMs,
    keepPlaceMs,
    expectBackMs: 0,
    sharing: { exchange, everyMs: EXCHANGE_EVERY_MS },
  });
  undo.push(() => queue.close());
  const gate = Promise.withResolvers<void>();
  const running = queue.run(0, 'normal', () => gate.promise);
  const served: number[] = [];
  const enter = (owner: number, signal?: AbortSignal): Promise<unknown> => {
    const work = async () => served.push(owner);
    return queue.run(owner, 'normal', work, { signal }).catch((error: unknown) => error);
  };
  const exchanged = async () => {
    const before = exchanges;
    await expect.poll(() => exchanges).toBeGreaterThan(before + 1);
  };
  return {
    queue,
    served,
    enter,
    exchanges: () => exchanges,
    /** Exchanges tickets: the other nodes then know everything entered so far, and this node knows theirs. */
    exchanged,
    async serve() {
      gate.resolve();
      await running;
      await expect.poll(() => queue.placeOf(served.at(-1) ?? 0)).toBeUndefined();
      // The other nodes can hear of it from now on.
      const isKnown = async () => (await tickets.exchange([])).some(({ owner }) => served.includes(owner));
      await expect.poll(isKnown).toBe(false);
    },
  };
}

/** The customer waits on this node until the timeout, and the node writes their ticket. */
async function sendBack(node: ReturnType<typeof openNode>, owner: number): Promise<void> {
  const waiting = node.enter(owner);
  await node.exchanged();
  expect(await waiting).toBeInstanceOf(QueueTimeoutError);
}

interface Store {
  readonly tickets: () => Promise<SharedTickets>;
}

async function onPostgres(): Promise<Store> {
  const database = await openTestDatabase();
  undo.push(() => database.close());
  return { tickets: async () => postgresTickets(database.db) };
}

async function onRedis(): Promise<Store> {
  const server = await openRedisServer();
  undo.push(() => server.close());
  return {
    async tickets() {
      const tickets = await openRedisTickets(server.url, 'shop');
      undo.push(() => tickets.close());
      const isConnected = () =>
        tickets.exchange([]).then(
          () => true,
          () => false,
        );
      await expect.poll(isConnected).toBe(true);
      return tickets;
    },
  };
}

test('shops on one Redis have lines of their own', async () => {
  const server = await openRedisServer();
  undo.push(() => server.close());
  const open = async (shop: string) => {
    const tickets = await openRedisTickets(server.url, shop);
    undo.push(() => tickets.close());
    return tickets;
  };
  const [one, node, other] = [await open('one'), await open('one'), await open('other')];
  const known = async (tickets: SharedTickets, mine: readonly Ticket[] = []) =>
    (await tickets.exchange(mine)).map(({ owner }) => owner);
  const ticket = { owner: 7, waitedMs: 0, countsForMs: 50_000, keptForMs: 50_000 };
  await expect.poll(() => known(one, [ticket]).catch(() => [])).toEqual([7]);
  await expect.poll(() => known(node).catch(() => [])).toEqual([7]);
  await expect.poll(() => known(other).catch(() => undefined)).toEqual([]);
});

describe.each([
  { where: 'PostgreSQL', open: onPostgres },
  { where: 'Redis', open: onRedis },
])('with the tickets in $where', ({ open }) => {
  test('a customer whom one node has sent back is served by another before those who came later', async () => {
    const store = await open();
    const one = openNode(await store.tickets(), { maxWaitMs: 300 });
    const two = openNode(await store.tickets());
    await sendBack(one, 7);
    void two.enter(8);
    await two.exchanged();
    void two.enter(9);
    // Node two has heard of this customer, but not that they would come.
    const both = Promise.all([two.enter(7), two.enter(9)]);
    expect([7, 8, 9].map(two.queue.placeOf)).toEqual([1, 2, 3]);
    await two.serve();
    await both;
    expect(two.served).toEqual([7, 8, 9, 9]);
  });

  test('a node that has just begun a line learns of earlier customers after it has admitted them to it', async () => {
    const store = await open();
    const one = openNode(await store.tickets(), { maxWaitMs: 300 });
    const two = openNode(await store.tickets());
    await sendBack(one, 7);
    void two.enter(8);
    void two.enter(7);
    expect([7, 8].map(two.queue.placeOf)).toEqual([2, 1]);
    await expect.poll(() => [7, 8].map(two.queue.placeOf)).toEqual([1, 2]);
  });

  test('the place counts earlier customers of other nodes, and any node knows it', async () => {
    const store = await open();
    const [one, two, idle] = [await store.tickets(), await store.tickets(), await store.tickets()].map((tickets) =>
      openNode(tickets),
    ) as [ReturnType<typeof openNode>, ReturnType<typeof openNode>, ReturnType<typeof openNode>];
    void one.enter(1);
    void one.enter(2);
    await one.exchanged();
    void two.enter(3);
    await two.exchanged();
    void one.enter(4);
    await one.exchanged();
    await two.exchanged();
    expect([1, 2, 4].map(one.queue.placeOf)).toEqual([1, 2, 4]);
    expect(two.queue.placeOf(3)).toBe(3);
    expect(two.queue.placeOf(4)).toBeUndefined();
    await expect.poll(() => two.queue.findPlace(4)).toBe(4);
    await expect.poll(() => idle.queue.findPlace(3)).toBe(3);
    expect(await idle.queue.findPlace(5)).toBeUndefined();
    await one.serve();
    await two.exchanged();
    expect(two.queue.placeOf(3)).toBe(1);
  });

  test('a customer whose place is kept on one node counts there while waiting on another', async () => {
    const store = await open();
    const one = openNode(await store.tickets());
    const two = openNode(await store.tickets());
    const leaving = new AbortController();
    const left = one.enter(1, leaving.signal);
    await one.exchanged();
    leaving.abort(new Error('closed the tab'));
    await left;
    void two.enter(1);
    await two.exchanged();
    void one.enter(2);
    await expect.poll(() => one.queue.placeOf(2)).toBe(2);
  });

  test('customers of a node that died do not hold up those of others, and soon no longer count', async () => {
    const store = await open();
    const tickets = await store.tickets();
    // Written by a node that has not been heard of since.
    await tickets.exchange([
      { owner: 1, waitedMs: 5_000, countsForMs: 200, keptForMs: LONG_MS },
      { owner: 2, waitedMs: 5_000, countsForMs: 200, keptForMs: 200 },
    ]);
    const node = openNode(tickets);
    void node.enter(3);
    await node.exchanged();
    await expect.poll(() => node.queue.placeOf(3)).toBe(1);
    void node.enter(1);
    void node.enter(2);
    // The first has kept the place.
    await expect.poll(() => [1, 3, 2].map(node.queue.placeOf)).toEqual([1, 2, 3]);
    await node.serve();
    expect(node.served).toEqual([1, 3, 2]);
  });

  test('a served customer starts at the end of the line, on any node', async () => {
    const store = await open();
    const one = openNode(await store.tickets());
    const two = openNode(await store.tickets());
    void one.enter(1);
    await one.exchanged();
    void two.enter(2);
    await two.exchanged();
    await one.serve();
    await two.exchanged();
    void two.enter(1);
    await two.exchanged();
    expect([1, 2].map(two.queue.placeOf)).toEqual([2, 1]);
  });

  test('customers of a node that stops keep their places on the others', async () => {
    const store = await open();
    const one = openNode(await store.tickets());
    const two = openNode(await store.tickets());
    const rejected = one.enter(1);
    await one.queue.close();
    expect(await rejected).toBeInstanceOf(QueueFullError);
    void two.enter(2);
    await two.exchanged();
    void two.enter(1);
    expect([1, 2].map(two.queue.placeOf)).toEqual([1, 2]);
  });

  test('two nodes that exchange the tickets of the same customers at the same moment both succeed', async () => {
    const store = await open();
    const nodes = [await store.tickets(), await store.tickets()];
    const owners = Array.from({ length: 50 }, (_, index) => index + 1);
    const ticket = { countsForMs: LONG_MS, keptForMs: LONG_MS };
    const exchanges = nodes.flatMap((tickets, node) => {
      const order = node === 0 ? owners : owners.toReversed();
      return tickets.exchange(order.map((owner) => ({ owner, waitedMs: node * 60_000 + owner, ...ticket })));
    });
    await Promise.all(exchanges);
    const known = await nodes[0]?.exchange([]);
    expect(known?.map(({ owner }) => owner).toSorted((a, b) => a - b)).toEqual(owners);
    expect(known?.every(({ owner, waitedMs }) => waitedMs >= 60_000 + owner)).toBe(true);
  });
});

test('without a line, or with one that is shorter than the time between exchanges, nothing is exchanged', async () => {
  const store = await onPostgres();
  const node = openNode(await store.tickets());
  const short = node.enter(1);
  await node.serve();
  await short;
  await node.enter(2);
  await new Promise((resolve) => setTimeout(resolve, 5 * EXCHANGE_EVERY_MS));
  expect(node.exchanges()).toBe(0);
});

test('while the store fails, each node uses its own line, and logs it once', async () => {
  const database = await openTestDatabase();
  undo.push(() => database.close());
  const node = openNode(postgresTickets(database.db));
  await sql`ALTER TABLE line_ticket RENAME TO broken`.execute(database.db);
  const entered = [node.enter(1), node.enter(2)];
  await node.exchanged();
  expect([1, 2].map(node.queue.placeOf)).toEqual([1, 2]);
  expect(log.text()).toContain('each node uses its own line');
  await sql`ALTER TABLE broken RENAME TO line_ticket`.execute(database.db);
  await expect.poll(() => log.text(), { timeout: 5_000 }).toContain('The line is shared between nodes again');
  expect(log.warnings()).toHaveLength(1);
  // What the others have not heard yet is reported.
  const known = await postgresTickets(database.db).exchange([]);
  expect(known.map(({ owner }) => owner).toSorted((a, b) => a - b)).toEqual([1, 2]);
  await node.serve();
  await Promise.all(entered);
  expect(node.served).toEqual([1, 2]);
});

/** A line whose only slot is taken, and whose store can fail; `written` are the tickets that the store has. */
function openBrokenLine({ everyMs, ...limits }: { everyMs: number; maxWaitMs: number }) {
  const written: Ticket[] = [];
  let isBroken = false;
  const exchange = async (tickets: readonly Ticket[]) => {
    if (isBroken) return undefined;
    written.push(...tickets);
    return [];
  };
  const queue = createFairQueue({
    concurrency: 1,
    maxWaiting: 10,
    maxWaitingPerOwner: 1,
    keepPlaceMs: LONG_MS,
    expectBackMs: LONG_MS,
    ...limits,
    sharing: { exchange, everyMs },
  });
  undo.push(() => queue.close());
  const gate = Promise.withResolvers<void>();
  void queue.run(0, 'normal', () => gate.promise);
  return {
    queue,
    written,
    openSlot: gate.resolve,
    setBroken(broken: boolean) {
      isBroken = broken;
    },
  };
}

test('a customer who is served while the store fails no longer counts on the other nodes once it works again', async () => {
  const { queue, written, openSlot, setBroken } = openBrokenLine({ everyMs: 5, maxWaitMs: LONG_MS });
  const served = queue.run(7, 'normal', async () => 'served');
  await expect.poll(() => written.some(({ owner, keptForMs }) => owner === 7 && keptForMs > 0)).toBe(true);
  setBroken(true);
  openSlot();
  expect(await served).toBe('served');
  await new Promise((resolve) => setTimeout(resolve, 50));
  setBroken(false);
  await expect.poll(() => written.some(({ owner, keptForMs }) => owner === 7 && keptForMs === 0)).toBe(true);
});

test('a customer who was sent back shortly before a node stops still counts on the others', async () => {
  const { queue, written, openSlot } = openBrokenLine({ everyMs: LONG_MS, maxWaitMs: 20 });
  await expect(queue.run(7, 'normal', async () => undefined)).rejects.toBeInstanceOf(QueueTimeoutError);
  openSlot();
  await queue.close();
  expect(written.find(({ owner }) => owner === 7)?.countsForMs).toBeGreaterThan(0);
});
