import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ChangeFeed, openChangeFeed } from '#server/cluster/change-feed.ts';
import { createSearchSynonyms } from '#server/features/search/index.ts';
import { directConnection } from '#server/platform/database/connection.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { createCustomFields } from '../custom-fields/custom-fields.ts';
import type { CatalogueQuery, CatalogueSearch } from '../search-engine.ts';
import { prepareTables, queueChanges, writeLane } from './follow-products.ts';
import { postgresEngine } from './postgres-engine.ts';
import { VERSION } from './product-document.ts';
import {
  hasPendingProducts,
  holdVersion,
  LANES,
  lockLane,
  raiseVersion,
  readSearchState,
} from './search-tables.store.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let changes: ChangeFeed;
const opened: CatalogueSearch[] = [];

beforeEach(async () => {
  database = await openTestDatabase();
  changes = await openChangeFeed(database.url, log);
});
afterEach(async () => {
  for (const search of opened.splice(0)) await search.close();
  await changes.close();
  await database.close();
});

async function openSearch(feed = changes): Promise<CatalogueSearch> {
  const { db } = database;
  const customFields = createCustomFields(db, feed);
  const synonyms = createSearchSynonyms(db, feed);
  const search = postgresEngine.open({
    db,
    connection: directConnection(database.url),
    changes: feed,
    customFields,
    synonyms,
    dataDir: '/nowhere',
    log,
  });
  opened.push(search);
  // On a busy machine, thousands of products take longer than `untilLoaded` waits.
  await vi.waitFor(() => search.untilLoaded(), 20_000);
  return search;
}

/** Whether all changes of products are written. */
const isIdle = async () =>
  (await sql`SELECT id FROM product_search.pending UNION SELECT id FROM stock_change`.execute(database.db)).rows
    .length === 0;

const found = async (search: CatalogueSearch, text: string) => (await search.list({ text, offset: 0, limit: 9 })).ids;

test('what changed while no node ran is found after the next start', async () => {
  const { db } = database;
  const first = await openSearch();
  const lamp = await createProduct(db, { name: 'Reading lamp' });
  await expect.poll(() => found(first, 'lamp')).toEqual([lamp.id]);
  await first.close();
  await db.updateTable('product').set({ name: 'Writing desk' }).where('id', '=', lamp.id).execute();
  const second = await openSearch();
  await expect.poll(() => found(second, 'desk')).toEqual([lamp.id]);
  expect(await found(second, 'reading')).toEqual([]);
});

test('a misspelt word is corrected also beside a colour with a backslash', async () => {
  const { db } = database;
  const variant = { sku: 'LAMP-1', name: 'One', options: { Colour: String.raw`Blue\Green` }, stock: 1 };
  const lamp = await createProduct(db, { name: 'Reading lamp', variants: [variant] });
  const search = await openSearch();
  expect(await found(search, 'raeding')).toEqual([lamp.id]);
});

test('running nodes keep serving lists while a new version of the indexing code writes all products again', async () => {
  const { db } = database;
  const lamp = await createProduct(db, { name: 'Reading lamp' });
  const running = await openSearch();
  expect(await found(running, 'lamp')).toEqual([lamp.id]);
  await expect.poll(isIdle).toBe(true);
  await sql`UPDATE product_search.state SET version = version - 1`.execute(db);
  await sql`UPDATE product_search.product SET version = version - 1, words = '', naming = ''`.execute(db);
  let opening: Promise<CatalogueSearch> | undefined;
  await db.transaction().execute(async (tx) => {
    // The running node may hold a lock at the moment.
    for (let lane = 0; lane < LANES; lane += 1) await expect.poll(() => lockLane(tx, lane)).toBe(true);
    opening = openSearch();
    await expect.poll(async () => (await readSearchState(db)).version).toBe(VERSION);
    expect((await running.list({ offset: 0, limit: 9 })).ids).toEqual([lamp.id]);
  });
  expect(await found(await (opening as Promise<CatalogueSearch>), 'lamp')).toEqual([lamp.id]);
});

test('a node leaves the tables to nodes with newer indexing code', async () => {
  const { db } = database;
  const lamp = await createProduct(db, { name: 'Reading lamp' });
  const search = await openSearch();
  expect(await found(search, 'lamp')).toEqual([lamp.id]);
  // As a newer node does: waits until the running one has written its batch, which would contain the new name.
  await db.transaction().execute((tx) => raiseVersion(tx, VERSION + 1));
  await db.updateTable('product').set({ name: 'Writing desk' }).where('id', '=', lamp.id).execute();
  // The node may hold a lock at the moment.
  await expect.poll(() => prepareTables(db)).toBe('outdated');
  await expect.poll(() => queueChanges(db, [])).toBe('outdated');
  for (let lane = 0; lane < LANES; lane += 1) await expect.poll(() => writeLane(db, lane, [])).toBe('outdated');
  expect(await hasPendingProducts(db)).toBe(true);
  expect(await found(search, 'lamp')).toEqual([lamp.id]);
  expect(await found(await openSearch(), 'lamp')).toEqual([lamp.id]);
});

