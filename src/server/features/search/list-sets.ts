import { LRUCache } from 'lru-cache';
import { BitSet } from '#server/platform/bit-set.ts';
import { isThing } from './score-tables.ts';

/** Shorter lists are not cached: unpacking one takes about as long as uniting two sets. */
const SHORTEST_LIST = 5_000;
/** Lists with fewer than one entry per this many documents are not cached either: a set takes more memory than the list. */
const DENSITY = 16;
/** Bytes of all cached sets together. */
const MAX_BYTES = 12_000_000;
/** Bytes of a cached set without its documents. */
const ENTRY_BYTES = 300;

/** Which entries of a list count. */
interface CountedList {
  readonly list: number;
  readonly minImpact: number;
  readonly onlyThings: boolean;
}

/** The documents of the entries that count. */
interface ListSet extends CountedList {
  readonly key: string;
  readonly documents: BitSet;
}

/** How to read a list that is not cached. */
interface ListReading {
  readonly length: number;
  /** Number of all documents. */
  readonly documents: number;
  readonly readInto: (set: BitSet) => void;
}

/**
 * Caches the documents of the most recently used long lists. Reading them from the cache is several times as fast as unpacking
 * the list.
 */
export class ListSets {
  readonly #sets = new LRUCache<string, ListSet>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ documents }) => ENTRY_BYTES + documents.byteLength,
    dispose: (set) => this.#forget(set),
  });
  readonly #byList = new Map<number, ListSet[]>();

  /** Adds the documents of the entries that count to `into`, which has room for them. */
  addTo(into: BitSet, counted: CountedList, reading: ListReading): void {
    const { length, documents, readInto } = reading;
    if (length < SHORTEST_LIST || length * DENSITY < documents) readInto(into);
    else into.unite(this.#of(counted, reading));
  }

  /** Call it for each new entry of a list. */
  noteEntry(list: number, document: number, impact: number): void {
    if (this.#sets.size === 0) return;
    for (const set of this.#byList.get(list) ?? []) {
      if (impact < set.minImpact || (set.onlyThings && !isThing(impact))) continue;
      set.documents.set(document, true);
    }
  }

  /** Call it when entries are removed. */
  clear(): void {
    this.#sets.clear();
  }

  #of({ list, minImpact, onlyThings }: CountedList, { documents, readInto }: ListReading): BitSet {
    const key = `${list} ${minImpact} ${onlyThings}`;
    const known = this.#sets.get(key);
    if (known) return known.documents;
    const set = { key, list, minImpact, onlyThings, documents: new BitSet(documents) };
    readInto(set.documents);
    this.#byList.set(list, [...(this.#byList.get(list) ?? []), set]);
    this.#sets.set(key, set);
    return set.documents;
  }

  #forget(set: ListSet): void {
    const others = (this.#byList.get(set.list) ?? []).filter((one) => one !== set);
    if (others.length > 0) this.#byList.set(set.list, others);
    else this.#byList.delete(set.list);
  }
}
