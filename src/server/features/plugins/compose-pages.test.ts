import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoints, definePlugin, type PluginServices, productCard, respond } from '#plugin';
import { createCustomer, signIn } from '#test/factories/customer.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import type { noteContract } from '#test/fixtures/notes/contract.ts';
import { notes } from '#test/fixtures/notes/plugin.ts';
import { openPluginShop, type PluginShop } from '#test/plugin-shop.ts';

const contract = defineEndpoints({
  'GET /composer/types': { access: 'public', summary: 'Sections on offer', data: z.array(z.unknown()) },
  'POST /composer/check': {
    access: 'public',
    summary: 'Checks a section',
    body: z.object({ type: z.string(), settings: z.unknown() }),
    data: z.unknown(),
  },
  'POST /composer/load': {
    access: 'public',
    summary: 'Loads sections',
    body: z.object({ sections: z.array(z.object({ type: z.string(), settings: z.unknown() })) }),
    data: z.array(z.unknown()),
  },
  'GET /composer/lamps': { access: 'public', summary: 'Lamps, latest first', data: z.array(productCard) },
  'GET /composer/filters': { access: 'public', summary: 'What products are filtered by', data: z.unknown() },
});

/** Composes pages of what other plug-ins offer. */
const composer = () =>
  definePlugin({
    name: 'composer',
    apiVersion: 1,
    folder: import.meta.dirname,
    contract,
    handlers: ({ sections, products }: PluginServices) => ({
      'GET /composer/types': async () => respond([...sections.types()]),
      'POST /composer/check': async ({ body }) => respond(sections.check(body.type, body.settings)),
      'POST /composer/load': async ({ body }) => respond(await sections.load(body.sections)),
      'GET /composer/lamps': async () => {
        const query = { tag: 'lamp', sortBy: 'created_at', isDescending: true, offset: 0, limit: 5 } as const;
        return respond([...(await products.list(query)).products]);
      },
      'GET /composer/filters': async () => respond(await products.filterOptions()),
    }),
  });

let shop: PluginShop<typeof contract & typeof noteContract>;
beforeAll(async () => {
  shop = await openPluginShop<typeof contract & typeof noteContract>(notes(), composer());
});
afterAll(() => shop.close());

const load = async (...sections: { type: string; settings: unknown }[]) =>
  (await shop.call('POST /composer/load', { body: { sections } })).data;

test('a plug-in sees the sections that others offer', async () => {
  const { data } = await shop.call('GET /composer/types', {});
  expect(data).toEqual([{ type: 'notes.newest', label: 'Newest notes', hint: '', defaults: { count: 3 } }]);
});

test('the settings of a section are checked before they are stored', async () => {
  const check = (type: string, settings: unknown) => shop.call('POST /composer/check', { body: { type, settings } });
  expect((await check('notes.newest', { count: 2, other: true })).data).toEqual({ count: 2 });
  expect((await check('notes.newest', { count: 12 })).failure).toMatchObject({
    code: 'request.invalid',
    errors: { count: [expect.any(String)] },
  });
  expect((await check('notes.oldest', {})).failure.errors).toHaveProperty('type');
});

test('sections are loaded in their order; those without anything to show are null', async () => {
  const token = await signIn(shop, await createCustomer(shop.services.db));
  const { id } = await createProduct(shop.services.db);
  await shop.call('POST /notes', { body: { product_id: id, text: 'Bright.' } }, { token });
  const section = (count: unknown) => ({ type: 'notes.newest', settings: { count } });
  expect(await load(section(0), section(1), { type: 'gone.row', settings: {} }, section('many'))).toEqual([
    null,
    ['Bright.'],
    null,
    null,
  ]);
});

test('a section that fails leaves the others in the page, and is logged', async () => {
  const section = (count: number) => ({ type: 'notes.newest', settings: { count } });
  expect(await load(section(9), section(1))).toEqual([null, expect.any(Array)]);
  expect(shop.log.warnings()).toHaveLength(1);
});

test('a plug-in lists products with what cards show, data of plug-ins included', async () => {
  const { db } = shop.services;
  const category = await createCategory(db, { name: 'Lighting' });
  const hidden = { category_id: category.id, tags: ['lamp'], is_active: false };
  const [older, newer] = [
    await createProduct(db, { category_id: category.id, tags: ['Lamp'], created_at: new Date('2026-01-01') }),
    await createProduct(db, { category_id: category.id, tags: ['lamp'], created_at: new Date('2026-02-01') }),
  ];
  await createProduct(db, hidden);
  const lamps = async () => (await shop.call('GET /composer/lamps', {})).data;
  await expect.poll(async () => (await lamps()).map(({ id }) => id)).toEqual([newer.id, older.id]);
  const options = (await shop.call('GET /composer/filters', {})).data as { categories: { name: string }[] };
  expect(options.categories.map(({ name }) => name)).toContain('Lighting');
});
