import type { FastifyInstance } from 'fastify';
import type { CdnSettings } from '#server/platform/config.ts';
import type { CacheFacts } from './cache-facts.ts';

/** The key of every page and public API response. Files that never change do not have it. */
export const EVERYTHING = 'all';
/** The key of files that never change. */
const FILES = 'files';

/** A safety net, like `MAX_AGE_MS` in `response-freshness.ts`: after a lost purge, pages are outdated for no longer than this. */
const MAX_SECONDS = 600;
/**
 * How long the CDN may send the old response after a purge while it fetches the new one. Of the two seconds that decision 5
 * allows, the other one is for the announcement and the purge.
 */
const STALE_SECONDS = 1;
/** Maximum length of the keys of a response. Proxies allow 4 to 16 KB for all headers, and two headers contain the keys. */
const MAX_KEYS_LENGTH = 2_000;
/** Keys with other characters, such as spaces and commas, would break the headers. */
const PLAIN = /^[\w:.-]+$/;

/** Stands for all keys of the same kind: `product:any` for `product:12`. */
export function groupKey(key: string): string | undefined {
  const end = key.indexOf(':');
  return end === -1 ? undefined : `${key.slice(0, end)}:any`;
}

function keysOf(keys: readonly string[]): readonly string[] | undefined {
  if (!keys.every((key) => PLAIN.test(key))) return undefined;
  const all = [EVERYTHING, ...keys];
  if (all.join(' ').length <= MAX_KEYS_LENGTH) return all;
  const grouped = [...new Set(all.map((key) => groupKey(key) ?? key))];
  return grouped.join(' ').length <= MAX_KEYS_LENGTH ? grouped : undefined;
}

const keyHeaders = (keys: readonly string[]) => ({ 'surrogate-key': keys.join(' '), 'cache-tag': keys.join(',') });

export type CdnKind = CdnSettings['kind'];

/**
 * Fastly and Cloudflare have headers of their own, so that other shared caches and browsers do not keep the response: the shop
 * cannot purge those. For Varnish, the reference VCL rewrites `Cache-Control` before it responds.
 */
const LIFETIME: Readonly<Record<CdnKind, (seconds: number) => Readonly<Record<string, string>>>> = {
  varnish: (seconds) => ({
    'cache-control': `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${STALE_SECONDS}`,
  }),
  fastly: (seconds) => ({ 'surrogate-control': `max-age=${seconds}, stale-while-revalidate=${STALE_SECONDS}` }),
  cloudflare: (seconds) => ({
    'cloudflare-cdn-cache-control': `max-age=${seconds}, stale-while-revalidate=${STALE_SECONDS}`,
  }),
};

/** Headers that let a CDN cache a response; undefined if it must not, because the shop could not purge it. */
export function cdnHeaders(
  kind: CdnKind,
  { keys, validUntil }: CacheFacts,
  now: Date,
): Readonly<Record<string, string>> | undefined {
  const left = validUntil ? Math.floor((validUntil.getTime() - now.getTime()) / 1_000) : MAX_SECONDS;
  const known = keys && keysOf(keys);
  if (!known || left < 1) return undefined;
  return { ...LIFETIME[kind](Math.min(left, MAX_SECONDS)), ...keyHeaders(known) };
}

/** The keys of a file that the shop may delete. Without a key of its own, a CDN keeps it for as long as `adaptHeadersToCdn` allows. */
export const fileKeyHeaders = (key: string) => keyHeaders([FILES, key]);

const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;

/**
 * Lets a CDN cache pictures, scripts and other files that never change. Marks responses that must not be cached as `private`:
 * Fastly ignores `no-store` and `no-cache`, and caches responses without rules.
 */
export function adaptHeadersToCdn(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const rule = String(reply.getHeader('cache-control') ?? 'no-cache');
    if (/^no-(store|cache)$/.test(rule)) reply.header('cache-control', `private, ${rule}`);
    if (!rule.startsWith('public') || !rule.endsWith('immutable') || reply.statusCode >= 400) return;
    const forCdn = `s-maxage=${YEAR_SECONDS}, stale-while-revalidate=${DAY_SECONDS}`;
    reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, ${forCdn}, immutable`);
    if (!reply.hasHeader('surrogate-key')) reply.headers(keyHeaders([FILES]));
  });
}
