import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cacheableResponse, createResponseCache } from './response-cache.ts';

const page = (text: string, status = 200) =>
  cacheableResponse(status, { 'content-type': 'text/plain' }, Buffer.from(text));

test('answers the second visitor with the cached bytes', async () => {
  const cache = createResponseCache(() => 0);
  let made = 0;
  const make = async () => page(`version ${++made}`);
  await cache.serve('/', make);
  expect((await cache.serve('/', make)).body.toString()).toBe('version 1');
});

test('concurrent visitors share one rendering', async () => {
  const cache = createResponseCache(() => 0);
  let made = 0;
  const make = async () => page(`version ${++made}`);
  await Promise.all(Array.from({ length: 20 }, () => cache.serve('/', make)));
  expect(made).toBe(1);
});

test('nothing is cached longer than two seconds, counted from the start of rendering', async () => {
  let now = 0;
  const cache = createResponseCache(() => now);
  await cache.serve('/', async () => {
    now += 1_500;
    return page('old');
  });
  now += 600;
  expect((await cache.serve('/', async () => page('new'))).body.toString()).toBe('new');
});

test('a change clears the cache, and responses started before it are not cached', async () => {
  const cache = createResponseCache(() => 0);
  let finish = (): void => undefined;
  const slow = cache.serve('/', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return page('before the change');
  });
  cache.clear();
  finish();
  await slow;
  expect((await cache.serve('/', async () => page('after'))).body.toString()).toBe('after');
});

test('failures and missing pages are not cached', async () => {
  const cache = createResponseCache(() => 0);
  await expect(cache.serve('/', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await cache.serve('/', async () => page('not here', 404));
  expect((await cache.serve('/', async () => page('here'))).body.toString()).toBe('here');
});

/** Serves each address once, then says which of them are answered again without being made again. */
async function cachedAfter(
  cache: ReturnType<typeof createResponseCache>,
  keys: readonly string[],
  make: () => Promise<ReturnType<typeof page>>,
): Promise<string[]> {
  for (const key of keys) await cache.serve(key, make);
  const cached: string[] = [];
  // From the newest on, since each one that is made again evicts the oldest.
  for (const key of keys.toReversed()) {
    let isMade = false;
    await cache.serve(key, () => {
      isMade = true;
      return make();
    });
    if (!isMade) cached.push(key);
  }
  return cached;
}

const numbered = (count: number, suffix = '') => Array.from({ length: count }, (_, index) => `/${index}${suffix}`);

test('holds at most 16 MB and evicts the least recently used', async () => {
  const cache = createResponseCache(() => 0);
  const cached = await cachedAfter(cache, numbered(40), async () => page('x'.repeat(1024 * 1024)));
  expect(cached.length).toBe(15);
  expect(cached[0]).toBe('/39');
});

test('long URLs count towards the size', async () => {
  const cache = createResponseCache(() => 0);
  const cached = await cachedAfter(cache, numbered(10_000, `?q=${'x'.repeat(8_000)}`), async () => page('none'));
  expect(cached.length).toBeGreaterThan(1_000);
  expect(cached.length).toBeLessThan(2_100);
});

test('headers count, too', async () => {
  const cache = createResponseCache(() => 0);
  const policy = { 'content-security-policy': 'x'.repeat(100_000) };
  const cached = await cachedAfter(cache, numbered(400), async () =>
    cacheableResponse(200, policy, Buffer.from('none')),
  );
  expect(cached.length).toBeLessThan(170);
});

test('compressed copies count in addition to the original', async () => {
  const cache = createResponseCache(() => 0);
  const make = async () => cacheableResponse(200, {}, randomBytes(512 * 1024));
  for (const key of numbered(20)) {
    const response = await cache.serve(key, make);
    await Promise.all([cache.encode(key, response, 'br'), cache.encode(key, response, 'gzip')]);
  }
  let made = 0;
  for (const key of numbered(20).toReversed()) {
    await cache.serve(key, async () => {
      made += 1;
      return make();
    });
  }
  // 20 of 0.5 MB would fit; with their two compressed copies of random bytes ten do.
  expect(made).toBeGreaterThanOrEqual(10);
});

test('a response of more than 2 MB is sent without caching', async () => {
  const cache = createResponseCache(() => 0);
  let made = 0;
  const make = async () => {
    made += 1;
    return page('x'.repeat(3 * 1024 * 1024));
  };
  await cache.serve('/large', make);
  expect((await cache.serve('/large', make)).body.length).toBe(3 * 1024 * 1024);
  expect(made).toBe(2);
});

test('compresses once, if worthwhile', async () => {
  const cache = createResponseCache(() => 0);
  const large = await cache.serve('/', async () => page('stoa '.repeat(1000)));
  const encoded = cache.encode('/', large, 'gzip');
  expect(cache.encode('/', large, 'gzip')).toBe(encoded);
  expect(gunzipSync(await (encoded as Promise<Buffer>)).toString()).toBe('stoa '.repeat(1000));
  expect(cache.encode('/small', page('tiny'), 'gzip')).toBeUndefined();
});
