import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { inMemoryEngine } from '../features/catalogue/index.ts';
import { createSearchSynonyms } from '../features/search/index.ts';
import { directConnection } from '../platform/database/connection.ts';
import { bindPages } from '../platform/http/bind-pages.ts';
import { buildApp, shopHandlers } from './build-app.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  const category = await createCategory(shop.services.db, { name: 'Lamps' });
  await createProduct(shop.services.db, { category_id: category.id, name: 'Reading lamp' });
});
afterAll(() => shop.close());

const log = pino({ level: 'silent' });
const LISTS = ['/api/products', '/api/categories', '/api/products/search?q=lamp', '/api/shop', '/'];

/** A second node of the shop, whose catalogue cannot be loaded before `unlock`: a large one takes minutes. */
async function startNode() {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE product IN ACCESS EXCLUSIVE MODE');
  const { db, changes, customFields } = shop.services;
  const synonyms = createSearchSynonyms(db, changes);
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-node-'));
  const connection = directConnection(shop.databaseUrl);
  const search = inMemoryEngine.open({ db, connection, changes, customFields, synonyms, dataDir, log });
  const services = { ...shop.services, search };
  const app = await buildApp(services, shopHandlers(services), log);
  const page = { status: 200, headers: {}, body: Buffer.from('<p>Home</p>') };
  bindPages(app, async () => page, {
    scriptHashes: [],
    cache: services.cache,
    readPolicy: async () => ({ connect: [], scripts: [], frames: [] }),
    untilReady: search.untilLoaded,
    findRedirect: async () => null,
  });
  await app.ready();
  let isLocked = true;
  const unlock = async () => {
    if (isLocked) await client.query('ROLLBACK');
    isLocked = false;
  };
  onTestFinished(async () => {
    await unlock();
    await client.end();
    await app.close();
    await search.close();
    await rm(dataDir, { recursive: true });
  });
  return { app, unlock };
}

test('while the catalogue is loading a node is alive but not ready, and refuses lists within seconds', async () => {
  const { app, unlock } = await startNode();
  const begun = performance.now();
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'alive' });
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json().code, ready.json().data]).toEqual([
    503,
    'server.starting',
    { reason: 'catalogue' },
  ]);
  for (const url of LISTS) {
    const { statusCode, headers, json } = await app.inject(url);
    expect([statusCode, json().code], url).toEqual([503, 'server.starting']);
    expect(Number(headers['retry-after']), url).toBeGreaterThan(0);
  }
  expect(performance.now() - begun).toBeLessThan(8_000);
  const page = await app.inject({ url: '/', headers: { accept: 'text/html' } });
  expect(page.body).toContain('The shop is starting. Please try again in a moment.');

  await unlock();
  await expect.poll(async () => (await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  for (const url of LISTS) expect((await app.inject(url)).statusCode, url).toBe(200);
  expect((await app.inject('/api/products')).json().data.total).toBe(1);
});

test('a request just before the catalogue is loaded waits for it', async () => {
  const { app, unlock } = await startNode();
  const list = app.inject('/api/products').then(({ statusCode }) => statusCode);
  await unlock();
  expect(await list).toBe(200);
});
