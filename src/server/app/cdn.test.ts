import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { createCustomer, signIn } from '#test/factories/customer.ts';
import { type CreatedProduct, createCategory, createProduct } from '#test/factories/product.ts';
import { openPurgeReceiver, type PurgeReceiver } from '#test/servers/purge-receiver.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { openChangeFeed } from '../cluster/change-feed.ts';

let cdn: PurgeReceiver;
let shop: TestShop;
let lamp: CreatedProduct;
let kettle: CreatedProduct;
beforeAll(async () => {
  cdn = await openPurgeReceiver();
  shop = await openTestShop({ CDN: 'varnish', CDN_URL: cdn.url, CDN_TOKEN: 'a token of the CDN' });
  const { db } = shop.services;
  const category = await createCategory(db, { name: 'Lamps' });
  lamp = await createProduct(db, { name: 'Lamp', category_id: category.id, stock: 5 });
  kettle = await createProduct(db, { name: 'Kettle' });
});
afterAll(async () => {
  await shop.close();
  await cdn.close();
});

/** Waits until the catalogue index and the caches are filled. */
beforeEach(async () => {
  await expect
    .poll(async () => (await headersOf('/api/products'))['surrogate-key'], { timeout: 10_000 })
    .toContain(`product:${lamp.id}`);
});

const headersOf = async (url: string, headers: Readonly<Record<string, string>> = {}) =>
  (await shop.app.inject({ url, headers })).headers;

/** Polls until a CDN may cache the response: not while something changes, or while the node may have missed changes. */
async function cacheableHeadersOf(url: string) {
  let headers: Awaited<ReturnType<typeof headersOf>> = {};
  await expect
    .poll(
      async () => {
        headers = await headersOf(url);
        return headers['cache-control'];
      },
      { message: url, timeout: 10_000 },
    )
    .toContain('s-maxage=');
  return headers;
}

const keysSent = (name: 'xkey-soft-purge' | 'xkey-hard-purge') =>
  cdn.received.flatMap(({ headers }) => String(headers[name] ?? '').split(' ')).filter(Boolean);

test('public responses carry the keys of what they show, so that a CDN can cache them', async () => {
  const headers = await cacheableHeadersOf(`/api/products/${lamp.id}`);
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=600, stale-while-revalidate=1');
  const keys = String(headers['surrogate-key']).split(' ');
  expect(keys).toEqual(expect.arrayContaining(['all', `product:${lamp.id}`, 'category']));
  expect(keys).not.toContain(`product:${kettle.id}`);
  expect(headers['cache-tag']).toBe(keys.join(','));
  for (const url of ['/api/products', '/api/categories', '/api/shop', `/api/products/${lamp.id}/related`])
    await cacheableHeadersOf(url);
  const conditional = { url: `/api/products/${lamp.id}`, headers: { 'if-none-match': String(headers.etag) } };
  expect((await shop.app.inject(conditional)).statusCode).toBe(304);
  await expect
    .poll(async () => (await shop.app.inject(conditional)).headers['surrogate-key'], { timeout: 10_000 })
    .toBe(headers['surrogate-key']);
});

test('personal responses and errors cannot be cached, and no public response sets a cookie', async () => {
  const token = await signIn(shop, await createCustomer(shop.services.db));
  const authorization = `Bearer ${token}`;
  const responses = await Promise.all([
    shop.app.inject({ url: `/api/products/${lamp.id}`, headers: { authorization } }),
    shop.app.inject({ url: '/api/cart', headers: { authorization } }),
    shop.app.inject('/api/cart'),
    shop.app.inject('/api/products/999999'),
    shop.app.inject('/api/products?page=none'),
    shop.app.inject('/api/nowhere'),
    shop.app.inject({ method: 'POST', url: '/api/newsletter', payload: { email: 'a@shopper.test' } }),
    shop.app.inject('/healthz'),
    shop.app.inject('/startz'),
    shop.app.inject('/readyz'),
    shop.app.inject('/media/uploads/missing.webp'),
  ]);
  for (const { headers } of responses) {
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers).not.toHaveProperty('surrogate-key');
    expect(headers).not.toHaveProperty('cache-tag');
  }
  for (const url of ['/api/products', `/api/products/${lamp.id}`, '/api/shop'])
    expect(await headersOf(url)).not.toHaveProperty('set-cookie');
});

test('without a CDN, shared caches must revalidate every time', async () => {
  const plain = await openTestShop();
  onTestFinished(() => plain.close());
  const { headers } = await plain.app.inject('/api/products');
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  expect(headers).not.toHaveProperty('surrogate-key');
});

test('a change during the compression keeps the old response out of the CDN', async () => {
  const url = '/api/products?per_page=50';
  await cacheableHeadersOf(url);
  const compressed = shop.app.inject({ url, headers: { 'accept-encoding': 'br' } });
  setImmediate(() => shop.services.cache.drop([`product:${lamp.id}`]));
  expect((await compressed).headers).not.toHaveProperty('surrogate-key');
});

