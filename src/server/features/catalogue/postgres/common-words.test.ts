import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CategoryTree } from '#domain/catalogue/category-tree.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { conditionsOf } from './conditions.ts';
import { countFacets, readPriceRange } from './facets.store.ts';
import { estimateMany, type ManyMatches, readPageOfMany, readRankedPageOfMany } from './many-matches.store.ts';
import { haveAtLeast, readMatches, readRankedPage } from './pages.store.ts';
import { documentOf } from './product-document.ts';
import { writeDocuments } from './search-tables.store.ts';

/** Three quarters are lamps, and the most expensive two thirds of all products are golden. Their popularity decreases with the id. */
const PRODUCTS = 14_000;
const isLamp = (id: number) => id % 4 > 0;
const LAMPS = (PRODUCTS * 3) / 4;
const priceOf = (id: number) => 100 + ((id * 7919) % 10_000);
const GOLDEN_PRICE = 3_500;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const documents = Array.from({ length: PRODUCTS }, (_, at) => {
    const id = at + 1;
    const name = [isLamp(id) ? 'Lamp' : 'Desk', id, ...(priceOf(id) >= GOLDEN_PRICE ? ['golden'] : [])].join(' ');
    const row = {
      ...{ id, category_id: 1 + (id % 2), name, brand: null, price: priceOf(id), is_on_sale: false },
      ...{ created_at: id, rating: 0, review_count: 3 * (PRODUCTS - id), stock: id % 3, stock_row_count: 1, sold: 0 },
      ...{ in_stock: null, text_hash: 1, custom: null, text: { name, variants: [], category: ['Home'] } },
    };
    return documentOf(row, undefined, { tree: new CategoryTree([]), fields: [] }).document;
  });
  for (let at = 0; at < PRODUCTS; at += 2_000)
    await inTransaction(database.db, (tx) => writeDocuments(tx, documents.slice(at, at + 2_000)));
}, 60_000);
afterAll(() => database.close());

const lamps = { words: "'!lamp'", isNaming: true };
const golden = { words: "'!golden'", isNaming: true };
const page = { offset: 24, limit: 12 };
const relevance = {
  ...{ ...page, isNaming: true, name: 'lamp', preferred: undefined },
  parts: [{ own: "'!lamp':A", any: { naming: "'!lamp'", presenting: "'!lamp'", anywhere: "'lamp'" } }],
};

async function manyOf(filter: Parameters<typeof conditionsOf>[0]): Promise<ManyMatches> {
  const many = await estimateMany(database.db, conditionsOf(filter), page.offset + page.limit);
  if (!many) throw new Error('Few products were found');
  return many;
}

test('the matches of a common word are estimated from a sample; those of other words are counted', async () => {
  const { db } = database;
  const { total, productsPerMatch } = await manyOf(lamps);
  expect(Math.abs(total - LAMPS)).toBeLessThan(LAMPS / 20);
  // At least itself, also before PostgreSQL has counted the products.
  expect(productsPerMatch).toBeGreaterThanOrEqual(1);
  expect(await estimateMany(db, conditionsOf({ words: "'!desk'", isNaming: true }), 12)).toBeUndefined();
  expect(
    (await readMatches(db, conditionsOf({ words: "'!desk'", isNaming: true }), { ...page, ...BY_PRICE })).total,
  ).toBe(PRODUCTS - LAMPS);
});

const BY_PRICE = { order: 'price', isDescending: true } as const;

test('the best matches of a common word are the same as if all were read', async () => {
  const { db } = database;
  const many = await manyOf(lamps);
  expect(many.level).toBeGreaterThan(0);
  const all = await readRankedPage(db, conditionsOf(lamps), relevance);
  expect(await readRankedPageOfMany(db, conditionsOf(lamps), relevance, many)).toEqual(all.ids);
  // Names that have the word come first among texts that mention it.
  const anywhere = { words: "('lamp' | 'home')", isNaming: false };
  const mentioned = { ...relevance, isNaming: false };
  const best = await readRankedPage(db, conditionsOf(anywhere), mentioned);
  expect(await readRankedPageOfMany(db, conditionsOf(anywhere), mentioned, await manyOf(anywhere))).toEqual(best.ids);
});

test('further pages follow by popularity, to the last one', async () => {
  const { db } = database;
  const many = await manyOf(lamps);
  for (const offset of [990, 5_000, LAMPS - 6]) {
    const query = { ...relevance, offset };
    const all = await readRankedPage(db, conditionsOf(lamps), query);
    expect(await readRankedPageOfMany(db, conditionsOf(lamps), query, many)).toEqual(all.ids);
  }
});

