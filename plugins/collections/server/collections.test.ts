import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCategory } from '#plugin/testing';
import type { Condition } from '../rule.ts';
import { type CollectionsTestShop, openCollectionsShop } from '../testing.ts';

let shop: CollectionsTestShop;
beforeAll(async () => {
  shop = await openCollectionsShop();
});
afterAll(() => shop.close());

describe('a manual collection', () => {
  test('shows the picked products in their order, without hidden ones', async () => {
    const lamp = await shop.createProduct({ name: 'Lamp' });
    const desktop = await shop.createProduct({ name: 'Desk' });
    const hidden = await shop.createProduct({ name: 'Old chair', is_active: false });
    const { data } = await shop.createCollection({ slug: 'office', product_ids: [desktop.id, hidden.id, lamp.id] });
    expect(data.products.map(({ name, is_active }) => [name, is_active])).toEqual([
      ['Desk', true],
      ['Old chair', false],
      ['Lamp', true],
    ]);
    await expect.poll(() => shop.productsOf('office')).toEqual(['Desk', 'Lamp']);
    expect(await shop.productsOf('office', { sort: 'name', per_page: 1, page: 2 })).toEqual(['Lamp']);
    expect((await shop.findCollection('office')).data).toMatchObject({
      name: data.name,
      product_count: 2,
      sort: 'manual',
    });
  });

  test('loses a product that is deleted, and keeps its order', async () => {
    const products = [];
    for (const name of ['One', 'Two', 'Three']) products.push(await shop.createProduct({ name }));
    const { data } = await shop.createCollection({ slug: 'counted', product_ids: products.map(({ id }) => id) });
    await expect.poll(() => shop.productsOf('counted')).toHaveLength(3);
    await shop.services.db.deleteFrom('product').where('name', '=', 'Two').execute();
    await expect.poll(() => shop.productsOf('counted')).toEqual(['One', 'Three']);
    expect((await shop.readCollection(data.id)).product_ids).toHaveLength(2);
  });
});

