import { LRUCache } from 'lru-cache';
import type { ScoredDocuments } from './document-scores.ts';
import type { Group, Phrase } from './group.ts';

/** Bytes of all cached matches together. */
const MAX_BYTES = 6_000_000;
/** Bytes of a cached entry without its matches. */
const ENTRY_BYTES = 300;

/**
 * Caches the matches of multi-word synonyms, such as 'hand made' for 'handmade', until a text changes. Finding them takes several
 * times as long as the rest of a search for a common word.
 */
export class PhraseMatches {
  readonly #cache = new LRUCache<string, ScoredDocuments>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ documents, scores }) => ENTRY_BYTES + documents.byteLength + scores.byteLength,
  });

  /** The matches of a phrase, from `match` unless they are cached. Do not change them. */
  of(phrase: Phrase, onlyHigh: boolean, match: () => ScoredDocuments): ScoredDocuments {
    const key = keyOf(phrase, onlyHigh);
    if (key === undefined) return match();
    const known = this.#cache.get(key);
    if (known) return known;
    const found = match();
    this.#cache.set(key, found);
    return found;
  }

  /** Call it when a text changes. */
  clear(): void {
    this.#cache.clear();
  }
}

/** Undefined for phrases that are not made of whole words only: they are rarely searched for again. */
function keyOf({ groups, scale }: Phrase, onlyHigh: boolean): string | undefined {
  const keys = groups.map(keyOfGroup);
  return keys.includes(undefined) ? undefined : `${scale} ${onlyHigh} ${keys.join(' ')}`;
}

function keyOfGroup({
  exact,
  forms,
  beginnings,
  minImpact = 0,
  onlyThings = false,
  related,
  phrases,
}: Group): string | undefined {
  if (beginnings.length > 0 || related?.length || phrases?.length) return undefined;
  return `${exact}:${forms}:${minImpact}:${onlyThings}`;
}
