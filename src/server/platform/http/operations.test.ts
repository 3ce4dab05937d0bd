import { pbkdf2Sync } from 'node:crypto';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Refusal } from '../refusal.ts';
import { MONITORING_ROUTES } from '../telemetry/monitoring-routes.ts';
import { bindOperations } from './operations.ts';
import type { TrustProxy } from './requests/trust-proxy.ts';
import { createHttpServer } from './server.ts';

const TOKEN = 'the-operators-own-token';

const ready = { checkDatabase: async () => undefined, loading: {} };
const LOCAL = { metricsToken: undefined, production: false };

const openServer = (trustProxy?: TrustProxy) =>
  createHttpServer({ log: pino({ level: 'silent' }), rateLimit: 1000, trustProxy, production: false });

async function ask(
  { token, trustProxy, production = false }: { token?: string; trustProxy?: TrustProxy; production?: boolean },
  { from = '127.0.0.1', headers = {} }: { from?: string; headers?: Record<string, string> },
): Promise<number> {
  const app = await openServer(trustProxy);
  bindOperations(app, ready, { metricsToken: token, production });
  const { statusCode } = await app.inject({ url: '/metrics', remoteAddress: from, headers });
  await app.close();
  return statusCode;
}

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'without a token, metrics answer this machine, %s',
  async (from) => {
    expect(await ask({}, { from })).toBe(200);
  },
);

test.each(['10.0.0.7', '203.0.113.5', '2001:db8::1', '::ffff:10.0.0.7'])(
  'without a token, %s gets 404, whatever its headers',
  async (from) => {
    expect(await ask({}, { from })).toBe(404);
    const headers = { 'x-forwarded-for': '127.0.0.1' };
    expect(await ask({ trustProxy: () => true }, { from, headers })).toBe(404);
  },
);

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
  'nor through a proxy on this machine (%s)',
  async (name) => expect(await ask({}, { headers: { [name]: '127.0.0.1' } })).toBe(404),
);

test('with a token, metrics answer its holders from anywhere, and nobody else', async () => {
  const remote = { from: '203.0.113.5', headers: { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '10.0.0.1' } };
  expect(await ask({ token: TOKEN }, remote)).toBe(200);
  for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
    expect(await ask({ token: TOKEN }, { headers: { authorization } }), authorization).toBe(404);
  }
  expect(await ask({ token: TOKEN }, {})).toBe(404);
});

test.each(['127.0.0.1', '::1', '203.0.113.5'])(
  'in production without a token metrics are off, also for %s',
  async (from) => {
    expect(await ask({ production: true }, { from })).toBe(404);
    expect(await ask({ production: true }, { from, headers: { authorization: 'Bearer ' } })).toBe(404);
  },
);

test('in production with a token metrics answer its holders', async () => {
  const headers = { authorization: `Bearer ${TOKEN}` };
  expect(await ask({ production: true, token: TOKEN }, { headers })).toBe(200);
  expect(await ask({ production: true, token: TOKEN }, {})).toBe(404);
});

test.each([
  { database: 'that answers', check: async () => undefined, status: 200 },
  { database: 'that is away', check: () => Promise.reject(new Error('nobody there')), status: 503 },
])('with a database $database, readiness is $status, and balancers may send requests', async ({ check, status }) => {
  const app = await openServer();
  bindOperations(app, { ...ready, checkDatabase: check }, LOCAL);
  expect((await app.inject('/readyz')).statusCode).toBe(status);
  expect((await app.inject('/startz')).json()).toEqual({ status: 'started' });
  await app.close();
});

test('a silent database is reported within seconds as not ready', async () => {
  const app = await openServer();
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  bindOperations(app, { ...ready, checkDatabase: () => new Promise(() => asked()) }, LOCAL);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const answer = app.inject('/readyz').then(({ statusCode }) => statusCode);
    await isAsked;
    vi.advanceTimersByTime(3_000);
    expect(await answer).toBe(503);
  } finally {
    vi.useRealTimers();
  }
  await app.close();
});

test('until the catalogue is loaded the shop is alive but neither started nor ready, with the reason', async () => {
  const app = await openServer();
  let isLoaded = false;
  bindOperations(app, { ...ready, loading: { catalogue: () => isLoaded } }, LOCAL);
  for (const url of ['/readyz', '/startz']) {
    const waiting = await app.inject(url);
    expect(waiting.statusCode).toBe(503);
    expect(waiting.headers['retry-after']).toBe('2');
    expect(waiting.json()).toMatchObject({ success: false, code: 'server.starting', data: { reason: 'catalogue' } });
  }
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  isLoaded = true;
  expect((await app.inject('/startz')).json()).toEqual({ status: 'started' });
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  await app.close();
});

test('customers who are sent back to the line are counted apart from errors', async () => {
  const app = await openServer();
  bindOperations(app, ready, LOCAL);
  const codes = ['server.in_line', 'server.overloaded'] as const;
  for (const code of codes) {
    app.get(`/${code}`, async () => {
      throw new Refusal(code);
    });
  }
  for (const code of codes) expect((await app.inject(`/${code}`)).statusCode).toBe(503);
  const { payload } = await app.inject('/metrics');
  expect(payload).toMatch(/^stoa_in_line_responses_total 1$/m);
  const counted = payload.matchAll(/^http_request_duration_seconds_count\{.*status="503"\} (\d+)$/gm);
  expect([...counted].map(([, count]) => count)).toEqual(['1', '1']);
  await app.close();
});

test('only requests of shoppers are counted: those of monitoring would hide their errors', async () => {
  const app = await openServer();
  const own: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (method === 'GET') own.push(url);
  });
  bindOperations(app, ready, LOCAL);
  expect(own.toSorted()).toEqual([...MONITORING_ROUTES].toSorted());
  app.get('/products', () => 'a list');
  for (const url of [...own, '/products', '/missing']) await app.inject(url);
  const { payload } = await app.inject('/metrics');
  const counted = payload.matchAll(/^http_request_duration_seconds_count\{.*route="(.*?)"/gm);
  expect([...counted].map(([, route]) => route)).toEqual(['/products', 'none']);
  await app.close();
});

test('a gauge without a value is left out of the metrics instead of being 0', async () => {
  const app = await openServer();
  const values: number[] = [];
  const read = async () => values.map((value) => ({ labels: {}, value }));
  bindOperations(app, ready, LOCAL, [{ name: 'stoa_last', help: 'Missing if there is none', labelNames: [], read }]);
  const sampleOf = async () => /^stoa_last (.*)$/m.exec((await app.inject('/metrics')).payload)?.[1];
  expect(await sampleOf()).toBeUndefined();
  values.push(7);
  expect(await sampleOf()).toBe('7');
  values.pop();
  expect(await sampleOf()).toBeUndefined();
  await app.close();
});

function usedSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

test.each([
  { token: TOKEN, counted: 'from the start' },
  { token: undefined, counted: 'from the first request for metrics on' },
])('with the token $token, CPU time is counted $counted', async ({ token }) => {
  const app = await openServer();
  onTestFinished(() => app.close());
  bindOperations(app, ready, { metricsToken: token, production: false });
  const begun = process.cpuUsage();
  while (usedSeconds(begun) < 0.1) pbkdf2Sync('some', 'CPU time', 10_000, 64, 'sha512');
  const readSeconds = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers });
    return Number(/^process_cpu_seconds_total (\S+)$/m.exec(body)?.[1]);
  };
  const first = await readSeconds();
  if (token) expect(first).toBeGreaterThan(0.1);
  else expect(first).toBeLessThan(0.1);
  expect(await readSeconds()).toBeGreaterThan(first);
});
