import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Change, ChangeFeed } from '#server/cluster/change-feed.ts';
import { createSearchSynonyms } from '#server/features/search/index.ts';
import { directConnection } from '#server/platform/database/connection.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { allowLaggingReplica } from '#server/platform/database/read-scope.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { createCustomFields } from '../custom-fields/custom-fields.ts';
import type { CatalogueQuery } from '../search-engine.ts';
import { type Catalogue, openCatalogue } from './catalogue.ts';
import { CatalogueIndex } from './catalogue-index.ts';
import { ProductReaders } from './loading/product-readers.ts';

/** Threads start slowly on a busy machine. */
const LOADING = { timeout: 20_000 };

let database: TestDatabase;
let catalogue: Catalogue;
let dataDir: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stoa-catalogue-'));
});
afterAll(() => database.close());
afterEach(async () => {
  await catalogue.close();
  await rm(dataDir, { recursive: true });
  await sql`TRUNCATE product, category CASCADE`.execute(database.db);
});

/** A feed that says what a test tells it to. */
function feedInHand(isLive: boolean) {
  const listeners: ((change: Change) => void)[] = [];
  const feed: ChangeFeed = {
    onChange: (listener) => void listeners.push(listener),
    isLive: () => isLive,
    feedLagMs: () => (isLive ? 0 : Number.POSITIVE_INFINITY),
    nodes: { isAmongFirst: () => true, count: () => 1, onChange: () => undefined },
    nodeLock: () => undefined,
    close: async () => undefined,
  };
  return {
    feed,
    tell: (change: Change) => {
      for (const listener of listeners) listener(change);
    },
  };
}

function open(
  isLive: boolean,
  db: Database = database.db,
  selfCheck?: Parameters<typeof openCatalogue>[1],
  firstLoad?: Parameters<typeof openCatalogue>[2],
) {
  const { feed, tell } = feedInHand(isLive);
  const context = {
    db,
    connection: directConnection(database.url),
    changes: feed,
    customFields: createCustomFields(database.db, feed),
    synonyms: createSearchSynonyms(database.db, feed),
    dataDir,
    log: pino({ level: 'silent' }),
  };
  catalogue = openCatalogue(context, selfCheck, firstLoad);
  return { tell };
}

async function idsOf(query: Partial<CatalogueQuery> = {}): Promise<number[]> {
  return (await catalogue.current()).find({ offset: 0, limit: 50, ...query }).ids;
}

/** A handle that records how many products each comparison with the database covered. */
function recordComparisons(db: Database) {
  const compared: unknown[] = [];
  const recorder = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      compared.push(...result.rows.flatMap((row) => ('public_count' in row ? [row.public_count] : [])));
      return result;
    },
  });
  return { db: recorder, compared };
}

/** Until the index has caught up. */
function eventually(read: (index: CatalogueIndex) => unknown) {
  return expect.poll(async () => read(await catalogue.current()));
}

test('the first query waits until everything is loaded', async () => {
  const category = await createCategory(database.db);
  await sql`INSERT INTO product (category_id, name, slug, price_cents, sku)
            SELECT ${category.id}, 'Thing ' || n, 'thing-' || n, n, 'T-' || n FROM generate_series(1, 1500) n`.execute(
    database.db,
  );
  open(true);
  const index = await catalogue.current();
  expect(index.find({ offset: 0, limit: 1 }).total).toBe(1500);
  expect(index.find({ text: 'thing 700', offset: 0, limit: 5 }).total).toBe(1);
  expect(index.find({ minPrice: 100, maxPrice: 109, offset: 0, limit: 50 }).ids).toHaveLength(10);
});