test('a new price purges the product and the lists that show it, and nothing else', async () => {
  // A node purges everything when it has started.
  await expect.poll(() => keysSent('xkey-hard-purge'), { timeout: 10_000 }).toContain('all');
  cdn.received.length = 0;
  await shop.services.db.updateTable('product').set({ price_cents: 4_200 }).where('id', '=', lamp.id).execute();
  await expect.poll(() => keysSent('xkey-soft-purge'), { timeout: 10_000 }).toContain(`product:${lamp.id}`);
  await expect.poll(() => keysSent('xkey-soft-purge'), { timeout: 10_000 }).toContain('lists');
  expect(keysSent('xkey-soft-purge')).not.toContain(`product:${kettle.id}`);
  await expect.poll(() => keysSent('xkey-hard-purge'), { timeout: 5_000 }).toContain(`product:${lamp.id}`);
});

test('the two nodes that have been connected longest purge; when one stops, another one takes over', async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const openFeed = async () => {
    const feed = await openChangeFeed(database.url, shop.services.log);
    let changes = 0;
    feed.nodes.onChange(() => {
      changes += 1;
    });
    return { feed, purges: feed.nodes.isAmongFirst, changes: () => changes };
  };
  const [oldest, older, newest] = [await openFeed(), await openFeed(), await openFeed()];
  const purging = () => [oldest, older, newest].map(({ purges }) => purges());
  // Changes right after the start are purged by all, because none of them knows the others yet.
  expect(purging()).toEqual([true, true, true]);
  await expect.poll(purging, { timeout: 10_000 }).toEqual([true, true, false]);
  const before = newest.changes();
  await oldest.feed.close();
  await expect.poll(() => newest.purges(), { timeout: 10_000 }).toBe(true);
  await expect.poll(() => newest.changes(), { timeout: 10_000 }).toBeGreaterThan(before);
  await Promise.all([older.feed.close(), newest.feed.close()]);
});

async function storePicture(key: string): Promise<void> {
  const { db } = shop.services;
  await db
    .insertInto('uploaded_picture')
    .values({ key, width: 8, height: 8, touched_at: new Date('2026-01-01') })
    .execute();
  await db
    .insertInto('uploaded_picture_file')
    .values({ key, width: 1280, bytes: Buffer.from('picture') })
    .execute();
}

test('a CDN keeps pictures for a year, with keys of their own, and so do browsers', async () => {
  const key = `up-${'a'.repeat(32)}`;
  await storePicture(key);
  const { statusCode, headers } = await shop.app.inject(`/media/uploads/${key}`);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, s-maxage=31536000, stale-while-revalidate=86400, immutable',
    'surrogate-key': `files picture:${key}`,
    'cache-tag': `files,picture:${key}`,
  });
});

describe('a deleted picture', () => {
  const key = `up-${'b'.repeat(32)}`;
  const cleanUp = () => shop.jobs.run('clean-up-pictures');
  /** Whether it was purged since the last call. */
  const isPurged = () => cdn.received.splice(0).some(({ headers }) => headers['xkey-hard-purge'] === `picture:${key}`);
  const letTimePass = () =>
    shop.services.db
      .updateTable('deleted_picture')
      .set({ deleted_at: new Date(Date.now() - 3_600_000) })
      .execute();
  beforeEach(async () => {
    await shop.services.db.deleteFrom('uploaded_picture').execute();
    await shop.services.db.deleteFrom('deleted_picture').execute();
    await storePicture(key);
    cdn.received.length = 0;
  });

  test('is purged, and once more an hour later, in case a slow node has sent it since', async () => {
    await cleanUp();
    expect(isPurged()).toBe(true);
    expect((await shop.app.inject(`/media/uploads/${key}`)).statusCode).toBe(404);
    await letTimePass();
    await cleanUp();
    expect(isPurged()).toBe(true);
    await cleanUp();
    expect(isPurged()).toBe(false);
  });

  test('is purged by the next run if the CDN does not accept the purge', async () => {
    cdn.answer(503);
    await expect(cleanUp()).rejects.toThrow('answered 503');
    await letTimePass();
    await expect(cleanUp()).rejects.toThrow('answered 503');
    cdn.answer(200);
    cdn.received.length = 0;
    await cleanUp();
    expect(isPurged()).toBe(true);
  });

  test('is purged whoever has deleted it', async () => {
    await shop.services.db.deleteFrom('uploaded_picture').where('key', '=', key).execute();
    await cleanUp();
    expect(isPurged()).toBe(true);
  });

  test('is purged beside many others', async () => {
    const others = Array.from({ length: 450 }, (_, at) => ({
      key: `up-${String(at).padStart(32, '0')}`,
      width: 8,
      height: 8,
      touched_at: new Date('2026-01-01'),
    }));
    await shop.services.db.insertInto('uploaded_picture').values(others).execute();
    await cleanUp();
    const purged = keysSent('xkey-hard-purge').filter((one) => one.startsWith('picture:'));
    expect(new Set(purged).size).toBe(others.length + 1);
  });
});
