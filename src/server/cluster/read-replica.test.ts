import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { createAdmin, createCustomer, PASSWORD, signIn } from '#test/factories/customer.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { recordingJobs } from '#test/jobs.ts';
import { recordLog } from '#test/log.ts';
import { openLossyWire } from '#test/servers/lossy-wire.ts';
import { openReplicatedDatabase, type ReplicatedDatabase } from '#test/servers/streaming-replica.ts';
import { insertPicture } from '../features/pictures/pictures.store.ts';
import { type OpenServer, openServer } from '../open-server.ts';
import { readConfig } from '../platform/config.ts';
import { DIRECT, directConnection } from '../platform/database/connection.ts';
import { migrate } from '../platform/database/migrate.ts';
import { allowLaggingReplica, allowReplica, isReplicaAllowed } from '../platform/database/read-scope.ts';

/** Two nodes on a primary with a streaming standby. */
const undo: (() => Promise<unknown>)[] = [];
const log = recordLog();
let database: ReplicatedDatabase;
let node: Node;
let other: Node;

type Node = OpenServer & { readonly call: ReturnType<typeof caller>; readsOfReplica(): number };

const caller =
  ({ app }: OpenServer) =>
  async <Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, token?: string, payload?: object) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const response = await app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
    const { data } = response.json() as { data: Data };
    return { status: response.statusCode, data };
  };

async function openNode(replicaUrl = database.replicaUrl): Promise<Node> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-node-'));
  undo.push(() => rm(dataDir, { recursive: true }));
  const config = readConfig({
    DATA_DIR: dataDir,
    RATE_LIMIT: '1000000',
    DEMO: '0',
    SLOW_STATEMENT_MS: '0',
    APP_SECRET: 'the same secret on every node of this shop, long enough',
  });
  const connection = { ...directConnection(database.url), replica: { url: replicaUrl, traits: DIRECT } };
  const server = await openServer(config, connection, pino({ level: 'info' }, log.stream), {
    openSandbox: async () => undefined,
    jobs: recordingJobs(),
  });
  undo.push(() => server.close());
  await server.app.ready();
  let reads = 0;
  server.services.replica?.pool.on('acquire', () => {
    reads += 1;
  });
  return { ...server, call: caller(server), readsOfReplica: () => reads };
}

const isCurrent = (each: Node) => each.services.replica?.isCurrent(0) ?? false;
const haveCaughtUp = () => expect.poll(() => [node, other].every(isCurrent), { timeout: 15_000 }).toBe(true);

beforeAll(async () => {
  database = await openReplicatedDatabase();
  undo.push(() => database.close());
  await migrate(database.url, resolve('migrations'));
  node = await openNode();
  other = await openNode();
});

afterAll(async () => {
  for (const close of undo.reverse()) await close();
});

beforeEach(haveCaughtUp);

const createShopper = async () => signIn(node, await createCustomer(node.services.db));

/** Until the replica has all that was written, so that reads use it. */
async function untilReplicaAnswers(read: () => Promise<unknown>): Promise<void> {
  const before = node.readsOfReplica();
  await expect
    .poll(async () => {
      await read();
      return node.readsOfReplica();
    })
    .toBeGreaterThan(before);
}

test('lists, products, accounts and the back office are read from the replica', async () => {
  const { id } = await createProduct(node.services.db, { name: 'Field Lamp' });
  const token = await createShopper();
  const admin = await signIn(node, await createAdmin(node.services.db));
  for (const path of [
    `/products/${id}`,
    '/orders',
    '/wishlist',
    '/account/addresses',
    '/admin/orders',
    '/admin/users',
  ]) {
    const reader = path.startsWith('/admin') ? admin : token;
    await untilReplicaAnswers(async () => {
      const { status } = await node.call('GET', path, reader);
      node.services.cache.clear();
      expect(status, path).toBe(200);
    });
  }
});

