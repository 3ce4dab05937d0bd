import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { recordLog } from '#test/log.ts';
import { openRedisServer } from '#test/servers/redis-server.ts';
import { openServer } from '../open-server.ts';
import { readConfig } from '../platform/config.ts';
import { directConnection } from '../platform/database/connection.ts';

/** Two nodes of a shop with one database. */
let database: TestDatabase;
let dataDir: string;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  undo.push(() => database.close());
  dataDir = await mkdtemp(join(tmpdir(), 'stoa-nodes-'));
  undo.push(() => rm(dataDir, { recursive: true }));
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

async function openNode(env: Readonly<Record<string, string>> = {}) {
  const log = recordLog();
  // 10 logins a minute are allowed: a twentieth.
  const settings = { DATA_DIR: dataDir, RATE_LIMIT: '200', DEMO: '0', NODE_ENV: 'test', SLOW_STATEMENT_MS: '0' };
  const config = readConfig({ ...settings, ...env });
  const logger = pino({ level: 'info' }, log.stream);
  const { app, close } = await openServer(config, directConnection(database.url), logger, {
    openSandbox: async () => undefined,
  });
  undo.push(close);
  // Opening logs a warning: there are no card payments.
  log.clear();
  const subscribe = async (remoteAddress: string) => {
    const email = `${crypto.randomUUID()}@shopper.test`;
    const reply = await app.inject({ method: 'POST', url: '/api/newsletter', payload: { email }, remoteAddress });
    return { status: reply.statusCode, code: reply.json().code, retryAfter: Number(reply.headers['retry-after']) };
  };
  const list = async (remoteAddress: string) =>
    (await app.inject({ method: 'GET', url: '/api/products', remoteAddress })).statusCode;
  const etag = async (url: string) => (await app.inject(url)).headers.etag;
  return { subscribe, list, etag, log };
}

test('the same answer has the same ETag on both nodes', async () => {
  const category = await createCategory(database.db, { name: 'Lamps' });
  const products = await Promise.all(
    ['Lamp', 'Shade', 'Bulb'].map((name) => createProduct(database.db, { name, category_id: category.id, stock: 5 })),
  );
  const [one, two] = [await openNode(), await openNode()];
  const urls = ['/api/products', `/api/products/${products[0]?.id}`, `/api/products/${products[0]?.id}/related`];
  for (const url of [...urls, '/api/products?search=lamp', '/api/categories', '/api/shop']) {
    const etag = await one.etag(url);
    expect(etag, url).toMatch(/^W\/"[\w-]{20,}"$/);
    expect(await two.etag(url), url).toBe(etag);
  }
});

test('a client that has used up its login attempts on one node has none left on another', async () => {
  const nodes = [await openNode(), await openNode()] as const;
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) => nodes[at % 2 === 0 ? 0 : 1].subscribe('203.0.113.1')),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  for (const node of nodes) {
    const refused = await node.subscribe('203.0.113.1');
    expect(refused).toMatchObject({ status: 429, code: 'request.too_many' });
    expect(refused.retryAfter).toBeGreaterThan(50);
    expect(refused.retryAfter).toBeLessThanOrEqual(60);
  }
  expect((await nodes[1].subscribe('203.0.113.2')).status).toBe(200);
});

test('the general limit applies across all nodes within a second', async () => {
  const [one, two] = [await openNode(), await openNode()];
  for (let request = 0; request < 150; request += 1) expect(await one.list('203.0.113.3')).toBe(200);
  for (let request = 0; request < 40; request += 1) expect(await two.list('203.0.113.3')).toBe(200);
  await expect.poll(() => two.list('203.0.113.3'), { interval: 500, timeout: 15_000 }).toBe(429);
});

test('with REDIS_URL, Redis counts, and the shop keeps working without it', async () => {
  const redis = await openRedisServer();
  undo.push(() => redis.close());
  const [one, two] = [await openNode({ REDIS_URL: redis.url }), await openNode({ REDIS_URL: redis.url })];
  // Each node has one for rate limits and one for the line.
  await expect.poll(() => redis.connections()).toBe(4);
  // During a stall, a node gives up waiting for Redis, and counts for itself.
  let shoppers = 0;
  const eleventh = async () => {
    shoppers += 1;
    const address = `198.51.100.${shoppers}`;
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await one.subscribe(address)).status).toBe(200);
    return (await two.subscribe(address)).status;
  };
  await expect.poll(eleventh).toBe(429);
  await redis.stop();
  for (let attempt = 0; attempt < 9; attempt += 1) expect((await two.subscribe('203.0.113.5')).status).toBe(200);
  const warnings = two.log.warnings().map(({ msg }) => msg);
  expect(new Set(warnings).size).toBe(1);
  expect(warnings[0]).toContain('each node counts for itself');
  // One for the nine requests.
  expect(warnings.length).toBeLessThan(5);
});
