import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CdnState } from '#server/platform/cdn/purge-queue.ts';
import { createPluginDelays, type PluginDelays } from '#server/platform/concurrency/plugin-delays.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { recordLog } from '#test/log.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { forgetSecret, startHeartbeat } from './index.ts';

let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop({ DATA_DIR: '.' });
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());

const read = async () => (await shop.call('GET /admin/system', {}, { token })).data;

test('the system page names version, database and where backups go', async () => {
  const system = await read();
  expect(system.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(Number.parseInt(system.database.version, 10)).toBeGreaterThanOrEqual(15);
  expect(system.database.bytes).toBeGreaterThan(1_000_000);
  expect(system.backup_location).toMatch(/backups$/);
  expect(system).toMatchObject({ nodes: [], last_backup: null, failed_jobs: [], queue: { waiting: 0, running: 0 } });
});

test('metrics name the version that the node runs', async () => {
  const { version } = await read();
  const { body } = await shop.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body).toContain(`stoa_build_info{version="${version}"} 1`);
});

test('a running node is listed until it stops or is silent', async () => {
  const heartbeat = await startHeartbeat(shop.services);
  const other = await startHeartbeat(shop.services);
  expect((await read()).nodes).toMatchObject([{ process_id: process.pid }, { process_id: process.pid }]);
  await other.stop();
  expect((await read()).nodes).toHaveLength(1);
  shop.clock.advance({ minutes: 2 });
  expect((await read()).nodes).toEqual([]);
  await heartbeat.stop();
});

test('a node with another APP_SECRET says so in the log and on the system page, until it is accepted', async () => {
  const nodeWith = async (secretIdentity: string) => {
    const { stream, warnings } = recordLog();
    const heartbeat = await startHeartbeat({ ...shop.services, secretIdentity, log: pino(stream) });
    return { ...heartbeat, said: warnings().map(({ msg }) => msg) };
  };
  const { secretIdentity } = shop.services;
  const nodes = [await nodeWith(secretIdentity), await nodeWith('another'), await nodeWith(secretIdentity)];
  const isOther = (await read()).nodes.map((node) => node.has_other_secret);
  expect(isOther.filter(Boolean)).toEqual([true]);
  const warning = expect.stringMatching(/^APP_SECRET differs from the one/);
  expect(nodes.map(({ said }) => said)).toEqual([[], [warning], []]);
  for (const node of nodes) await node.stop();
  await forgetSecret(shop.services.db);
  const accepted = await nodeWith('another');
  expect((await read()).nodes).toMatchObject([{ has_other_secret: false }]);
  await accepted.stop();
  await forgetSecret(shop.services.db);
});

test('each node names its disk, its replica and how many customers wait in line on it', async () => {
  const describe = (replica: { isUsed(): boolean; lagSeconds(): number | undefined } | undefined, waiting: number) =>
    startHeartbeat({ ...shop.services, replica, orderQueue: { waiting: () => waiting } });
  const nodes = [
    await describe(undefined, 0),
    await describe({ isUsed: () => true, lagSeconds: () => 0.1234 }, 12),
    await describe({ isUsed: () => false, lagSeconds: () => undefined }, 400),
  ];
  const described = (await read()).nodes.toSorted((a, b) => Number(a.customers_in_line) - Number(b.customers_in_line));
  expect(described).toMatchObject([
    { replica: null, customers_in_line: 0 },
    { replica: { is_used: true, lag_ms: 123 }, customers_in_line: 12 },
    { replica: { is_used: false, lag_ms: null }, customers_in_line: 400 },
  ]);
  // The folder for backups is on the same file system, and does not exist yet.
  for (const { disks } of described) {
    expect(disks).toEqual([{ folder: 'data', free_bytes: expect.any(Number), total_bytes: expect.any(Number) }]);
    expect(disks[0]?.total_bytes).toBeGreaterThan(disks[0]?.free_bytes ?? 0);
  }
  await Promise.all(nodes.map((node) => node.stop()));
});

test('metrics count the connections that are used, and the work that waits for one', async () => {
  const { db, config, countConnections } = shop.services;
  const counts = async () => {
    const { payload } = await shop.app.inject('/metrics');
    const samples = payload.matchAll(/^stoa_database_connections\{state="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...samples].map(([, state, count]) => [state, Number(count)]));
  };
  expect(await counts()).toMatchObject({ waiting: 0 });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const held = Array.from({ length: config.databasePool }, () => db.connection().execute(() => isReleased));
  const isExhausted = () => {
    const { used, waiting } = countConnections();
    return used > 0 && waiting > 0;
  };
  await expect.poll(isExhausted).toBe(true);
  // Other metrics wait for a connection themselves.
  const counting = counts();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  release();
  const { used, waiting } = await counting;
  expect(used).toBeGreaterThan(0);
  // The rest is reserved for pages and lists.
  expect(used).toBeLessThan(config.databasePool);
  expect(waiting).toBeGreaterThan(0);
  await Promise.all(held);
  await expect.poll(counts).toMatchObject({ waiting: 0 });
});

test('a node of an earlier release is listed without what it does not report', async () => {
  const at = shop.services.now();
  const facts = { host: 'old', process_id: 1, version: '0.0.1', started_at: at, seen_at: at, memory_bytes: 1 };
  const { id } = await shop.services.db
    .insertInto('shop_node')
    .values({ id: crypto.randomUUID(), ...facts })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await read()).nodes).toMatchObject([{ host: 'old', disks: [], replica: null, customers_in_line: null }]);
  await shop.services.db.deleteFrom('shop_node').where('id', '=', id).execute();
});

