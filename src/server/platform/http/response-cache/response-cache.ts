import { fillCache } from '../../database/read-scope.ts';
import { UNKNOWN } from './cache-facts.ts';
import type { CacheableResponse, CachedResponse } from './cacheable-response.ts';
import { type CdnKind, cdnHeaders } from './cdn-headers.ts';
import type { Encoding } from './compress-response.ts';
import { createHeaderPool } from './header-pool.ts';
import { createFreshness, type FreshnessClocks } from './response-freshness.ts';
import { createResponseStore } from './response-store.ts';

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

export interface ResponseCache {
  /** The cached response, or the result of `make`; concurrent callers share one call. */
  serve(key: string, make: () => Promise<CacheableResponse>): Promise<CachedResponse>;
  /** The compressed bytes, or undefined when compression is not worth it. Computed once while the response is used often. */
  encode(key: string, response: CachedResponse, encoding: Encoding): Promise<Buffer> | undefined;
  /**
   * Headers that let a CDN cache the response; undefined if it must not, or if there is no CDN. Call it shortly before the
   * response is sent: a change since then can no longer be considered.
   */
  cdnHeaders(response: CachedResponse): Readonly<Record<string, string>> | undefined;
  /** Reuses the result of `read`, with what it declares, until something that it depends on changes. */
  memoize<T>(read: () => Promise<T>): () => Promise<T>;
  /** How many responses were asked for since the start. */
  served(): number;
  /** Drops the responses that depend on one of these keys, and those with unknown keys. */
  drop(keys: readonly string[]): void;
  /** Drops everything. */
  clear(): void;
}

export interface ResponseCacheOptions extends Partial<FreshnessClocks> {
  /** Half of it is for compressed responses, half for the most used ones. */
  readonly maxBytes?: number;
  /** The CDN that the shop purges when something changes. */
  readonly cdn?: CdnKind | undefined;
}

/** Caches public responses until something that they show changes, within a maximum size. */
export function createResponseCache({
  maxBytes = DEFAULT_MAX_BYTES,
  feedLagMs = () => 0,
  cdn,
  now = () => new Date(),
  monotonicMs = () => performance.now(),
}: ResponseCacheOptions = {}): ResponseCache {
  const { changes, begin, isCurrent, isFresh, isCacheableByCdn, memoize } = createFreshness({
    feedLagMs,
    now,
    monotonicMs,
  });
  const shareHeaders = createHeaderPool();
  const store = createResponseStore(maxBytes, ({ response, madeAt }) => isFresh(response, madeAt));
  const making = new Map<string, { readonly after: number; readonly made: Promise<CachedResponse> }>();
  let served = 0;

  function findFresh(key: string): CachedResponse | undefined {
    const entry = store.find(key);
    return entry && isFresh(entry.response, entry.madeAt) ? store.withBody(key, entry) : undefined;
  }

  async function makeAndCache(key: string, make: () => Promise<CacheableResponse>): Promise<CachedResponse> {
    const { begunAfter, madeAt } = begin();
    try {
      const { body, facts = UNKNOWN, headers, ...made } = await fillCache(make);
      const response = { ...made, headers: shareHeaders(headers), facts, begunAfter, length: body.length };
      // Something has changed meanwhile: do not cache the response, here or at a CDN.
      if (!isCurrent(response)) return { ...response, facts: UNKNOWN, body: () => body };
      if (made.status === 200) store.add(key, { response, madeAt, packed: undefined }, body);
      return { ...response, body: () => body };
    } finally {
      if (making.get(key)?.after === begunAfter) making.delete(key);
    }
  }

  return {
    serve(key, make) {
      served += 1;
      const cached = findFresh(key);
      if (cached) return Promise.resolve(cached);
      const underWay = making.get(key);
      if (underWay?.after === changes.last()) return underWay.made;
      // Read before `makeAndCache`, which can cause a change.
      const after = changes.last();
      const made = makeAndCache(key, make);
      making.set(key, { after, made });
      return made;
    },
    served: () => served,
    encode: store.encode,
    cdnHeaders(response) {
      if (!cdn || !isCacheableByCdn(response)) return undefined;
      return cdnHeaders(cdn, response.facts, now());
    },
    memoize,
    drop: (keys) => changes.add(keys),
    clear() {
      changes.addAll();
      store.clear();
      making.clear();
    },
  };
}
