import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordLog } from '#test/log.ts';
import { createHttpServer, readableAddress } from './server.ts';

let app: Awaited<ReturnType<typeof createHttpServer>>;
const log = recordLog();

beforeAll(async () => {
  app = await createHttpServer({
    log: pino(log.stream),
    rateLimit: 1000,
    trustProxy: undefined,
    production: false,
  });
  app.post('/taken', () => 'all of it');
});
afterAll(() => app.close());

test('an undecodable URL is refused with the envelope', async () => {
  const response = await app.inject('/api/products/%zz');
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ success: false, code: 'request.malformed', data: null });
});

const UNREADABLE = [
  '//',
  '//evil.example/',
  '///',
  '//[',
  '//@:',
  '/\\',
  '/\\evil.example',
  'http://[',
  '/products/%zz',
];
test.each([...UNREADABLE, 'http://a//evil.example/'])(
  '%s, which browsers read as another host or not at all, is not a page',
  (url) => expect(readableAddress(url)).toBe('/address-not-readable'),
);

test.each([
  ['http://shop.example/products?search=a', '/products?search=a'],
  ['http://user:password@shop.example/products', '/products'],
  ['HTTP://shop.example', '/'],
  ['http://shop.example?a=b', '/?a=b'],
  ['http://shop.example/api/shop', '/api/shop'],
])('of %s, only the path and the query count', (url, address) => expect(readableAddress(url)).toBe(address));

test.each(['/', '/products?search=//', '/products/a%2Fb', '/api/products/%zz'])('%s is unchanged', (url) =>
  expect(readableAddress(url)).toBe(url),
);

describe('raw connections', () => {
  let port: number;
  beforeAll(async () => {
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  });

  /** Says this to the shop. */
  function say(...words: readonly string[]) {
    const socket = connect(port, '127.0.0.1');
    const wire = { socket, heard: '' };
    socket.on('data', (chunk) => {
      wire.heard += chunk;
    });
    for (const word of words) socket.write(word);
    return wire;
  }

  test('a too large request is drained, so that the client gets the response', async () => {
    const half = 'x'.repeat(1_500_000);
    const head =
      'POST /taken HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 3000000\r\n\r\n';
    const wire = say(head, half);
    await sleep(200);
    expect(wire.heard).toBe('');
    wire.socket.write(half);
    await once(wire.socket, 'end');
    expect(wire.heard).toMatch(/^HTTP\/1\.1 413 .*"code":"request\.too_large"\}$/s);
  });

  test.each([
    ['is no HTTP', 'HELLO\r\n\r\n', 400, 'request.malformed'],
    ['is too long', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: shop\r\n\r\n`, 431, 'request.too_large'],
  ])('a request that %s is refused with the envelope', async (_what, words, status, code) => {
    const wire = say(words);
    await once(wire.socket, 'close');
    expect(wire.heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*"success":false,.*"code":"${code}"\\}$`, 's'));
  });

  test('an aborted request is not an error', async () => {
    for (let count = 0; count < 3; count += 1) {
      const { socket } = say();
      await once(socket, 'connect');
      socket.write('POST /taken HTTP/1.1\r\nHost: shop\r\n\r\n', () => socket.resetAndDestroy());
      await once(socket, 'close');
    }
    const response = await fetch(`http://127.0.0.1:${port}/taken`, { method: 'POST' });
    expect(await response.text()).toBe('all of it');
    expect(log.warnings()).toEqual([]);
  });
});

test('an unsupported method is refused with the envelope', async () => {
  const response = await app.inject({ method: 'POST', url: '/products' });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ success: false, code: 'route.not_found' });
});
