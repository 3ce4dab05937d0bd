import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCategory, isResponseCached } from '#plugin/testing';
import { type CollectionsTestShop, openCollectionsShop } from '../testing.ts';

const URLS = {
  all: '/api/collections',
  lamps: '/api/collections/lamps',
  lampsListed: '/api/collections/lamps/products',
  gifts: '/api/collections/gifts',
  giftsListed: '/api/collections/gifts/products',
};

let shop: CollectionsTestShop;
const products: Record<'lamp' | 'vase' | 'spoon', number> = { lamp: 0, vase: 0, spoon: 0 };
let lampsId: number;
beforeAll(async () => {
  shop = await openCollectionsShop();
  const { db } = shop.services;
  const category_id = (await createCategory(db, { name: 'Home' })).id;
  products.lamp = (await shop.createProduct({ name: 'Lamp', category_id, stock: 9 })).id;
  products.vase = (await shop.createProduct({ name: 'Vase', category_id, stock: 9, tags: ['gift'] })).id;
  products.spoon = (await shop.createProduct({ name: 'Spoon', stock: 9 })).id;
  const { data } = await shop.createCollection({ slug: 'lamps', name: 'Lamps', product_ids: [products.lamp] });
  lampsId = data.id;
  await shop.createCollection({
    slug: 'gifts',
    rule: { match: 'all', conditions: [{ field: 'tag', value: 'gift' }] },
  });
});
afterAll(() => shop.close());

const read = async (url: string) => (await shop.app.inject(url)).json().data;
const isCached = (url: string) => isResponseCached(shop.services.cache, url);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Until all answers stay cached for this long: the changes before have been announced, and this process did not stall. */
const allCached = async (urls: readonly string[] = Object.values(URLS), milliseconds = 300) =>
  await expect
    .poll(
      async () => {
        for (const url of urls) await read(url);
        await pause(milliseconds);
        return (await Promise.all(urls.map(isCached))).every(Boolean);
      },
      { timeout: 20_000 },
    )
    .toBe(true);
beforeEach(() => allCached());

/** As an order does. */
const sell = (product: number) =>
  shop.services.db
    .updateTable('stock')
    .set((eb) => ({ sold: eb('sold', '+', 1) }))
    .where('product_id', '=', product)
    .execute();

const priceOf = (product: number, price_cents: number) =>
  shop.services.db.updateTable('product').set({ price_cents }).where('id', '=', product).execute();

const namesOf = (page: { data: readonly { name: string }[] }) => page.data.map(({ name }) => name);

test('answers of collections stay cached longer than those of unknown content', async () => {
  await allCached(Object.values(URLS), 1_500);
});

test('an order drops only the collections that show the product', async () => {
  let sold = 0;
  const areLampsCachedAfterSale = async () => {
    await allCached();
    await sell(products.spoon);
    await sell(products.vase);
    sold += 1;
    await expect.poll(() => isCached(URLS.giftsListed)).toBe(false);
    return [await isCached(URLS.lamps), await isCached(URLS.lampsListed)];
  };
  // After a stall of this process, answers are dropped for their age.
  await expect.poll(areLampsCachedAfterSale, { timeout: 40_000 }).toEqual([true, true]);
  expect((await read(URLS.giftsListed)).data).toMatchObject([{ name: 'Vase', stock: 9 - sold }]);
});

test('a new price of a product in a collection shows within two seconds', async () => {
  let dollars = 42;
  const msUntilShown = async () => {
    dollars += 1;
    const began = performance.now();
    await priceOf(products.lamp, dollars * 100);
    await expect.poll(async () => (await read(URLS.lampsListed)).data[0].price).toBe(`${dollars}.00`);
    return performance.now() - began;
  };
  // Again if this process stalled meanwhile.
  await expect.poll(msUntilShown, { timeout: 40_000 }).toBeLessThan(2_000);
});

test('a product that begins to meet the rule shows without waiting for the cache to expire', async () => {
  await shop.services.db
    .updateTable('product')
    .set({ tags: ['gift'] })
    .where('id', '=', products.spoon)
    .execute();
  await expect.poll(async () => namesOf(await read(URLS.giftsListed))).toEqual(['Spoon', 'Vase']);
  await expect.poll(async () => (await read(URLS.gifts)).product_count).toBe(2);
});

test('a change of the collection shows without waiting for the cache to expire', async () => {
  const form = { slug: 'lamps', name: 'Bright lamps', product_ids: [products.vase, products.lamp] };
  await shop.saveCollection(lampsId, shop.collectionForm(form));
  await expect.poll(async () => (await read(URLS.lamps)).name).toBe('Bright lamps');
  expect(namesOf(await read(URLS.lampsListed))).toEqual(['Vase', 'Lamp']);
  expect(namesOf(await read(URLS.all))).toContain('Bright lamps');
});

test('a product leaves a cached collection the moment it is no longer new', async () => {
  const daysAgo = (days: number) => new Date(shop.services.now().getTime() - days * 86_400_000);
  await shop.createProduct({ name: 'Old news', tags: ['news'], created_at: daysAgo(6) });
  await shop.createProduct({ name: 'Late news', tags: ['news'], created_at: daysAgo(1) });
  const news = { field: 'tag' as const, value: 'news' };
  const sale = { field: 'sale' as const };
  await shop.createCollection({
    slug: 'news',
    rule: { match: 'all', conditions: [news, { field: 'created', days: 30 }, { field: 'created', days: 7 }] },
  });
  await shop.createCollection({
    slug: 'any-news',
    rule: { match: 'any', conditions: [sale, { field: 'created', days: 7 }] },
  });
  const urls = ['news', 'any-news'].flatMap((slug) => [
    `/api/collections/${slug}/products`,
    `/api/collections/${slug}`,
  ]);
  await expect.poll(async () => (await read(urls[0] ?? '')).total).toBe(2);
  await allCached(urls, 1_300);
  await shop.advance({ days: 1 });
  // Nothing but the clock has changed.
  expect(await Promise.all(urls.map(isCached))).toEqual(urls.map(() => false));
  expect(namesOf(await read(urls[0] ?? ''))).toEqual(['Late news']);
  expect(namesOf(await read(urls[2] ?? ''))).not.toContain('Old news');
  expect((await read(urls[1] ?? '')).product_count).toBe(1);
});

test('a collection appears and disappears on time in cached answers', async () => {
  const inDays = (days: number) => new Date(shop.services.now().getTime() + days * 86_400_000).toISOString();
  await shop.createCollection({
    slug: 'weekend',
    name: 'Weekend',
    published_from: inDays(1),
    published_until: inDays(3),
    product_ids: [products.lamp],
  });
  await allCached();
  expect(namesOf(await read(URLS.all))).not.toContain('Weekend');
  await shop.advance({ days: 2 });
  expect(namesOf(await read(URLS.all))).toContain('Weekend');
  const weekend = '/api/collections/weekend';
  await allCached([URLS.all, weekend]);
  await shop.advance({ days: 2 });
  expect(namesOf(await read(URLS.all))).not.toContain('Weekend');
  expect((await shop.app.inject(weekend)).statusCode).toBe(404);
});
