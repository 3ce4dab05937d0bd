import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { collectCacheFacts, dependsOn, validUntil } from './cache-facts.ts';
import { type CacheableResponse, cacheableResponse } from './cacheable-response.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';

const page = (text: string, status = 200) =>
  cacheableResponse(status, { 'content-type': 'text/plain' }, Buffer.from(text));

const MEGABYTE = 1024 * 1024;

/** Half of its memory is for bodies as they are sent. */
const createCache = (monotonicMs = () => 0) => createResponseCache({ monotonicMs, maxBytes: 32 * MEGABYTE });

/** A response that depends only on `keys`. */
const showing = (text: string, keys: readonly string[], validUntil?: Date) =>
  cacheableResponse(200, { 'content-type': 'text/plain' }, Buffer.from(text), { keys, validUntil });

const textOf = async (cache: ResponseCache, key: string, make: () => CacheableResponse) =>
  (await cache.serve(key, async () => make())).body().toString();

test('answers the second visitor with the cached bytes', async () => {
  const cache = createCache();
  let made = 0;
  const make = async () => page(`version ${++made}`);
  await cache.serve('/', make);
  expect((await cache.serve('/', make)).body().toString()).toBe('version 1');
  expect(cache.served()).toBe(2);
});

test('caching a small response does not keep the larger buffer that contains it in memory', async () => {
  const cache = createCache();
  const small = page('short text');
  expect(small.body.buffer.byteLength).toBeGreaterThan(small.body.length);
  await cache.serve('/', async () => small);
  const cached = (await cache.serve('/', async () => page('never'))).body();
  expect(cached.toString()).toBe('short text');
  expect(cached.buffer.byteLength).toBe(cached.length);
});

test('responses that are cached briefly leave room for others once they have expired', async () => {
  const cache = createCache();
  for (let visit = 0; visit < 2; visit += 1)
    await cache.serve('/?page=1', async () => showing('first page', ['lists']));
  for (const search of ['lamp', 'desk', 'chair']) {
    // Requested twice to end their probation, so that only the 1.2 s limit how long they are cached.
    const keys = Array.from({ length: 8 }, (_, n) => `/?${search}=${n}`).flatMap((key) => [key, key]);
    for (const key of keys) await cache.serve(key, async () => page('x'.repeat(MEGABYTE)));
    // Longer than the 1.2 s for which they can be used.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
  }
  expect(await textOf(cache, '/?page=1', () => page('made again'))).toBe('first page');
});

test('a CDN must not cache a response begun before a change, or from a node that may have missed changes', async () => {
  let feedLagMs = 0;
  const cache = createResponseCache({ cdn: 'varnish', feedLagMs: () => feedLagMs });
  const overtaken = await cache.serve('/', async () => {
    cache.drop(['product:1']);
    return showing('old', ['product:1']);
  });
  expect(cache.cdnHeaders(overtaken)).toBeUndefined();
  const current = await cache.serve('/', async () => showing('new', ['product:1']));
  expect(cache.cdnHeaders(current)).toMatchObject({ 'surrogate-key': 'all product:1' });
  feedLagMs = 1_000;
  expect(cache.cdnHeaders(current)).toBeUndefined();
  feedLagMs = 0;
  cache.drop(['product:2']);
  expect(cache.cdnHeaders(current)).toBeDefined();
  cache.drop(['product:1']);
  expect(cache.cdnHeaders(current)).toBeUndefined();
});

test('concurrent visitors share one rendering', async () => {
  const cache = createCache();
  let made = 0;
  const make = async () => page(`version ${++made}`);
  await Promise.all(Array.from({ length: 20 }, () => cache.serve('/', make)));
  expect(made).toBe(1);
});

test('a response of unknown content is not cached longer than two seconds, counted from the start of rendering', async () => {
  let now = 0;
  const cache = createCache(() => now);
  await cache.serve('/', async () => {
    now += 1_500;
    return page('old');
  });
  now += 600;
  expect((await cache.serve('/', async () => page('new'))).body().toString()).toBe('new');
});

test('a change clears the cache, and responses started before it are not cached', async () => {
  const cache = createCache();
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
  expect((await cache.serve('/', async () => page('after'))).body().toString()).toBe('after');
});

