import { fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { announceProducts } from '../features/catalogue/index.ts';
import { inTransaction } from '../platform/database/database.ts';
import { isNodeConnected } from '../platform/database/node-lock.ts';
import { type Change, type ChangeFeed, openChangeFeed } from './change-feed.ts';

let database: TestDatabase;
let feed: ChangeFeed;
let heard: Change[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  feed = await openChangeFeed(database.url, pino({ level: 'silent' }));
  feed.onChange((change) => heard.push(change));
});
afterAll(async () => {
  await feed.close();
  await database.close();
});

const countPendingChanges = async (): Promise<number> => {
  const { count } = await database.db
    .selectFrom('stock_change')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

const idsOf = (changes: readonly Change[]): number[] =>
  changes.flatMap((change) => (change.kind === 'products' && change.ids !== 'all' ? change.ids : []));
const reportedIds = (): number[] => idsOf(heard);

const changeStock = (productId: number) =>
  database.db
    .updateTable('stock')
    .set(({ eb }) => ({ received: eb('received', '+', 1) }))
    .where('product_id', '=', productId)
    .execute();

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  onTestFinished(() => client.end());
  await client.connect();
  return client;
}

const pidOf = async (client: pg.Client): Promise<number> =>
  (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;

/** Another node that announces changes, such as the stock of these products, in a transaction that is still open. */
async function beginAnnouncing(...changed: readonly number[]): Promise<pg.Client> {
  const other = await connect();
  await other.query('BEGIN');
  const takesLock = "SELECT pg_try_advisory_xact_lock(hashtext('stoa.announce_changes')) AS has_lock";
  await expect.poll(async () => (await other.query(takesLock)).rows[0].has_lock).toBe(true);
  for (const productId of changed) await changeStock(productId);
  await other.query('SELECT announce_due_changes(true)');
  return other;
}

/** A client that only listens, like a node of a version that does not announce. */
async function listen(): Promise<pg.Notification[]> {
  const client = await connect();
  const received: pg.Notification[] = [];
  client.on('notification', (notification) => received.push(notification));
  await client.query('LISTEN stoa_changes');
  return received;
}

test('reports changed products, whichever of their tables changed, and only after the commit', async () => {
  const product = await createProduct(database.db);
  const change = { kind: 'products', ids: [product.id] };
  // Its category, the product itself and its stock.
  await expect.poll(() => heard).toEqual([{ kind: 'category' }, change, change]);
  await expect.poll(countPendingChanges).toBe(0);
  heard = [];
  await database.db.transaction().execute(async (tx) => {
    await tx.updateTable('stock').set({ received: 50 }).where('product_id', '=', product.id).execute();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard).toEqual([]);
  });
  await expect.poll(() => heard).toEqual([change]);
});

test('a change without effect is not reported', async () => {
  heard = [];
  await database.db.updateTable('product').set({ name: 'Nobody' }).where('id', '=', -1).execute();
  await createCategory(database.db);
  await expect.poll(() => heard).toEqual([{ kind: 'category' }]);
});

test('a change too large for one notification is reported in parts', async () => {
  const category = await createCategory(database.db);
  heard = [];
  const { rows } = await sql<{ id: number }>`
    INSERT INTO product (category_id, name, slug, price_cents, sku)
    SELECT ${category.id}, 'Many', 'many-' || n, 100, 'MANY-' || n FROM generate_series(1, 1100) n
    RETURNING id`.execute(database.db);
  const parts = () => heard.flatMap((change) => (change.kind === 'products' ? [change.ids] : []));
  await expect.poll(() => parts().flat().sort()).toEqual(rows.map(({ id }) => id).sort());
  expect(
    parts()
      .map((ids) => ids.length)
      .sort(),
  ).toEqual([100, 500, 500]);
});

test('a plug-in that announces many products announces exactly these', async () => {
  heard = [];
  const ids = Array.from({ length: 1_100 }, (_, index) => index + 1);
  await inTransaction(database.db, (tx) => announceProducts(tx, ids));
  await expect.poll(() => heard.length).toBe(3);
  expect(reportedIds()).toEqual(ids);
});

