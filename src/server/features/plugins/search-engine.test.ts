import { expect, onTestFinished, test } from 'vitest';
import { type CatalogueSearch, definePlugin, defineSettings, refuse, type SearchChange } from '#plugin';
import type { Change, ChangeFeed } from '#server/change-feed.ts';
import { directConnection } from '#server/platform/database/connection.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPluginShop, testSearchEngine } from '#test/plugin-shop.ts';
import { postgresEngine } from '../catalogue/index.ts';
import { createSearchSynonyms } from '../search/index.ts';

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
