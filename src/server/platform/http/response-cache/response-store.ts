import { LRUCache } from 'lru-cache';
import type { CachedResponse } from './cacheable-response.ts';
import { compressResponse, type Encoding } from './compress-response.ts';
import { type BodyForm, createHotBodies, type HotBody } from './hot-bodies.ts';
import { createPacker, type Packed, unpack, withoutSlack } from './packed-pages.ts';
import { type CacheMetadata, UNANNOUNCED_MAX_AGE_MS } from './response-freshness.ts';

/** A stored response without its body, which is packed while it is not used often. */
export interface Entry extends Pick<CacheMetadata, 'madeAt'> {
  readonly response: Omit<CachedResponse, 'body'>;
  packed: Packed | undefined;
}

/** A larger response is sent without caching: it would evict a hundred others. */
const MAX_ENTRY_BYTES = 2 * 1024 * 1024;
/** Approximate overhead of an entry: objects, etag, names of keys and bookkeeping. */
const ENTRY_OVERHEAD_BYTES = 1_024;
/** Below this size, headers cost more than compression saves. */
const MIN_COMPRESSED_BYTES = 1_024;

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

const compressed = ({ body, headers }: CachedResponse, encoding: Encoding): Promise<Buffer> =>
  compressResponse(body(), headers['content-type'], encoding);

export interface ResponseStore {
  /** Finds an entry, which may be stale, and marks it as most recently used. */
  find(key: string): Entry | undefined;
  /** Takes the bytes at once, because they can be evicted before they are sent. */
  withBody(key: string, entry: Entry): CachedResponse | undefined;
  /** Does nothing for a response that is too large. */
  add(key: string, entry: Entry, body: Buffer): void;
  /** See `ResponseCache.encode`. */
  encode(key: string, response: CachedResponse, encoding: Encoding): Promise<Buffer> | undefined;
  clear(): void;
}

/**
 * Stores responses within a maximum size, and evicts the least recently used. Bodies are kept as they are sent while they are
 * used often, and compressed after that.
 * @param maxBytes half of it is for compressed responses, half for the most used ones.
 * @param isFresh whether a response can still be served; others are not worth compressing.
 */
export function createResponseStore(maxBytes: number, isFresh: (entry: Entry) => boolean): ResponseStore {
  const packer = createPacker();
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes / 2,
    ttlAutopurge: true,
    sizeCalculation: (entry, key) => sizeOf(key, entry),
  });
  const hot = createHotBodies<Entry>({
    maxBytes: maxBytes / 2,
    maxBodyBytes: MAX_ENTRY_BYTES,
    isRarelyReused: hasQuery,
    onEvict: ({ key, entry, body }) => pack(key, entry, body),
  });

  function setEntry(key: string, entry: Entry): void {
    const ttl = ttlOf(entry);
    entries.set(key, entry, ttl === undefined ? {} : { ttl });
  }

  /** Caches a body as it is sent. Those that are evicted for it are compressed. */
  function setHot(form: BodyForm, key: string, body: HotBody<Entry>): void {
    hot.set(form, key, body, ttlOf(body.entry));
  }

  function pack(key: string, entry: Entry, body: Buffer): void {
    if (entries.peek(key) !== entry || entry.packed) return;
    entries.delete(key);
    // Stale, or unlikely to be requested again.
    if (hasQuery(key) || !isFresh(entry)) return;
    entry.packed = packer.pack(key, entry.response.headers['content-type'] ?? '', body);
    setEntry(key, entry);
  }

  return {
    find: (key) => entries.get(key),
    withBody(key, entry) {
      const { response, packed } = entry;
      const bytes = hot.get('raw', key, entry);
      if (Buffer.isBuffer(bytes)) return { ...response, body: () => bytes };
      return packed && { ...response, body: () => unpack(packed) };
    },
    add(key, entry, body) {
      if (body.length > MAX_ENTRY_BYTES) return;
      setEntry(key, entry);
      setHot('raw', key, { entry, bytes: withoutSlack(body), size: body.length });
    },
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
          // Store it again with its actual size. `peek`, because this does not count as a request.
          if (hot.peek(encoding, key, entry) === encoded)
            setHot(encoding, key, { entry, bytes: encoded, size: bytes.length });
        },
        () => hot.delete(encoding, key),
      );
      return encoded;
    },
    clear() {
      packer.forget();
      entries.clear();
      hot.clear();
    },
  };
}
