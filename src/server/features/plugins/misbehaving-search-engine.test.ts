import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CatalogueSearch, definePlugin, type ListChange, refuse } from '#plugin';
import { createProduct } from '#test/factories/product.ts';
import { reportsTo } from '#test/plugin-reports.ts';
import { openPluginShop, type PluginShop } from '#test/plugin-shop.ts';
import { guardSearchEngine } from './guard-search-engine.ts';

const FACETS = {
  ...{ categories: [], brands: [], ratings: [], custom: [], options: [], inStock: 0, onSale: 0, price: null },
};
const PAGE = { ids: [], total: 0, corrected: null };
const WORKING: CatalogueSearch = {
  list: async () => PAGE,
  listWithFacets: async () => ({ ...PAGE, facets: FACETS }),
  suggest: async () => ({ productIds: [], categories: [], corrected: null }),
  related: async () => [],
  categories: async () => [],
  isLoaded: () => true,
  untilLoaded: async () => undefined,
  onUpdate: () => undefined,
  close: async () => undefined,
};

/** What each query does; replaced by the tests. */
let query: () => unknown;
let listeners: ((change?: ListChange) => void)[];
const always = () => query() as never;
const engine: CatalogueSearch = {
  ...WORKING,
  ...{ list: always, listWithFacets: always, suggest: always, related: always, categories: always },
  onUpdate: (listener) => void listeners.push(listener),
};

let shop: PluginShop;
let productId: number;
beforeAll(async () => {
  listeners = [];
  query = async () => PAGE;
  shop = await openPluginShop(
    definePlugin({
      name: 'bad-search',
      apiVersion: 1,
      folder: import.meta.dirname,
      searchEngine: { name: 'bad', open: () => engine },
    }),
  );
  productId = (await createProduct(shop.services.db, { name: 'Lamp' })).id;
});
afterAll(() => shop.close());

const escaped: unknown[] = [];
const note = (reason: unknown) => void escaped.push(reason);
beforeEach(() => void process.on('unhandledRejection', note));
afterEach(async () => {
  await sleep(1);
  process.off('unhandledRejection', note);
  expect(escaped.splice(0)).toEqual([]);
});

const get = (url: string) => shop.app.inject(`/api${url}`);