test('worker threads build the same index as the main thread', async () => {
  const category = await createCategory(database.db);
  await sql`INSERT INTO product (category_id, name, slug, price_cents, sku, description, tags, brand)
            SELECT ${category.id}, 'Thing ' || n % 700, 'thing-' || n, n, 'T-' || n, 'Écran ' || md5(n::text) || ' of 12 cm',
                   ARRAY['tag ' || n % 7], 'Brand ' || n % 5
              FROM generate_series(1, 4500) n`.execute(database.db);
  const answers = async (workers: number) => {
    open(true, database.db, undefined, { workers, minProducts: 1 });
    const index = await vi.waitFor(() => catalogue.current(), LOADING);
    const page = { offset: 0, limit: 20 };
    const texts = [
      'thing',
      'thing 699',
      'ecran',
      '12 cm',
      createHash('md5').update('4321').digest('hex'),
      'tag 6',
      'brand 3',
    ];
    const answer = {
      found: texts.map((text) => index.findWithFacets({ ...page, text })),
      named: index.suggest('thing 6', 20),
      related: index.related(Math.max(...index.ids()), 20),
    };
    await catalogue.close();
    await rm(join(dataDir, 'search-index'));
    return answer;
  };
  const [here, inWorkers] = [await answers(0), await answers(2)];
  expect(inWorkers).toEqual(here);
  expect(here.found.map(({ page }) => page.total)).toEqual([
    4500,
    6,
    4500,
    4500,
    1,
    expect.any(Number),
    expect.any(Number),
  ]);
});

test('a first load whose worker threads fail is repeated without them', async () => {
  const product = await createProduct(database.db);
  const readings = vi.spyOn(ProductReaders.prototype, 'read').mockRejectedValue(new Error('No more threads'));
  onTestFinished(() => readings.mockRestore());
  open(true, database.db, undefined, { workers: 1, minProducts: 1 });
  await expect.poll(() => catalogue.isLoaded()).toBe(true);
  expect(await idsOf()).toEqual([product.id]);
  expect(readings).toHaveBeenCalledOnce();
});

test('a shop that stops during the first load neither starts threads nor sorts what it has', async () => {
  await createProduct(database.db);
  const readings = vi.spyOn(ProductReaders.prototype, 'read');
  const sorting = vi.spyOn(CatalogueIndex.prototype, 'finishLoading');
  onTestFinished(() => {
    readings.mockRestore();
    sorting.mockRestore();
  });
  open(true, database.db, undefined, { workers: 1, minProducts: 1 });
  await catalogue.close();
  expect([readings.mock.calls.length, sorting.mock.calls.length]).toEqual([0, 0]);
});

test('contains only active products of active categories', async () => {
  const closed = await createCategory(database.db, { is_active: false });
  const shown = await createProduct(database.db);
  await createProduct(database.db, { is_active: false });
  await createProduct(database.db, { category_id: closed.id });
  open(true);
  expect(await idsOf()).toEqual([shown.id]);
});

test('applies notified changes of price, text and stock', async () => {
  const lamp = await createProduct(database.db, { name: 'Lamp', price_cents: 500, stock: 0 });
  const { tell } = open(true);
  expect(await idsOf({ isInStock: true })).toEqual([]);
  await database.db
    .updateTable('product')
    .set({ name: 'Chair', price_cents: 900, sale_price_cents: 100 })
    .where('id', '=', lamp.id)
    .execute();
  await database.db.updateTable('stock').set({ received: 3 }).where('product_id', '=', lamp.id).execute();
  tell({ kind: 'products', ids: [lamp.id] });
  await eventually((index) => index.find({ text: 'chair', offset: 0, limit: 1 }).ids).toEqual([lamp.id]);
  expect(await idsOf({ text: 'lamp' })).toEqual([]);
  expect(await idsOf({ isInStock: true, isOnSale: true, maxPrice: 100 })).toEqual([lamp.id]);
});

test('applies a change that is notified while unused memory is being freed', async () => {
  const lamp = await createProduct(database.db, { price_cents: 500 });
  const chair = await createProduct(database.db, { price_cents: 700 });
  const { tell } = open(true);
  expect(await idsOf()).toHaveLength(2);
  await database.db.updateTable('product').set({ price_cents: 1 }).where('id', '=', lamp.id).execute();
  await database.db.updateTable('product').set({ price_cents: 2 }).where('id', '=', chair.id).execute();
  const tidy = vi.spyOn(CatalogueIndex.prototype, 'tidy').mockImplementationOnce(function* () {
    tell({ kind: 'products', ids: [lamp.id] });
    yield;
  });
  onTestFinished(() => tidy.mockRestore());
  tell({ kind: 'products', ids: [chair.id] });
  await eventually((index) => index.find({ maxPrice: 1, offset: 0, limit: 9 }).ids).toEqual([lamp.id]);
});

