import { expect, test } from 'vitest';
import { cdnHeaders } from './cdn-headers.ts';

const NOW = new Date('2026-11-23T10:00:00Z');
const showing = (keys: readonly string[] | undefined, validUntil?: Date) =>
  cdnHeaders('varnish', { keys, validUntil }, NOW);

test('a CDN may cache a response with the keys of what it shows', () => {
  expect(showing(['product:12', 'category'])).toEqual({
    'cache-control': 'public, max-age=0, s-maxage=600, stale-while-revalidate=1',
    'surrogate-key': 'all product:12 category',
    'cache-tag': 'all,product:12,category',
  });
});

test('Fastly and Cloudflare have headers of their own, so that other shared caches and browsers keep nothing', () => {
  const keys = { 'surrogate-key': 'all lists', 'cache-tag': 'all,lists' };
  const facts = { keys: ['lists'], validUntil: undefined };
  const lifetime = 'max-age=600, stale-while-revalidate=1';
  expect(cdnHeaders('fastly', facts, NOW)).toEqual({ 'surrogate-control': lifetime, ...keys });
  expect(cdnHeaders('cloudflare', facts, NOW)).toEqual({ 'cloudflare-cdn-cache-control': lifetime, ...keys });
});

test('responses that cannot be purged are not cached: without declared keys, or with keys that break the header', () => {
  expect(showing(undefined)).toBeUndefined();
  expect(showing(['plugin', 'two words'])).toBeUndefined();
  expect(showing(['a,b'])).toBeUndefined();
});

test('no response is cached beyond the end of its schedule', () => {
  const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
  expect(showing(['plugin'], inSeconds(30.9))?.['cache-control']).toContain('s-maxage=30,');
  expect(showing(['plugin'], inSeconds(10_000))?.['cache-control']).toContain('s-maxage=600,');
  expect(showing(['plugin'], inSeconds(0.9))).toBeUndefined();
});

test('a page with very many products has one key for all of them', () => {
  const products = (count: number) => Array.from({ length: count }, (_, at) => `product:${100_000 + at}`);
  expect(showing(['lists', ...products(100)])?.['surrogate-key']).toContain('product:100099');
  expect(showing(['lists', ...products(1_000)])?.['surrogate-key']).toBe('all lists product:any');
  expect(showing(Array.from({ length: 1_000 }, (_, at) => `kind${at}`))).toBeUndefined();
});
