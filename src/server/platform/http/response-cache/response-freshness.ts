import { addCacheFacts, type CacheFacts, collectCacheFacts } from './cache-facts.ts';
import { type ChangedKeys, createChangedKeys } from './changed-keys.ts';

/**
 * Nothing that is shown is older than two seconds (decision 5). A node that may have missed changes for this long cannot rely
 * on the keys of a response. A busy node receives announcements late.
 */
const MAX_FEED_LAG_MS = 1_900;
/** Without announcements. The data itself may be 0.7 s old before a node notices that none arrive (`change-feed.ts`). */
export const UNANNOUNCED_MAX_AGE_MS = 1_200;
/**
 * A node that may have missed changes for this long does not let a CDN cache its responses: the last purge of a change comes
 * shortly after it (`cdn-purger.ts`). It does not reuse results either. Heartbeats arrive four times a second.
 */
const SHORT_FEED_LAG_MS = 700;
/** A safety net: a change that nobody announces shows by then. */
const MAX_AGE_MS = 10 * 60_000;
/** The same for reused results. A response that contains one can be cached for `MAX_AGE_MS` more. */
const MAX_RESULT_AGE_MS = 60_000;

/** When a cached value was computed, and what it depends on. */
export interface CacheMetadata {
  readonly facts: CacheFacts;
  /** The number of the last change before the computation began. */
  readonly begunAfter: number;
  /** On the monotonic clock. */
  readonly madeAt: number;
}

export interface FreshnessClocks {
  /** Milliseconds for which this node may have missed changes. */
  readonly feedLagMs: () => number;
  readonly now: () => Date;
  readonly monotonicMs: () => number;
}

/** Decides how long public responses and their parts can be used. */
export interface Freshness {
  readonly changes: ChangedKeys;
  /** Call it before making a response. */
  begin(): Pick<CacheMetadata, 'begunAfter' | 'madeAt'>;
  /** Whether nothing that it shows has changed since its creation began. */
  isCurrent(made: Pick<CacheMetadata, 'facts' | 'begunAfter'>): boolean;
  /** Whether it can be sent again. */
  isFresh(made: Pick<CacheMetadata, 'facts' | 'begunAfter'>, madeAt: number): boolean;
  /** Whether a CDN may cache it. */
  isCacheableByCdn(made: Pick<CacheMetadata, 'facts' | 'begunAfter'>): boolean;
  /** Reuses the result of `read`, with what it declares, until something that it depends on changes. */
  memoize<T>(read: () => Promise<T>): () => Promise<T>;
}

export function createFreshness({ feedLagMs, now, monotonicMs }: FreshnessClocks): Freshness {
  const changes = createChangedKeys();
  const begin: Freshness['begin'] = () => ({ begunAfter: changes.last(), madeAt: monotonicMs() });
  const isCurrent: Freshness['isCurrent'] = ({ begunAfter, facts }) => changes.isCurrent(facts, begunAfter);
  const isInTime = ({ validUntil }: CacheFacts): boolean => validUntil === undefined || now() < validUntil;
  const isReusable = (made: CacheMetadata): boolean =>
    made.facts.keys !== undefined &&
    feedLagMs() < SHORT_FEED_LAG_MS &&
    monotonicMs() - made.madeAt < MAX_RESULT_AGE_MS &&
    isCurrent(made) &&
    isInTime(made.facts);

  return {
    changes,
    begin,
    isCurrent,
    isFresh(made, madeAt) {
      const maxAge = made.facts.keys && feedLagMs() < MAX_FEED_LAG_MS ? MAX_AGE_MS : UNANNOUNCED_MAX_AGE_MS;
      return monotonicMs() - madeAt < maxAge && isCurrent(made) && isInTime(made.facts);
    },
    isCacheableByCdn: (made) => feedLagMs() < SHORT_FEED_LAG_MS && isCurrent(made),
    memoize<T>(read: () => Promise<T>) {
      let known: (CacheMetadata & { readonly result: T }) | undefined;
      return async () => {
        if (known && isReusable(known)) {
          addCacheFacts(known.facts);
          return known.result;
        }
        const made = begin();
        const { result, facts } = await collectCacheFacts(read);
        known = { ...made, result, facts };
        return result;
      };
    },
  };
}