/** As nodes of the version before do: they do not know the listing, and write while they hold this lock alone. */
const asEarlierVersion = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  database.db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(7286010)`.execute(tx);
    return work(tx);
  });

test('what a node of the version before writes during an upgrade is listed', async () => {
  const lamp = await createProduct(database.db, { name: 'Reading lamp', price_cents: 2000 });
  const desk = await createProduct(database.db, { name: 'Writing desk', price_cents: 3000 });
  const search = await openSearch();
  // Otherwise the node writes the products again when the feed announces their stock.
  await expect.poll(isIdle).toBe(true);
  const listed = async () => (await search.list({ sortBy: 'price', offset: 0, limit: 9 })).ids;
  expect(await listed()).toEqual([lamp.id, desk.id]);
  await asEarlierVersion((tx) =>
    sql`UPDATE product_search.product SET price = 4000 WHERE product_id = ${lamp.id}`.execute(tx),
  );
  expect(await listed()).toEqual([desk.id, lamp.id]);
  await asEarlierVersion((tx) => sql`DELETE FROM product_search.product WHERE product_id = ${desk.id}`.execute(tx));
  expect(await listed()).toEqual([lamp.id]);
});

test('nodes write the tables only while none of the version before does', async () => {
  await openSearch();
  await asEarlierVersion(async () => {
    expect(await writeLane(database.db, 0, [])).toBe('busy');
  });
});

test('a changed price, rating or stock adds no entry to the indexes of the texts', async () => {
  const { rows } = await sql<{ attname: string }>`
    SELECT DISTINCT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = 'product_search.product'::regclass ORDER BY a.attname`.execute(database.db);
  expect(rows.map(({ attname }) => attname)).toEqual(['keys', 'naming', 'product_id', 'words']);
});

test('a search holds its connection for at most five seconds', async () => {
  await createProduct(database.db, { name: 'Reading lamp' });
  const search = await openSearch();
  const waiting = async () =>
    (
      await sql`SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
                   AND query LIKE '/* timeout 5000 ms */%product_search.listing%'`.execute(database.db)
    ).rows.length;
  let listing: Promise<unknown> | undefined;
  await database.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE product_search.listing`.execute(tx);
    listing = search.list({ sortBy: 'price', maxPrice: 9_000, offset: 0, limit: 9 });
    await expect.poll(waiting).toBe(2);
  });
  expect(await listing).toMatchObject({ total: 1 });
});

test('products of changed categories are queued in parts, by any node, and only once', async () => {
  const { db } = database;
  const { id: home } = await createCategory(db, { name: 'Home' });
  const { id: category } = await createCategory(db, { name: 'Lighting' });
  const change = (values: { is_active: boolean; parent_id?: number }) =>
    db.updateTable('category').set(values).where('id', '=', category).execute();
  await sql`INSERT INTO product (category_id, name, slug, sku, price_cents)
            SELECT ${category}::integer, 'Lamp ' || n, 'lamp-' || n, 'L' || n, 100 FROM generate_series(1, 45) AS n`.execute(
    db,
  );
  await sql`UPDATE product_search.state SET version = ${VERSION}`.execute(db);
  const queued = async () =>
    (
      await sql<{ count: number; different: number }>`
        SELECT count(*)::integer AS count, count(DISTINCT product_id)::integer AS different
          FROM product_search.pending`.execute(db)
    ).rows[0];
  const queueThreeParts = async () => [
    await queueChanges(db, [], 20),
    await queueChanges(db, [], 20),
    await queueChanges(db, [], 20),
  ];
  expect(await prepareTables(db)).toBe('done');
  expect(await queueChanges(db, [], 20)).toBe('more');
  expect(await queued()).toEqual({ count: 20, different: 20 });
  expect(await queueChanges(db, [], 20)).toBe('more');
  expect(await queueChanges(db, [], 20)).toBe('done');
  expect(await queued()).toEqual({ count: 45, different: 45 });
  expect(await queueChanges(db, [], 20)).toBe('done');
  expect(await queued()).toEqual({ count: 45, different: 45 });
  // Another change while its products are being queued: queueing begins again.
  await change({ is_active: false });
  expect(await queueChanges(db, [], 20)).toBe('more');
  await change({ is_active: true, parent_id: home });
  expect(await queueThreeParts()).toEqual(['more', 'more', 'done']);
  expect(await queued()).toEqual({ count: 110, different: 45 });
  // Products queued for a change that is undone may be written with it meanwhile: they are queued again.
  await change({ is_active: false });
  expect(await queueChanges(db, [], 20)).toBe('more');
  await change({ is_active: true });
  expect(await queueThreeParts()).toEqual(['more', 'more', 'done']);
  expect(await queued()).toEqual({ count: 175, different: 45 });
  // A new name is not stored with the products.
  await db.updateTable('category').set({ name: 'Lamps' }).where('id', '=', category).execute();
  expect(await queueChanges(db, [], 20)).toBe('done');
  expect(await queued()).toEqual({ count: 175, different: 45 });
});