test('the state of the CDN combines what its nodes know of each server', async () => {
  const heartbeat = (servers: CdnState[]) =>
    startHeartbeat({ ...shop.services, cdnPurger: { describe: () => servers } });
  const [early, late] = [new Date('2026-11-23T09:00:00Z'), new Date('2026-11-23T09:05:00Z')];
  const failure = { at: late, reason: 'two.test answered 503' };
  const silent = { waiting: 0, purgedAt: undefined, failure: undefined };
  expect((await read()).cdn).toEqual([]);
  const one = await heartbeat([
    { host: 'two.test', waiting: 3, purgedAt: early, failure },
    { host: 'one.test', waiting: 0, purgedAt: late, failure: undefined },
  ]);
  const other = await heartbeat([
    { host: 'two.test', waiting: 2, purgedAt: undefined, failure: { at: early, reason: 'timeout' } },
    { host: 'one.test', ...silent },
  ]);
  expect((await read()).cdn).toEqual([
    { host: 'one.test', waiting: 0, purged_at: late.toISOString(), last_error: null },
    {
      host: 'two.test',
      waiting: 5,
      purged_at: early.toISOString(),
      last_error: { at: late.toISOString(), reason: 'two.test answered 503' },
    },
  ]);
  await Promise.all([one.stop(), other.stop()]);
});

test('slow plug-ins are shown with the counts of all nodes, the most recent first', async () => {
  const { log, now } = shop.services;
  const heartbeat = async (delay: (delays: PluginDelays) => void) => {
    const pluginDelays = createPluginDelays(log, now);
    delay(pluginDelays);
    return startHeartbeat({ ...shop.services, pluginDelays });
  };
  expect((await read()).plugin_delays).toEqual([]);
  const one = await heartbeat(({ observe }) => {
    observe('reviews', 'loadProducts').timedOut();
    observe('reviews', 'loadProducts').paused(10_000);
    observe('feeds', 'GET /feeds').blocked(250.4);
  });
  shop.clock.advance({ minutes: 1 });
  const other = await heartbeat(({ observe }) => {
    observe('feeds', 'GET /feeds').blocked(900);
    observe('feeds', 'GET /feeds').timedOut();
    observe('feeds', 'GET /feeds').paused(10_000);
  });
  const [recent, earlier] = (await read()).plugin_delays;
  expect(recent).toMatchObject({ plugin: 'feeds', name: 'GET /feeds', timeouts: 1, blocks: 2, longest_block_ms: 900 });
  expect(recent?.paused_until).not.toBeNull();
  // Its pause is over.
  expect(earlier).toMatchObject({
    plugin: 'reviews',
    name: 'loadProducts',
    timeouts: 1,
    blocks: 0,
    paused_until: null,
  });
  await Promise.all([one.stop(), other.stop()]);
});

test('a job whose last run failed is shown with its error and can be run again', async () => {
  const { db } = shop.services;
  await sql`CREATE SCHEMA pgboss`.execute(db);
  await sql`CREATE TYPE pgboss.job_state AS ENUM ('created', 'retry', 'active', 'completed', 'cancelled', 'failed')`.execute(
    db,
  );
  await sql`CREATE TABLE pgboss.job (name text, state pgboss.job_state, completed_on timestamptz, output jsonb)`.execute(
    db,
  );
  const add = (name: string, state: string, minutesAgo: number, error?: string) =>
    sql`INSERT INTO pgboss.job VALUES (${name}, ${state}::pgboss.job_state, now() - make_interval(mins => ${minutesAgo}),
          ${error === undefined ? null : JSON.stringify({ message: error })}::jsonb)`.execute(db);
  await add('clean-up', 'failed', 20, 'The disk is full');
  await add('clean-up', 'failed', 10, 'The disk is still full');
  await add('deliver-mail', 'failed', 10, 'No network');
  await add('deliver-mail', 'completed', 5);
  await add('backups', 'active', 0);
  const { failed_jobs, queue } = await read();
  expect(failed_jobs).toMatchObject([{ name: 'clean-up', failures: 2, error: 'The disk is still full' }]);
  expect(queue).toEqual({ waiting: 0, running: 1 });
  const retry = (name: string) => shop.call('POST /admin/system/jobs/{name}/retry', { params: { name } }, { token });
  expect((await retry('clean-up')).status).toBe(200);
  expect(shop.jobs.requested()).toContain('clean-up');
  expect((await retry('sell-everything')).failure.code).toBe('job.not_found');
});
