import type { Change, ChangeFeed } from '#server/cluster/change-feed.ts';
import { fillCache } from '#server/platform/database/read-scope.ts';
import { reportSecondConnection } from '#server/platform/database/transaction-scope.ts';

/** An announcement may be lost with its connection: then a cached value lives no longer than this. */
const UNANNOUNCED_MAX_AGE_MS = 2_000;

export interface SettingsCache {
  /** The cached value of `key`, or the one that `read` gives. */
  keep<T>(key: string, read: () => Promise<T>): Promise<T>;
  /** Drops everything: this node has just changed a setting. */
  forget(): void;
}

/**
 * Caches settings in memory until any node changes one.
 * @param changed the kind of change after which they are read again
 */
export function createSettingsCache(
  changes: Pick<ChangeFeed, 'onChange' | 'isLive'>,
  changed: Change['kind'] = 'setting',
): SettingsCache {
  const kept = new Map<string, { value: Promise<unknown>; at: number }>();
  const forget = () => kept.clear();
  changes.onChange(({ kind }) => {
    if (kind === changed || kind === 'resync') forget();
  });

  return {
    keep<T>(key: string, read: () => Promise<T>): Promise<T> {
      reportSecondConnection();
      const entry = kept.get(key);
      if (entry && (changes.isLive() || performance.now() - entry.at < UNANNOUNCED_MAX_AGE_MS)) {
        return entry.value as Promise<T>;
      }
      const value = fillCache(read);
      kept.set(key, { value, at: performance.now() });
      value.catch(() => kept.delete(key));
      return value;
    },
    forget,
  };
}