test('a renamed category is found by its new name, and no row of its products is written', async () => {
  const { db } = database;
  const { id: category } = await createCategory(db, { name: 'Lighting' });
  const sconce = await createProduct(db, { name: 'Sconce', category_id: category });
  const search = await openSearch();
  expect(await found(search, 'lighting')).toEqual([sconce.id]);
  await expect.poll(isIdle).toBe(true);
  const rowVersions = async () =>
    (
      await sql`SELECT p.xmin::text, l.xmin::text AS listed FROM product_search.product p, product_search.listing l`.execute(
        db,
      )
    ).rows;
  const before = await rowVersions();
  await db.updateTable('category').set({ name: 'Luminaires' }).where('id', '=', category).execute();
  await expect.poll(() => found(search, 'luminaires')).toEqual([sconce.id]);
  expect(await found(search, 'lighting')).toEqual([]);
  await expect.poll(() => queueChanges(db, [])).toBe('done');
  expect(await isIdle()).toBe(true);
  expect(await rowVersions()).toEqual(before);
});

test('a renamed category is found by its new name while changes are not announced', async () => {
  const { db } = database;
  const { id: category } = await createCategory(db, { name: 'Lighting' });
  const sconce = await createProduct(db, { name: 'Sconce', category_id: category });
  const search = await openSearch({ ...changes, onChange: () => undefined, isLive: () => false });
  expect(await found(search, 'lighting')).toEqual([sconce.id]);
  await db.updateTable('category').set({ name: 'Luminaires' }).where('id', '=', category).execute();
  await expect.poll(() => found(search, 'luminaires')).toEqual([sconce.id]);
});

test('a change is written before earlier ones of many other products', async () => {
  const { db } = database;
  const lamp = await createProduct(db, { name: 'Reading lamp' });
  const desk = await createProduct(db, { name: 'Writing desk' });
  await prepareTables(db);
  await sql`TRUNCATE product_search.pending`.execute(db);
  await sql`INSERT INTO product_search.pending (product_id)
            SELECT CASE WHEN n <= 2000 THEN ${lamp.id}::integer ELSE ${desk.id}::integer END
              FROM generate_series(1, 2001) AS n`.execute(db);
  expect(await writeLane(db, 0, [])).toBe('more');
  const { rows } = await sql<{ product_id: number }>`
    SELECT product_id FROM product_search.listing ORDER BY product_id`.execute(db);
  expect(rows.map(({ product_id: id }) => id)).toEqual([lamp.id, desk.id]);
  expect(await hasPendingProducts(db)).toBe(true);
});

test('a node can record that it follows the changes while others write', async () => {
  const { db } = database;
  await prepareTables(db);
  await sql`UPDATE product_search.state SET followed_at = clock_timestamp() - interval '1 hour'`.execute(db);
  await db.transaction().execute(async (tx) => {
    expect(await lockLane(tx, 0)).toBe(true);
    expect(await holdVersion(tx)).toBe(VERSION);
    expect(await queueChanges(db, [])).toBe('done');
  });
});

test('after a day without a node, the tables are built again', async () => {
  const { db } = database;
  const lamp = await createProduct(db, { name: 'Reading lamp' });
  const desk = await createProduct(db, { name: 'Writing desk' });
  const earlier = await openSearch();
  // The stock of new products is queued when the feed announces it.
  await expect.poll(isIdle).toBe(true);
  await earlier.close();
  await sql`UPDATE product_search.state SET followed_at = clock_timestamp() - interval '25 hours'`.execute(db);
  await db.deleteFrom('product').where('id', '=', desk.id).execute();
  await db.updateTable('product').set({ name: 'Floor lamp' }).where('id', '=', lamp.id).execute();
  const { rows } = await sql`SELECT id FROM product_search.pending`.execute(db);
  expect(rows).toEqual([]);
  const search = await openSearch();
  expect(await found(search, 'floor')).toEqual([lamp.id]);
  expect((await search.list({ offset: 0, limit: 9 })).total).toBe(1);
});

