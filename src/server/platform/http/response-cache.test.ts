import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createResponseCache, keptResponse } from './response-cache.ts';

const page = (text: string, status = 200) => keptResponse(status, { 'content-type': 'text/plain' }, Buffer.from(text));

test('answers the second visitor with the bytes of the first', async () => {
  const cache = createResponseCache(() => 0);
  let made = 0;
  const make = async () => page(`version ${++made}`);
  await cache.serve('/', make);
  expect((await cache.serve('/', make)).body.toString()).toBe('version 1');
});

test('visitors who come at the same moment share one making', async () => {
  const cache = createResponseCache(() => 0);
  let made = 0;
  const make = async () => page(`version ${++made}`);
  await Promise.all(Array.from({ length: 20 }, () => cache.serve('/', make)));
  expect(made).toBe(1);
});

test('nothing is kept longer than two seconds, counted from the beginning of its making', async () => {
  let now = 0;
  const cache = createResponseCache(() => now);
  await cache.serve('/', async () => {
    now += 1_500;
    return page('old');
  });
  now += 600;
  expect((await cache.serve('/', async () => page('new'))).body.toString()).toBe('new');
});

test('a change forgets what is kept, and what was being made before it is not kept after it', async () => {
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

test('failures and missing pages are not kept', async () => {
  const cache = createResponseCache(() => 0);
  await expect(cache.serve('/', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await cache.serve('/', async () => page('not here', 404));
  expect((await cache.serve('/', async () => page('here'))).body.toString()).toBe('here');
});

test('holds a bounded number of bytes: the oldest go', async () => {
  const cache = createResponseCache(() => 0);
  let made = 0;
  const megabyte = async () => {
    made += 1;
    return page('x'.repeat(1024 * 1024));
  };
  for (let index = 0; index < 40; index += 1) await cache.serve(`/${index}`, megabyte);
  await cache.serve('/39', megabyte);
  expect(made).toBe(40);
  await cache.serve('/0', megabyte);
  expect(made).toBe(41);
});

test('compresses once what is worth it', async () => {
  const cache = createResponseCache(() => 0);
  const large = await cache.serve('/', async () => page('stoa '.repeat(1000)));
  const encoded = cache.encode('/', large, 'gzip');
  expect(cache.encode('/', large, 'gzip')).toBe(encoded);
  expect(gunzipSync(await (encoded as Promise<Buffer>)).toString()).toBe('stoa '.repeat(1000));
  expect(cache.encode('/small', page('tiny'), 'gzip')).toBeUndefined();
});
