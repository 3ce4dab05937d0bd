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

test('a method that no page takes is refused in the envelope', async () => {
  const response = await app.inject({ method: 'POST', url: '/products' });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ success: false, code: 'route.not_found' });
});
