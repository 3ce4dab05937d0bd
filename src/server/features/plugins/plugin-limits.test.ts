import { expect, test } from 'vitest';
import { createSettingsCache } from '#server/features/settings/index.ts';
import { TimeLimitError } from '#server/platform/concurrency/with-time-limit.ts';
import { limitCachedReads } from './plugin-limits.ts';

const changes = { onChange: () => undefined, isLive: () => true };

test('a cached read that is too slow for the first response serves the next ones, and is not repeated', async () => {
  const cached = limitCachedReads('blog', createSettingsCache(changes), { responseMs: 10 });
  const slow = Promise.withResolvers<string>();
  let reads = 0;
  const read = () => {
    reads += 1;
    return slow.promise;
  };
  await expect(cached('posts', read)).rejects.toThrow(TimeLimitError);
  slow.resolve('two posts');
  expect(await cached('posts', read)).toBe('two posts');
  expect(reads).toBe(1);
});

test('a cached read that does not end is begun again', async () => {
  const cached = limitCachedReads('blog', createSettingsCache(changes), { responseMs: 10, readMs: 20 });
  await expect(cached('posts', () => new Promise<string>(() => undefined))).rejects.toThrow(TimeLimitError);
  await expect.poll(() => cached('posts', async () => 'two posts').catch(() => undefined)).toBe('two posts');
});
