import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { productFilters } from '#domain/catalogue/filter-fields.ts';
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import type { Plugin } from '#plugin';
import { openChangeFeed } from '#server/cluster/change-feed.ts';
import { createCustomFields } from '#server/features/catalogue/index.ts';
import type {
  CatalogueFilter,
  CatalogueQuery,
  CatalogueSearch,
  SearchEngine,
} from '#server/features/catalogue/search-engine.ts';
import { createSearchSynonyms } from '#server/features/search/index.ts';
import { directConnection } from '#server/platform/database/connection.ts';
import { type Database, openDatabase } from '#server/platform/database/database.ts';
import { openTestDatabase } from './database.ts';
import { type CreatedProduct, createCategory, createProduct } from './factories/product.ts';
import { openTestShop } from './shop.ts';

const CHOICES = JSON.stringify([
  { value: 'brass', label: 'Brass' },
  { value: 'oak', label: 'Oak' },
]);
const CREATED = { lamp: '2026-01-01', sconce: '2026-01-02', desk: '2026-01-03' };

/** Product fields that are declared as filters, one of each kind. The first has the key of a custom field. */
const FILTERS = productFilters({
  material: { ...PRODUCT_FIELDS.meta_title, label: 'Material', filter: { since: 1 } },
  weight: { ...PRODUCT_FIELDS.weight, filter: { since: 1 } },
  is_vegan: { ...PRODUCT_FIELDS.is_featured, filter: { since: 1 } },
});

/** A search engine on a catalogue that was filled before it was opened. */
interface OpenedSearch {
  readonly db: Database;
  readonly search: CatalogueSearch;
  close(): Promise<void>;
}

async function openEngine(engine: SearchEngine, fill: (db: Database) => Promise<void>): Promise<OpenedSearch> {
  const log = pino({ level: 'silent' });
  const database = await openTestDatabase();
  const { db, url } = database;
  const changes = await openChangeFeed(url, log);
  await fill(db);
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-search-'));
  const customFields = createCustomFields(db, changes, [], FILTERS);
  const synonyms = createSearchSynonyms(db, changes);
  const connection = directConnection(url);
  const search = engine.open({ db, connection, changes, customFields, synonyms, dataDir, log });
  return {
    db,
    search,
    async close() {
      await search.close();
      await rm(dataDir, { recursive: true });
      await changes.close();
      await database.close();
    },
  };
}

async function openPluginEngine(plugin: Plugin, fill: (db: Database) => Promise<void>): Promise<OpenedSearch> {
  const { services, close } = await openTestShop({}, async ({ databaseUrl }) => {
    const { db } = openDatabase({ url: databaseUrl, poolSize: 1, onError: () => undefined });
    await fill(db);
    await db.destroy();
    return { plugins: [plugin], productFilters: FILTERS };
  });
  return { db: services.db, search: services.search, close };
}

