import underPressure from '@fastify/under-pressure';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { ALWAYS_ANSWERED, createLoadShedder } from './overload.ts';

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
  // A failing check keeps the server under pressure, unlike a late event loop.
  await app.register(underPressure, {
    healthCheck: async () => false,
    healthCheckInterval: 60_000,
    pressureHandler: createLoadShedder(() => 0),
  });
  app.get('/page', () => 'page');
  app.get('/script', { config: ALWAYS_ANSWERED }, () => 'script');
  const statuses = async (url: string) => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => app.inject(url)));
    return [...new Set(answers.map(({ statusCode }) => statusCode))];
  };
  expect(await statuses('/page')).toEqual([200, 503]);
  expect(await statuses('/script')).toEqual([200]);
});