test('removes deleted and deactivated products', async () => {
  const [first, second, third] = [
    await createProduct(database.db),
    await createProduct(database.db),
    await createProduct(database.db),
  ];
  const { tell } = open(true);
  await database.db.deleteFrom('product').where('id', '=', first.id).execute();
  await database.db.updateTable('product').set({ is_active: false }).where('id', '=', second.id).execute();
  tell({ kind: 'products', ids: [first.id, second.id] });
  await eventually((index) => [...index.ids()]).toEqual([third.id]);
});

test('deactivating a category removes its products, reactivating restores them', async () => {
  const category = await createCategory(database.db);
  const { id } = await createProduct(database.db, { category_id: category.id });
  const { tell } = open(true);
  expect(await idsOf()).toEqual([id]);
  for (const isActive of [false, true]) {
    await database.db.updateTable('category').set({ is_active: isActive }).where('id', '=', category.id).execute();
    tell({ kind: 'category' });
    await eventually((index) => index.find({ offset: 0, limit: 5 }).ids).toEqual(isActive ? [id] : []);
    expect((await catalogue.current()).categories).toHaveLength(isActive ? 1 : 0);
  }
});

test('a renamed category is found by its new name', async () => {
  const category = await createCategory(database.db, { name: 'Garden' });
  const { id } = await createProduct(database.db, { category_id: category.id, name: 'Rake' });
  const { tell } = open(true);
  expect(await idsOf({ text: 'garden' })).toEqual([id]);
  await database.db.updateTable('category').set({ name: 'Outdoors' }).where('id', '=', category.id).execute();
  tell({ kind: 'category' });
  await eventually((index) => index.find({ text: 'outdoors', offset: 0, limit: 5 }).ids).toEqual([id]);
  expect(await idsOf({ text: 'garden' })).toEqual([]);
});

test.each(['products:all', 'resync'] as const)('%s finds all changes, including deletions', async (said) => {
  const kept = await createProduct(database.db, { name: 'Kept', stock: 0 });
  const gone = await createProduct(database.db, { name: 'Gone' });
  const { tell } = open(true);
  expect(await idsOf()).toEqual([gone.id, kept.id]);
  await database.db.deleteFrom('product').where('id', '=', gone.id).execute();
  await database.db.updateTable('stock').set({ received: 1 }).where('product_id', '=', kept.id).execute();
  const added = await createProduct(database.db, { name: 'Added' });
  tell(said === 'resync' ? { kind: 'resync' } : { kind: 'products', ids: 'all' });
  await eventually((index) => index.find({ isInStock: true, offset: 0, limit: 5 }).ids).toEqual([added.id, kept.id]);
});

/** A database that calls `afterComparison` when the changes have been read, and counts the products read in detail, and their texts. */
function observedDatabase(afterComparison: () => Promise<unknown>) {
  const count = { read: 0, texts: 0 };
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const [row] = result.rows;
      if (row && 'public_count' in row) await afterComparison();
      if (row && 'text_hash' in row) {
        count.read += result.rows.length;
        count.texts += result.rows.filter(({ text }) => text).length;
      }
      return result;
    },
  });
  return { db, count };
}

test('after a missed deletion and a product added meanwhile, the index reads only the new product', async () => {
  const products = await Promise.all(Array.from({ length: 5 }, () => createProduct(database.db)));
  let isAdding = false;
  const { db, count } = observedDatabase(async () => {
    if (!isAdding) return;
    isAdding = false;
    products.push(await createProduct(database.db));
  });
  const { tell } = open(true, db);
  await eventually((index) => index.size).toBe(5);
  const readByComparison = async (): Promise<number> => {
    count.read = 0;
    await new Promise<void>((resolve) => {
      catalogue.onUpdate(() => resolve());
      tell({ kind: 'resync' });
    });
    return count.read;
  };
  // While an older transaction of another test is open, the five products count as changed and are read again.
  await expect.poll(readByComparison, { timeout: 40_000 }).toBe(0);
  await database.db
    .deleteFrom('product')
    .where('id', '=', products[0]?.id as number)
    .execute();
  isAdding = true;
  expect(await readByComparison()).toBe(1);
  expect(new Set((await catalogue.current()).ids())).toEqual(new Set(products.slice(1).map(({ id }) => id)));
}, 60_000);

