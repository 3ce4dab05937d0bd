import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defineEndpoints, definePlugin, noData, respond } from '#plugin';
import { readConfig } from '#server/platform/config.ts';
import { directConnection } from '#server/platform/database/connection.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { insertEvents } from '#server/platform/events/events.store.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { recordLog } from '#test/log.ts';
import { type LossyWire, openLossyWire } from '#test/servers/lossy-wire.ts';
import { openShop, type Shop } from './open-shop.ts';

const { plugins } = vi.hoisted(() => ({ plugins: [] as unknown[] }));
vi.mock('../shop.config.ts', () => ({ default: { plugins } }));

let database: TestDatabase;
let dataDir: string;
let shop: Shop;
let wire: LossyWire;
let closed: Promise<void> | undefined;
let origin: string;
/** What the plug-in waits for, and what it has reached. */
let requestMayEnd: PromiseWithResolvers<void>;
let requestHasBegun: PromiseWithResolvers<void>;
let handlerMayEnd: PromiseWithResolvers<void>;
let handlerHasBegun: PromiseWithResolvers<void>;

beforeEach(async () => {
  [requestMayEnd, requestHasBegun, handlerMayEnd, handlerHasBegun] = [
    Promise.withResolvers(),
    Promise.withResolvers(),
    Promise.withResolvers(),
    Promise.withResolvers(),
  ];
  plugins.splice(0, 1, parcels());
  closed = undefined;
  database = await openTestDatabase();
  wire = await openLossyWire(database.url);
  dataDir = await mkdtemp(join(tmpdir(), 'stoa-shop-'));
  shop = await openShop({
    config: readConfig({ DATA_DIR: dataDir, DEMO: '0', SANDBOX_PORT: '0', SLOW_STATEMENT_MS: '0', NODE_ENV: 'test' }),
    log: pino(recordLog().stream),
    database: directConnection(wire.url),
    client: dataDir,
    createRenderer: async () => ({ render: () => Promise.reject(new Error('No pages')), scriptHashes: [] }),
    print: () => undefined,
  });
  origin = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  await shop.startBackgroundWork();
});
afterEach(async () => {
  for (const gate of [requestMayEnd, handlerMayEnd]) gate.resolve();
  await (closed ?? shop.close());
  wire.close();
  await database.close();
  await rm(dataDir, { recursive: true });
});

/** Its requests for a job and its handler of events wait for the test. */
const parcels = () =>
  definePlugin({
    name: 'parcels',
    apiVersion: 1,
    folder: import.meta.dirname,
    contract: defineEndpoints({
      'POST /parcels/slowly': { access: 'public', summary: 'Counts parcels', data: noData },
      'POST /parcels': { access: 'public', summary: 'Counts parcels', data: noData },
    }),
    handlers: (services) => ({
      'POST /parcels/slowly': async () => {
        requestHasBegun.resolve();
        await requestMayEnd.promise;
        await services.requestJob('count');
        return respond(null);
      },
      'POST /parcels': async () => {
        await services.requestJob('count');
        return respond(null);
      },
    }),
    jobs: [{ name: 'count', run: async () => undefined }],
    subscribers: [
      {
        name: 'labels',
        on: ['customer.registered'],
        async handle() {
          handlerHasBegun.resolve();
          await handlerMayEnd.promise;
        },
      },
    ],
  });

const post = (path: string, body?: object) =>
  fetch(`${origin}/api${path}`, {
    method: 'POST',
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
/** It removes itself from the list of nodes after its jobs have finished. */
const isListed = async () => (await database.db.selectFrom('shop_node').select('id').execute()).length > 0;
const isAccepting = () =>
  fetch(`${origin}/healthz`).then(
    () => true,
    () => false,
  );

async function registerCustomer(): Promise<void> {
  const payload = { customerId: 1, registeredBy: 'customer' };
  const event = { type: 'customer.registered', version: 1, subject: { kind: 'customer', id: 1 }, payload };
  await inTransaction(database.db, (tx) => insertEvents(tx, [event], new Date()));
  await handlerHasBegun.promise;
}

test('a request in progress while the shop stops can still request a job', async () => {
  const response = post('/parcels/slowly');
  await requestHasBegun.promise;
  closed = shop.close();
  await expect.poll(isAccepting).toBe(false);
  requestMayEnd.resolve();
  expect((await response).status).toBe(200);
  await closed;
});

describe('until the handlers of its events have finished, a shop that stops', () => {
  // It waits for them for eight seconds.
  beforeEach(async () => {
    await registerCustomer();
    closed = shop.close();
    await expect.poll(isListed).toBe(false);
  });

  test('answers requests', async () => {
    expect((await post('/parcels')).status).toBe(200);
    handlerMayEnd.resolve();
    await closed;
    expect(await isAccepting()).toBe(false);
  });

  test('lets requests wait for the end of a short outage of the database', async () => {
    const isDown = wire.loseCommit('outage', { sent: 'from "users"', answered: 'SELECT 0\0' });
    const response = post('/auth/login', { email: 'ada@example.test', password: 'Correct-horse-1' });
    await isDown;
    wire.mend();
    expect((await response).status).toBe(401);
  });
});
