import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** A cached response. Headers belong to the content, such as its type or policy. */
export interface CachedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly etag: string;
}

interface Entry {
  readonly response: CachedResponse;
  readonly until: number;
  readonly encoded: Partial<Record<Encoding, Promise<Buffer>>>;
  /** Bytes of the entry: key, headers, body, and each compressed encoding. */
  readonly size: number;
}

export type Encoding = 'br' | 'gzip';

/**
 * A cached page or list is never older than two seconds (decision 5), even if a notification is lost. Its data may
 * itself be 0.7 s old before a node notices that notifications do not arrive (`change-feed.ts`).
 */
const MAX_AGE_MS = 1_200;
const MAX_BYTES = 16 * 1024 * 1024;
/** A larger response is sent without caching: it would evict a hundred others. */
const MAX_ENTRY_BYTES = 2 * 1024 * 1024;
/** Approximate overhead of an entry: objects, etag and bookkeeping. */
const ENTRY_OVERHEAD_BYTES = 512;
/** Below this size, headers cost more than compression saves. */
const MIN_COMPRESSED_BYTES = 1_024;

export interface ResponseCache {
  /** The cached response, or the result of `make`; concurrent callers share one call. */
  serve(key: string, make: () => Promise<CachedResponse>): Promise<CachedResponse>;
  /** The compressed bytes, or undefined when compression is not worth it. Computed once per cached response. */
  encode(key: string, response: CachedResponse, encoding: Encoding): Promise<Buffer> | undefined;
  /** Clears the cache after a public change. */
  clear(): void;
}

export function cacheableResponse(status: number, headers: Record<string, string>, body: Buffer): CachedResponse {
  return { status, headers, body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
}

/** Size of an entry before compression. Keys count, because visitors choose the length of URLs. */
function sizeOf(key: string, { headers, body }: CachedResponse): number {
  const headerBytes = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return ENTRY_OVERHEAD_BYTES + Buffer.byteLength(key) + headerBytes + body.length;
}

/** Caches public responses for about a second, within a maximum size; evicts the least recently used. */
export function createResponseCache(monotonicMs: () => number = () => performance.now()): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: (entry) => entry.size,
  });
  const making = new Map<string, Promise<CachedResponse>>();
  // A response started before a change must not be cached after it.
  let generation = 0;

  function keep(key: string, response: CachedResponse, until: number): void {
    entries.set(key, { response, until, encoded: {}, size: sizeOf(key, response) });
  }

  /**
   * Adds compressed bytes to the size of a cached response, which may evict others, or this one if it became too large.
   */
  function countEncoded(key: string, response: CachedResponse, bytes: number): void {
    const entry = entries.peek(key);
    // A copy, because lru-cache recalculates the size only for a new object.
    if (entry?.response === response) entries.set(key, { ...entry, size: entry.size + bytes });
  }

  async function makeAndKeep(key: string, make: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const begun = generation;
    const until = monotonicMs() + MAX_AGE_MS;
    try {
      const response = await make();
      if (begun === generation && response.status === 200) keep(key, response, until);
      return response;
    } finally {
      if (begun === generation) making.delete(key);
    }
  }

  return {
    serve(key, make) {
      const entry = entries.get(key);
      if (entry && entry.until > monotonicMs()) return Promise.resolve(entry.response);
      const underWay = making.get(key);
      if (underWay) return underWay;
      const made = makeAndKeep(key, make);
      making.set(key, made);
      return made;
    },
    encode(key, response, encoding) {
      if (response.body.length < MIN_COMPRESSED_BYTES) return undefined;
      const compress = () =>
        encoding === 'br'
          ? brotli(response.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
          : deflate(response.body, { level: 5 });
      const entry = entries.get(key);
      if (entry?.response !== response) return compress();
      const known = entry.encoded[encoding];
      if (known) return known;
      const encoded = compress();
      entry.encoded[encoding] = encoded;
      encoded.then(
        (bytes) => countEncoded(key, response, bytes.length),
        () => entries.delete(key),
      );
      return encoded;
    },
    clear() {
      generation += 1;
      entries.clear();
      making.clear();
    },
  };
}