/** What every search engine of the catalogue must do, whatever its implementation. */
export function testSearchEngine(engine: SearchEngine | Plugin): void {
  describe(`the search engine ${engine.name}`, () => {
    let opened: OpenedSearch;
    let db: Database;
    let search: CatalogueSearch;
    let ids: Record<'lamp' | 'sconce' | 'desk', number>;
    let lighting: number;
    let furniture: number;

    async function fill(empty: Database): Promise<void> {
      const hidden = await createCategory(empty, { name: 'Hidden', is_active: false });
      furniture = (await createCategory(empty, { name: 'Furniture', slug: 'furniture', sort_order: 2 })).id;
      lighting = (await createCategory(empty, { name: 'Lighting', slug: 'lighting', sort_order: 1 })).id;
      await createProduct(empty, { name: 'Hidden lamp', category_id: hidden.id });
      await createProduct(empty, { name: 'Old lamp', category_id: lighting, is_active: false });
      await empty
        .insertInto('custom_field')
        .values([
          { key: 'material', label: 'Material', kind: 'choice', choices: CHOICES, is_filter: true, sort_order: 1 },
          { key: 'width', label: 'Width', kind: 'number', is_filter: true, sort_order: 2 },
          { key: 'finish', label: 'Finish', kind: 'text', is_filter: true, sort_order: 3 },
          { key: 'note', label: 'Note', kind: 'text', sort_order: 4 },
        ])
        .execute();
      const lamp = await createProduct(empty, {
        name: 'Reading lamp',
        brand: 'Lumen',
        category_id: lighting,
        price_cents: 5000,
        sale_price_cents: 3000,
        average_rating: 4.5,
        review_count: 10,
        created_at: new Date(CREATED.lamp),
        tags: ['Gift', 'new in'],
        custom: JSON.stringify({ material: 'brass', width: 12.5, finish: 'Matt, brushed', note: 'Handmade' }),
        meta_title: 'Brass, brushed',
        weight_grams: 1200,
        is_featured: true,
      });
      const sconce = await createProduct(empty, {
        name: 'Sconce',
        description: 'A lamp for the wall.',
        brand: 'Árbol',
        category_id: lighting,
        price_cents: 4000,
        average_rating: 3,
        review_count: 4,
        stock: 0,
        created_at: new Date(CREATED.sconce),
        meta_title: 'Brass, brushed',
      });
      const desk = await createProduct(empty, {
        name: 'Writing desk',
        brand: 'Lumen',
        category_id: furniture,
        price_cents: 20000,
        created_at: new Date(CREATED.desk),
        tags: ['gift'],
        custom: JSON.stringify({ material: 'oak', width: 140, finish: 'matt, brushed' }),
        meta_title: 'Oak',
        weight_grams: 31_455,
      });
      ids = { lamp: lamp.id, sconce: sconce.id, desk: desk.id };
    }

    beforeAll(async () => {
      opened = 'open' in engine ? await openEngine(engine, fill) : await openPluginEngine(engine, fill);
      ({ db, search } = opened);
      await search.untilLoaded();
    });
    afterAll(() => opened.close());

    const list = (query: Partial<CatalogueQuery> = {}) => search.list({ offset: 0, limit: 10, ...query });
    const found = async (query: Partial<CatalogueQuery> = {}) => (await list(query)).ids;

    test('lists active products of active categories by name', async () => {
      expect(await list()).toEqual({ ids: [ids.lamp, ids.sconce, ids.desk], total: 3, corrected: null });
    });

    test('answers one page of a list with the total of all', async () => {
      expect(await list({ offset: 1, limit: 1 })).toMatchObject({ ids: [ids.sconce], total: 3 });
      expect(await list({ offset: 9, limit: 3 })).toMatchObject({ ids: [], total: 3 });
    });

    test.each([
      ['name', ['lamp', 'sconce', 'desk']],
      ['price', ['lamp', 'sconce', 'desk']],
      ['created_at', ['lamp', 'sconce', 'desk']],
      ['average_rating', ['desk', 'sconce', 'lamp']],
    ] as const)('sorts by %s in both directions', async (sortBy, names) => {
      const ascending = names.map((name) => ids[name]);
      expect(await found({ sortBy })).toEqual(ascending);
      expect(await found({ sortBy, isDescending: true })).toEqual(ascending.toReversed());
    });

    test.each<[string, () => Partial<CatalogueQuery>, (keyof typeof CREATED)[]]>([
      ['a category', () => ({ categoryId: lighting }), ['lamp', 'sconce']],
      ['an unknown category', () => ({ categoryId: 999_999 }), []],
      ['a brand, whatever its case and accents', () => ({ brand: 'ARBOL' }), ['sconce']],
      ['several brands', () => ({ brand: ['arbol', 'lumen', 'nobody'] }), ['lamp', 'sconce', 'desk']],
      ['an unknown brand', () => ({ brand: 'nobody' }), []],
      ['the effective price, bounds included', () => ({ minPrice: 3000, maxPrice: 4000 }), ['lamp', 'sconce']],
      ['stock', () => ({ isInStock: true }), ['lamp', 'desk']],
      ['no stock', () => ({ isInStock: false }), ['sconce']],
      ['a sale price', () => ({ isOnSale: true }), ['lamp']],
      ['the rating', () => ({ minRating: 300 }), ['lamp', 'sconce']],
      ['a tag, whatever its case', () => ({ tag: 'GIFT' }), ['lamp', 'desk']],
      ['an unknown tag', () => ({ tag: 'gif' }), []],
      ['the time of creation', () => ({ createdSince: Date.parse(CREATED.sconce) }), ['sconce', 'desk']],
      ['several conditions at once', () => ({ categoryId: lighting, brand: 'lumen', minRating: 400 }), ['lamp']],
      ['a text and a condition', () => ({ text: 'lamp', isInStock: true }), ['lamp']],
    ])('filters by %s', async (_what, query, names) => {
      const page = await list(query());
      expect(page.ids).toEqual(names.map((name) => ids[name]));
      expect(page.total).toBe(names.length);
    });

    const rule = (match: 'all' | 'any', ...filters: CatalogueFilter[]) => ({ rule: { match, filters } });

    test.each<[string, () => Partial<CatalogueQuery>, (keyof typeof CREATED)[]]>([
      ['all of', () => rule('all', { tag: 'gift' }, { brand: 'Lumen' }, { maxPrice: 5000 }), ['lamp']],
      ['any of', () => rule('any', { categoryId: furniture }, { isInStock: false }), ['sconce', 'desk']],
      ['any of none', () => rule('any'), []],
      [
        'a rule in a rule',
        () => rule('all', { tag: 'gift' }, rule('any', { text: 'desk' }, { text: 'wall' })),
        ['desk'],
      ],
      ['a custom field', () => rule('any', { custom: [{ key: 'material', values: ['brass'] }] }), ['lamp']],
      ['words as they are written', () => rule('all', { text: 'raeding' }), []],
      ['all words of a text', () => rule('all', { text: 'reading submarine' }), []],
      ['a condition besides the rule', () => ({ ...rule('any', { tag: 'gift' }), isOnSale: true }), ['lamp']],
    ])('finds the products of a rule: %s', async (_what, query, names) => {
      const page = await list(query());
      expect(page.ids).toEqual(names.map((name) => ids[name]));
      expect(page.total).toBe(names.length);
      const { facets } = await search.listWithFacets({ ...query(), offset: 0, limit: 1 });
      expect(facets.categories.reduce((sum, { count }) => sum + count, 0)).toBe(names.length);
    });

    test('searches a text among the products of a rule', async () => {
      expect(await found({ text: 'lamp', ...rule('any', { text: 'wall' }, { tag: 'gift' }) })).toEqual([
        ids.lamp,
        ids.sconce,
      ]);
      expect(await found({ text: 'lamp', ...rule('any', { text: 'desk' }) })).toEqual([]);
    });

    test('lists given products in their order, without those that are not visible', async () => {
      const among = [ids.desk, 999_999, ids.lamp, ids.sconce];
      expect(await list({ among, limit: 2 })).toMatchObject({ ids: [ids.desk, ids.lamp], total: 3 });
      expect(await found({ among, isInStock: true })).toEqual([ids.desk, ids.lamp]);
      expect(await found({ among, sortBy: 'price' })).toEqual([ids.lamp, ids.sconce, ids.desk]);
    });

    test('sorts by popularity: best selling first, then most reviewed', async () => {
      expect(await found({ sortBy: 'popularity' })).toEqual([ids.lamp, ids.sconce, ids.desk]);
      expect(await found({ sortBy: 'popularity', tag: 'gift', offset: 1 })).toEqual([ids.desk]);
    });

    test('ranks a word of the name above a word of the description', async () => {
      expect(await found({ text: 'lamp' })).toEqual([ids.lamp, ids.sconce]);
    });

    test('sorts what a search found by price on request', async () => {
      expect(await found({ text: 'lamp', sortBy: 'price', isDescending: true })).toEqual([ids.sconce, ids.lamp]);
    });

    test('corrects a misspelt word and says so', async () => {
      expect(await list({ text: 'raeding' })).toEqual({ ids: [ids.lamp], total: 1, corrected: 'reading' });
    });

    test('finds nothing for a text that no product contains', async () => {
      expect(await list({ text: 'submarine' })).toMatchObject({ ids: [], total: 0, corrected: null });
    });

    test('finds nothing for a kind of product that the shop does not sell, rather than its parts', async () => {
      expect(await found({ text: 'lamp' })).toContain(ids.lamp);
      expect(await found({ text: 'lamp shade' })).toEqual([]);
      expect(await found({ text: 'a desk fan' })).toEqual([]);
    });

    test('finds a kind of product wherever its name has it, or by its tag', async () => {
      const sold: readonly (readonly [product: { name: string; tags?: string[] }, texts: readonly string[]])[] = [
        [{ name: 'Chair Oslo' }, ['chair', 'chairs', 'oslo chair']],
        [{ name: 'Acme – Hammer' }, ['hammer']],
        [{ name: 'Smart TV 55 Inch' }, ['tv', 'television']],
        [{ name: 'Travel First Aid Kit' }, ['first aid kit']],
        [{ name: 'Chest of Drawers' }, ['chest of drawers']],
        [{ name: 'Set of Four Mugs' }, ['mugs', 'mug']],
        [{ name: 'Silk Tie' }, ['ties']],
        [{ name: 'Steel Lunch Box' }, ['lunchbox', 'lunch box']],
        [{ name: 'Nestor', tags: ['smoke alarm'] }, ['smoke alarm', 'smoke alarms']],
      ];
      const added: number[] = [];
      for (const [product] of sold) added.push((await createProduct(db, { ...product, category_id: furniture })).id);
      await expect.poll(async () => (await list()).total, { timeout: 10_000 }).toBe(3 + sold.length);
      for (const [place, [, texts]] of sold.entries())
        for (const text of texts) expect.soft(await found({ text }), text).toContain(added[place]);
      await db.deleteFrom('product').where('id', 'in', added).execute();
      await expect.poll(async () => (await list()).total, { timeout: 10_000 }).toBe(3);
    });

    test("finds a merchant's synonyms wherever a name has them", async () => {
      await db
        .insertInto('search_synonym')
        .values({ terms: ['zither', 'reading'] })
        .execute();
      await expect.poll(() => found({ text: 'zither' })).toEqual([ids.lamp]);
      await db.deleteFrom('search_synonym').execute();
      await expect.poll(() => found({ text: 'zither' })).toEqual([]);
    });

    test('finds a name by words that only describe the thing', async () => {
      expect(await found({ text: 'reading' })).toEqual([ids.lamp]);
      expect(await found({ text: 'pair of lamps' })).toEqual([ids.lamp, ids.sconce]);
    });

    test('shows all gifts for somebody whom no product mentions, and says so', async () => {
      const { ids: gifts, understood } = await list({ text: 'gift for a falconer' });
      expect(gifts.toSorted((a, b) => a - b)).toEqual([ids.lamp, ids.desk].toSorted((a, b) => a - b));
      expect(understood?.dropped).toEqual(['falconer']);
    });

    test('filters by custom fields, of choices and of numbers', async () => {
      expect(await found({ custom: [{ key: 'material', values: ['oak', 'teak'] }] })).toEqual([ids.desk]);
      expect(await found({ custom: [{ key: 'width', min: 12.5, max: 13 }] })).toEqual([ids.lamp]);
      const both = [
        { key: 'material', values: ['oak', 'brass'] },
        { key: 'width', min: 13 },
      ] as const;
      expect(await found({ text: 'lamp', custom: both })).toEqual([]);
      expect(await found({ custom: both })).toEqual([ids.desk]);
    });

    test.each<[string, readonly string[], (keyof typeof CREATED)[]]>([
      ['as it is, with its comma and case', ['Matt, brushed'], ['lamp']],
      ['any of several', ['matt, brushed', 'Matt, brushed', 'Glossy'], ['lamp', 'desk']],
      ['no part of it', ['Matt', 'brushed'], []],
    ])('filters by the text of a custom field: %s', async (_what, values, names) => {
      const page = await list({ custom: [{ key: 'finish', values }] });
      expect(page.ids).toEqual(names.map((name) => ids[name]));
      expect(page.total).toBe(names.length);
    });

    test('custom fields are not searched', async () => {
      for (const text of ['brushed', 'handmade']) expect(await found({ text }), text).toEqual([]);
    });

    test.each<[string, CatalogueFilter['custom'], (keyof typeof CREATED)[]]>([
      ['a text', [{ key: 'field.material', values: ['Brass, brushed'] }], ['lamp', 'sconce']],
      [
        'any of several texts',
        [{ key: 'field.material', values: ['Oak', 'Brass, brushed'] }],
        ['lamp', 'sconce', 'desk'],
      ],
      ['part of a text', [{ key: 'field.material', values: ['Brass'] }], []],
      ['yes', [{ key: 'field.is_vegan', values: ['true'] }], ['lamp']],
      ['no', [{ key: 'field.is_vegan', values: ['false'] }], ['sconce', 'desk']],
      ['a weight in kilograms', [{ key: 'field.weight', min: 31.455, max: 31.455 }], ['desk']],
      ['at most a weight', [{ key: 'field.weight', max: 31.454 }], ['lamp']],
      [
        'a text, and a custom field with the same key',
        [
          { key: 'field.material', values: ['Brass, brushed'] },
          { key: 'material', values: ['brass'] },
        ],
        ['lamp'],
      ],
    ])('filters by a product field: %s', async (_what, custom, names) => {
      const page = await list({ custom });
      expect(page.ids).toEqual(names.map((name) => ids[name]));
      expect(page.total).toBe(names.length);
    });

    test('counts each choice without the condition of its own kind', async () => {
      const { facets, total } = await search.listWithFacets({ brand: 'lumen', isOnSale: true, offset: 0, limit: 1 });
      expect(total).toBe(1);
      expect(facets).toEqual({
        categories: [{ id: lighting, name: 'Lighting', slug: 'lighting', parentId: null, count: 1 }],
        brands: [{ name: 'Lumen', count: 1 }],
        ratings: [4, 3, 2, 1].map((min) => ({ min, count: 1 })),
        inStock: 1,
        onSale: 1,
        price: { min: 3000, max: 3000 },
        custom: [
          { key: 'field.material', counts: [{ value: 'Brass, brushed', count: 1 }], range: null },
          { key: 'field.weight', counts: [], range: { min: 1.2, max: 1.2 } },
          { key: 'field.is_vegan', counts: [{ value: 'true', count: 1 }], range: null },
          { key: 'material', counts: [{ value: 'brass', count: 1 }], range: null },
          { key: 'width', counts: [], range: { min: 12.5, max: 12.5 } },
          { key: 'finish', counts: [{ value: 'Matt, brushed', count: 1 }], range: null },
        ],
        options: [],
      });
    });

    test('counts each field without its own condition, and with all others', async () => {
      const counted = async (query: Partial<CatalogueQuery>) => {
        const { facets } = await search.listWithFacets({ offset: 0, limit: 1, ...query });
        return Object.fromEntries(
          facets.custom.map(({ key, counts, range }) => [
            key,
            range ?? Object.fromEntries(counts.map(({ value, count }) => [value, count])),
          ]),
        );
      };
      const brass = { key: 'field.material', values: ['Brass, brushed'] };
      expect(await counted({ custom: [brass] })).toEqual({
        'field.material': { 'Brass, brushed': 2, Oak: 1 },
        'field.weight': { min: 1.2, max: 1.2 },
        'field.is_vegan': { true: 1, false: 1 },
        material: { brass: 1 },
        width: { min: 12.5, max: 12.5 },
        finish: { 'Matt, brushed': 1 },
      });
      // A product that misses two conditions counts for neither.
      const custom = [brass, { key: 'field.is_vegan', values: ['false'] }, { key: 'field.weight', min: 2 }];
      expect(await counted({ custom })).toEqual({
        'field.material': { Oak: 1 },
        'field.weight': {},
        'field.is_vegan': {},
        material: {},
        width: {},
        finish: {},
      });
      expect((await counted({ custom: [brass], categoryId: furniture }))['field.material']).toEqual({ Oak: 1 });
    });

    test('counts what a search found, with categories in the order of the merchant', async () => {
      const { facets } = await search.listWithFacets({ offset: 0, limit: 1 });
      expect(facets.categories.map(({ name, count }) => [name, count])).toEqual([
        ['Lighting', 2],
        ['Furniture', 1],
      ]);
      const { facets: ofText } = await search.listWithFacets({ text: 'lamp', offset: 0, limit: 1 });
      expect(ofText.categories.map(({ name, count }) => [name, count])).toEqual([['Lighting', 2]]);
      expect(ofText.price).toEqual({ min: 3000, max: 4000 });
    });

    test('lists some products first, the others by name after them', async () => {
      const first = [999_999, ids.desk, ids.sconce];
      expect(await list({ first })).toEqual({ ids: [ids.desk, ids.sconce, ids.lamp], total: 3, corrected: null });
      expect(await list({ first, offset: 1, limit: 1 })).toMatchObject({ ids: [ids.sconce], total: 3 });
      expect(await list({ first, offset: 2, limit: 5 })).toMatchObject({ ids: [ids.lamp], total: 3 });
      expect(await found({ first, categoryId: lighting })).toEqual([ids.sconce, ids.lamp]);
      expect(await found({ first, isInStock: true })).toEqual([ids.desk, ids.lamp]);
      expect(await found({ first, sortBy: 'name' })).toEqual([ids.lamp, ids.sconce, ids.desk]);
      expect(await found({ first, text: 'lamp' })).toEqual([ids.lamp, ids.sconce]);
    });

    test('suggests products and categories whose names continue the text', async () => {
      const limits = { products: 5, categories: 5 };
      expect(await search.suggest('rea', limits)).toEqual({ productIds: [ids.lamp], categories: [], corrected: null });
      const { categories } = await search.suggest('light', limits);
      expect(categories.map(({ name }) => name)).toEqual(['Lighting']);
    });

    test('suggests related products, never the product itself or a hidden one', async () => {
      // The sconce is sold out.
      expect(await search.related(ids.lamp, 5)).toEqual([ids.desk, ids.sconce]);
      expect(await search.related(ids.desk, 1)).toEqual([ids.lamp]);
      expect(await search.related(999_999, 5)).toEqual([]);
    });

    test('relates products that are bought together, up to half of the list and only in stock', async () => {
      const together = [ids.lamp, ids.sconce, 999_999];
      expect(await search.related(ids.desk, 2, together)).toEqual([ids.lamp, ids.sconce]);
      expect(await search.related(ids.lamp, 1, [ids.sconce])).toEqual([ids.desk]);
    });

    test('lists active categories in the order of the merchant, with their number of products', async () => {
      expect(await search.categories()).toEqual([
        { id: lighting, name: 'Lighting', slug: 'lighting', parentId: null, productCount: 2 },
        { id: furniture, name: 'Furniture', slug: 'furniture', parentId: null, productCount: 1 },
      ]);
    });

    describe('with variants', () => {
      const added: number[] = [];
      let jacket: CreatedProduct;
      let coat: CreatedProduct;
      const blue = { key: 'colour', values: ['blue'] };
      const medium = { key: 'size', values: ['m'] };

      const counted = async (query: Partial<CatalogueQuery>) => {
        const { facets } = await search.listWithFacets({ offset: 0, limit: 1, ...query });
        return Object.fromEntries(
          facets.options.map(({ key, values }) => [
            key,
            Object.fromEntries(values.map(({ value, count }) => [value, count])),
          ]),
        );
      };

      beforeAll(async () => {
        jacket = await createProduct(db, {
          name: 'Jacket',
          category_id: furniture,
          variants: [
            { options: { Colour: 'Cobalt', Size: 'M' }, swatch: '#2a55b4', stock: 2 },
            { options: { Colour: 'Cobalt', Size: 'XL' }, swatch: '#2a55b4', stock: 0 },
            { options: { Colour: 'Cherry', Size: 'S' }, swatch: '#b9243a', stock: 1 },
          ],
        });
        coat = await createProduct(db, {
          name: 'Coat',
          category_id: furniture,
          variants: [
            { options: { Color: 'Denim', Size: 'S' }, swatch: '#5d86b4', stock: 4 },
            { options: { Color: 'Denim', Size: 'M' }, swatch: '#5d86b4', stock: 0 },
            { options: { Color: 'Cherry', Size: 'M' }, swatch: '#b9243a', stock: 4 },
          ],
        });
        added.push(jacket.id, coat.id);
        const inStock = { colour: { blue: 2, red: 2 }, size: { s: 2, m: 2 } };
        await vi.waitFor(async () => expect(await counted({ isInStock: true })).toEqual(inStock), 10_000);
      });
      afterAll(async () => {
        await db.deleteFrom('product').where('id', 'in', added).execute();
        await vi.waitFor(async () => expect((await list()).total).toBe(3), 10_000);
      });

      test('filters by an option, by any of several values', async () => {
        expect(await found({ options: [{ key: 'size', values: ['xl'] }] })).toEqual([jacket.id]);
        expect(await found({ options: [{ key: 'size', values: ['s', 'xl'] }] })).toEqual([coat.id, jacket.id]);
        expect(await found({ options: [{ key: 'size', values: ['xxl'] }] })).toEqual([]);
        expect(await found({ options: [{ key: 'fabric', values: ['wool'] }] })).toEqual([]);
      });

      test('one variant has to match all options', async () => {
        const largeRed = [
          { key: 'colour', values: ['red'] },
          { key: 'size', values: ['xl'] },
        ];
        expect(await found({ options: [blue, medium] })).toEqual([coat.id, jacket.id]);
        expect(await found({ options: largeRed })).toEqual([]);
      });

      test('with stock asked for, that very variant has to be in stock', async () => {
        expect(await found({ options: [blue, medium], isInStock: true })).toEqual([jacket.id]);
        expect(await found({ options: [blue, medium], isInStock: false })).toEqual([coat.id]);
        expect(await found({ text: 'coat', options: [blue, { key: 'size', values: ['s'] }], isInStock: true })).toEqual(
          [coat.id],
        );
      });

      test('a product counts once for each value, without the condition on its own option', async () => {
        expect(await counted({})).toEqual({ colour: { blue: 2, red: 2 }, size: { s: 2, m: 2, xl: 1 } });
        expect(await counted({ options: [blue] })).toEqual({
          colour: { blue: 2, red: 2 },
          size: { s: 1, m: 2, xl: 1 },
        });
        expect(await counted({ options: [blue, medium], isInStock: true })).toEqual({
          colour: { blue: 1, red: 1 },
          size: { s: 1, m: 1 },
        });
        const { facets } = await search.listWithFacets({ options: [blue, medium], offset: 0, limit: 1 });
        expect(facets).toMatchObject({ inStock: 1, categories: [{ name: 'Furniture', count: 2 }] });
      });

      test('names options and values as the merchant does', async () => {
        const { facets } = await search.listWithFacets({ options: [blue], offset: 0, limit: 1 });
        // One product has a Colour and one a Color: the first in the order of characters.
        expect(facets.options.map(({ label }) => label)).toEqual(['Color', 'Size']);
        expect(facets.options[1]?.values.map(({ label }) => label).sort()).toEqual(['M', 'S', 'XL']);
      });

      test('colour and size in a text have to be those of one variant, and are conditions like filters', async () => {
        const { ids: found, understood } = await list({ text: 'red coat size m' });
        expect(found).toEqual([coat.id]);
        expect(understood?.filters).toEqual([
          {
            label: 'Red',
            without: 'coat size m',
            start: 0,
            end: 3,
            condition: { options: [{ key: 'colour', values: ['red'] }] },
          },
          {
            label: 'Size M',
            without: 'red coat',
            start: 9,
            end: 15,
            condition: { options: [{ key: 'size', values: ['m'] }] },
          },
        ]);
        expect((await list({ text: 'blue coat size m', isInStock: true })).ids).toEqual([jacket.id]);
      });

      test('sold variants leave the filter, and changed options move', async () => {
        const sold = (stock: number) =>
          db.updateTable('stock').set({ received: stock }).where('id', '=', jacket.stock_id).execute();
        await sold(0);
        await expect.poll(() => found({ options: [blue, medium], isInStock: true })).toEqual([]);
        await sold(3);
        await expect.poll(() => found({ options: [blue, medium], isInStock: true })).toEqual([jacket.id]);
        const [first] = jacket.variants;
        await db
          .updateTable('product_variant')
          .set({ options: JSON.stringify({ Colour: 'Cobalt', Size: 'L' }) })
          .where('id', '=', first?.id ?? 0)
          .execute();
        await expect.poll(() => found({ options: [blue, { key: 'size', values: ['l'] }] })).toEqual([jacket.id]);
        expect(await found({ options: [medium] })).toEqual([coat.id]);
      });
    });

    describe('after a change', () => {
      const added: number[] = [];
      afterEach(async () => {
        await db.deleteFrom('product').where('id', 'in', added.splice(0)).execute();
        await expect.poll(async () => (await list()).total).toBe(3);
      });

      test('finds a new product, its new price and no deleted one within seconds', async () => {
        let updates = 0;
        search.onUpdate(() => {
          updates += 1;
        });
        const { id } = await createProduct(db, { name: 'Floor lamp', category_id: lighting });
        added.push(id);
        await expect.poll(() => found({ text: 'floor' })).toEqual([id]);
        await db.updateTable('product').set({ price_cents: 7 }).where('id', '=', id).execute();
        await expect.poll(() => found({ maxPrice: 7 })).toEqual([id]);
        await db.deleteFrom('product').where('id', '=', id).execute();
        await expect.poll(() => found({ text: 'floor' })).toEqual([]);
        expect(updates).toBeGreaterThan(0);
      });

      test('filters by the new values of product fields, of one product and of many at once', async () => {
        const material = (value: string) => found({ custom: [{ key: 'field.material', values: [value] }] });
        for (const name of ['Stool', 'Stool, high'])
          added.push((await createProduct(db, { name, category_id: furniture, meta_title: 'Ash' })).id);
        const [low = 0, high = 0] = added;
        await expect.poll(() => material('Ash')).toEqual([low, high]);
        await db.updateTable('product').set({ meta_title: 'Beech' }).where('id', '=', high).execute();
        await expect.poll(() => material('Beech')).toEqual([high]);
        expect(await material('Ash')).toEqual([low]);
        await db
          .updateTable('product')
          .set({ meta_title: null, weight_grams: 4100, is_featured: true })
          .where('id', 'in', [...added])
          .execute();
        const heavy = [
          { key: 'field.weight', min: 4.1, max: 5 },
          { key: 'field.is_vegan', values: ['true'] },
        ];
        await expect.poll(() => found({ custom: heavy })).toEqual([low, high]);
        const { facets } = await search.listWithFacets({ offset: 0, limit: 1 });
        const [texts] = facets.custom;
        expect(texts?.counts.map(({ value }) => value).sort()).toEqual(['Brass, brushed', 'Oak']);
      });

      test('counts the thirty most frequent texts of a field, and those that are chosen', async () => {
        const of = async (finish: string, count: number) => {
          for (let made = 0; made < count; made += 1) {
            const custom = JSON.stringify({ finish });
            added.push((await createProduct(db, { name: 'Peg', category_id: furniture, custom })).id);
          }
        };
        const texts = Array.from({ length: 32 }, (_, number) => `Glaze ${10 + number}`);
        for (const text of texts) await of(text, text === 'Glaze 40' ? 3 : text === 'Glaze 41' ? 2 : 1);
        const longest = 'x'.repeat(120);
        await of(longest, 1);
        await of(`${longest}y`, 1);
        await expect.poll(async () => (await list()).total).toBe(3 + added.length);
        const counted = async (custom: CatalogueFilter['custom']) => {
          const { facets } = await search.listWithFacets({ custom, offset: 0, limit: 1 });
          const { counts = [] } = facets.custom.find(({ key }) => key === 'finish') ?? {};
          return Object.fromEntries(counts.map(({ value, count }) => [value, count]));
        };
        const once = (some: readonly string[]) => Object.fromEntries(some.map((text) => [text, 1]));
        const frequent = { 'Glaze 40': 3, 'Glaze 41': 2, ...once(texts.slice(0, 28)) };
        expect(await counted(undefined)).toEqual(frequent);
        const values = [longest, `${longest}y`, 'Glaze 39', 'Glaze 40', 'Unknown'];
        expect(await counted([{ key: 'finish', values }])).toEqual({ ...frequent, ...once([longest, 'Glaze 39']) });
        expect(await list({ custom: [{ key: 'finish', values: [longest] }] })).toMatchObject({ total: 1 });
        // A longer text is no value.
        expect(await list({ custom: [{ key: 'finish', values: [`${longest}y`] }] })).toMatchObject({ total: 0 });
      });

      test('filters and counts by the new text of a custom field', async () => {
        const finish = (value: string) => found({ custom: [{ key: 'finish', values: [value] }] });
        const write = (id: number, values: object) =>
          db
            .updateTable('product')
            .set({ custom: JSON.stringify(values) })
            .where('id', '=', id)
            .execute();
        for (const name of ['Shelf', 'Shelf, high'])
          added.push(
            (await createProduct(db, { name, category_id: furniture, custom: JSON.stringify({ finish: 'Waxed' }) })).id,
          );
        const [low = 0, high = 0] = added;
        await expect.poll(() => finish('Waxed')).toEqual([low, high]);
        await write(high, { finish: 'Oiled' });
        await expect.poll(() => finish('Oiled')).toEqual([high]);
        expect(await finish('Waxed')).toEqual([low]);
        await write(low, {});
        await expect.poll(() => finish('Waxed')).toEqual([]);
        // A text that was forgotten comes back.
        await write(low, { finish: 'Waxed' });
        await expect.poll(() => finish('Waxed')).toEqual([low]);
        await db.updateTable('product').set({ is_active: false }).where('id', '=', high).execute();
        await expect.poll(() => finish('Oiled')).toEqual([]);
        const { facets } = await search.listWithFacets({ offset: 0, limit: 1 });
        const { counts = [] } = facets.custom.find(({ key }) => key === 'finish') ?? {};
        expect(counts.map(({ value }) => value).sort()).toEqual(['Matt, brushed', 'Waxed', 'matt, brushed']);
      });

      test('corrects a misspelt word that a product once had, also beside others', async () => {
        const { id } = await createProduct(db, { name: 'Raeding stool', category_id: furniture });
        added.push(id);
        await expect.poll(() => list({ text: 'raeding' })).toMatchObject({ ids: [id], corrected: null });
        await db.updateTable('product').set({ name: 'Footstool' }).where('id', '=', id).execute();
        await expect.poll(() => list({ text: 'raeding' })).toMatchObject({ ids: [ids.lamp], corrected: 'reading' });
        expect(await list({ text: 'raeding lamp' })).toMatchObject({ ids: [ids.lamp], corrected: 'reading lamp' });
        expect(await list({ text: 'raeding submarine' })).toMatchObject({
          ids: [ids.lamp],
          corrected: 'reading submarine',
        });
      });

      test('filters are labelled as most products spell brands and options, and follow corrections', async () => {
        const labels = async (query: Partial<CatalogueQuery> = {}) => {
          const { facets } = await search.listWithFacets({ brand: 'lumen', offset: 0, limit: 1, ...query });
          return {
            brand: facets.brands.find(({ name }) => /lumen/i.test(name)),
            options: facets.options.map(({ label, values }) => [label, ...values.map((one) => [one.label, one.count])]),
          };
        };
        const spell = async (product: CreatedProduct, brand: string, name: string, value: string) => {
          await db.updateTable('product').set({ brand }).where('id', '=', product.id).execute();
          await db
            .updateTable('product_variant')
            .set({ options: JSON.stringify({ [name]: value }) })
            .where('product_id', '=', product.id)
            .execute();
        };
        const products: CreatedProduct[] = [];
        for (const stock of [4, 5, 6]) {
          const variants = [{ options: { 'Shade type': 'drum shade' }, stock }];
          products.push(await createProduct(db, { name: 'Sail', brand: 'Lumen', category_id: lighting, variants }));
        }
        added.push(...products.map(({ id }) => id));
        const [first, second, third] = products as [CreatedProduct, CreatedProduct, CreatedProduct];
        const shade = (name: string, value: string) => [[name, [value, 3]]];
        await expect
          .poll(() => labels())
          .toEqual({ brand: { name: 'Lumen', count: 5 }, options: shade('Shade type', 'drum shade') });
        await spell(first, 'LUMEN', 'Shade Type', 'Drum Shade');
        await spell(second, 'LUMEN', 'Shade Type', 'Drum Shade');
        await expect.poll(async () => (await labels()).options).toEqual(shade('Shade Type', 'Drum Shade'));
        expect((await labels()).brand).toEqual({ name: 'Lumen', count: 5 });
        await spell(third, 'LUMEN', 'Shade Type', 'Drum Shade');
        const lamps = [ids.lamp, ids.desk];
        await db.updateTable('product').set({ brand: 'LUMEN' }).where('id', 'in', lamps).execute();
        const corrected = { brand: { name: 'LUMEN', count: 5 }, options: shade('Shade Type', 'Drum Shade') };
        await expect.poll(() => labels()).toEqual(corrected);
        const chosen = { options: [{ key: 'shade-type', values: ['drum-shade'] }], isInStock: true };
        expect(await labels(chosen)).toEqual({ ...corrected, brand: { name: 'LUMEN', count: 3 } });
        expect(await found({ ...chosen, brand: 'Lumen' })).toEqual(products.map(({ id }) => id));
        await db.updateTable('product').set({ brand: 'Lumen' }).where('id', 'in', lamps).execute();
        await expect.poll(async () => (await labels({ isOnSale: true })).brand).toEqual({ name: 'Lumen', count: 1 });
      });

      test('finds products by the names of their categories, also after a rename and a move', async () => {
        const { id: garden } = await createCategory(db, { name: 'Garden' });
        const { id: benches } = await createCategory(db, { name: 'Benches & Hygge', parent_id: garden });
        await createCategory(db, { name: 'Aquariums' });
        const { id } = await createProduct(db, { name: 'Elm seat', category_id: benches });
        added.push(id);
        await expect.poll(() => found({ text: 'garden' })).toEqual([id]);
        const texts = ['elm hygge', 'elm garden', 'gard'];
        expect(await Promise.all(texts.map((text) => found({ text })))).toEqual([[id], [id], [id]]);
        expect(await list({ text: 'gardne' })).toMatchObject({ ids: [id], corrected: 'garden' });
        expect(await found({ text: 'aquarium' })).toEqual([]);
        await db.updateTable('category').set({ name: 'Cellar' }).where('id', '=', garden).execute();
        await expect.poll(() => found({ text: 'cellar' })).toEqual([id]);
        expect(await found({ text: 'garden' })).toEqual([]);
        await db.updateTable('category').set({ parent_id: furniture }).where('id', '=', benches).execute();
        await expect.poll(() => found({ text: 'cellar' })).toEqual([]);
        await expect.poll(() => found({ text: 'seat furniture' })).toEqual([id]);
      });
    });
  });
}
