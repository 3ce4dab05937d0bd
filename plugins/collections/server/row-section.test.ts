import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoints, definePlugin, type PluginServices, respond } from '#plugin';
import { type CollectionsTestShop, openCollectionsShop } from '../testing.ts';
import type { RowSettings } from './row-section.ts';

/** Composes a page of sections, as the plug-in for the home page does. */
const composer = () =>
  definePlugin({
    name: 'composer',
    apiVersion: 1,
    folder: import.meta.dirname,
    contract: defineEndpoints({
      'GET /composer': {
        access: 'public',
        summary: 'The data of a section',
        query: z.object({ collection: z.coerce.number(), count: z.coerce.number() }),
        data: z.unknown(),
      },
    }),
    handlers: ({ sections }: PluginServices) => ({
      'GET /composer': async ({ query }) => {
        const [data] = await sections.load([{ type: 'collections.row', settings: { title: '', ...query } }]);
        return respond(data);
      },
    }),
  });

let shop: CollectionsTestShop;
beforeAll(async () => {
  shop = await openCollectionsShop(composer());
});
afterAll(() => shop.close());

async function load(settings: Pick<RowSettings, 'collection' | 'count'>): Promise<unknown> {
  const { body } = await shop.app.inject({
    url: '/api/composer',
    query: { ...settings, collection: String(settings.collection), count: String(settings.count) },
  });
  return JSON.parse(body).data;
}

test('a row has the first products of a collection, and nothing while there are none or it is hidden', async () => {
  const { data } = await shop.createCollection({ name: 'Row', slug: 'row' });
  const row = () => load({ collection: data.id, count: 2 });
  expect(await row()).toBeNull();
  const products = [];
  for (const name of ['One', 'Two', 'Three']) products.push(await shop.createProduct({ name }));
  const form = shop.collectionForm({ name: 'Row', slug: 'row', product_ids: products.map(({ id }) => id) });
  await shop.saveCollection(data.id, form);
  await expect
    .poll(row)
    .toMatchObject({ slug: 'row', name: 'Row', total: 3, products: [{ name: 'One' }, { name: 'Two' }] });
  await shop.saveCollection(data.id, { ...form, is_published: false });
  expect(await row()).toBeNull();
  expect(await load({ collection: 0, count: 2 })).toBeNull();
});
