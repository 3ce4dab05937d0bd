import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { countWaiting, openTestDatabase, type TestDatabase } from '#test/database.ts';
import { recordLog } from '#test/log.ts';
import { openWire } from '#test/servers/wire.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createLog } from './log.ts';

let database: TestDatabase;
let jobs: Jobs;
const runs: string[] = [];
let nodes = 1;
beforeAll(async () => {
  database = await openTestDatabase(1);
  jobs = createJobs(database.url, createLog('silent', recordLog().stream), () => nodes);
  for (const name of ['send', 'clean']) jobs.define(name, async () => void runs.push(name));
  await jobs.start();
});
afterAll(async () => {
  await end(jobs);
  await database.close();
});

async function end(own: Jobs): Promise<void> {
  await own.stop();
  await own.close();
}

test('a job requested before the start runs after it', async () => {
  const early = createJobs(database.url, createLog('silent', recordLog().stream));
  const ran = Promise.withResolvers<void>();
  early.define('early', async () => ran.resolve());
  const requested = early.request('early');
  await early.start();
  await requested;
  await ran.promise;
  await end(early);
});

test('a requested job runs at once, and only that one', async () => {
  // The first run may come from the polling at the start.
  await jobs.request('send');
  await expect.poll(() => runs).toEqual(['send']);
  const begun = performance.now();
  for (let time = 2; time <= 4; time += 1) {
    await jobs.request('send');
    await expect.poll(() => runs.length).toBe(time);
  }
  // Without requests, jobs are looked for every five seconds.
  expect(performance.now() - begun).toBeLessThan(8_000);
  expect(runs).not.toContain('clean');
});

test('a job that never ends times out and is retried; neither it nor one that throws at once stops other jobs or the node', async () => {
  const own = createJobs(database.url, createLog('silent', recordLog().stream));
  let attempts = 0;
  const ran = Promise.withResolvers<void>();
  own.define('hangs', () => (++attempts === 1 ? new Promise(() => undefined) : Promise.resolve()), undefined, 1);
  own.define('throws', () => {
    throw new Error('At once');
  });
  own.define('works', async () => ran.resolve());
  await own.start();
  for (const name of ['hangs', 'throws', 'works']) await own.request(name);
  await ran.promise;
  await expect.poll(() => attempts, { timeout: 15_000 }).toBe(2);
  await end(own);
});

test('requests that follow each other closely are spread over time, more so with several nodes', async () => {
  const begun = performance.now();
  for (let request = 1; request <= 2; request += 1) await jobs.request('clean');
  // Timers can be a little early.
  expect(performance.now() - begun).toBeGreaterThan(240);
  nodes = 3;
  await jobs.request('clean');
  // 750 ms after the second one began.
  expect(performance.now() - begun).toBeGreaterThan(980);
});

test('jobs requested by another node or for a later time run within seconds of being due', async () => {
  const elsewhere = new PgBoss(database.url);
  await elsewhere.start();
  onTestFinished(() => elsewhere.stop({ graceful: false }));
  const before = runs.length;
  await elsewhere.send('send', {}, { startAfter: 1 });
  await elsewhere.send('clean', {});
  await expect.poll(() => runs.slice(before).sort(), { timeout: 15_000 }).toEqual(['clean', 'send']);
});

test('a node stops its jobs while a look-up of due jobs gets no response', async () => {
  const locked = await openTestDatabase(2);
  onTestFinished(locked.close);
  const own = createJobs(locked.url, createLog('silent', recordLog().stream));
  const ran = Promise.withResolvers<void>();
  own.define('send', async () => ran.resolve());
  await own.start();
  await own.request('send');
  await ran.promise;
  const lock = await locked.db.startTransaction().execute();
  await sql`LOCK TABLE pgboss.job`.execute(lock);
  await expect.poll(() => countWaiting(locked.db, 'SELECT DISTINCT name'), { timeout: 10_000 }).toBe(1);
  const stop = vi.spyOn(PgBoss.prototype, 'stop');
  onTestFinished(() => stop.mockRestore());
  const stopped = end(own);
  const begun = stop.mock.calls.length;
  await lock.rollback().execute();
  await stopped;
  expect(begun).toBe(1);
});

test('a node stops its jobs while the database is silent', async () => {
  const wire = await openWire(database.url);
  onTestFinished(wire.close);
  const own = createJobs(wire.url, createLog('silent', recordLog().stream));
  await own.start();
  wire.cut();
  const began = performance.now();
  await end(own);
  expect(performance.now() - began).toBeLessThan(15_000);
});

test('a node that is closed while its jobs start does not fail', async () => {
  const own = createJobs(database.url, createLog('silent', recordLog().stream));
  own.define('first', async () => undefined);
  const started = own.start();
  await own.close();
  await started;
  await end(own);
});

test('a job that is requested while its node stops runs on another one', async () => {
  const [stopping, other] = [1, 2].map(() => createJobs(database.url, createLog('silent', recordLog().stream)));
  const ran: string[] = [];
  stopping?.define('hand-over', async () => void ran.push('stopping'));
  other?.define('hand-over', async () => void ran.push('other'));
  await stopping?.start();
  await stopping?.stop();
  await stopping?.request('hand-over');
  expect(ran).toEqual([]);
  await other?.start();
  await expect.poll(() => ran).toEqual(['other']);
  await stopping?.close();
  await expect(stopping?.request('hand-over')).rejects.toThrow();
  if (other) await end(other);
});