test('without notifications the index is compared with the database in time', async () => {
  const { id } = await createProduct(database.db, { name: 'Lamp', variants: [{ stock: 2 }, { stock: 3 }] });
  open(false);
  expect(await idsOf({ isInStock: true })).toEqual([id]);
  await database.db.deleteFrom('product_variant').where('product_id', '=', id).execute();
  const added = await createProduct(database.db, { name: 'Sofa' });
  // No announcement comes: what was read may be used for half a second, as long as nobody has to wait for it.
  await expect.poll(() => idsOf({ isInStock: true })).toEqual([added.id]);
  expect(await idsOf({ isInStock: false })).toEqual([id]);
});

test('the primary answers a comparison that a reader of the replica waits for', async () => {
  const { id } = await createProduct(database.db, { name: 'Lamp', price_cents: 900 });
  const options = { url: database.url, poolSize: 2, onError: () => undefined };
  const pool = openPool(options);
  let readsOfReplica = 0;
  pool.on('acquire', () => {
    readsOfReplica += 1;
  });
  const replica = { pool, route: { isUsable: () => true, onFailure: () => undefined } };
  const { db } = openDatabase(options, replica);
  onTestFinished(() => db.destroy());
  open(false, db);
  await catalogue.untilLoaded();
  await database.db.updateTable('product').set({ price_cents: 7 }).where('id', '=', id).execute();
  const cheap = () => allowLaggingReplica(() => idsOf({ maxPrice: 7 }));
  await expect.poll(cheap).toEqual([id]);
  expect(readsOfReplica).toBe(0);
  await catalogue.close();
});

test('changes of transactions open during a comparison are found by the next one', async () => {
  const { id } = await createProduct(database.db, { name: 'Lamp' });
  let finish = (): void => undefined;
  let isChanged = (): void => undefined;
  const changed = new Promise<void>((resolve) => {
    isChanged = resolve;
  });
  const writing = database.db.transaction().execute(async (tx) => {
    await tx.updateTable('product').set({ price_cents: 7 }).where('id', '=', id).execute();
    isChanged();
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await changed;
  // Later transactions have come and gone before the open one ends.
  await createProduct(database.db, { name: 'Sofa' });
  const { tell } = open(true);
  expect(await idsOf({ maxPrice: 10 })).toEqual([]);
  tell({ kind: 'resync' });
  await catalogue.current();
  finish();
  await writing;
  tell({ kind: 'resync' });
  await eventually((index) => index.find({ maxPrice: 10, offset: 0, limit: 5 }).ids).toEqual([id]);
});

/** A database that a standby replaces: it had used later transaction ids, and some of its last changes are lost. */
function failingOverDatabase() {
  const reads: number[] = [];
  let isFormer = true;
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      reads.push(...result.rows.flatMap((row) => ('text_hash' in row ? [Number(row.id)] : [])));
      if (!isFormer) return result;
      const rows = result.rows.map((row) => ({
        ...row,
        ...('horizon' in row && { horizon: String(BigInt(String(row.horizon)) + 1_000_000n) }),
        ...('database' in row && { database: 'former' }),
      }));
      return { ...result, rows };
    },
  });
  return {
    db,
    /** Ids of the products that were read since the failover. */
    reads,
    failOver() {
      isFormer = false;
      reads.length = 0;
    },
  };
}

test('after a failover the index contains what the new primary has, and the next start too', async () => {
  const { id: categoryId } = await createCategory(database.db);
  const [lamp, desk, shelf] = [
    await createProduct(database.db, { name: 'Lamp', category_id: categoryId, price_cents: 4000 }),
    await createProduct(database.db, { name: 'Desk', category_id: categoryId, price_cents: 9000 }),
    await createProduct(database.db, { name: 'Shelf', category_id: categoryId, price_cents: 7000 }),
  ];
  const { db, failOver } = failingOverDatabase();
  const { tell } = open(true, db);
  expect(await idsOf()).toHaveLength(3);
  failOver();
  await database.db.updateTable('product').set({ price_cents: 5 }).where('id', '=', lamp.id).execute();
  await database.db.deleteFrom('product').where('id', '=', shelf.id).execute();
  const stool = await createProduct(database.db, { name: 'Stool', category_id: categoryId, price_cents: 1000 });
  tell({ kind: 'resync' });
  await eventually((index) => index.find({ sortBy: 'price', offset: 0, limit: 9 }).ids).toEqual([
    lamp.id,
    stool.id,
    desk.id,
  ]);
  await catalogue.close();
  const { count, db: observed } = observedDatabase(async () => undefined);
  open(true, observed);
  expect(await idsOf({ sortBy: 'price' })).toEqual([lamp.id, stool.id, desk.id]);
  expect(count.texts).toBe(0);
});

