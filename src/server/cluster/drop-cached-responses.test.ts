import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { type CreatedProduct, createCategory, createProduct } from '#test/factories/product.ts';
import { isResponseCached } from '#test/is-response-cached.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { inTransaction } from '../platform/database/database.ts';
import { announce } from './change-feed.ts';

let shop: TestShop;
let lamp: CreatedProduct;
let shade: CreatedProduct;
let kettle: CreatedProduct;
const pages = {
  lamps: '',
  kettles: '',
  featured: '/api/products/featured',
  inStock: '/api/products?inStock=true',
  shop: '/api/shop',
  categories: '/api/categories/tree',
  ofLamps: '',
};
const pageOf = ({ id }: { id: number }) => `/api/products/${id}`;
const relatedTo = ({ id }: { id: number }) => `/api/products/${id}/related`;

async function read(url: string) {
  const response = await shop.app.inject(url);
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

const isCached = (url: string) => isResponseCached(shop.services.cache, url);

const all = () => [...Object.values(pages), ...[lamp, shade, kettle].flatMap((one) => [pageOf(one), relatedTo(one)])];

/** Which answers are still cached, once those that show the change have been dropped. */
async function cachedAfterDropping(url: string): Promise<string[]> {
  await expect.poll(() => isCached(url)).toBe(false);
  const cached = await Promise.all(all().map(async (one) => ((await isCached(one)) ? [one] : [])));
  return cached.flat();
}

const namesOf = (things: readonly { name: string }[]) => things.map(({ name }) => name);

/** As an order does. */
const sell = (product: CreatedProduct, units: number) =>
  shop.services.db
    .updateTable('stock')
    .set((eb) => ({ sold: eb('sold', '+', units) }))
    .where('product_id', '=', product.id)
    .execute();

const change = (product: CreatedProduct, fields: { name?: string; price_cents?: number; is_featured?: boolean }) =>
  shop.services.db.updateTable('product').set(fields).where('id', '=', product.id).execute();

describe.each(['memory', 'postgres'])('with the search engine %s, a cached answer', (engine) => {
  beforeAll(async () => {
    shop = await openTestShop({ SEARCH_ENGINE: engine });
    const { db } = shop.services;
    const lamps = await createCategory(db, { name: 'Lamps' });
    const kettles = await createCategory(db, { name: 'Kettles' });
    lamp = await createProduct(db, { name: 'Lamp', category_id: lamps.id, stock: 5 });
    shade = await createProduct(db, { name: 'Shade', category_id: lamps.id });
    kettle = await createProduct(db, { name: 'Kettle', category_id: kettles.id });
    pages.lamps = `/api/products?category=${lamps.id}`;
    pages.kettles = `/api/products?category=${kettles.id}`;
    pages.ofLamps = `/api/categories/${lamps.id}/products`;
  });
  afterAll(() => shop.close());

  beforeEach(async () => {
    // Wait until all responses stay cached: the changes of the previous test have been announced.
    await expect
      .poll(async () => {
        for (const url of all()) await read(url);
        await new Promise((resolve) => setTimeout(resolve, 300));
        return (await Promise.all(all().map(isCached))).every(Boolean);
      })
      .toBe(true);
  });

  test('is kept while nothing changes that it shows', async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await Promise.all(all().map(isCached))).toEqual(all().map(() => true));
  });

  test('is dropped by an order only where the product is shown', async () => {
    await sell(lamp, 1);
    const cached = await cachedAfterDropping(pageOf(lamp));
    expect(cached).toContain(pageOf(kettle));
    // In PostgreSQL, the first sale moves the product in the order of popularity.
    if (engine === 'memory') expect(cached).toContain(pages.kettles);
    expect(cached).toContain(pages.shop);
    expect(cached).not.toContain(pages.lamps);
    expect((await read(pageOf(lamp))).product.stock).toBe(4);
  });

  test('of every list is dropped when the last unit is sold', async () => {
    await sell(lamp, 4);
    await expect.poll(async () => (await read(pages.inStock)).total).toBe(2);
    expect(await isCached(pages.kettles)).toBe(false);
    expect(await isCached(pageOf(kettle))).toBe(true);
    expect(await isCached(pages.shop)).toBe(true);
    expect((await read(pageOf(lamp))).product.stock).toBe(0);
  });

  test('shows a new price and its place in lists', async () => {
    await change(shade, { price_cents: 100 });
    await expect.poll(async () => (await read(pageOf(shade))).product.price).toBe('1.00');
    await expect
      .poll(async () => (await read(`${pages.lamps}&sortBy=price`)).data.map(({ id }: { id: number }) => id))
      .toEqual([shade.id, lamp.id]);
    expect((await read(`${pages.ofLamps}?sortBy=price`)).data[0]).toMatchObject({ id: shade.id, price: '1.00' });
  });

  test('shows a newly featured product', async () => {
    await change(kettle, { is_featured: true });
    await expect.poll(async () => namesOf(await read(pages.featured))).toEqual(['Kettle']);
  });

  test('of related products is dropped only when a product of the same category changes', async () => {
    await change(shade, { name: 'Lampshade' });
    const cached = await cachedAfterDropping(relatedTo(shade));
    expect(cached).toContain(pageOf(kettle));
    await expect.poll(() => isCached(relatedTo(lamp))).toBe(false);
  });

  test('of all lists is dropped by a new product', async () => {
    const { category_id } = kettle;
    const pan = await createProduct(shop.services.db, { name: 'Pan', category_id });
    await expect.poll(async () => (await read(pages.kettles)).total).toBe(2);
    const counts = async () =>
      (await read(pages.categories)).map((one: { product_count: number }) => one.product_count);
    await expect.poll(counts).toEqual([2, 2]);
    await shop.services.db.deleteFrom('product').where('id', '=', pan.id).execute();
    await expect.poll(async () => (await read(pages.kettles)).total).toBe(1);
  });

  test('of a category and its products is dropped when it is hidden or shown', async () => {
    const { category_id } = kettle;
    const show = (is_active: boolean) =>
      shop.services.db.updateTable('category').set({ is_active }).where('id', '=', category_id).execute();
    const kettles = async () =>
      (await read(pages.categories)).filter(({ name }: { name: string }) => name === 'Kettles');
    await show(false);
    await expect.poll(kettles).toEqual([]);
    await expect.poll(async () => (await read(pages.kettles)).total).toBe(0);
    expect(namesOf((await read(pages.shop)).menu)).not.toContain('Kettles');
    await show(true);
    await expect.poll(kettles).toMatchObject([{ product_count: 1 }]);
    await expect.poll(async () => (await read(pages.kettles)).total).toBe(1);
    expect(namesOf((await read(pages.shop)).menu)).toContain('Kettles');
  });

  test('is dropped when a category is renamed', async () => {
    const { category_id } = lamp;
    await shop.services.db.updateTable('category').set({ name: 'Lights' }).where('id', '=', category_id).execute();
    await expect.poll(async () => (await read(pageOf(lamp))).product.category.name).toBe('Lights');
    await expect.poll(async () => namesOf((await read(pages.shop)).menu)).toContain('Lights');
  });

  test('shows a setting at once on the node that saved it, and is dropped only if it depends on that setting', async () => {
    const token = await signIn(shop, await createAdmin(shop.services.db));
    const { data } = await shop.call('GET /admin/settings', {}, { token });
    const body = { ...data.site, revision: data.site.revision, currency: 'EUR' as const };
    await shop.call('PUT /admin/settings/site', { body }, { token });
    expect((await read(pages.shop)).currency).toBe('EUR');
  });

  test('with the expected delivery is dropped at midnight', async () => {
    expect(await isCached(pages.shop)).toBe(true);
    const { from } = (await read(pages.shop)).shipping.expectedDelivery;
    shop.clock.advance({ days: 7 });
    expect((await read(pages.shop)).shipping.expectedDelivery.from > from).toBe(true);
  });

  test('of unknown content is dropped by what a plug-in announces', async () => {
    await read('/api/payments/methods');
    await inTransaction(shop.services.db, (tx) => announce(tx, 'plugin'));
    await expect.poll(() => isCached('/api/payments/methods')).toBe(false);
    expect(await isCached(pageOf(kettle))).toBe(true);
  });
});
