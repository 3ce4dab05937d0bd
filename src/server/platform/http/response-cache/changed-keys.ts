import type { CacheFacts } from './cache-facts.ts';

/** Maximum number of remembered keys; beyond it, the half that changed earliest is dropped. */
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
  /** For changes up to this number, the changed keys are unknown. */
  let lastOfAll = 0;
  /** Number of the last change of each key, in order. */
  const lastOf = new Map<string, number>();

  function forgetOldest(): void {
    const forgotten = [...lastOf].slice(0, lastOf.size - MAX_CHANGED_KEYS / 2);
    for (const [key] of forgotten) lastOf.delete(key);
    lastOfAll = forgotten.at(-1)?.[1] ?? lastOfAll;
  }

  return {
    last: () => last,
    isCurrent({ keys }, since) {
      if (since === last) return true;
      if (since < lastOfAll || keys === undefined) return false;
      return keys.every((key) => (lastOf.get(key) ?? 0) <= since);
    },
    add(keys) {
      last += 1;
      for (const key of keys) {
        lastOf.delete(key);
        lastOf.set(key, last);
      }
      if (lastOf.size > MAX_CHANGED_KEYS) forgetOldest();
    },
    addAll() {
      last += 1;
      lastOfAll = last;
      lastOf.clear();
    },
  };
}
