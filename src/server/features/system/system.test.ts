import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CdnState } from '#server/platform/cdn/purge-queue.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { startHeartbeat } from './index.ts';

let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop({ DATA_DIR: '.' });
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());

const read = async () => (await shop.call('GET /admin/system', {}, { token })).data;

test('the system page names version, database, disk and where backups go', async () => {
  const system = await read();
  expect(system.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(Number.parseInt(system.database.version, 10)).toBeGreaterThanOrEqual(15);
  expect(system.database.bytes).toBeGreaterThan(1_000_000);
  expect(system.disk?.free_bytes).toBeGreaterThan(0);
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
