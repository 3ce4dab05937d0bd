import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { fillCache } from '../../database/read-scope.ts';
import { type CacheFacts, UNKNOWN } from './cache-facts.ts';
import { type CdnKind, cdnHeaders } from './cdn-headers.ts';
import { compressResponse, type Encoding } from './compress-response.ts';
import { type BodyForm, createHotBodies, type HotBody } from './hot-bodies.ts';
import { createPacker, type Packed, unpack, withoutSlack } from './packed-pages.ts';
import {
  type CacheMetadata,
  createFreshness,
  type FreshnessClocks,
  UNANNOUNCED_MAX_AGE_MS,
} from './response-freshness.ts';

/** A response that can be cached. Headers belong to the content, such as its type or policy. */
export interface CacheableResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly etag: string;
  /** Missing: unknown. */
  readonly facts?: CacheFacts;
}

export interface CachedResponse
  extends Omit<CacheableResponse, 'body' | 'facts'>,
    Pick<CacheMetadata, 'facts' | 'begunAfter'> {
  /** Bytes of the body. */
  readonly length: number;
  readonly body: () => Buffer;
}

interface Entry extends Pick<CacheMetadata, 'madeAt'> {
  readonly response: Omit<CachedResponse, 'body'>;
  packed: Packed | undefined;
}

/** A larger response is sent without caching: it would evict a hundred others. */
const MAX_ENTRY_BYTES = 2 * 1024 * 1024;
/** Approximate overhead of an entry: objects, etag, names of keys and bookkeeping. */
const ENTRY_OVERHEAD_BYTES = 1_024;
/** Below this size, headers cost more than compression saves. */
const MIN_COMPRESSED_BYTES = 1_024;
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

export function cacheableResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  facts?: CacheFacts,
): CacheableResponse {
  // Weak: it names the content, of which compressed and plain bytes are sent (RFC 9110 §8.8.3).
  const etag = `W/"${hash('sha1', body, 'base64url')}"`;
  return { status, headers, body, etag, ...(facts && { facts }) };
}

/** Visitors can send any number of queries, so only the most used of these responses are kept. */
const hasQuery = (key: string): boolean => key.includes('?');

/** A response that is cached only briefly, such as that of a search, is evicted when it expires. */
const ttlOf = ({ response: { facts } }: Entry): number | undefined => (facts.keys ? undefined : UNANNOUNCED_MAX_AGE_MS);

/** Size without the body. Keys count, because visitors choose the length of URLs. */
function sizeOf(key: string, { response: { headers, facts }, packed }: Entry): number {
  const texts = [key, ...Object.entries(headers).flat(), ...(facts.keys ?? [])];
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  return ENTRY_OVERHEAD_BYTES + bytes + (packed?.bytes.length ?? 0);
}

/** Shares equal headers between responses: the text of a policy is long. Frozen, so that none can add its own to all of them. */
function createHeaderPool() {
  const known = new LRUCache<string, Readonly<Record<string, string>>>({ max: 100 });
  let last: Readonly<Record<string, string>> | undefined;
  return (headers: Readonly<Record<string, string>>) => {
    // Responses of the API share one object already.
    if (headers === last) return last;
    const text = JSON.stringify(headers);
    last = known.get(text) ?? headers;
    if (last === headers) known.set(text, Object.freeze(headers));
    return last;
  };
}

const compressed = ({ body, headers }: CachedResponse, encoding: Encoding): Promise<Buffer> =>
  compressResponse(body(), headers['content-type'], encoding);

/**
 * Caches public responses until something that they show changes, within a maximum size; evicts the least recently used. Bodies
 * are kept as they are sent while they are used often, and compressed after that.
 */
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
  const packer = createPacker();
  const shareHeaders = createHeaderPool();
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes / 2,
    ttlAutopurge: true,
    sizeCalculation: (entry, key) => sizeOf(key, entry),
  });
  const hot = createHotBodies<Entry>({ maxBytes: maxBytes / 2, maxBodyBytes: MAX_ENTRY_BYTES });
  const making = new Map<string, { readonly after: number; readonly made: Promise<CachedResponse> }>();
  let served = 0;

  function setEntry(key: string, entry: Entry): void {
    const ttl = ttlOf(entry);
    entries.set(key, entry, ttl === undefined ? {} : { ttl });
  }

  /** Caches a body as it is sent, and compresses those evicted for it. */
  function setHot(form: BodyForm, key: string, body: HotBody<Entry>): void {
    for (const evicted of hot.set(form, key, body, ttlOf(body.entry))) pack(evicted.key, evicted.entry, evicted.body);
  }

  function pack(key: string, entry: Entry, body: Buffer): void {
    if (entries.peek(key) !== entry || entry.packed) return;
    entries.delete(key);
    // Stale, or unlikely to be requested again.
    if (hasQuery(key) || !isFresh(entry.response, entry.madeAt)) return;
    entry.packed = packer.pack(key, entry.response.headers['content-type'] ?? '', body);
    setEntry(key, entry);
  }

  /** Takes the bytes at once, because they can be evicted before they are sent. */
  function withBody(key: string, entry: Entry): CachedResponse | undefined {
    const { response, packed } = entry;
    const bytes = hot.get('raw', key, entry);
    if (Buffer.isBuffer(bytes)) return { ...response, body: () => bytes };
    return packed && { ...response, body: () => unpack(packed) };
  }

  async function makeAndCache(key: string, make: () => Promise<CacheableResponse>): Promise<CachedResponse> {
    const { begunAfter, madeAt } = begin();
    try {
      const { body, facts = UNKNOWN, headers, ...made } = await fillCache(make);
      const response = { ...made, headers: shareHeaders(headers), facts, begunAfter, length: body.length };
      const entry: Entry = { response, madeAt, packed: undefined };
      // Something has changed meanwhile: do not cache the response, here or at a CDN.
      if (!isCurrent(response)) return { ...response, facts: UNKNOWN, body: () => body };
      if (made.status === 200 && body.length <= MAX_ENTRY_BYTES) {
        setEntry(key, entry);
        setHot('raw', key, { entry, bytes: withoutSlack(body), size: body.length });
      }
      return { ...response, body: () => body };
    } finally {
      if (making.get(key)?.after === begunAfter) making.delete(key);
    }
  }

  return {
    serve(key, make) {
      served += 1;
      const entry = entries.get(key);
      const cached = entry && isFresh(entry.response, entry.madeAt) ? withBody(key, entry) : undefined;
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
    encode(key, response, encoding) {
      if (response.length < MIN_COMPRESSED_BYTES) return undefined;
      const entry = entries.peek(key);
      if (!entry || entry.response.etag !== response.etag) return compressed(response, encoding);
      const known = hot.get(encoding, key, entry);
      if (known) return Promise.resolve(known);
      const encoded = compressed(response, encoding);
      setHot(encoding, key, { entry, bytes: encoded, size: response.length });
      encoded.then(
        (bytes) => {
          // Store it again with its actual size.
          if (hot.get(encoding, key, entry) === encoded)
            setHot(encoding, key, { entry, bytes: encoded, size: bytes.length });
        },
        () => hot.delete(encoding, key),
      );
      return encoded;
    },
    cdnHeaders(response) {
      if (!cdn || !isCacheableByCdn(response)) return undefined;
      return cdnHeaders(cdn, response.facts, now());
    },
    memoize,
    drop: (keys) => changes.add(keys),
    clear() {
      changes.addAll();
      packer.forget();
      entries.clear();
      hot.clear();
      making.clear();
    },
  };
}
