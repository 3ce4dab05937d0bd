import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { ALWAYS_ANSWERED, createLoadShedder, shedLoad, watchEventLoop } from './overload.ts';

test('while the event loop is late, fifty requests per second are accepted, others get a retry hint', () => {
  let now = 10_000;
  const admit = createLoadShedder(() => now);
  const refused = (requests: number) => {
    let count = 0;
    for (let request = 0; request < requests; request += 1) {
      try {
        admit();
      } catch (error) {
        expect(error).toMatchObject({ code: 'server.overloaded', status: 503, retryAfterSeconds: 2 });
        count += 1;
      }
    }
    return count;
  };
  expect(refused(50)).toBe(0);
  expect(refused(200)).toBe(200);
  now += 1_000;
  expect(refused(51)).toBe(1);
});

test('scripts and health checks are answered under a load that refuses pages', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  let isLate = true;
  shedLoad(
    app,
    { isLate: () => isLate, stop: () => undefined },
    createLoadShedder(() => 0),
  );
  app.get('/page', () => 'page');
  app.get('/script', { config: ALWAYS_ANSWERED }, () => 'script');
  const statuses = async (url: string) => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => app.inject(url)));
    return [...new Set(answers.map(({ statusCode }) => statusCode))];
  };
  expect(await statuses('/page')).toEqual([200, 503]);
  expect(await statuses('/script')).toEqual([200]);
  isLate = false;
  expect(await statuses('/page')).toEqual([200]);
});

test('an event loop that is blocked repeatedly is late, and no longer afterwards', async () => {
  const watch = watchEventLoop();
  onTestFinished(() => watch.stop());
  await pause(1_200);
  expect(watch.isLate()).toBe(false);
  for (let block = 0; block < 2; block += 1) {
    const end = performance.now() + 2_500;
    while (performance.now() < end);
    await pause(0);
  }
  expect(watch.isLate()).toBe(true);
  await expect.poll(watch.isLate, { timeout: 5_000 }).toBe(false);
});

test('an event loop that was blocked once, for a second, is not late', async () => {
  const watch = watchEventLoop();
  onTestFinished(() => watch.stop());
  // Directly after an evaluation: then nothing is measured before the next one.
  await pause(1_000);
  const end = performance.now() + 1_200;
  while (performance.now() < end);
  await pause(20);
  expect(watch.isLate()).toBe(false);
});
