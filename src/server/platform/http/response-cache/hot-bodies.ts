import { LRUCache } from 'lru-cache';
import type { Encoding } from './compress-response.ts';

/** As rendered, or compressed for the browser. */
export type BodyForm = Encoding | 'raw';

/** The body of a cached response as it is sent. */
export interface HotBody<Entry> {
  /** The cached response. A newer response with the same key has bodies of its own. */
  readonly entry: Entry;
  /** A promise while, and after, it is compressed. */
  readonly bytes: Buffer | Promise<Buffer>;
  /** An estimate until it is compressed. */
  readonly size: number;
}

/** The least recently used rendered body, which was evicted. */
export interface EvictedBody<Entry> {
  readonly key: string;
  readonly entry: Entry;
  readonly body: Buffer;
}

/** An LRU cache of bodies that can be sent as they are. */
export interface HotBodies<Entry> {
  /** @returns undefined if there is none, or only that of another response. */
  get(form: BodyForm, key: string, entry: Entry): HotBody<Entry>['bytes'] | undefined;
  /**
   * @param ttl in milliseconds; undefined: as long as it is used.
   * @returns the rendered bodies that were evicted for it.
   */
  set(form: BodyForm, key: string, body: HotBody<Entry>, ttl: number | undefined): readonly EvictedBody<Entry>[];
  delete(form: BodyForm, key: string): void;
  clear(): void;
}

export interface HotBodiesOptions {
  readonly maxBytes: number;
  /** A larger body would evict a hundred others. */
  readonly maxBodyBytes: number;
}

export function createHotBodies<Entry extends object>({ maxBytes, maxBodyBytes }: HotBodiesOptions): HotBodies<Entry> {
  let evicted: EvictedBody<Entry>[] = [];
  const bodies = new LRUCache<string, HotBody<Entry>>({
    maxSize: maxBytes,
    maxEntrySize: maxBodyBytes,
    ttlAutopurge: true,
    sizeCalculation: ({ size }, name) => size + name.length,
    // Must not modify the cache, so the caller of `set` deals with what was evicted.
    dispose: ({ entry, bytes }, name, reason) => {
      if (reason === 'evict' && Buffer.isBuffer(bytes)) evicted.push({ key: keyOf(name), entry, body: bytes });
    },
  });

  return {
    get(form, key, entry) {
      const found = bodies.get(nameOf(form, key));
      return found?.entry === entry ? found.bytes : undefined;
    },
    set(form, key, body, ttl) {
      evicted = [];
      bodies.set(nameOf(form, key), body, ttl === undefined ? {} : { ttl });
      return evicted;
    },
    delete: (form, key) => void bodies.delete(nameOf(form, key)),
    clear: () => bodies.clear(),
  };
}

const nameOf = (form: BodyForm, key: string): string => `${form} ${key}`;
const keyOf = (name: string): string => name.slice(name.indexOf(' ') + 1);