describe('a collection by rule', () => {
  test.each<[string, Condition, string]>([
    ['price', { field: 'price', min: '10000000' }, 'This number is too large.'],
    ['number', { field: 'custom', key: 'depth', min: '9999999' }, 'Please enter a number up to 1,000,000.'],
  ])('with a %s that no product can have is refused, and an earlier one is empty', async (kind, condition, message) => {
    const { db } = shop.services;
    const rule = { match: 'all' as const, conditions: [condition] };
    const { failure } = await shop.createCollection({ rule });
    expect(failure.errors).toEqual({ 'rule.conditions.0.min': [message] });

    await db
      .insertInto('custom_field')
      .values({ key: 'depth', label: 'Depth', kind: 'number', unit: 'cm', is_filter: true, sort_order: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const sale = { match: 'all' as const, conditions: [{ field: 'sale' as const }] };
    const slug = `beyond-${kind}`;
    const { id } = (await shop.createCollection({ slug, rule: sale })).data;
    for (let made = 0; made < 64; made += 1) await shop.createProduct({ sale_price_cents: 100 });
    const total = async () => (await shop.findCollection(slug)).data.product_count;
    await expect.poll(total).toBeGreaterThan(63);
    // As earlier versions stored it.
    await sql`UPDATE plugin_collections.collection SET rule = ${JSON.stringify(rule)} WHERE id = ${id}`.execute(db);
    await shop.saveCollection((await shop.createCollection()).data.id, shop.collectionForm({}));
    await expect.poll(total).toBe(0);
    expect((await shop.readCollection(id)).rule).toEqual(rule);
  });

  test('follows the catalogue within two seconds', async () => {
    await shop.createCollection({
      slug: 'small-gifts',
      rule: {
        match: 'all',
        conditions: [
          { field: 'tag', value: 'small gift' },
          { field: 'price', max: '20.00' },
        ],
      },
    });
    expect(await shop.productsOf('small-gifts')).toEqual([]);
    const cup = await shop.createProduct({ name: 'Cup', tags: ['Small gift'], price_cents: 1500 });
    await shop.createProduct({ name: 'Teapot', tags: ['small gift'], price_cents: 5000, sale_price_cents: 1900 });
    await shop.createProduct({ name: 'Vase', tags: ['small gift'], price_cents: 5000 });
    await expect.poll(() => shop.productsOf('small-gifts')).toEqual(['Cup', 'Teapot']);
    const { db } = shop.services;
    await db.updateTable('product').set({ price_cents: 2500 }).where('id', '=', cup.id).execute();
    await expect.poll(() => shop.productsOf('small-gifts')).toEqual(['Teapot']);
  });

  test('shows products that meet any of its conditions', async () => {
    const { id } = await createCategory(shop.services.db, { name: 'Boats' });
    await shop.createProduct({ name: 'Canoe', category_id: id });
    await shop.createProduct({ name: 'Paddle', brand: 'Riverside' });
    const conditions = [
      { field: 'category' as const, id },
      { field: 'brand' as const, value: 'riverside' },
    ];
    await shop.createCollection({ slug: 'on-the-water', rule: { match: 'any', conditions } });
    await expect.poll(() => shop.productsOf('on-the-water')).toEqual(['Canoe', 'Paddle']);
    await shop.createCollection({ slug: 'both', rule: { match: 'all', conditions } });
    expect(await shop.productsOf('both')).toEqual([]);
  });

  test('forgets products that are no longer new', async () => {
    const { now } = shop.services;
    await shop.createProduct({ name: 'Fresh bread', tags: ['bread'], created_at: now() });
    const conditions = [
      { field: 'tag' as const, value: 'bread' },
      { field: 'created' as const, days: 7 },
    ];
    await shop.createCollection({ slug: 'fresh', rule: { match: 'all', conditions } });
    await expect.poll(() => shop.productsOf('fresh')).toEqual(['Fresh bread']);
    await shop.advance({ days: 8 });
    await expect.poll(() => shop.productsOf('fresh')).toEqual([]);
  });

  test('with a limit has the first products of its own order, in whatever order they are shown', async () => {
    for (const [name, price_cents] of [
      ['A', 300],
      ['B', 100],
      ['C', 200],
    ] as const)
      await shop.createProduct({ name: `Peg ${name}`, price_cents, tags: ['peg'] });
    const rule = { match: 'all' as const, conditions: [{ field: 'tag' as const, value: 'peg' }] };
    await shop.createCollection({ slug: 'two-pegs', rule, sort: 'name', max_products: 2 });
    await expect.poll(() => shop.productsOf('two-pegs')).toEqual(['Peg A', 'Peg B']);
    expect(await shop.productsOf('two-pegs', { sort: 'price-low' })).toEqual(['Peg B', 'Peg A']);
    expect(await shop.productsOf('two-pegs', { per_page: 1, page: 2 })).toEqual(['Peg B']);
    expect(await shop.productsOf('two-pegs', { per_page: 2, page: 2 })).toEqual([]);
    expect((await shop.findCollection('two-pegs')).data.product_count).toBe(2);
  });

  test('needs a condition, and cannot have an order by hand', async () => {
    const rule = { match: 'all' as const, conditions: [{ field: 'sale' as const }] };
    expect((await shop.createCollection({ kind: 'rule' })).failure.errors).toHaveProperty('rule');
    expect((await shop.createCollection({ rule, sort: 'manual' })).failure.errors).toHaveProperty('sort');
  });
});

describe('shoppers see a collection', () => {
  test('only while it is published', async () => {
    const { data } = await shop.createCollection({ slug: 'seasonal' });
    await expect.poll(async () => (await shop.findCollection('seasonal')).status).toBe(200);
    await shop.saveCollection(data.id, {
      ...shop.collectionForm({ slug: 'seasonal', is_published: false }),
      revision: data.revision,
    });
    await expect.poll(async () => (await shop.findCollection('seasonal')).status).toBe(404);
    const { failure } = await shop.call('GET /collections/{slug}/products', {
      params: { slug: 'seasonal' },
      query: {},
    });
    expect(failure.code).toBe('collections.not_found');
  });

  test('from its first to its last moment', async () => {
    const at = shop.services.now().getTime();
    const inDays = (days: number) => new Date(at + days * 86_400_000).toISOString();
    await shop.createCollection({ slug: 'a-week', published_from: inDays(1), published_until: inDays(8) });
    const status = async () => (await shop.findCollection('a-week')).status;
    expect(await status()).toBe(404);
    await shop.advance({ days: 2 });
    await expect.poll(status).toBe(200);
    await shop.advance({ days: 7 });
    await expect.poll(status).toBe(404);
    const wrong = await shop.createCollection({ published_from: inDays(3), published_until: inDays(2) });
    expect(wrong.failure.errors).toHaveProperty('published_until');
  });

  test('under its former slugs as well, until another collection takes one', async () => {
    const { data } = await shop.createCollection({ slug: 'spring' });
    const rename = (slug: string) => shop.saveCollection(data.id, shop.collectionForm({ slug }));
    await rename('spring-2026');
    await rename('early-spring');
    for (const slug of ['spring', 'spring-2026', 'early-spring'])
      await expect.poll(async () => (await shop.findCollection(slug)).status).toBe(200);
    expect((await shop.findCollection('spring')).data.slug).toBe('early-spring');
    const other = await shop.createCollection({ slug: 'spring' });
    await expect.poll(async () => (await shop.findCollection('spring')).data.id).toBe(other.data.id);
    expect((await shop.findCollection('spring-2026')).data.id).toBe(data.id);
  });

  test('in the list, by place and name, with the picture of its first product', async () => {
    const lamp = await shop.createProduct({ images: [{ url: '/media/lamp-1', alt: '' }] });
    await shop.createCollection({ slug: 'b', name: 'B', position: 900, product_ids: [lamp.id] });
    await shop.createCollection({ slug: 'a', name: 'A', position: 900, image: '/media/desk-1' });
    await shop.createCollection({ slug: 'hidden', position: 901, is_published: false });
    const last = async () => {
      const { total } = await shop.listCollections();
      return (await shop.listCollections({ page: Math.ceil(total / 100), per_page: 100 })).data.slice(-2);
    };
    await expect
      .poll(async () => (await last()).map(({ slug, image }) => [slug, image]))
      .toEqual([
        ['a', '/media/desk-1'],
        ['b', '/media/lamp-1'],
      ]);
  });

  test('in the sitemap', async () => {
    await shop.createCollection({ slug: 'mapped' });
    await shop.createCollection({ slug: 'unmapped', is_published: false });
    await shop.advance({ days: 1 });
    const { body } = await shop.app.inject({ url: '/sitemap.xml' });
    expect(body).toContain('<loc>http://shop.test/collections</loc>');
    expect(body).toContain('/collections/mapped</loc><lastmod>');
    expect(body).not.toContain('unmapped');
  });
});
