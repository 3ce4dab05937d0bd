import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
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

test('reports changed products, whichever of their tables changed, and only after the commit', async () => {
  const product = await createProduct(database.db);
  const change = { kind: 'products', ids: [product.id] };
  // Its category, the product itself and its stock.
  await expect.poll(() => heard).toEqual([{ kind: 'category' }, change, change]);
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

test('a change too large for one notification reports everything', async () => {
  const category = await createCategory(database.db);
  heard = [];
  await sql`INSERT INTO product (category_id, name, slug, price_cents, sku)
            SELECT ${category.id}, 'Many', 'many-' || n, 100, 'MANY-' || n FROM generate_series(1, 501) n`.execute(
    database.db,
  );
  await expect.poll(() => heard).toContainEqual({ kind: 'products', ids: 'all' });
});

test('reconnects after a broken connection and reports that anything may have changed', async () => {
  heard = [];
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = 'stoa-changes' AND datname = current_database()`.execute(database.db);
  await expect.poll(() => feed.isLive()).toBe(false);
  await expect.poll(() => heard, { timeout: 5_000 }).toContainEqual({ kind: 'resync' });
  await expect.poll(() => feed.isLive()).toBe(true);
});
