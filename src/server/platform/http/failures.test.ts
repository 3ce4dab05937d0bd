import { createHash } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LogRecorder, recordLog } from '#test/log.ts';
import { Refusal } from '../refusal.ts';
import { createHttpServer } from './server.ts';

let app: Awaited<ReturnType<typeof createHttpServer>>;
let log: LogRecorder;
let failure: Error;
beforeAll(async () => {
  log = recordLog();
  app = await createHttpServer({ log: pino(log.stream), rateLimit: 1000, trustProxy: undefined, production: false });
  for (const address of ['/', '/api/calls']) {
    app.get(address, () => {
      throw failure;
    });
  }
});
afterAll(() => app.close());

const withCode = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code });

test.each(['08006', '28P01', '3D000', '53300', '55000', '57P01', 'ECONNREFUSED'])(
  'a database error %s means unavailable',
  async (code) => {
    failure = code.startsWith('E') ? Object.assign(new Error('no'), { code }) : withCode(code);
    const response = await app.inject('/');
    expect([response.statusCode, response.json().code]).toEqual([503, 'server.unavailable']);
    expect(response.headers['retry-after']).toBe('2');
  },
);

test('navigations get an error page with a link; API calls get an envelope', async () => {
  failure = withCode('57P01');
  const page = await app.inject({ url: '/', headers: { accept: 'text/html,*/*' } });
  expect([page.statusCode, page.headers['content-type'], page.headers['retry-after']]).toEqual([
    503,
    'text/html; charset=utf-8',
    '2',
  ]);
  expect(page.body).toContain('<a href="">Try again</a>');
  const style = /<style>(.*)<\/style>/s.exec(page.body)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(page.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
  for (const request of [
    { url: '/', headers: { accept: 'application/json' } },
    { url: '/api/calls', headers: { accept: 'text/html,*/*' } },
  ]) {
    expect((await app.inject(request)).json()).toMatchObject({ success: false, code: 'server.unavailable' });
  }
});

test('the page escapes its text', async () => {
  failure = new Refusal('product.not_found', { message: '<img src=x> & "so on"' });
  const { body } = await app.inject({ url: '/', headers: { accept: 'text/html' } });
  expect(body).toContain('<p>&lt;img src=x&gt; &amp; &quot;so on&quot;</p>');
});

test('requests without a database log one line in total, unexpected errors one each', async () => {
  expect(log.warnings()).toHaveLength(1);
  expect(log.text()).not.toContain('"stack"');
  failure = new Error('a mistake of ours');
  for (let count = 0; count < 3; count += 1) expect((await app.inject('/')).statusCode).toBe(500);
  expect(log.warnings()).toHaveLength(4);
});