test('holds its lock on whichever connection it has, and names none without a connection', async () => {
  const isHeld = async (nodeLock: number | undefined) => {
    const held = isNodeConnected(sql`${nodeLock ?? null}::integer`);
    const { rows } = await sql<{ held: boolean }>`SELECT ${held} AS held`.execute(database.db);
    return rows[0]?.held;
  };
  const nodeLock = feed.nodeLock();
  expect(await isHeld(nodeLock)).toBe(true);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = 'stoa-changes'`.execute(database.db);
  await expect.poll(() => feed.nodeLock(), { interval: 5 }).toBeUndefined();
  await expect.poll(() => feed.nodeLock(), { timeout: 10_000 }).toBe(nodeLock);
  expect(await isHeld(nodeLock)).toBe(true);
});

test('reconnects after a broken connection and reports that anything may have changed', async () => {
  heard = [];
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = 'stoa-changes' AND datname = current_database()`.execute(database.db);
  await expect.poll(() => feed.isLive()).toBe(false);
  await expect.poll(() => heard, { timeout: 5_000 }).toContainEqual({ kind: 'resync' });
  await expect.poll(() => feed.isLive()).toBe(true);
});

describe('stock', () => {
  const feedPids = async (): Promise<number[]> => {
    const { rows } = await sql<{ pid: number }>`
      SELECT pid FROM pg_stat_activity WHERE application_name = 'stoa-changes' AND datname = current_database()`.execute(
      database.db,
    );
    return rows.map(({ pid }) => pid);
  };

  test('is announced by the feed, never by the transaction that changes it', async () => {
    const product = await createProduct(database.db);
    const received = await listen();
    const payload = `products:${product.id}`;
    const announcedByOthers = async (): Promise<number> => {
      await expect.poll(() => feed.isLive()).toBe(true);
      received.length = 0;
      await Promise.all(Array.from({ length: 20 }, () => changeStock(product.id)));
      await expect.poll(() => received.map((notification) => notification.payload)).toContain(payload);
      await expect.poll(countPendingChanges).toBe(0);
      const pids = await feedPids();
      return received.filter((each) => each.payload === payload && !pids.includes(each.processId)).length;
    };
    // If a busy machine stops the feed for a second, it counts as dead, and transactions announce their own changes: try again.
    await expect.poll(announcedByOthers, { timeout: 20_000 }).toBe(0);
  });

  test('of many products is announced in as many notifications as it takes', async () => {
    const category = await createCategory(database.db);
    await sql`INSERT INTO product (category_id, name, slug, price_cents, sku)
              SELECT ${category.id}, 'Stocked', 'stocked-' || n, 100, 'STOCKED-' || n
                FROM generate_series(1, 1200) n`.execute(database.db);
    await expect.poll(countPendingChanges).toBe(0);
    heard = [];
    await sql`INSERT INTO stock (product_id, received) SELECT id, 5 FROM product WHERE name = 'Stocked'`.execute(
      database.db,
    );
    const { rows } = await sql<{ id: number }>`SELECT id FROM product WHERE name = 'Stocked' ORDER BY id`.execute(
      database.db,
    );
    await expect.poll(reportedIds).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
    expect(heard.map((change) => (change.kind === 'products' ? change.ids.length : 0))).not.toContain(1200);
  });

  test('of a transaction that commits late is announced after its commit', async () => {
    const [early, late] = [await createProduct(database.db), await createProduct(database.db)];
    await expect.poll(countPendingChanges).toBe(0);
    heard = [];
    await database.db.transaction().execute(async (tx) => {
      await tx.updateTable('stock').set({ received: 70 }).where('product_id', '=', late.id).execute();
      await changeStock(early.id);
      await expect.poll(reportedIds).toContain(early.id);
      expect(reportedIds()).not.toContain(late.id);
    });
    await expect.poll(reportedIds).toContain(late.id);
  });

  test('is not taken for current while another node is still announcing', async () => {
    const product = await createProduct(database.db);
    await expect.poll(countPendingChanges).toBe(0);
    const other = await beginAnnouncing();
    await changeStock(product.id);
    heard = [];
    // There is no beat before the other node's announcement ends, so silence proves nothing.
    await expect.poll(() => feed.isLive()).toBe(false);
    expect(heard).toEqual([]);
    await other.query('COMMIT');
    await expect.poll(() => feed.isLive()).toBe(true);
    expect(heard).toEqual([{ kind: 'products', ids: [product.id] }]);
  });

  test('is announced without a new connection after another transaction has locked it for seconds', async () => {
    const product = await createProduct(database.db);
    await expect.poll(countPendingChanges).toBe(0);
    const pids = await feedPids();
    heard = [];
    await database.db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE stock_change IN ACCESS EXCLUSIVE MODE`.execute(tx);
      await expect.poll(() => feed.feedLagMs(), { timeout: 10_000 }).toBeGreaterThan(3_200);
    });
    await expect.poll(() => feed.isLive()).toBe(true);
    await changeStock(product.id);
    await expect.poll(reportedIds).toContain(product.id);
    expect(heard).not.toContainEqual({ kind: 'resync' });
    expect(await feedPids()).toEqual(pids);
  });

  test('is announced by the other nodes when one is killed', async () => {
    const product = await createProduct(database.db);
    const killed = fork(new URL('../../../test/announcing-node.ts', import.meta.url), [database.url]);
    onTestFinished(() => void killed.kill('SIGKILL'));
    await once(killed, 'message');
    await expect.poll(async () => (await feedPids()).length).toBe(2);
    await expect.poll(countPendingChanges).toBe(0);
    heard = [];
    const exited = once(killed, 'exit');
    killed.kill('SIGKILL');
    await changeStock(product.id);
    await exited;
    await expect.poll(reportedIds).toContain(product.id);
    await expect.poll(countPendingChanges).toBe(0);
  });

  test('survives a notifier that dies while announcing', async () => {
    const product = await createProduct(database.db);
    await expect.poll(countPendingChanges).toBe(0);
    const dying = await beginAnnouncing(product.id);
    heard = [];
    await sql`SELECT pg_terminate_backend(${await pidOf(dying)})`.execute(database.db);
    await expect.poll(() => heard).toContainEqual({ kind: 'products', ids: [product.id] });
  });
});

describe('of several nodes', () => {
  async function openNode() {
    const changes: Change[] = [];
    const node = await openChangeFeed(database.url, pino({ level: 'silent' }));
    node.onChange((change) => changes.push(change));
    return { node, changes };
  }

  test('one announces at a time, about four times a second in all, and all of them stay current', async () => {
    const others = [await openNode(), await openNode()];
    const all = [feed, ...others.map(({ node }) => node)];
    await expect.poll(() => all.map(({ nodes }) => nodes.count()), { timeout: 10_000 }).toEqual([3, 3, 3]);
    const received = await listen();
    const beats = () => received.map(({ payload = '' }) => payload).filter((payload) => payload.startsWith('beat:'));
    const since = performance.now();
    await expect.poll(() => beats().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(8);
    const [sent, elapsed] = [beats(), performance.now() - since];
    // At least 200 ms lie between two announcements: each node on its own would have sent them in a third of the time.
    expect(elapsed).toBeGreaterThan((sent.length - 2) * 200);
    expect(new Set(sent).size).toBe(sent.length);
    for (const { isLive } of all) await expect.poll(isLive).toBe(true);
    await Promise.all(others.map(({ node }) => node.close()));
    await expect.poll(() => feed.nodes.count(), { timeout: 10_000 }).toBe(1);
  });

  test('one of the earlier version and one of this version hear the same', async () => {
    const older = await connect();
    const received: string[] = [];
    older.on('notification', ({ payload = '' }) => received.push(payload));
    await older.query('LISTEN stoa_changes');
    const { node, changes } = await openNode();
    const products = [await createProduct(database.db), await createProduct(database.db)];
    for (let beat = 1; beat <= 8; beat += 1) {
      for (const { id } of products) await changeStock(id);
      await older.query('SELECT announce_changes($1)', [`beat:older-1:${beat}`]);
      // Its own beat is the last thing that it hears of a call.
      expect(received.at(-1)).toBe(`beat:older-1:${beat}`);
      await expect.poll(() => node.isLive()).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await expect.poll(() => idsOf(changes)).toEqual(expect.arrayContaining(products.map(({ id }) => id)));
    expect(changes).not.toContainEqual({ kind: 'resync' });
    await node.close();
  });

  test('one that stops leaves announcing to the others', async () => {
    const announcedAt = async (): Promise<number> => {
      const { rows } = await sql<{ ms: number }>`SELECT last_value AS ms FROM announced_at`.execute(database.db);
      return rows[0]?.ms ?? 0;
    };
    const { node } = await openNode();
    await expect.poll(() => node.isLive()).toBe(true);
    const before = await announcedAt();
    await node.close();
    expect(await announcedAt()).toBeGreaterThanOrEqual(before);
  });
});

test('a node whose event loop was blocked for seconds keeps its connection', async () => {
  await expect.poll(() => feed.nodes.count(), { timeout: 10_000 }).toBe(1);
  await expect.poll(() => feed.isLive()).toBe(true);
  let changesOfNodes = -1;
  feed.nodes.onChange(() => {
    changesOfNodes += 1;
  });
  heard = [];
  const blockedUntil = performance.now() + 3_600;
  while (performance.now() < blockedUntil);
  expect(feed.isLive()).toBe(false);
  await expect.poll(() => feed.isLive()).toBe(true);
  expect(heard).toEqual([]);
  expect([feed.nodes.count(), changesOfNodes]).toEqual([1, 0]);
});

describe('while no node announces stock', () => {
  const forget = () =>
    sql`SELECT setval('announced_at', (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 2000)`.execute(
      database.db,
    );

  test('nodes of a version that does not announce are notified at the commit, also of changes left over', async () => {
    const [left, sold] = [await createProduct(database.db), await createProduct(database.db)];
    await expect.poll(countPendingChanges).toBe(0);
    await feed.close();
    await sql`INSERT INTO stock_change (product_id) VALUES (${left.id})`.execute(database.db);
    await forget();
    const received = await listen();
    await changeStock(sold.id);
    const payloads = () => received.map(({ payload }) => payload);
    await expect.poll(payloads).toEqual([`products:${sold.id}`, `products:${left.id}`]);
    expect(await countPendingChanges()).toBe(0);
    feed = await openChangeFeed(database.url, pino({ level: 'silent' }));
    feed.onChange((change) => heard.push(change));
  });

  test('a node that stops says so', async () => {
    const product = await createProduct(database.db);
    await expect.poll(() => feed.isLive()).toBe(true);
    await feed.close();
    const received = await listen();
    await changeStock(product.id);
    await expect.poll(() => received.map(({ payload }) => payload)).toEqual([`products:${product.id}`]);
    feed = await openChangeFeed(database.url, pino({ level: 'silent' }));
    feed.onChange((change) => heard.push(change));
    await expect.poll(() => feed.isLive()).toBe(true);
  });
});

test('a node stops within two seconds or so when it cannot say so', async () => {
  const own = await openTestDatabase();
  onTestFinished(() => own.close());
  const stopping = await openChangeFeed(own.url, pino({ level: 'silent' }));
  await expect.poll(() => stopping.isLive()).toBe(true);
  await own.db.transaction().execute(async (tx) => {
    await expect.poll(() => stopping.isLive()).toBe(true);
    await sql`ALTER SEQUENCE announced_at OWNED BY NONE`.execute(tx);
    const late = new Promise((resolve) => setTimeout(resolve, 4_000, 'waits'));
    expect(await Promise.race([stopping.close().then(() => 'stopped'), late])).toBe('stopped');
  });
});
