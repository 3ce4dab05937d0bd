import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { bindPages, type PagePolicy } from './bind-pages.ts';
import { createResponseCache } from './response-cache/response-cache.ts';
import { createHttpServer } from './server.ts';

const page = { status: 404, headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>A page</p>') };

const services = () => ({
  scriptHashes: ['known'],
  cache: createResponseCache(),
  readPolicy: async (): Promise<PagePolicy> => ({ connect: [], scripts: [], frames: [] }),
  untilReady: async () => undefined,
  findRedirect: async () => null,
});

test('while the card provider is unknown, pages keep the previous policy', async () => {
  const app = Fastify();
  let read = (): Promise<PagePolicy> => Promise.reject(new Error('away'));
  bindPages(app, async () => page, { ...services(), readPolicy: () => read() });
  const policyOf = async () => {
    const { statusCode, body, headers } = await app.inject('/about');
    expect([statusCode, body]).toEqual([404, '<p>A page</p>']);
    return headers['content-security-policy'];
  };
  expect(await policyOf()).toContain("connect-src 'self';");
  read = async () => ({ connect: ['https://cards.test'], scripts: [], frames: [] });
  expect(await policyOf()).toContain("connect-src 'self' https://cards.test;");
  read = () => Promise.reject(new Error('away'));
  expect(await policyOf()).toContain("connect-src 'self' https://cards.test;");
  await app.close();
});

test('pages may use the browser features that payment forms need, and no others', async () => {
  const app = Fastify();
  const permissions = { payment: ['https://cards.test', 'https://wallet.test'], camera: [] };
  const readPolicy = async () => ({ ...(await services().readPolicy()), permissions });
  bindPages(app, async () => page, { ...services(), readPolicy });
  const policy = String((await app.inject('/about')).headers['permissions-policy']);
  expect(policy).toContain('payment=(self "https://cards.test" "https://wallet.test")');
  expect(policy).toContain('camera=(self)');
  expect(policy).toContain('microphone=()');
  await app.close();
});

test('only a path without a page is redirected, and keeps its query', async () => {
  const app = Fastify();
  const found = { ...page, status: 200 };
  bindPages(app, async ({ url }) => (url.startsWith('/about') ? found : page), {
    ...services(),
    findRedirect: async (path) => {
      if (path === '/section') return { to: '/pages/new#prices', status: 302 };
      return path === '/nowhere' ? null : { to: '/pages/new', status: 301 };
    },
  });
  const answerOf = async (url: string) => {
    const { statusCode, headers } = await app.inject(url);
    return [statusCode, headers.location];
  };
  expect(await answerOf('/old?utm_source=mail')).toEqual([301, '/pages/new?utm_source=mail']);
  expect(await answerOf('/old?q=1?2')).toEqual([301, '/pages/new?q=1?2']);
  expect(await answerOf('/section?utm_source=mail')).toEqual([302, '/pages/new?utm_source=mail#prices']);
  expect(await answerOf('/about')).toEqual([200, undefined]);
  expect(await answerOf('/nowhere')).toEqual([404, undefined]);
  await app.close();
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('pages refuse %s requests with any body', async (method) => {
  const app = await createHttpServer({
    log: pino({ level: 'silent' }),
    rateLimit: 1000,
    trustProxy: undefined,
    production: false,
  });
  bindPages(app, async () => page, services());
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await app.inject({ method, url: '/products', headers, payload: 'a=b' });
  expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD']);
  expect(response.json()).toMatchObject({ success: false, code: 'route.method_not_allowed' });
  const headersOfForm = { ...headers, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const shown = await app.inject({ method, url: '/login', headers: headersOfForm, payload: 'a=b' });
  expect([shown.statusCode, shown.body.includes('<a href="">Try again</a>')]).toEqual([405, method === 'POST']);
  await app.close();
});
