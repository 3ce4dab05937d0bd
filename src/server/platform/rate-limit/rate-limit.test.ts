import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { recordLog } from '#test/log.ts';
import { openRedisServer, type RedisServer } from '#test/servers/redis-server.ts';
import { postgresCounter } from './postgres-counter.store.ts';
import { createRateLimitStores } from './rate-limit-store.ts';
import { openRedisCounter } from './redis-counter.ts';
import { addUnlessBroken, type SharedCounter } from './shared-counter.ts';

const log = recordLog();
const logger = pino(log.stream);
const fingerprint = (text: string) => createHash('sha256').update(text).digest();
const MINUTE_MS = 60_000;
const CLIENT = '203.0.113.7';

let undo: (() => unknown)[] = [];
beforeEach(() => log.clear());
afterEach(async () => {
  for (const step of undo.reverse()) await step();
  undo = [];
});

/** The rate limits of one node. */
function openNode(counter: SharedCounter) {
  const add = addUnlessBroken(counter, logger);
  const stores = createRateLimitStores({ add, fingerprint });
  undo.push(() => stores.close());
  const limit = (options: { name: string; isExact?: boolean }) => {
    const store = new stores.Store(options);
    return (max: number, client = CLIENT) =>
      new Promise<{ current: number; ttl: number }>((resolve, reject) => {
        store.incr(client, (error, count) => (count ? resolve(count) : reject(error)), MINUTE_MS, max);
      });
  };
  return { exact: limit({ name: 'login', isExact: true }), general: limit({ name: 'all' }), report: stores.report };
}

type Opened = { readonly counters: readonly [SharedCounter, SharedCounter]; readonly expire: () => Promise<unknown> };

async function onPostgres(): Promise<Opened> {
  const database: TestDatabase = await openTestDatabase();
  undo.push(() => database.close());
  return {
    counters: [postgresCounter(database.db), postgresCounter(database.db)],
    expire: () =>
      database.db
        .updateTable('rate_limit_window')
        .set({ ends_at: new Date(0) })
        .execute(),
  };
}

async function connected(server: RedisServer): Promise<SharedCounter> {
  const counter = await openRedisCounter(server.url);
  undo.push(() => counter.close());
  const probe = { client: Buffer.from('probe'), hits: 1, windowMs: MINUTE_MS };
  await expect
    .poll(() =>
      counter.add([probe]).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  return counter;
}

async function onRedis(): Promise<Opened> {
  const server = await openRedisServer();
  undo.push(() => server.close());
  return { counters: [await connected(server), await connected(server)], expire: async () => server.expireAll() };
}

for (const { where, open } of [
  { where: 'PostgreSQL', open: onPostgres },
  { where: 'Redis', open: onRedis },
]) {
  test(`an exact limit holds across two nodes, with the counts in ${where}`, async () => {
    const { counters } = await open();
    const [one, two] = [openNode(counters[0]), openNode(counters[1])];
    const tries = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? one : two).exact(5));
    const counts = (await Promise.all(tries)).map(({ current }) => current);
    expect(counts.filter((current) => current <= 5)).toHaveLength(5);
    expect((await two.exact(5)).current).toBeGreaterThan(5);
    expect((await two.exact(5, '198.51.100.9')).current).toBe(1);
  });

  test(`nodes learn of each other's busy clients within a second, with the counts in ${where}`, async () => {
    const { counters } = await open();
    const [one, two] = [openNode(counters[0]), openNode(counters[1])];
    for (let request = 0; request < 60; request += 1) await one.general(100);
    for (let request = 0; request < 30; request += 1) await two.general(100);
    expect((await two.general(100)).current).toBe(31);
    await one.report();
    await two.report();
    expect((await two.general(100)).current).toBe(92);
    await one.report();
    await two.report();
    expect((await one.general(100)).current).toBe(61);
    await one.report();
    expect((await one.general(100)).current).toBe(94);
  });

  test(`a window that has ended starts from zero, with the counts in ${where}`, async () => {
    const { counters, expire } = await open();
    const [one, two] = [openNode(counters[0]), openNode(counters[1])];
    for (let attempt = 0; attempt < 4; attempt += 1) await one.exact(5);
    await expire();
    const { current, ttl } = await two.exact(5);
    expect(current).toBe(1);
    expect(ttl).toBeGreaterThan(MINUTE_MS - 5_000);
    expect(ttl).toBeLessThanOrEqual(MINUTE_MS);
  });
}

test('clients far below their limit are not reported', async () => {
  const added: number[] = [];
  const node = openNode({
    async add(hits) {
      added.push(hits.length);
      return hits.map((hit) => ({ hits: hit.hits, endsInMs: hit.windowMs }));
    },
    close: async () => undefined,
  });
  for (let client = 0; client < 50; client += 1) await node.general(100, `10.0.0.${client}`);
  for (let request = 0; request < 10; request += 1) await node.general(100);
  await node.report();
  expect(added).toEqual([1]);
});

test('without Redis each node counts for itself, says so once, and shares again when Redis is back', async () => {
  const server = await openRedisServer();
  undo.push(() => server.close());
  const node = openNode(await connected(server));
  expect((await node.exact(3)).current).toBe(1);
  await server.stop();
  const counts = [await node.exact(3), await node.exact(3), await node.exact(3)];
  expect(counts.map(({ current }) => current)).toEqual([2, 3, 4]);
  await expect.poll(() => log.warnings().length).toBe(1);
  expect(log.text()).toContain('each node counts for itself');
  await server.start();
  await expect
    .poll(async () => (await node.exact(1_000)) && log.text(), { timeout: 15_000, interval: 200 })
    .toContain('Rate limits are shared between nodes again');
  expect(log.warnings()).toHaveLength(1);
});

test('a Redis that accepts connections but never answers holds up no request', async () => {
  const server = await openRedisServer();
  undo.push(() => server.close());
  const node = openNode(await connected(server));
  server.silence();
  const began = performance.now();
  expect((await node.exact(3)).current).toBe(1);
  expect((await node.exact(3)).current).toBe(2);
  // Without a time limit, it would wait forever.
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('the table of counts contains no IP address', async () => {
  const database = await openTestDatabase();
  undo.push(() => database.close());
  await openNode(postgresCounter(database.db)).exact(5);
  const rows = await database.db.selectFrom('rate_limit_window').select('client').execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.client.toString('latin1')).not.toContain(CLIENT);
});