test('a sorted page of a common word is the same as if all matches were read', async () => {
  const { db } = database;
  for (const filter of [lamps, { ...lamps, minPrice: 200 }])
    for (const offset of [24, 6_000]) {
      const range = { ...BY_PRICE, offset, limit: 12 };
      const { ids } = await readMatches(db, conditionsOf(filter), range);
      const many = { ...(await manyOf(filter)), productsPerMatch: PRODUCTS / LAMPS };
      expect(await readPageOfMany(db, conditionsOf(filter), range, many)).toEqual(ids);
    }
});

test('facets of a common word are counted in the sample, but its price range is exact', async () => {
  const { db } = database;
  const { sample, maxTests } = await manyOf(lamps);
  const { rows } = await countFacets(db, lamps, ['category', 'stock'], { sample, texts: [] });
  const countOf = (kind: string, key: string) => rows.find((row) => row.kind === kind && row.key === key)?.count ?? 0;
  expect(Math.abs(countOf('category', '1') - LAMPS / 3)).toBeLessThan(LAMPS / 30);
  expect(Math.abs(countOf('stock', '') - (LAMPS * 2) / 3)).toBeLessThan(LAMPS / 20);
  expect(await readPriceRange(db, conditionsOf(lamps), maxTests)).toEqual(
    await readPriceRange(db, conditionsOf(lamps)),
  );
});

/** How many texts a read tests, one by one. */
const countTests = (read: (tx: Database) => Promise<unknown>): Promise<number> =>
  inTransaction(database.db, async (tx) => {
    // Includes those that the connection has not yet reported.
    const scans = async () =>
      sql<{ count: number }>`SELECT idx_scan::integer AS count FROM pg_stat_xact_user_tables
                              WHERE relid = 'product_search.product'::regclass`
        .execute(tx)
        .then(({ rows }) => (rows[0] as { count: number }).count);
    const before = await scans();
    await read(tx);
    return (await scans()) - before;
  });

test('a limited number of texts is tested for the prices of a common word, even if all its matches are expensive', async () => {
  const { db } = database;
  const ascending = { order: 'price', isDescending: false, offset: 0, limit: 12 } as const;
  const ofLamps = { ...(await manyOf(lamps)), productsPerMatch: PRODUCTS / LAMPS };
  const forEnds = await countTests((tx) => readPriceRange(tx, conditionsOf(lamps), ofLamps.maxTests));
  expect(forEnds).toBeGreaterThanOrEqual(2);
  expect(forEnds).toBeLessThan(20);
  const forPage = await countTests((tx) => readPageOfMany(tx, conditionsOf(lamps), ascending, ofLamps));
  expect(forPage).toBeGreaterThanOrEqual(ascending.limit);
  expect(forPage).toBeLessThan(50);

  const ofGolden = { ...(await manyOf(golden)), productsPerMatch: 1.5 };
  const atMost = ofGolden.maxTests + 50;
  expect(atMost).toBeLessThan(PRODUCTS / 5);
  for (const read of [
    (tx: Database) => readPriceRange(tx, conditionsOf(golden), ofGolden.maxTests),
    (tx: Database) => readPageOfMany(tx, conditionsOf(golden), ascending, ofGolden),
  ]) {
    const tests = await countTests(read);
    expect(tests).toBeGreaterThanOrEqual(ofGolden.maxTests);
    expect(tests).toBeLessThan(atMost);
  }
  expect(await readPriceRange(db, conditionsOf(golden), ofGolden.maxTests)).toEqual({
    min: GOLDEN_PRICE,
    max: 10_099,
  });
  expect(await readPriceRange(db, conditionsOf({ ...golden, tag: 'none' }), ofGolden.maxTests)).toBeNull();
  const { ids } = await readMatches(db, conditionsOf(golden), ascending);
  expect(await readPageOfMany(db, conditionsOf(golden), ascending, ofGolden)).toEqual(ids);
});

test('a rare word has enough matches exactly if that many products have it', async () => {
  const { db } = database;
  const enough = (words: string, count: number) => haveAtLeast(db, conditionsOf({ words, isNaming: true }), count);
  expect(await enough("'!lamp'", 200)).toBe(true);
  expect(await enough("'!17'", 1)).toBe(true);
  expect(await enough("'!17'", 2)).toBe(false);
  expect(await enough("'!sofa'", 1)).toBe(false);
});