test('while all products are read again, the index answers, and announced changes are applied before the rest', async () => {
  const category = await createCategory(database.db);
  await sql`INSERT INTO product (category_id, name, slug, price_cents, sku)
            SELECT ${category.id}, 'Thing ' || n, 'thing-' || n, n, 'T-' || n FROM generate_series(1, 5500) n`.execute(
    database.db,
  );
  const { db, reads, failOver } = failingOverDatabase();
  const { tell } = open(true, db);
  const index = await vi.waitFor(() => catalogue.current(), LOADING);
  const all = [...index.ids()];
  const [first = 0, last = 0] = [all[0], all.at(-1)];
  const dear = () => index.find({ minPrice: 90_000, offset: 0, limit: 9 }).ids;
  failOver();
  await database.db.updateTable('product').set({ price_cents: 90_001 }).where('id', '=', first).execute();
  await database.db.updateTable('product').set({ price_cents: 90_002 }).where('id', '=', last).execute();
  let part = 0;
  let found: number[] = [];
  catalogue.onUpdate(() => {
    if (part === 0 && reads.length > 0) {
      part = reads.length;
      found = dear();
      tell({ kind: 'products', ids: [last] });
    }
    // The last part; the product announced before has been read twice.
    if (reads.length === all.length + 1) tell({ kind: 'products', ids: [first] });
  });
  tell({ kind: 'resync' });
  await expect.poll(() => new Set(reads).size).toBe(all.length);
  expect(part).toBeLessThan(all.length);
  expect({ found, next: reads[part] }).toEqual({ found: [first], next: last });
  await expect.poll(() => reads.at(-1)).toBe(first);
  expect(await catalogue.current()).toBe(index);
  await expect.poll(() => new Set(dear())).toEqual(new Set([first, last]));
});

test('queries fail while the database is unavailable, and recover', async () => {
  const away = await openTestDatabase(2);
  await createProduct(away.db, { name: 'Lamp' });
  const { feed, tell } = feedInHand(true);
  catalogue = openCatalogue({
    db: away.db,
    connection: directConnection(away.url),
    changes: feed,
    customFields: createCustomFields(away.db, feed),
    synonyms: createSearchSynonyms(away.db, feed),
    dataDir,
    log: pino({ level: 'silent' }),
  });
  await catalogue.current();
  await sql`ALTER TABLE product RENAME TO product_away`.execute(away.db);
  tell({ kind: 'products', ids: [1] });
  await expect
    .poll(() =>
      catalogue.current().then(
        () => 'answered',
        () => 'failed',
      ),
    )
    .toBe('failed');
  await sql`ALTER TABLE product_away RENAME TO product`.execute(away.db);
  await expect.poll(() => idsOf()).toHaveLength(1);
  await catalogue.close();
  await away.close();
});

