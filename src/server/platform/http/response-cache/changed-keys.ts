import type { CacheFacts } from './cache-facts.ts';

/** Changed keys that are remembered; beyond this number, everything counts as changed. */
const MAX_CHANGED_KEYS = 50_000;

export interface ChangedKeys {
  /** The number of the last change. */
  last(): number;
  /** Whether nothing that these facts name has changed since the change with this number. */
  isCurrent(facts: CacheFacts, since: number): boolean;
  add(keys: readonly string[]): void;
  /** Everything has changed. */
  addAll(): void;
}

/** Numbers all changes, and remembers the last one of each cache key. */
export function createChangedKeys(): ChangedKeys {
  let last = 0;
  let lastOfAll = 0;
  const lastOf = new Map<string, number>();
  const addAll = () => {
    last += 1;
    lastOfAll = last;
    lastOf.clear();
  };
  return {
    last: () => last,
    isCurrent({ keys }, since) {
      if (since === last) return true;
      if (since < lastOfAll || keys === undefined) return false;
      return keys.every((key) => (lastOf.get(key) ?? 0) <= since);
    },
    add(keys) {
      if (lastOf.size + keys.length > MAX_CHANGED_KEYS) return addAll();
      last += 1;
      for (const key of keys) lastOf.set(key, last);
    },
    addAll,
  };
}
