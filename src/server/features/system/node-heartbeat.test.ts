import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { directConnection } from '#server/platform/database/connection.ts';
import { type Database, openDatabase } from '#server/platform/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts';
import { recordLog } from '#test/log.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { startHeartbeat } from './index.ts';

let shop: TestShop;
let dataDir: string;
let embedded: EmbeddedPostgres;
beforeAll(async () => {
  shop = await openTestShop();
  dataDir = await mkdtemp(join(tmpdir(), 'stoa-heartbeat-'));
  const log = { info: () => undefined, warn: () => undefined };
  embedded = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off', shared_buffers: '16MB' } });
});
afterAll(async () => {
  await shop.close();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function startNode(db: Database) {
  const recorded = recordLog();
  const { stop } = await startHeartbeat({ ...shop.services, db, log: pino(recorded.stream) });
  return { stop, warnings: recorded.warnings };
}

test('a node that stops after its embedded database logs no warning', async () => {
  const { db } = openDatabase({ ...directConnection(embedded.url), poolSize: 1, onError: () => undefined });
  onTestFinished(() => db.destroy());
  await sql`CREATE TABLE shop_node (id uuid)`.execute(db);
  const node = await startNode(db);
  await embedded.stop();
  await node.stop();
  expect(node.warnings()).toEqual([]);
});

test('a node that cannot be removed from the list for another reason logs a warning', async () => {
  const { db } = shop.services;
  const node = await startNode(db);
  await sql`ALTER TABLE shop_node RENAME TO lost_node`.execute(db);
  await node.stop();
  await sql`ALTER TABLE lost_node RENAME TO shop_node`.execute(db);
  expect(node.warnings()).toMatchObject([{ msg: 'This node could not be removed from the list of running nodes' }]);
});

test('a node stops, with a warning, while its row in the list is locked', async () => {
  const { db } = shop.services;
  const node = await startNode(db);
  const lock = await db.startTransaction().execute();
  onTestFinished(async () => void (await lock.rollback().execute()));
  await sql`LOCK TABLE shop_node IN ACCESS EXCLUSIVE MODE`.execute(lock);
  const began = performance.now();
  await node.stop();
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(node.warnings()).toMatchObject([{ msg: 'This node could not be removed from the list of running nodes' }]);
});
