import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { recordLog } from '#test/log.ts';
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
  await jobs.stop();
  await database.close();
});

test('a job requested before the start runs after it', async () => {
  const early = createJobs(database.url, createLog('silent', recordLog().stream));
  const ran = Promise.withResolvers<void>();
  early.define('early', async () => ran.resolve());
  const requested = early.request('early');
  await early.start();
  await requested;
  await ran.promise;
  await early.stop();
});

test('a requested job runs at once, and only that one', async () => {
  // The first run may come from the polling at the start.
  await jobs.request('send');
  await expect.poll(() => runs, { timeout: 10_000 }).toEqual(['send']);
  for (let time = 2; time <= 4; time += 1) {
    await jobs.request('send');
    await expect.poll(() => runs.length, { timeout: 1_000 }).toBe(time);
  }
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
  await own.stop();
});

test('requests that follow each other closely are spread over time, more so with several nodes', async () => {
  const timeOf = async (requests: number) => {
    const begun = performance.now();
    for (let request = 1; request <= requests; request += 1) await jobs.request('clean');
    return performance.now() - begun;
  };
  // Timers can be a little early.
  expect(await timeOf(2)).toBeGreaterThan(240);
  nodes = 3;
  expect(await timeOf(1)).toBeGreaterThan(700);
});