test('after a day in which all nodes were cut off, they find what changed meanwhile without a restart', async () => {
  const { db } = database;
  const lamp = await createProduct(db, { name: 'Reading lamp' });
  const desk = await createProduct(db, { name: 'Writing desk' });
  const search = await openSearch();
  expect(await found(search, 'desk')).toEqual([desk.id]);
  await db.transaction().execute(async (tx) => {
    await sql`UPDATE product_search.state SET followed_at = clock_timestamp() - interval '25 hours'`.execute(tx);
    await tx.deleteFrom('product').where('id', '=', desk.id).execute();
    await tx.updateTable('product').set({ name: 'Floor lamp' }).where('id', '=', lamp.id).execute();
  });
  await expect.poll(() => found(search, 'floor')).toEqual([lamp.id]);
  await expect.poll(() => found(search, 'desk')).toEqual([]);
});

test('a sale writes no row of the search tables, unless the product sells out', async () => {
  const { db } = database;
  const lamp = await createProduct(db, { name: 'Reading lamp', stock: 900 });
  const search = await openSearch();
  const rowVersion = async () => {
    const { rows } = await sql<{ xmin: string }>`SELECT xmin::text FROM product_search.product`.execute(db);
    return rows[0]?.xmin;
  };
  const sell = async (sold: number) => {
    await db.updateTable('stock').set({ sold }).where('product_id', '=', lamp.id).execute();
    await expect.poll(isIdle).toBe(true);
  };
  await sell(500);
  await expect.poll(async () => (await search.list({ isInStock: true, offset: 0, limit: 9 })).total).toBe(1);
  const before = await rowVersion();
  await sell(501);
  expect(await rowVersion()).toBe(before);
  await sell(900);
  await expect.poll(async () => (await search.list({ isInStock: false, offset: 0, limit: 9 })).total).toBe(1);
});

test('two nodes write each change once, and both return it', async () => {
  const { db } = database;
  const nodes = [await openSearch(), await openSearch()];
  const products = await Promise.all(['Oak table', 'Oak chair', 'Oak bed'].map((name) => createProduct(db, { name })));
  const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
  const expected = ascending(products.map(({ id }) => id));
  for (const node of nodes) await expect.poll(async () => ascending(await found(node, 'oak'))).toEqual(expected);
  expect((await nodes[0]?.categories())?.reduce((sum, one) => sum + one.productCount, 0)).toBe(3);
});

test('totals and facets of thousands of products are close, those of the shop and its categories are exact', async () => {
  const { db } = database;
  const { id: category } = await createCategory(db, { name: 'Lighting' });
  await sql`
    WITH made AS (
      INSERT INTO product (category_id, name, slug, sku, price_cents, brand)
      SELECT ${category}::integer, 'Lamp ' || n, 'lamp-' || n, 'L' || n, 100 * n, CASE WHEN n % 4 = 0 THEN 'Lumen' END
        FROM generate_series(1, 3000) AS n
      RETURNING id)
    INSERT INTO stock (product_id, received) SELECT id, id % 2 FROM made`.execute(db);
  const search = await openSearch();
  const page = { offset: 0, limit: 1 };
  await expect.poll(async () => (await search.list(page)).total).toBe(3000);
  expect((await search.list({ ...page, categoryId: category })).total).toBe(3000);
  const { total, facets } = await search.listWithFacets({ ...page, maxPrice: 250_000 });
  expect(Math.abs(total - 2500)).toBeLessThan(250);
  expect(Math.abs(facets.inStock - 1250)).toBeLessThan(200);
  expect(Math.abs((facets.brands[0]?.count ?? 0) - 625)).toBeLessThan(150);
  expect(facets.price).toEqual({ min: 100, max: 300_000 });
  expect((await search.list({ ...page, maxPrice: 150_000 })).total).toBe(1500);
  const prices = async (query: Partial<CatalogueQuery>) => {
    const { ids } = await search.list({ sortBy: 'price', offset: 0, limit: 3, ...query });
    const found = await db.selectFrom('product').select(['id', 'price_cents']).where('id', 'in', ids).execute();
    return ids.map((id) => found.find((row) => row.id === id)?.price_cents);
  };
  expect(await prices({ offset: 2998 })).toEqual([299_900, 300_000]);
  expect(await prices({ offset: 2996, isDescending: true })).toEqual([400, 300, 200]);
  expect(await prices({ offset: 1498, maxPrice: 150_000, categoryId: category })).toEqual([149_900, 150_000]);
  await expect(search.list({ sortBy: 'price', offset: 3000, limit: 3 })).resolves.toMatchObject({ ids: [] });
});
