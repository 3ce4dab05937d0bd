import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCategory, createCustomer, signIn } from '#plugin/testing';
import { type CollectionsTestShop, openCollectionsShop } from '../testing.ts';

let shop: CollectionsTestShop;
beforeAll(async () => {
  shop = await openCollectionsShop();
});
afterAll(() => shop.close());

const list = async (query: Record<string, unknown>) =>
  (await shop.call('GET /admin/collections', { query }, shop.admin)).data;

const audit = (id: number) =>
  shop.services.db
    .selectFrom('audit_entry')
    .select(['action', 'before', 'after'])
    .where('entity', '=', 'collection')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();

test('the merchant finds collections by name, kind and status', async () => {
  await shop.createCollection({ name: '100% wool', slug: 'wool' });
  await shop.createCollection({ name: 'Woollen hats', slug: 'hats', is_published: false });
  const rule = { match: 'all' as const, conditions: [{ field: 'words' as const, value: 'wool' }] };
  await shop.createCollection({ name: 'Wool by rule', slug: 'by-rule', rule });
  const names = async (query: Record<string, unknown>) => (await list(query)).data.map(({ name }) => name);
  expect(await names({ search: '100% w' })).toEqual(['100% wool']);
  expect(await names({ search: 'wool', kind: 'rule' })).toEqual(['Wool by rule']);
  expect(await names({ search: 'hats', status: 'hidden' })).toEqual(['Woollen hats']);
  expect(await list({ search: 'wool', per_page: 1, page: 2 })).toMatchObject({ total: 3, last_page: 3 });
});

test('the search reads an index, not all collections', async () => {
  const plan = await shop.services.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      EXPLAIN SELECT id FROM plugin_collections.collection WHERE lower(name || ' ' || slug) LIKE '%wool%'`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join();
  });
  expect(plan).toContain('collection_by_words');
});

test('a slug belongs to one collection, also when two are saved at once', async () => {
  await shop.createCollection({ slug: 'taken' });
  const { failure } = await shop.createCollection({ slug: 'taken' });
  expect(failure).toMatchObject({ code: 'collections.slug_taken', errors: { slug: [expect.any(String)] } });
  const both = await Promise.all([shop.createCollection({ slug: 'raced' }), shop.createCollection({ slug: 'raced' })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('an admin who saves second is shown what the first one saved', async () => {
  const { data } = await shop.createCollection({ name: 'Before' });
  const form = (name: string) => ({ ...shop.collectionForm({ name, slug: data.slug }), revision: data.revision });
  expect((await shop.saveCollection(data.id, form('First'))).data).toMatchObject({ name: 'First', revision: 2 });
  const { failure } = await shop.saveCollection(data.id, form('Second'));
  expect(failure).toMatchObject({
    code: 'collections.changed',
    data: { collection: { name: 'First', revision: 2 } },
  });
  expect((await shop.saveCollection(data.id, { ...form('Second'), revision: 2 })).data.name).toBe('Second');
  expect((await audit(data.id)).map(({ action }) => action)).toEqual([
    'collections.create',
    'collections.update',
    'collections.update',
  ]);
});

test('what changed is in the audit log', async () => {
  const { id: product } = await shop.createProduct();
  const { data } = await shop.createCollection({ name: 'Plain' });
  await shop.saveCollection(data.id, shop.collectionForm({ name: 'Fancy', slug: data.slug, product_ids: [product] }));
  const [, update] = await audit(data.id);
  expect(update).toMatchObject({
    before: { name: 'Plain', products: '' },
    after: { name: 'Fancy', products: String(product) },
  });
});

describe('many collections at once', () => {
  test('are published and hidden, each with one entry in the audit log', async () => {
    const ids: number[] = [];
    for (const _ of [1, 2, 3]) ids.push((await shop.createCollection({ is_published: false })).data.id);
    const set = (is_published: boolean) =>
      shop.call('PUT /admin/collections/published', { body: { ids: [...ids, 999_999], is_published } }, shop.admin);
    expect((await set(true)).message).toBe('3 collections published.');
    expect((await set(true)).data).toEqual({ changed: 0 });
    expect((await set(false)).data).toEqual({ changed: 3 });
    expect((await audit(ids[0] ?? 0)).map(({ action }) => action)).toEqual([
      'collections.create',
      'collections.publish',
      'collections.hide',
    ]);
  });

  test('are deleted once; their products stay', async () => {
    const { id: product } = await shop.createProduct();
    const { data } = await shop.createCollection({ slug: 'short-lived', product_ids: [product] });
    expect((await shop.deleteCollections(data.id, 999_999)).message).toBe('1 collection deleted.');
    expect((await shop.deleteCollections(data.id)).data).toEqual({ deleted: 0 });
    await expect.poll(async () => (await shop.findCollection('short-lived')).status).toBe(404);
    const left = shop.services.db.selectFrom('product').select('id').where('id', '=', product);
    expect(await left.execute()).toHaveLength(1);
    expect((await audit(data.id)).at(-1)).toMatchObject({ action: 'collections.delete', after: null });
  });
});

test('the merchant sees what a rule finds before saving it', async () => {
  for (const n of [1, 2, 3]) await shop.createProduct({ name: `Kite ${n}`, tags: ['kite'], price_cents: 1000 * n });
  const rule = { match: 'all' as const, conditions: [{ field: 'tag' as const, value: 'kite' }] };
  const preview = async (max_products: number | null) => {
    const query = { rule: JSON.stringify(rule), sort: 'price-high' as const, ...(max_products && { max_products }) };
    return (await shop.call('GET /admin/collections/preview', { query }, shop.admin)).data;
  };
  await expect.poll(async () => (await preview(null)).total).toBe(3);
  expect((await preview(2)).products.map(({ name, price }) => [name, price])).toEqual([
    ['Kite 3', '30.00'],
    ['Kite 2', '20.00'],
  ]);
});

test('products to pick are found as shoppers find them', async () => {
  await shop.createProduct({ name: 'Hammock' });
  const found = async (search: string) => {
    const { data } = await shop.call('GET /admin/collections/products', { query: { search } }, shop.admin);
    return data.data.map(({ name }) => name);
  };
  await expect.poll(() => found('hammock')).toEqual(['Hammock']);
  expect(await found('')).toContain('Hammock');
});

test('rules can be about categories, brands and custom fields that are filters', async () => {
  const { db } = shop.services;
  await shop.createProduct({ brand: 'Kestrel' });
  const clothing = await createCategory(db, { name: 'Clothing' });
  await createCategory(db, { name: 'Shoes', parent_id: clothing.id });
  await db
    .insertInto('custom_field')
    .values({ key: 'width', label: 'Width', kind: 'number', unit: 'cm', is_filter: true, sort_order: 1 })
    .execute();
  const options = async () => (await shop.call('GET /admin/collections/options', {}, shop.admin)).data;
  await expect.poll(async () => (await options()).brands).toContain('Kestrel');
  await expect.poll(async () => (await options()).categories.map(({ name }) => name)).toContain('Clothing › Shoes');
  await expect
    .poll(async () => (await options()).custom_fields)
    .toEqual([{ key: 'width', label: 'Width', kind: 'number', unit: 'cm', choices: [] }]);
});

test('only admins see and change collections in the back office', async () => {
  const token = await signIn(shop, await createCustomer(shop.services.db));
  const denied = await shop.call('GET /admin/collections', { query: {} }, { token });
  expect(denied.failure.code).toBe('auth.forbidden');
});
