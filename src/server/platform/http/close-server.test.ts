import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeServer } from './close-server.ts';

test('a request that never ends does not keep a node from stopping', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  const arrived = Promise.withResolvers<void>();
  app.get('/hangs', () => {
    arrived.resolve();
    return new Promise(() => undefined);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const hanging = expect(fetch(`${url}/hangs`)).rejects.toThrow();
  await arrived.promise;
  await closeServer(app, 20);
  await hanging;
});

test('a request that ends in time gets its response', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  const arrived = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<string>();
  app.get('/slow', () => {
    arrived.resolve();
    return finish.promise;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const response = fetch(`${url}/slow`);
  await arrived.promise;
  const closed = closeServer(app);
  await expect.poll(() => app.server.listening).toBe(false);
  finish.resolve('done');
  expect(await (await response).text()).toBe('done');
  const ended = performance.now();
  await closed;
  // A client keeps its connection for further requests; the limit is ten seconds.
  expect(performance.now() - ended).toBeLessThan(5_000);
});
