import { expect, onTestFinished, test } from 'vitest';
import { productFilters } from '#domain/catalogue/filter-fields.ts';
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import {
  type CatalogueSearch,
  definePlugin,
  defineSettings,
  refuse,
  type SearchChange,
  type SearchEngineContext,
} from '#plugin';
import type { Change, ChangeFeed } from '#server/cluster/change-feed.ts';
import { postgresEngine } from '#server/features/catalogue/index.ts';
import { createSearchSynonyms } from '#server/features/search/index.ts';
import { directConnection } from '#server/platform/database/connection.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPluginShop, testSearchEngine } from '#test/plugin-shop.ts';
import { openTestShop } from '#test/shop.ts';

const settings = defineSettings({
  title: 'Search',
  fields: {
    apiKey: { kind: 'secret', label: 'API key' },
    limit: { kind: 'integer', label: 'Limit', default: 1, min: 1, max: 9 },
  },
});

const NOTHING: Omit<CatalogueSearch, 'list'> = {
  listWithFacets: () => Promise.reject(refuse('server.starting')),
  suggest: async () => ({ productIds: [], categories: [], corrected: null }),
  related: async () => [],
  categories: async () => [],
  isLoaded: () => true,
  untilLoaded: async () => undefined,
  onUpdate: () => undefined,
  close: async () => undefined,
};

test('a search engine reads its settings and its tables, and hears of changed products', async () => {
  const heard: SearchChange[] = [];
  const shop = await openPluginShop(
    definePlugin({
      name: 'newest',
      apiVersion: 1,
      folder: import.meta.dirname,
      settings,
      searchEngine: {
        name: 'newest',
        open: ({ services, onChange }) => {
          onChange((change) => heard.push(change));
          onChange(() => {
            throw new Error('One listener fails');
          });
          return {
            ...NOTHING,
            async list() {
              const { limit, apiKey } = await services.settings();
              expect(apiKey).toBeUndefined();
              const newest = services.db.selectFrom('product').select('id').orderBy('id', 'desc').limit(limit);
              return { ids: (await newest.execute()).map(({ id }) => id), total: 71, corrected: null };
            },
          };
        },
      },
    }),
  );
  onTestFinished(() => shop.close());
  await createProduct(shop.services.db, { name: 'Sofa' });
  const { id } = await createProduct(shop.services.db, { name: 'Lamp' });
  const { data } = await shop.call('GET /products', { query: {} });
  expect([data.total, data.data.map(({ name }) => name)]).toEqual([71, ['Lamp']]);
  await expect.poll(() => heard).toContainEqual({ kind: 'products', ids: expect.arrayContaining([id]) });
  expect(shop.log.warnings()).toContainEqual(expect.objectContaining({ plugin: 'newest' }));
});

test('a search engine gets the filters that are product fields, with the values of products', async () => {
  const contexts: SearchEngineContext[] = [];
  const plugin = definePlugin({
    name: 'filtering',
    apiVersion: 1,
    folder: import.meta.dirname,
    searchEngine: {
      name: 'filtering',
      open(context) {
        contexts.push(context);
        return { ...NOTHING, list: async () => ({ ids: [], total: 0, corrected: null }) };
      },
    },
  });
  const filters = productFilters({
    weight: { ...PRODUCT_FIELDS.weight, filter: { since: 1 } },
    material: { ...PRODUCT_FIELDS.meta_title, filter: { since: 1 } },
  });
  const shop = await openTestShop({}, async () => ({ plugins: [plugin], productFilters: filters }));
  onTestFinished(() => shop.close());
  const { db } = shop.services;
  await db.insertInto('custom_field').values({ key: 'wood', label: 'Wood', kind: 'number', is_filter: true }).execute();
  const custom = JSON.stringify({ wood: 3 });
  const stool = await createProduct(db, { name: 'Stool', weight_grams: 4200, meta_title: 'Ash', custom });
  const bench = await createProduct(db, { name: 'Bench' });
  const [context] = contexts;
  const fields = await context?.customFields();
  expect(fields?.map(({ key, kind }) => [key, kind])).toEqual([
    ['field.weight', 'number'],
    ['field.material', 'text'],
    ['wood', 'number'],
  ]);
  expect(await context?.filterValues([stool.id, bench.id, 999_999])).toEqual(
    new Map([
      [stool.id, { 'field.weight': 4.2, 'field.material': 'Ash', wood: 3 }],
      [bench.id, {}],
    ]),
  );
});

/** The shop's engine for PostgreSQL, with only what a plug-in gets. */
testSearchEngine(
  definePlugin({
    name: 'of-a-plug-in',
    apiVersion: 1,
    folder: import.meta.dirname,
    searchEngine: {
      name: 'postgres',
      open({ services, onChange, customFields, dataDir }) {
        const db = services.db as unknown as Database;
        const listeners: ((change: Change) => void)[] = [];
        const tell = (change: Change): void => {
          for (const listener of listeners) listener(change);
        };
        onChange(tell);
        // It announces its own tables to the shop's nodes, which a plug-in does not hear.
        const written = setInterval(() => tell({ kind: 'product_search' }), 50);
        const onAny: ChangeFeed['onChange'] = (listener) => void listeners.push(listener);
        const changes = { onChange: onAny, isLive: () => true } as ChangeFeed;
        const synonyms = createSearchSynonyms(db, changes);
        const engine = postgresEngine.open({
          db,
          changes,
          synonyms,
          customFields: {
            all: customFields,
            filters: async () => (await customFields()).filter(({ isFilter }) => isFilter),
          },
          dataDir,
          log: services.log,
          connection: directConnection(''),
        });
        return {
          ...engine,
          list: (query) => engine.list(query),
          listWithFacets: (query) => engine.listWithFacets(query),
          suggest: (text, limits) => engine.suggest(text, limits),
          related: (id, limit, together) => engine.related(id, limit, together),
          categories: () => engine.categories(),
          close: async () => {
            clearInterval(written);
            await engine.close();
          },
        };
      },
    },
  }),
);