test('pictures and the sitemap are read from the replica, and a picture that it lacks from the primary', async () => {
  const { db } = node.services;
  const { id } = await createAdmin(db);
  const file = { width: 1280, height: 960, files: [{ width: 1280, bytes: Buffer.from('picture') }] };
  const add = async (letter: string) => {
    const key = `up-${letter.repeat(32)}`;
    await db.transaction().execute((tx) => insertPicture(tx, key, file, { by: id, at: new Date() }));
    return `/media/uploads/${key}`;
  };
  const get = async (url: string) => (await node.app.inject(url)).statusCode;
  const url = await add('a');
  await untilReplicaAnswers(async () => expect(await get(url)).toBe(200));
  await expect.poll(() => node.services.replica?.route.isUsable({ mayLag: false })).toBe(true);
  const before = node.readsOfReplica();
  expect(await get('/sitemap.xml')).toBe(200);
  expect(node.readsOfReplica()).toBeGreaterThan(before);
  await database.replay(false);
  expect(await get(await add('b'))).toBe(200);
  await database.replay(true);
});

test('the cart is read from the primary', async () => {
  const token = await createShopper();
  await untilReplicaAnswers(() => node.call('GET', '/orders', token));
  const before = node.readsOfReplica();
  expect((await node.call('GET', '/cart', token)).status).toBe(200);
  expect(node.readsOfReplica()).toBe(before);
});

test('customers see what they have just written, on every node, while the replica lags', async () => {
  const { id } = await createProduct(node.services.db, { name: 'Desk Lamp' });
  const token = await createShopper();
  const wishlist = async (each: Node) =>
    (await each.call<{ product: { id: number } }[]>('GET', '/wishlist', token)).data;
  await untilReplicaAnswers(() => wishlist(node));
  await database.replay(false);
  expect((await node.call('POST', `/wishlist/${id}`, token)).status).toBeLessThan(300);
  expect([(await wishlist(node)).length, (await wishlist(other)).length]).toEqual([1, 1]);
  await database.replay(true);
});

test('who has just registered or logged in is known on every node while the replica lags', async () => {
  const { email } = await createCustomer(node.services.db, { email: 'nora@example.test' });
  const reader = await createShopper();
  await untilReplicaAnswers(() => node.call('GET', '/orders', reader));
  await expect.poll(() => other.services.replica?.route.isUsable({ mayLag: false })).toBe(true);
  await database.replay(false);
  const newcomer = { name: 'Ida', email: 'ida@example.test', password: 'Quiet-harbour-71' };
  const registered = await node.call<{ token: string }>('POST', '/auth/register', undefined, {
    ...newcomer,
    password_confirmation: newcomer.password,
  });
  const loggedIn = await node.call<{ token: string }>('POST', '/auth/login', undefined, { email, password: PASSWORD });
  const profileOn = (each: Node, token: string) => each.call('GET', '/auth/profile', token);
  for (const { token } of [registered.data, loggedIn.data]) {
    const [here, there] = [await profileOn(node, token), await profileOn(other, token)];
    expect(there).toEqual(here);
    expect(there.status).toBe(200);
  }
  await database.replay(true);
});

test('a change in the back office shows on every node while the replica lags', async () => {
  const { id } = await createProduct(node.services.db, { name: 'Reading Lamp' });
  const nameOn = async (each: Node) =>
    (await each.call<{ product: { name: string } }>('GET', `/products/${id}`)).data.product.name;
  await expect.poll(() => nameOn(other)).toBe('Reading Lamp');
  await database.replay(false);
  await sql`UPDATE product SET name = 'Reading Light' WHERE id = ${id}`.execute(node.services.db);
  await expect.poll(() => nameOn(other)).toBe('Reading Light');
  await database.replay(true);
});

