import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpServer, readableAddress } from './server.ts';

let app: Awaited<ReturnType<typeof createHttpServer>>;

beforeAll(async () => {
  app = await createHttpServer({
    log: pino({ level: 'silent' }),
    rateLimit: 1000,
    trustProxy: false,
    production: false,
  });
  app.post('/taken', () => 'all of it');
});
afterAll(() => app.close());

test('an address that cannot be decoded is refused in the envelope', async () => {
  const response = await app.inject('/api/products/%zz');
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ success: false, code: 'request.malformed', data: null });
});

test.each(['//', '//evil.example/', '///', '//[', '//@:', '/\\', '/\\evil.example', 'http://[', '/products/%zz'])(
  'no page has the address %s, which a browser reads as another host or not at all',
  (url) => expect(readableAddress(url)).toBe('/address-not-readable'),
);

test.each(['/', '/products?search=//', '/products/a%2Fb', '/api/products/%zz'])('%s is left as it is', (url) =>
  expect(readableAddress(url)).toBe(url),
);

test('whoever sends too much is heard out, for while they are sending they do not hear why', async () => {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  const half = 'x'.repeat(1_500_000);
  socket.write(
    'POST /taken HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 3000000\r\n\r\n',
  );
  socket.write(half);
  await sleep(200);
  expect(heard).toBe('');
  socket.write(half);
  await once(socket, 'end');
  expect(heard).toMatch(/^HTTP\/1\.1 413 .*"code":"request\.too_large"\}$/s);
});

test('a method that no page takes is refused in the envelope', async () => {
  const response = await app.inject({ method: 'POST', url: '/products' });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ success: false, code: 'route.not_found' });
});
