import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { createProduct } from '#test/factories/product.ts';
import { recordLog } from '#test/log.ts';
import { openWire } from '#test/servers/wire.ts';
import { openTestShop } from '#test/shop.ts';
import type { SearchEngine } from '../features/catalogue/index.ts';
import { readConfig } from '../platform/config.ts';
import { directConnection } from '../platform/database/connection.ts';
import { openServices } from './open-services.ts';

test('a failed start closes its database connections', async () => {
  const database = await openTestDatabase(1);
  onTestFinished(() => database.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-services-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => other.close(() => resolve())));

  const { port } = other.address() as AddressInfo;
  const config = readConfig({ DATA_DIR: dataDir, SANDBOX_PORT: String(port) });
  const opening = openServices(config, directConnection(database.url), pino({ level: 'silent' }));
  await expect(opening).rejects.toThrow(`SANDBOX_PORT ${port}`);

  const others = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(database.db);
    return rows[0]?.count;
  };
  await expect.poll(others).toBe(0);
});

test('a shop closes while its database is silent', async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-services-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const wire = await openWire(database.url);
  onTestFinished(wire.close);
  const log = recordLog();
  const { services, close } = await openServices(
    readConfig({ DATA_DIR: dataDir }),
    directConnection(wire.url),
    pino(log.stream),
  );
  await services.db.selectFrom('product').select('id').execute();
  wire.cut();
  // Without a pending statement, closing usually finishes before the limit.
  const unanswered = services.db.selectFrom('product').select('id').execute();
  unanswered.catch(() => undefined);
  const began = performance.now();
  await close();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(log.text()).toContain('Some connections were left open: the database does not respond');
});

test('lists use the configured search engine', async () => {
  const engine: SearchEngine = {
    name: 'one-product',
    open: ({ db }) => ({
      async list() {
        const { id } = await db.selectFrom('product').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
        return { ids: [id], total: 71, corrected: null };
      },
      listWithFacets: () => Promise.reject(new Error('not asked for')),
      suggest: async () => ({ productIds: [], categories: [], corrected: null }),
      related: async () => [],
      categories: async () => [],
      isLoaded: () => true,
      untilLoaded: async () => undefined,
      onUpdate: () => undefined,
      close: async () => undefined,
    }),
  };
  const shop = await openTestShop({}, async () => ({ searchEngine: engine }));
  onTestFinished(() => shop.close());
  await createProduct(shop.services.db, { name: 'Sofa' });
  await createProduct(shop.services.db, { name: 'Lamp' });
  const { data } = await shop.call('GET /products', { query: {} });
  expect([data.total, data.data.map(({ name }) => name)]).toEqual([71, ['Lamp']]);
});