test('what a node caches is not filled with old data of the replica', async () => {
  const { id } = await createCategory(node.services.db, { name: 'Lights' });
  const namesOn = async (each: Node) =>
    (await each.call<{ name: string }[]>('GET', '/categories')).data.map(({ name }) => name);
  await expect.poll(() => namesOn(other)).toContain('Lights');
  await haveCaughtUp();
  await database.replay(false);
  await sql`UPDATE category SET name = 'Illuminations' WHERE id = ${id}`.execute(node.services.db);
  await expect.poll(() => namesOn(other)).toContain('Illuminations');
  await database.replay(true);
});

test('while it lacks a change, the replica answers customers, but fills no cache', async () => {
  const { db, settings } = node.services;
  const token = await createShopper();
  await sql`INSERT INTO setting (section, value) VALUES ('site', '{"siteName": "Lamps & Co"}')`.execute(db);
  const siteName = async () => (await allowLaggingReplica(() => settings.get('site'))).siteName;
  await expect.poll(siteName).toBe('Lamps & Co');
  await untilReplicaAnswers(() => node.call('GET', '/orders', token));
  await database.replay(false);
  await sql`UPDATE setting SET value = '{"siteName": "Lights & Co"}' WHERE section = 'site'`.execute(db);
  await expect.poll(() => node.services.replica?.route.isUsable({ mayLag: false }), { interval: 5 }).toBe(false);
  const before = node.readsOfReplica();
  await node.call('GET', '/orders', token);
  expect(node.readsOfReplica()).toBeGreaterThan(before);
  expect(await siteName()).toBe('Lights & Co');
  await database.replay(true);
});

test('what a read writes on the way is in its answer', async () => {
  const { db } = node.services;
  const token = await createShopper();
  await untilReplicaAnswers(() => node.call('GET', '/orders', token));
  await database.replay(false);
  const names = await allowReplica(async () => {
    const before = await sql<{ name: string }>`SELECT name FROM category WHERE slug = ${'lamps'}`.execute(db);
    await sql`INSERT INTO category (name, slug) VALUES ('Lamps', 'lamps')`.execute(db);
    const after = await sql<{ name: string }>`SELECT name FROM category WHERE slug = ${'lamps'}`.execute(db);
    return [before, after].map(({ rows }) => rows.length);
  });
  expect(names).toEqual([0, 1]);
  await database.replay(true);
});

test('a write that looks like a read is followed by reads of the primary', async () => {
  const { db } = node.services;
  const token = await createShopper();
  const { id } = await createCategory(db, { name: 'Shades' });
  const before = node.readsOfReplica();
  // The first by its text; the second, a function that writes, because the replica refuses it.
  const aliased = await allowReplica(async () => {
    await sql`WITH changed AS (UPDATE category c SET name = 'Blinds' WHERE c.id = ${id} RETURNING c.id)
              SELECT id FROM changed`.execute(db);
    return isReplicaAllowed();
  });
  expect([aliased, node.readsOfReplica() - before]).toEqual([false, 0]);
  await untilReplicaAnswers(() => node.call('GET', '/orders', token));
  await expect
    .poll(() =>
      allowReplica(async () => {
        await sql`SELECT stop_announcing()`.execute(db);
        return isReplicaAllowed();
      }),
    )
    .toBe(false);
});

/** What `/metrics` says of the replica. */
async function metricsOf({ app }: Node) {
  const { payload } = await app.inject('/metrics');
  const sampleOf = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(payload)?.[1];
  return { isUsed: sampleOf('stoa_replica_used'), lag: Number(sampleOf('stoa_replica_lag_seconds')) };
}

test('a replica that is more than a second behind is not read, and the metrics say so', async () => {
  const token = await createShopper();
  await untilReplicaAnswers(() => node.call('GET', '/orders', token));
  await expect.poll(() => metricsOf(node)).toEqual({ isUsed: '1', lag: expect.closeTo(0, 0) });
  await database.replay(false);
  await expect.poll(() => isCurrent(node)).toBe(false);
  const isBehind = async () => {
    const { isUsed, lag } = await metricsOf(node);
    return isUsed === '0' && lag > 1;
  };
  await expect.poll(isBehind).toBe(true);
  const before = node.readsOfReplica();
  expect((await node.call('GET', '/orders', token)).status).toBe(200);
  expect(node.readsOfReplica()).toBe(before);
  await database.replay(true);
  await untilReplicaAnswers(() => node.call('GET', '/orders', token));
});

