import { LRUCache } from 'lru-cache';
import { BitSet } from '#server/platform/number-sets/bit-set.ts';
import { GapList } from '#server/platform/number-sets/gap-list.ts';
import { isThing } from './score-tables.ts';

/** Shorter lists are not cached: decoding one takes about as long as uniting two sets. */
const SHORTEST_LIST = 1_000;
/** With at least one entry per this many documents, a bit for each document takes about as much memory as the list. */
const DENSITY = 16;
/** Bytes of all cached sets together. */
const MAX_BYTES = 24_000_000;
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
  readonly documents: BitSet | GapList;
}

/** How to read a list that is not cached. */
interface ListReading {
  readonly length: number;
  /** Number of all documents. */
  readonly documents: number;
  readonly readInto: (set: BitSet, among?: BitSet) => void;
}

/** How documents are added to a set. */
export interface AddOptions {
  /** The set has no members yet. */
  readonly isEmpty?: boolean;
  /** Only these documents are added. */
  readonly among?: BitSet | undefined;
}

/**
 * Caches the documents of the most recently used long lists. Reading them from the cache is several times as fast as decoding
 * the list.
 */
export class ListSets {
  readonly #sets = new LRUCache<string, ListSet>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ documents }) => ENTRY_BYTES + documents.byteLength,
    dispose: (set) => this.#forget(set),
  });
  readonly #byList = new Map<number, ListSet[]>();
  /** Scratch memory. */
  readonly #read = new BitSet();

  /** Adds the documents of the entries that count to `into`, which has room for them. */
  addTo(into: BitSet, counted: CountedList, reading: ListReading, { isEmpty = false, among }: AddOptions = {}): void {
    if (reading.length < SHORTEST_LIST) {
      reading.readInto(into, among);
      return;
    }
    const documents = this.#of(counted, reading);
    if (among) documents.addCommonTo(into, among);
    else if (isEmpty && documents instanceof BitSet) into.copy(documents);
    else documents.addTo(into);
  }

  /** Call it for each new entry of a list. */
  noteEntry(list: number, document: number, impact: number): void {
    if (this.#sets.size === 0) return;
    for (const set of this.#byList.get(list) ?? []) {
      if (impact < set.minImpact || (set.onlyThings && !isThing(impact))) continue;
      if (set.documents instanceof BitSet) set.documents.set(document, true);
      else if (!set.documents.add(document)) this.#sets.delete(set.key);
    }
  }

  /** Call it when entries are removed. */
  clear(): void {
    this.#sets.clear();
  }

  #of({ list, minImpact, onlyThings }: CountedList, { length, documents, readInto }: ListReading): BitSet | GapList {
    const key = `${list} ${minImpact} ${onlyThings}`;
    const known = this.#sets.get(key);
    if (known) return known.documents;
    const isDense = length * DENSITY >= documents;
    const read = isDense ? new BitSet(documents) : this.#read.clear(documents);
    readInto(read);
    const set = { key, list, minImpact, onlyThings, documents: isDense ? read : new GapList(read) };
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
