import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { demoProducts } from './catalogue/catalogue.ts';
import { loadDemoShop } from './load.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await loadDemoShop(shop.services.db, new Date('2026-11-21T15:20:00Z'));
  const count = async () => (await shop.call('GET /products', { query: {} })).data.total;
  await vi.waitFor(async () => expect(await count()).toBe(demoProducts.length), 10_000);
  await shop.services.boughtTogether.refresh();
});
afterAll(() => shop.close());

const relatedTo = async (id: string) => (await shop.call('GET /products/{id}/related', { params: { id } })).data;

test('a phone is shown with other machines for work, and not with light bulbs', async () => {
  const names = (await relatedTo('hana-5-phone')).map(({ name }) => name);
  expect(names).toContain('Slate 14 Laptop');
  expect(names.join()).not.toMatch(/bulb/i);
});

test('light bulbs are no match for a phone even when there are plenty of them', async () => {
  const { db } = shop.services;
  const bulbs = await db
    .selectFrom('product')
    .select('id')
    .where('slug', 'like', 'ember-filament%')
    .executeTakeFirstOrThrow();
  await db.updateTable('stock').set({ received: 500 }).where('product_id', '=', bulbs.id).execute();
  const isInStock = async () =>
    (await shop.call('GET /products', { query: { ids: String(bulbs.id), inStock: true } })).data.total;
  await vi.waitFor(async () => expect(await isInStock()).toBe(1), 5000);
  const names = (await relatedTo('hana-5-phone')).map(({ name }) => name);
  expect(names).toHaveLength(4);
  expect(names.join()).not.toMatch(/bulb/i);
});

test('every product has four others that can be bought, of its own department', async () => {
  for (const { slug, categoryId } of demoProducts) {
    const related = await relatedTo(slug);
    expect(related.map((one) => one.slug)).not.toContain(slug);
    expect(related.filter(({ stock }) => stock > 0)).toHaveLength(4);
    const own = related.filter(({ category }) => category.id === categoryId);
    expect(own.length, slug).toBeGreaterThanOrEqual(2);
  }
});
