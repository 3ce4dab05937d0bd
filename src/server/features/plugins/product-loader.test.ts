import { expect, test } from 'vitest';
import { definePlugin, type Plugin, type PluginServices } from '#plugin';
import { reportsTo } from '#test/plugin-reports.ts';
import { createProductLoader } from './product-loader.ts';

const LIMITS = { limitMs: 50, pauseMs: 10_000 };
let elapsed = 0;

/** No loader of these tests uses its services. */
const services = {} as PluginServices;

function open(...loaders: readonly [name: string, load: Plugin['loadProducts']][]) {
  const failures: unknown[] = [];
  const opened = loaders.map(([name, loadProducts]) => ({
    plugin: {
      ...definePlugin({ name, apiVersion: 1, folder: import.meta.dirname }),
      ...(loadProducts && { loadProducts }),
    },
    services,
  }));
  const log = { error: (line: object) => void failures.push(line) };
  return { failures, load: createProductLoader(opened, reportsTo(log), { ...LIMITS, elapsedMs: () => elapsed }) };
}

test('data of a plug-in that works comes without that of one that fails, which is logged', async () => {
  const { failures, load } = open(
    ['stars', async () => new Map([[7, { average: 4 }]])],
    ['badges', () => Promise.reject(new Error('no connection'))],
    [
      'prizes',
      () => {
        throw new Error('not even a promise');
      },
    ],
  );
  expect((await load?.([7, 8], 'page'))?.extensions).toEqual(new Map([[7, { stars: { average: 4 } }]]));
  expect(failures).toMatchObject([{ plugin: 'prizes' }, { plugin: 'badges' }]);
});

test('a plug-in that does not answer counts as empty, and is not called again for a while', async () => {
  let calls = 0;
  let isSlow = true;
  const { failures, load } = open([
    'stars',
    async () => {
      calls += 1;
      if (isSlow) await new Promise(() => undefined);
      return new Map([[7, 'four']]);
    },
  ]);
  expect((await load?.([7], 'card'))?.extensions).toEqual(new Map());
  expect((await load?.([7], 'card'))?.extensions).toEqual(new Map());
  expect([calls, failures.length]).toEqual([1, 1]);
  isSlow = false;
  elapsed += LIMITS.pauseMs;
  expect((await load?.([7], 'card'))?.extensions).toEqual(new Map([[7, { stars: 'four' }]]));
});

test('a plug-in is not asked about products in places where it has no data', async () => {
  const asked: string[] = [];
  const [plugin] = ['stars'].map((name) => ({
    ...definePlugin({ name, apiVersion: 1, folder: import.meta.dirname, productPlaces: ['page'] }),
    loadProducts: async (_services: PluginServices, ids: readonly number[], place: string) => {
      asked.push(place);
      return new Map(ids.map((id) => [id, 'four']));
    },
  }));
  const load = plugin && createProductLoader([{ plugin, services }], reportsTo());
  expect((await load?.([7], 'card'))?.extensions).toEqual(new Map());
  expect((await load?.([7], 'page'))?.extensions).toEqual(new Map([[7, { stars: 'four' }]]));
  expect(asked).toEqual(['page']);
});

test('a shop whose plug-ins load nothing calls nothing', () => {
  expect(open(['stars', undefined]).load).toBeUndefined();
});