describe('the index saved when the shop stops', () => {
  /** Closes and reopens the catalogue. @returns the products that were read, and those whose texts were read. */
  async function restart() {
    await catalogue.close();
    const read = { facts: [] as unknown[], texts: [] as unknown[] };
    const watched = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const products = result.rows.filter((row) => 'text_hash' in row);
        read.facts.push(...products.map(({ name }) => name));
        read.texts.push(...products.filter(({ text }) => text).map(({ name }) => name));
        return result;
      },
    });
    open(true, watched);
    await catalogue.untilLoaded();
    return read;
  }

  /** A product is read again as long as a transaction runs that began before its change, in any database of the server. */
  async function untilOlderTransactionsEnd() {
    const { rows } = await sql<{ xid: string }>`SELECT pg_current_xact_id()::text AS xid`.execute(database.db);
    const isOver = async () => {
      const isOldest = sql<{ is_over: boolean }>`
        SELECT pg_snapshot_xmin(pg_current_snapshot()) > ${rows[0]?.xid}::xid8 AS is_over`;
      return (await isOldest.execute(database.db)).rows[0]?.is_over;
    };
    await expect.poll(isOver, { timeout: 40_000 }).toBe(true);
  }

  async function openWithLamps() {
    const { id: categoryId } = await createCategory(database.db);
    const [lamp, desk, shelf] = [
      await createProduct(database.db, { name: 'Lamp', category_id: categoryId, price_cents: 4000 }),
      await createProduct(database.db, { name: 'Desk', category_id: categoryId, price_cents: 9000 }),
      await createProduct(database.db, { name: 'Shelf', category_id: categoryId, price_cents: 7000 }),
    ];
    await untilOlderTransactionsEnd();
    open(true);
    await catalogue.untilLoaded();
    return { categoryId, lamp, desk, shelf };
  }

  test('lets the next start read only what has changed since', async () => {
    const { categoryId, lamp, desk, shelf } = await openWithLamps();
    await catalogue.close();
    const stool = await createProduct(database.db, { name: 'Stool', category_id: categoryId, price_cents: 1000 });
    await sql`UPDATE product SET price_cents = 500 WHERE id = ${desk.id}`.execute(database.db);
    await sql`DELETE FROM product WHERE id = ${shelf.id}`.execute(database.db);
    expect(await restart()).toEqual({ facts: ['Desk', 'Stool'], texts: ['Stool'] });
    expect(await idsOf({ sortBy: 'price' })).toEqual([desk.id, stool.id, lamp.id]);
    expect(await idsOf({ text: 'lamp' })).toEqual([lamp.id]);
    expect(await idsOf({ text: 'stool' })).toEqual([stool.id]);
    expect(await idsOf({ categoryId })).toHaveLength(3);
  });

  test('never claims changes that a stopping shop did not read', async () => {
    const { lamp, desk, shelf } = await openWithLamps();
    await catalogue.close();
    await sql`UPDATE product SET price_cents = 500, name = 'Bureau' WHERE id = ${desk.id}`.execute(database.db);
    open(true);
    await catalogue.close();
    expect((await restart()).texts).toEqual(['Bureau']);
    expect(await idsOf({ sortBy: 'price' })).toEqual([desk.id, lamp.id, shelf.id]);
    expect(await idsOf({ text: 'bureau' })).toEqual([desk.id]);
  });

  test('is written after the first load too: a killed shop has it', async () => {
    const { lamp } = await openWithLamps();
    const killed = catalogue;
    open(true);
    onTestFinished(async () => {
      await killed.close();
      // It has written its file again.
      await rm(dataDir, { recursive: true });
    });
    expect(await restart()).toEqual({ facts: [], texts: [] });
    expect(await idsOf({ text: 'lamp' })).toEqual([lamp.id]);
  });

  test.each([
    ['is damaged', (bytes: Buffer) => bytes.fill(7, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 8)],
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      'belongs to another database',
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('/0', '/9'), 'latin1'),
    ],
  ])('is not used if it %s', async (_, change) => {
    const { lamp } = await openWithLamps();
    await catalogue.close();
    const file = join(dataDir, 'search-index');
    await writeFile(file, change(await readFile(file)));
    const { facts } = await restart();
    expect(facts.sort()).toEqual(['Desk', 'Lamp', 'Shelf']);
    expect(await idsOf({ text: 'lamp' })).toEqual([lamp.id]);
  });
});

test('each check compares the next products, so that a round finds what nobody announced', async () => {
  const category = await createCategory(database.db);
  const ids: number[] = [];
  for (let n = 0; n < 5; n += 1) ids.push((await createProduct(database.db, { category_id: category.id })).id);
  const [first = 0, , third = 0, , last = 0] = ids;
  const { db, compared } = recordComparisons(database.db);
  open(true, db, { everyMs: 20, products: 2 });
  expect(await idsOf()).toHaveLength(5);
  await database.db.updateTable('product').set({ price_cents: 1 }).where('id', '=', first).execute();
  await database.db.deleteFrom('product').where('id', '=', third).execute();
  await database.db.updateTable('stock').set({ received: 0 }).where('product_id', '=', last).execute();
  const added = await createProduct(database.db, { category_id: category.id });
  await eventually((index) => [...index.ids()]).toEqual([...ids.filter((id) => id !== third), added.id]);
  await eventually((index) => index.find({ maxPrice: 1, offset: 0, limit: 9 }).ids).toEqual([first]);
  await eventually((index) => index.find({ isInStock: false, offset: 0, limit: 9 }).ids).toEqual([last]);
  const [atStart, ...checks] = compared;
  expect(atStart).toBe(5);
  expect(Math.max(...checks.map(Number))).toBeLessThanOrEqual(3);
});