test('failures and missing pages are not cached', async () => {
  const cache = createCache();
  await expect(cache.serve('/', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await cache.serve('/', async () => page('not here', 404));
  expect((await cache.serve('/', async () => page('here'))).body().toString()).toBe('here');
});

/** Requests each URL once, then returns those that are still answered from the cache. */
async function cachedAfter(
  cache: ReturnType<typeof createResponseCache>,
  keys: readonly string[],
  make: () => Promise<ReturnType<typeof page>>,
): Promise<string[]> {
  for (const key of keys) await cache.serve(key, make);
  return cachedAmong(cache, keys, make);
}

async function cachedAmong(
  cache: ReturnType<typeof createResponseCache>,
  keys: readonly string[],
  make: () => Promise<ReturnType<typeof page>>,
): Promise<string[]> {
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

test('holds at most 14 MB of bodies that were requested again, and evicts the least recently used', async () => {
  const cache = createCache();
  const make = async () => page('x'.repeat(MEGABYTE));
  const keys = numbered(40, '?q');
  for (const key of keys.flatMap((key) => [key, key])) await cache.serve(key, make);
  const cached = await cachedAmong(cache, keys, make);
  expect(cached.length).toBe(13);
  expect(cached[0]).toBe('/39?q');
});

test('holds at most 2 MB of bodies for URLs with a query that were requested once', async () => {
  const cache = createCache();
  const cached = await cachedAfter(cache, numbered(400, '?q'), async () => page('x'.repeat(MEGABYTE / 10)));
  expect(cached.length).toBe(19);
  expect(cached[0]).toBe('/399?q');
});

test('a small cache also holds large bodies for URLs with a query', async () => {
  const cache = createResponseCache({ maxBytes: 8 * MEGABYTE });
  await cache.serve('/?page=2', async () => page('x'.repeat(MEGABYTE)));
  expect(await textOf(cache, '/?page=2', () => page('made again'))).toHaveLength(MEGABYTE);
});

test('a crawler that requests each of many filters once evicts nothing that visitors request', async () => {
  const cache = createCache();
  const make = async () => page('x'.repeat(MEGABYTE / 2));
  const popular = numbered(10, '?sort=price');
  for (const key of popular.flatMap((key) => [key, key])) await cache.serve(key, make);
  for (const key of numbered(100, '?crawled')) await cache.serve(key, make);
  expect(await cachedAmong(cache, popular, make)).toHaveLength(10);
});

test('a crawler that accepts compressed responses, as all do, evicts nothing that visitors request either', async () => {
  const cache = createCache();
  const shown = { keys: ['lists'], validUntil: undefined };
  const make = async () => cacheableResponse(200, {}, randomBytes(MEGABYTE / 2), shown);
  const request = async (key: string) => cache.encode(key, await cache.serve(key, make), 'gzip');
  const popular = numbered(10, '?sort=price');
  for (const key of popular.flatMap((key) => [key, key])) await request(key);
  for (const key of numbered(40, '?crawled')) await request(key);
  expect(await cachedAmong(cache, popular, make)).toHaveLength(10);
});

test('long URLs count towards the size', async () => {
  const cache = createCache();
  const cached = await cachedAfter(cache, numbered(10_000, `?q=${'x'.repeat(8_000)}`), async () => page('none'));
  expect(cached.length).toBeGreaterThan(200);
  expect(cached.length).toBeLessThan(270);
});

test('headers count, too', async () => {
  const cache = createCache();
  const policy = { 'content-security-policy': 'x'.repeat(100_000) };
  const cached = await cachedAfter(cache, numbered(400), async () =>
    cacheableResponse(200, policy, Buffer.from('none')),
  );
  expect(cached.length).toBeLessThan(170);
});

test('compressed copies count in addition to the original', async () => {
  const cache = createCache();
  const make = async () => cacheableResponse(200, {}, randomBytes(512 * 1024));
  const keys = numbered(20, '?q');
  for (const key of keys) {
    const response = await cache.serve(key, make);
    await Promise.all([cache.encode(key, response, 'br'), cache.encode(key, response, 'gzip')]);
  }
  let made = 0;
  for (const key of keys.toReversed()) {
    await cache.serve(key, async () => {
      made += 1;
      return make();
    });
  }
  // 20 of 0.5 MB would fit; with their two compressed copies of random bytes ten do.
  expect(made).toBeGreaterThanOrEqual(10);
});

test('a response of more than 2 MB is sent without caching', async () => {
  const cache = createCache();
  let made = 0;
  const make = async () => {
    made += 1;
    return page('x'.repeat(3 * 1024 * 1024));
  };
  await cache.serve('/large', make);
  expect((await cache.serve('/large', make)).length).toBe(3 * 1024 * 1024);
  expect(made).toBe(2);
});

test('compresses pages further than other responses', async () => {
  const cache = createCache();
  const words = Array.from({ length: 5_000 }, (_, index) => `<li>${((index + 1) * 7919) % 613} lamps</li>`);
  const body = Buffer.from(words.join(''));
  const sizeOf = async (type: string) => {
    const made = cacheableResponse(200, { 'content-type': type }, body);
    const response = await cache.serve(type, async () => made);
    return (await cache.encode(type, response, 'br'))?.length ?? Number.NaN;
  };
  expect(await sizeOf('text/html; charset=utf-8')).toBeLessThan(await sizeOf('application/json; charset=utf-8'));
});

test('compresses once, if worthwhile', async () => {
  const cache = createCache();
  const large = await cache.serve('/', async () => page('stoa '.repeat(1000)));
  const encoded = cache.encode('/', large, 'gzip');
  expect(cache.encode('/', large, 'gzip')).toBe(encoded);
  expect(gunzipSync(await (encoded as Promise<Buffer>)).toString()).toBe('stoa '.repeat(1000));
  const small = await cache.serve('/small', async () => page('tiny'));
  expect(cache.encode('/small', small, 'gzip')).toBeUndefined();
});

test('a change drops the responses that show it, and no others', async () => {
  const cache = createCache();
  let made = 0;
  const visit = (key: string, keys: readonly string[]) => textOf(cache, key, () => showing(`made ${++made}`, keys));
  await visit('/12', ['product:12', 'setting']);
  await visit('/13', ['product:13', 'setting']);
  cache.drop(['product:12']);
  expect(await visit('/13', [])).toBe('made 2');
  expect(await visit('/12', ['product:12'])).toBe('made 3');
  expect(await visit('/12', ['product:12'])).toBe('made 3');
});

test('a response of unknown content is dropped by any change', async () => {
  const cache = createCache();
  await textOf(cache, '/', () => page('before'));
  cache.drop(['product:12']);
  expect(await textOf(cache, '/', () => page('after'))).toBe('after');
});

test('a response that was begun before a change is not cached after it', async () => {
  const cache = createCache();
  let finish = (): void => undefined;
  const slow = cache.serve('/', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return showing('before the change', ['product:12']);
  });
  cache.drop(['product:12']);
  const visitor = textOf(cache, '/', () => showing('after', ['product:12']));
  expect(await visitor).toBe('after');
  finish();
  await slow;
  expect(await textOf(cache, '/', () => showing('again', []))).toBe('after');
});

test('a response that shows something else is cached despite a change while it was made', async () => {
  const cache = createCache();
  await cache.serve('/', async () => {
    cache.drop(['product:13']);
    return showing('first', ['product:12']);
  });
  expect(await textOf(cache, '/', () => showing('second', []))).toBe('first');
});

test('after fifty thousand changed products, only responses from before the older half of the changes are dropped', async () => {
  const cache = createCache();
  const change = (from: number, to: number) => {
    for (let id = from; id < to; id += 1) cache.drop([`product:${id}`]);
  };
  await textOf(cache, '/old', () => showing('old', ['product:1']));
  change(100, 30_100);
  await textOf(cache, '/recent', () => showing('recent', ['product:1']));
  // Counts as one of the latest from now on, not as one of the oldest.
  await textOf(cache, '/changed', () => showing('changed', ['product:100']));
  change(100, 101);
  change(30_100, 50_200);
  expect(await textOf(cache, '/old', () => showing('new', []))).toBe('new');
  expect(await textOf(cache, '/recent', () => showing('new', []))).toBe('recent');
  expect(await textOf(cache, '/changed', () => showing('new', []))).toBe('new');
});

test('a response with a schedule is cached until then', async () => {
  let now = new Date('2026-11-23T10:00:00Z');
  const cache = createResponseCache({ now: () => now, monotonicMs: () => 0 });
  await textOf(cache, '/', () => showing('today', ['setting'], new Date('2026-11-24T00:00:00Z')));
  now = new Date('2026-11-23T23:59:59Z');
  expect(await textOf(cache, '/', () => showing('tomorrow', []))).toBe('today');
  now = new Date('2026-11-24T00:00:00Z');
  expect(await textOf(cache, '/', () => showing('tomorrow', []))).toBe('tomorrow');
});

test('while changes are not announced, nothing is older than two seconds', async () => {
  let elapsed = 0;
  let silence = 1_000;
  const cache = createResponseCache({ monotonicMs: () => elapsed, feedLagMs: () => silence });
  await textOf(cache, '/', () => showing('old', ['product:12']));
  elapsed = 60_000;
  expect(await textOf(cache, '/', () => showing('new', ['product:12']))).toBe('old');
  silence = 1_900;
  expect(await textOf(cache, '/', () => showing('new', ['product:12']))).toBe('new');
});

test('a change that nobody announces shows after ten minutes', async () => {
  let elapsed = 0;
  const cache = createResponseCache({ monotonicMs: () => elapsed });
  await textOf(cache, '/', () => showing('old', ['product:12']));
  elapsed = 10 * 60_000;
  expect(await textOf(cache, '/', () => showing('new', []))).toBe('new');
});

const article = (id: number) =>
  `<!doctype html>${'<p>The same on every page, and long.</p>'.repeat(800)}<h1>Article ${id}</h1>${randomBytes(200).toString('hex')}`;

test('two thousand similar pages of 33 KB fit into 12 MB', async () => {
  const cache = createResponseCache({ maxBytes: 12 * MEGABYTE, monotonicMs: () => 0 });
  const texts = Array.from({ length: 2_000 }, (_, id) => article(id));
  for (const [id, text] of texts.entries()) await textOf(cache, `page /products/${id}`, () => showing(text, ['a']));
  let made = 0;
  for (const [id, text] of texts.entries()) {
    const sent = await textOf(cache, `page /products/${id}`, () => {
      made += 1;
      return showing(text, ['a']);
    });
    if (sent !== text) throw new Error(`Page ${id} was sent with the content of another one`);
  }
  expect(made).toBe(0);
});

test('responses for URLs with a query are kept only while they are among the most used', async () => {
  const cache = createResponseCache({ maxBytes: 4 * MEGABYTE, monotonicMs: () => 0 });
  const visit = (id: number) => textOf(cache, `/products?n=${id}`, () => showing(`${id} ${article(id)}`, ['a']));
  const first = await visit(0);
  for (let id = 1; id < 200; id += 1) await visit(id);
  expect(await visit(0)).not.toBe(first);
});

test('more changes than can be remembered drop everything', async () => {
  const cache = createCache();
  await textOf(cache, '/', () => showing('before', ['setting']));
  for (let id = 0; id < 60_000; id += 500) cache.drop(Array.from({ length: 500 }, (_, i) => `product:${id + i}`));
  expect(await textOf(cache, '/', () => showing('after', ['setting']))).toBe('after');
});

describe('a memoized read', () => {
  /** Counts its calls, and depends on `setting` until `ends`. */
  function createRead({ cache, ends }: { cache: ResponseCache; ends?: Date }) {
    let count = 0;
    const read = cache.memoize(async () => {
      dependsOn('setting');
      validUntil(ends);
      count += 1;
      return count;
    });
    return () => collectCacheFacts(read);
  }

  test('is repeated only after a change of what it depends on', async () => {
    const cache = createCache();
    const read = createRead({ cache });
    await read();
    cache.drop(['product:1']);
    expect((await read()).result).toBe(1);
    cache.drop(['setting']);
    expect((await read()).result).toBe(2);
    cache.clear();
    expect((await read()).result).toBe(3);
  });

  test('declares the same each time', async () => {
    const cache = createCache();
    const ends = new Date(Date.now() + 60_000);
    const read = createRead({ cache, ends });
    const first = await read();
    expect(await read()).toEqual(first);
    expect(first.facts).toEqual({ keys: ['setting'], validUntil: ends });
  });

  test('is repeated if something changed while it ran', async () => {
    const cache = createCache();
    let count = 0;
    const read = cache.memoize(async () => {
      dependsOn('setting');
      count += 1;
      if (count === 1) cache.drop(['setting']);
      return count;
    });
    await collectCacheFacts(read);
    expect((await collectCacheFacts(read)).result).toBe(2);
  });

  test('is repeated when its schedule ends', async () => {
    let now = new Date('2026-11-20T10:00:00Z');
    const cache = createResponseCache({ now: () => now });
    const read = createRead({ cache, ends: new Date('2026-11-20T12:00:00Z') });
    await read();
    now = new Date('2026-11-20T11:59:59Z');
    expect((await read()).result).toBe(1);
    now = new Date('2026-11-20T12:00:00Z');
    expect((await read()).result).toBe(2);
  });

  test('is repeated each time while changes are not announced', async () => {
    let feedLagMs = 0;
    const cache = createResponseCache({ feedLagMs: () => feedLagMs });
    const read = createRead({ cache });
    await read();
    feedLagMs = 800;
    expect((await read()).result).toBe(2);
    expect((await read()).result).toBe(3);
  });

  test('is repeated after a minute', async () => {
    let now = 0;
    const cache = createCache(() => now);
    const read = createRead({ cache });
    await read();
    now = 59_999;
    expect((await read()).result).toBe(1);
    now = 60_000;
    expect((await read()).result).toBe(2);
  });

  test('is repeated each time if it declares nothing', async () => {
    const cache = createCache();
    let count = 0;
    const read = cache.memoize(async () => {
      count += 1;
      return count;
    });
    await read();
    expect(await read()).toBe(2);
  });
});
