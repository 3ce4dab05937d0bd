import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCategory } from '#plugin/testing';
import { type CollectionsTestShop, openCollectionsShop } from '../testing.ts';

let shop: CollectionsTestShop;
let shoes: number;
beforeAll(async () => {
  shop = await openCollectionsShop();
  shoes = (await createCategory(shop.services.db, { name: 'Shoes' })).id;
  const tags = ['outdoor'];
  await shop.createProduct({ name: 'Boot', brand: 'Fells', price_cents: 9000, category_id: shoes, tags, stock: 3 });
  await shop.createProduct({ name: 'Clog', brand: 'Moor', price_cents: 4000, category_id: shoes, tags, stock: 3 });
  await shop.createProduct({ name: 'Anorak', brand: 'Fells', price_cents: 12000, tags, stock: 0 });
  await shop.createProduct({ name: 'Sandal', brand: 'Fells', price_cents: 3000, category_id: shoes });
  await shop.createCollection({
    slug: 'outdoor',
    rule: { match: 'all', conditions: [{ field: 'tag', value: 'outdoor' }] },
  });
});
afterAll(() => shop.close());

const listOf = async (slug: string, query: NonNullable<Parameters<CollectionsTestShop['productsOf']>[1]>) =>
  (await shop.call('GET /collections/{slug}/products', { params: { slug }, query })).data;

describe('a shopper who filters a collection', () => {
  test('sees the products of the collection that meet the filters, in its own order or another', async () => {
    await expect.poll(() => shop.productsOf('outdoor')).toEqual(['Anorak', 'Boot', 'Clog']);
    expect(await shop.productsOf('outdoor', { brand: ['Fells'] })).toEqual(['Anorak', 'Boot']);
    // Stock is announced apart from the products.
    await expect.poll(() => shop.productsOf('outdoor', { category: shoes, inStock: true })).toEqual(['Boot', 'Clog']);
    expect(await shop.productsOf('outdoor', { category: shoes, sort: 'price-low' })).toEqual(['Clog', 'Boot']);
    expect(await shop.productsOf('outdoor', { maxPrice: '100', sort: 'price-high', per_page: 1, page: 2 })).toEqual([
      'Clog',
    ]);
  });

  test('sees how many products of the collection each filter leaves', async () => {
    const { facets, total } = await listOf('outdoor', { facets: true, brand: ['Moor'] });
    expect(total).toBe(1);
    expect(facets?.brands).toEqual([
      { name: 'Fells', count: 2 },
      { name: 'Moor', count: 1 },
    ]);
    expect(facets?.categories).toMatchObject([{ name: 'Shoes', count: 1 }]);
    expect(facets?.price).toEqual({ min: '40.00', max: '40.00' });
    expect((await listOf('outdoor', { facets: true })).facets?.in_stock).toBe(2);
  });

  test('filters picked products, which keep their manual order', async () => {
    const ids = [];
    for (const [name, brand] of [
      ['Zither', 'Aria'],
      ['Lute', 'Bard'],
      ['Harp', 'Aria'],
    ] as const)
      ids.push((await shop.createProduct({ name, brand })).id);
    await shop.createCollection({ slug: 'strings', product_ids: ids });
    await expect.poll(() => shop.productsOf('strings', { brand: ['Aria'] })).toEqual(['Zither', 'Harp']);
    expect((await listOf('strings', { facets: true })).facets?.brands).toEqual([
      { name: 'Aria', count: 2 },
      { name: 'Bard', count: 1 },
    ]);
  });

  test('finds nothing beyond the limit of the collection', async () => {
    await shop.createCollection({
      slug: 'two-cheapest',
      rule: { match: 'all', conditions: [{ field: 'tag', value: 'outdoor' }] },
      sort: 'price-low',
      max_products: 2,
    });
    expect(await shop.productsOf('two-cheapest')).toEqual(['Clog', 'Boot']);
    expect(await shop.productsOf('two-cheapest', { brand: ['Fells'] })).toEqual(['Boot']);
    expect(await shop.productsOf('two-cheapest', { sort: 'name' })).toEqual(['Boot', 'Clog']);
    expect((await listOf('two-cheapest', { facets: true })).facets?.brands).toHaveLength(2);
  });

  test('gets an error for an invalid filter, and none for other parameters', async () => {
    const params = { slug: 'outdoor' };
    const refused = await shop.call('GET /collections/{slug}/products', { params, query: { minPrice: 'cheap' } });
    expect(refused.failure.code).toBe('request.invalid');
    expect(await shop.productsOf('outdoor', { search: 'boot', ids: '1,2' })).toHaveLength(3);
  });
});