test.each<[name: string, query: () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('No index');
    },
  ],
  [
    'throws a text',
    () => {
      throw 'No index';
    },
  ],
  ['rejects', () => Promise.reject(new Error('No index'))],
  ['rejects with undefined', () => Promise.reject(undefined)],
  ['rejects with null', () => Promise.reject(null)],
  ['returns nothing', () => undefined],
  ['returns null', async () => null],
  ['returns a text', async () => 'ids'],
  ['returns ids that are texts', async () => ({ ...PAGE, facets: FACETS, ids: ['1'] })],
  ['returns an id that PostgreSQL cannot store', async () => ({ ...PAGE, facets: FACETS, ids: [2 ** 40] })],
  ['returns an id twice', async () => ({ ...PAGE, facets: FACETS, ids: [1, 1] })],
  ['returns more ids than a page has', async () => ({ ...PAGE, facets: FACETS, ids: numbers(100_000) })],
  ['returns a total that is no number', async () => ({ ...PAGE, facets: FACETS, total: Number.NaN })],
  ['returns half a search', async () => ({ ...PAGE, facets: FACETS, understood: { filters: [{}] } })],
  [
    'throws when its response is read',
    async () => ({
      get ids(): number[] {
        throw new Error('Lazy');
      },
    }),
  ],
])('lists are refused with a clear text while the search engine %s', async (_name, misbehave) => {
  query = misbehave;
  for (const url of ['/products?page=1', '/products?facets=true', '/products/suggestions?q=la', '/categories']) {
    const response = await get(url);
    expect([url, response.statusCode]).toEqual([url, 503]);
    expect(response.json()).toMatchObject({ code: 'plugin.unavailable', message: /cannot be listed/ });
    expect(response.headers['retry-after']).toBe('5');
  }
  const failure = { plugin: 'bad-search', msg: 'The search engine of a plug-in failed' };
  expect(shop.log.warnings()).toContainEqual(expect.objectContaining(failure));
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('facets of the wrong shape are refused, and the list without them is shown', async () => {
  query = async () => ({ ...PAGE, facets: { ...FACETS, brands: [{ name: 'Oslo' }] } });
  expect((await get('/products?facets=true&page=1')).statusCode).toBe(503);
  expect((await get('/products?page=1&per_page=7')).statusCode).toBe(200);
});

test('the rest of the shop works without a search engine', async () => {
  query = () => Promise.reject(new Error('No index'));
  expect((await shop.call('GET /shop', {})).data).toMatchObject({ categories: [], menu: [] });
  const { data } = await shop.call('GET /products/{id}', { params: { id: String(productId) } });
  expect(data.product.name).toBe('Lamp');
  expect((await get('/products/featured')).statusCode).toBe(200);
});

test('a refusal of a search engine reaches the shopper', async () => {
  query = () => Promise.reject(refuse('server.starting'));
  expect((await get('/products?page=1&per_page=9')).json()).toMatchObject({ code: 'server.starting' });
});

test('an engine can report any change, also an invalid one, without an error', () => {
  const [report] = listeners;
  for (const change of [null, 'all', 7, {}, { lists: true }, { lists: true, categories: 'some' }]) {
    expect(() => report?.(change as never)).not.toThrow();
  }
  for (const categories of [[1], 'all'] as const) report?.({ lists: true, categories });
  report?.();
});

const guard = (search: object, limits = { queryMs: 20, closeMs: 20 }) =>
  guardSearchEngine('bad-search', () => search as CatalogueSearch, reportsTo(), limits);
const UNAVAILABLE = { code: 'plugin.unavailable', status: 503 };
const hang = () => new Promise<never>(() => undefined);

test('a search engine that hangs is waited for once, and each of its queries has its own pause', async () => {
  let calls = 0;
  const search = guard({
    ...WORKING,
    list: () => {
      calls += 1;
      return hang();
    },
  });
  const list = () => search.list({ offset: 0, limit: 10 });
  await expect(list()).rejects.toMatchObject(UNAVAILABLE);
  await expect(list()).rejects.toMatchObject(UNAVAILABLE);
  expect(calls).toBe(1);
  expect(await search.categories()).toEqual([]);
});

test('a response after the limit ends the pause and is discarded', async () => {
  const late = Promise.withResolvers<typeof PAGE>();
  const search = guard({ ...WORKING, list: () => late.promise });
  await expect(search.list({ offset: 0, limit: 10 })).rejects.toMatchObject(UNAVAILABLE);
  late.resolve(PAGE);
  await sleep(1);
  expect(await search.list({ offset: 0, limit: 10 })).toEqual(PAGE);
});

test('a rejection after the limit does not become an unhandled rejection', async () => {
  const late = Promise.withResolvers<typeof PAGE>();
  const search = guard({ ...WORKING, list: () => late.promise });
  await expect(search.list({ offset: 0, limit: 10 })).rejects.toMatchObject(UNAVAILABLE);
  late.reject(undefined);
});

test('pages are rendered and the shop closes even if the engine fails to load or close', async () => {
  const failing = guard({
    ...WORKING,
    isLoaded: () => {
      throw undefined;
    },
    untilLoaded: () => Promise.reject(new Error('No server')),
    close: () => {
      throw new Error('Closed already');
    },
  });
  expect(failing.isLoaded()).toBe(false);
  await failing.untilLoaded();
  await failing.close();
  const hanging = guard({ ...WORKING, isLoaded: () => 'yes', untilLoaded: hang, close: hang });
  expect(hanging.isLoaded()).toBe(false);
  await hanging.untilLoaded();
  await hanging.close();
  const starting = guard({ ...WORKING, untilLoaded: () => Promise.reject(refuse('server.starting')) });
  await expect(starting.untilLoaded()).rejects.toMatchObject({ code: 'server.starting' });
});

test.each<[reason: string, open: () => unknown]>([
  ['No licence', () => fail('No licence')],
  ['it has no list()', () => ({ ...WORKING, list: undefined })],
  ['it has no list()', () => undefined],
  ['it has no list()', () => null],
])('the shop does not start with an engine that does not open: %s', (reason, open) => {
  const opening = () => guardSearchEngine('bad-search', open as () => CatalogueSearch, reportsTo());
  expect(opening).toThrow(`Plug-in bad-search: its search engine does not start: ${reason}.`);
});

const fail = (message: string) => {
  throw new Error(message);
};
