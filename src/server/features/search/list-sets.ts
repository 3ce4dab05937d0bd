import type { BitSet } from '#server/platform/bit-set.ts';
import { isThing } from './score-tables.ts';

/** Sets of shorter lists are not cached: reading such a list takes about as long as uniting two sets. */
const SHORTEST_LIST = 5_000;
/** A list is cached if it has at least one entry per this many documents: then a set takes no more memory than the entries. */
const DENSITY = 16;
/** Bytes of all cached sets together. */
const MAX_BYTES = 16_000_000;

/** Which entries of a list count. */
interface CountedList {
  readonly list: number;
  readonly minImpact: number;
  readonly onlyThings: boolean;
}

/** The documents of the entries that count. */
interface ListSet extends CountedList {
  readonly documents: BitSet;
}

/** The documents of the longest lists as sets, for as many lists as there is room for: the most recently used ones. */
export class ListSets {
  /** By list and smallest impact, the least recently used one first. */
  readonly #sets = new Map<string, ListSet>();
  readonly #byList = new Map<number, ListSet[]>();

  /** @param length of the list */
  isWorthwhile(length: number, documents: number): boolean {
    return length >= SHORTEST_LIST && length * DENSITY >= documents;
  }

  /** The set of a list, from `read` unless it is cached. Do not change it. */
  of({ list, minImpact, onlyThings }: CountedList, read: () => BitSet): BitSet {
    const key = `${list} ${minImpact} ${onlyThings}`;
    const known = this.#sets.get(key);
    const set = known ?? { list, minImpact, onlyThings, documents: read() };
    this.#sets.delete(key);
    this.#sets.set(key, set);
    if (known) return known.documents;
    this.#byList.set(list, [...(this.#byList.get(list) ?? []), set]);
    this.#evict(set.documents.words.byteLength);
    return set.documents;
  }

  /** Call it for each new entry of a list. */
  add(list: number, document: number, impact: number): void {
    if (this.#sets.size === 0) return;
    for (const { minImpact, onlyThings, documents } of this.#byList.get(list) ?? [])
      if (impact >= minImpact && !(onlyThings && !isThing(impact))) documents.set(document, true);
  }

  /** Call it when entries are removed. */
  clear(): void {
    this.#sets.clear();
    this.#byList.clear();
  }

  /** @param bytes of one set: all have the same size */
  #evict(bytes: number): void {
    for (const [key, set] of this.#sets) {
      if (this.#sets.size * bytes <= MAX_BYTES) break;
      this.#sets.delete(key);
      const others = (this.#byList.get(set.list) ?? []).filter((one) => one !== set);
      if (others.length > 0) this.#byList.set(set.list, others);
      else this.#byList.delete(set.list);
    }
  }
}