test('reads go on without errors when the replica dies, and use it again when it is back', async () => {
  const token = await createShopper();
  await untilReplicaAnswers(() => node.call('GET', '/orders', token));
  const statuses = new Set<number>();
  let isReading = true;
  const reading = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (isReading) statuses.add((await node.call('GET', '/orders', token)).status);
    }),
  );
  await database.kill();
  await expect.poll(() => isCurrent(node)).toBe(false);
  await expect.poll(() => metricsOf(node)).toEqual({ isUsed: '0', lag: Number.NaN });
  await database.revive();
  await haveCaughtUp();
  isReading = false;
  await reading;
  expect([...statuses]).toEqual([200]);
  await untilReplicaAnswers(() => node.call('GET', '/orders', token));
});

test('connections to another standby than the measured one are not read', async () => {
  const balancer = await openLossyWire(database.url);
  undo.push(async () => balancer.close());
  const balanced = await openNode(balancer.url);
  await expect.poll(() => isCurrent(balanced), { timeout: 15_000 }).toBe(true);
  const { id } = await createCategory(node.services.db, { name: 'Torches' });
  // A standby that rejoins, and lags, gets the new connections; the measured server still has the old one.
  balancer.redirect(database.replicaUrl);
  await database.replay(false);
  await sql`UPDATE category SET name = 'Flashlights' WHERE id = ${id}`.execute(node.services.db);
  await expect.poll(() => balanced.services.replica?.route.isUsable({ mayLag: false })).toBe(true);
  const read = () =>
    allowReplica(async () => {
      const { db } = balanced.services;
      const { rows } = await sql<{ name: string }>`SELECT name FROM category WHERE id = ${id}`.execute(db);
      return rows[0]?.name;
    });
  expect(await Promise.all(Array.from({ length: 5 }, read))).toEqual(Array(5).fill('Flashlights'));
  // The node follows them there, instead of reading the primary for good.
  await expect.poll(() => isCurrent(balanced)).toBe(false);
  await database.replay(true);
  await expect.poll(() => isCurrent(balanced), { timeout: 15_000 }).toBe(true);
  const before = balanced.readsOfReplica();
  expect([await read(), balanced.readsOfReplica() - before]).toEqual(['Flashlights', 1]);
});

test('a node starts while its replica cannot be reached, and stops for one of another database', async () => {
  const lonely = await openNode('postgres://stoa@127.0.0.1:1/stoa');
  expect((await lonely.call('GET', '/products')).status).toBe(200);
  const elsewhere = openNode(inject('postgresUrl')).then(() => 'started');
  await expect(elsewhere).rejects.toThrow('DATABASE_READ_URL points to another database than DATABASE_URL');
});

test('the start fails if DATABASE_URL is a standby, and the message says what to do', async () => {
  const starting = migrate(database.replicaUrl, resolve('migrations'));
  await expect(starting).rejects.toThrow(
    'it is a standby, which accepts no writes. Name its primary, or promote it with',
  );
});

/** The last test: there is no standby afterwards. */
test('a standby that has been promoted is not read', async () => {
  const { id } = await createCategory(node.services.db, { name: 'Candles' });
  await haveCaughtUp();
  await database.promote();
  await sql`UPDATE category SET name = 'Lanterns' WHERE id = ${id}`.execute(node.services.db);
  await expect.poll(() => metricsOf(node), { timeout: 15_000 }).toEqual({ isUsed: '0', lag: Number.NaN });
  const read = allowLaggingReplica(() => sql`SELECT name FROM category WHERE id = ${id}`.execute(node.services.db));
  expect((await read).rows).toEqual([{ name: 'Lanterns' }]);
  expect(log.text()).toContain('to a standby that has been promoted');
});
