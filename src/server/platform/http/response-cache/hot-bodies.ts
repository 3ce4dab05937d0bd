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

/** A rendered body that was evicted. */
export interface EvictedBody<Entry> {
  readonly key: string;
  readonly entry: Entry;
  readonly body: Buffer;
}

/** An LRU cache of bodies that can be sent as they are. */
export interface HotBodies<Entry> {
  /** @returns undefined if there is none, or only that of another response. */
  get(form: BodyForm, key: string, entry: Entry): HotBody<Entry>['bytes'] | undefined;
  /** The same, but it does not count as used. */
  peek(form: BodyForm, key: string, entry: Entry): HotBody<Entry>['bytes'] | undefined;
  /** @param ttl in milliseconds; undefined: as long as it is used. */
  set(form: BodyForm, key: string, body: HotBody<Entry>, ttl: number | undefined): void;
  delete(form: BodyForm, key: string): void;
  clear(): void;
}

export interface HotBodiesOptions<Entry> {
  readonly maxBytes: number;
  /** A larger body would evict a hundred others. */
  readonly maxBodyBytes: number;
  /** Whether a response with this key is probably never requested again. */
  readonly isRarelyReused: (key: string) => boolean;
  /** Called when the cache has been changed, so it may change the cache itself. */
  readonly onEvict: (evicted: EvictedBody<Entry>) => void;
}

/**
 * A segmented LRU cache: bodies that are rarely reused share an eighth of the memory until they are requested again. Otherwise a
 * crawler that requests ten thousand filters once would fill all of it, and evict what visitors request.
 */
const PROBATION_SHARE = 1 / 8;

export function createHotBodies<Entry extends object>({
  maxBytes,
  maxBodyBytes,
  isRarelyReused,
  onEvict,
}: HotBodiesOptions<Entry>): HotBodies<Entry> {
  const evicted: EvictedBody<Entry>[] = [];
  const createSegment = (maxSize: number) =>
    new LRUCache<string, HotBody<Entry>>({
      maxSize,
      maxEntrySize: Math.min(maxSize, maxBodyBytes),
      ttlAutopurge: true,
      sizeCalculation: ({ size }, name) => size + name.length,
      // Must not modify the cache, so `onEvict` is called later.
      dispose: ({ entry, bytes }, name, reason) => {
        if (reason === 'evict' && Buffer.isBuffer(bytes)) evicted.push({ key: keyOf(name), entry, body: bytes });
      },
    });
  const probation = createSegment(maxBytes * PROBATION_SHARE);
  const reused = createSegment(maxBytes * (1 - PROBATION_SHARE));

  function put(segment: typeof reused, name: string, body: HotBody<Entry>, ttl: number | undefined): void {
    segment.set(name, body, ttl === undefined ? {} : { ttl });
    for (const one of evicted.splice(0)) onEvict(one);
  }

  /** Moves a body out of probation when it is requested again. */
  function promote(name: string): HotBody<Entry> | undefined {
    const body = probation.peek(name);
    if (!body) return undefined;
    const ttl = probation.getRemainingTTL(name);
    probation.delete(name);
    put(reused, name, body, Number.isFinite(ttl) ? ttl : undefined);
    return body;
  }

  return {
    get(form, key, entry) {
      const name = nameOf(form, key);
      const found = reused.get(name) ?? promote(name);
      return found?.entry === entry ? found.bytes : undefined;
    },
    peek(form, key, entry) {
      const name = nameOf(form, key);
      const found = reused.peek(name) ?? probation.peek(name);
      return found?.entry === entry ? found.bytes : undefined;
    },
    set(form, key, body, ttl) {
      const name = nameOf(form, key);
      // A body that is too large for probation would never be cached.
      const isOnProbation = isRarelyReused(key) && !reused.has(name) && body.size + name.length <= probation.maxSize;
      put(isOnProbation ? probation : reused, name, body, ttl);
    },
    delete(form, key) {
      for (const segment of [probation, reused]) segment.delete(nameOf(form, key));
    },
    clear() {
      for (const segment of [probation, reused]) segment.clear();
    },
  };
}

const nameOf = (form: BodyForm, key: string): string => `${form} ${key}`;
const keyOf = (name: string): string => name.slice(name.indexOf(' ') + 1);
