import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LogRecorder, recordLog } from '#test/log.ts';
import { createHttpServer } from './server.ts';

let app: Awaited<ReturnType<typeof createHttpServer>>;
let log: LogRecorder;
let failure: Error;
beforeAll(async () => {
  log = recordLog();
  app = await createHttpServer({ log: pino(log.stream), rateLimit: 1000, trustProxy: false, production: false });
  app.get('/', () => {
    throw failure;
  });
});
afterAll(() => app.close());

const withCode = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code });

test.each(['08006', '28P01', '3D000', '53300', '55000', '57P01', 'ECONNREFUSED'])(
  'a database that answers %s is away for now',
  async (code) => {
    failure = code.startsWith('E') ? Object.assign(new Error('no'), { code }) : withCode(code);
    const response = await app.inject('/');
    expect([response.statusCode, response.json().code]).toEqual([503, 'server.unavailable']);
    expect(response.headers['retry-after']).toBe('2');
  },
);

test('many requests without a database are one line of the log, and what nobody expected is one each', async () => {
  expect(log.troubles()).toHaveLength(1);
  expect(log.text()).not.toContain('"stack"');
  failure = new Error('a mistake of ours');
  for (let count = 0; count < 3; count += 1) expect((await app.inject('/')).statusCode).toBe(500);
  expect(log.troubles()).toHaveLength(4);
});
