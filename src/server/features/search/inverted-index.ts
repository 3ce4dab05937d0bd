import { PostingLists } from './posting-lists.ts';

/** Words of one search that are looked at; more would not find anything else. */
export const MAX_GROUPS = 8;
/** An entry is a document number and the impact of the word in it, in the lowest byte. */
const IMPACT_BITS = 8;
const IMPACT = 0xff;
const MAX_DOCUMENTS = 2 ** (32 - IMPACT_BITS);
const NOBODY = -1;

/** The words that may stand for one word of a search. */
export interface Group {
  /** The word as it was typed, unless it is in no text. */
  readonly exact: number | undefined;
  /** Words of the same stem: each counts a little less than the word itself. */
  readonly forms: readonly number[];
  /** Words that begin like it: each counts half. */
  readonly beginnings: Int32Array;
}

const LESS_FOR_FORMS = 4;
const SHIFT_FOR_BEGINNINGS = 1;

/** What a search found: `owners[i]` with `scores[i]`, in no order. The next search overwrites it. */
export interface Found {
  readonly count: number;
  readonly owners: Int32Array;
  readonly scores: Uint16Array;
}

/**
 * Which documents hold a word, and with what impact. Words are numbers; a document belongs to an owner and never
 * changes: a new text is a new document. Documents that are gone stay in the lists until `sweep`, and are skipped.
 *
 * The places where a word has the greatest impact (at least `high`) are listed apart, so that they can be read alone.
 */
export class InvertedIndex {
  readonly #high: number;
  readonly #lists = new PostingLists();
  #owners = new Int32Array(1024).fill(NOBODY);
  /** Of the documents of a search; zero for all between two searches. */
  #hits = new Uint8Array(1024);
  #sums = new Uint16Array(1024);
  #best = new Uint8Array(1024);
  #foundOwners = new Int32Array(1024);
  #foundScores = new Uint16Array(1024);
  #touched = new Int32Array(1024);
  #documents = 0;
  #free: number[] = [];
  #gone: number[] = [];

  constructor(high: number) {
    this.#high = high;
  }

  /** How many documents wait to be swept out. */
  get goneCount(): number {
    return this.#gone.length;
  }

  get liveCount(): number {
    return this.#documents - this.#free.length - this.#gone.length;
  }

  get bytes(): number {
    return this.#lists.bytes;
  }

  /** @param words the different words of the document, with impacts from 1 to 255. @returns the document's number. */
  add(owner: number, words: Iterable<readonly [word: number, impact: number]>): number {
    const document = this.#free.pop() ?? this.#nextDocument();
    this.#owners[document] = owner;
    for (const [word, impact] of words) {
      this.#lists.push(this.#listOf(word, impact >= this.#high), ((document << IMPACT_BITS) | impact) >>> 0);
    }
    return document;
  }

  remove(document: number): void {
    this.#owners[document] = NOBODY;
    this.#gone.push(document);
  }

  /** How many documents hold the word. */
  frequencyOf(word: number): number {
    return this.#countDocuments(word, Number.POSITIVE_INFINITY);
  }

  isUsed(word: number): boolean {
    return this.#countDocuments(word, 1) > 0;
  }

  /** How many entries the words of a group have, documents that are gone and hold several of them included. */
  sizeOf(group: Group, onlyHigh: boolean): number {
    const sizeOfWord = (word: number): number =>
      this.#lists.lengthOf(this.#listOf(word, true)) + (onlyHigh ? 0 : this.#lists.lengthOf(this.#listOf(word, false)));
    let size = 0;
    for (const word of group.forms) size += sizeOfWord(word);
    for (const word of group.beginnings) size += sizeOfWord(word);
    return size;
  }

  /**
   * The owners of documents that hold a word of each group. A document scores, for each group, the greatest impact
   * among its words.
   */
  match(groups: readonly Group[], onlyHigh = false): Found {
    const bySize = [...groups].sort((a, b) => this.sizeOf(a, onlyHigh) - this.sizeOf(b, onlyHigh));
    const [rarest, ...others] = bySize.slice(0, MAX_GROUPS);
    const touched = rarest ? this.#begin(rarest, onlyHigh) : 0;
    if (others.length === 0) return this.#report(touched);
    for (let i = 0; i < touched; i += 1) this.#hits[this.#touched[i] as number] = 1;
    let count = touched;
    for (const [index, group] of others.entries()) {
      this.#eachList(group, onlyHigh, (list, less, shift) => this.#markList(list, index + 1, less, shift));
      count = this.#keepHits(count, index + 2);
    }
    for (let i = 0; i < touched; i += 1) this.#hits[this.#touched[i] as number] = 0;
    for (let i = count; i < touched; i += 1) this.#sums[this.#touched[i] as number] = 0;
    return this.#report(count);
  }

  /** Takes the documents that are gone out of the lists of `words` words; yields after each so that others get a turn. */
  *sweep(words: number): Generator<void> {
    const swept = this.#gone.length;
    for (let list = 0; list < words * 2; list += 1) {
      this.#lists.filter(list, (entry) => this.#owners[entry >>> IMPACT_BITS] !== NOBODY);
      yield;
    }
    this.#free.push(...this.#gone.splice(0, swept));
  }

  #listOf(word: number, isHigh: boolean): number {
    return word * 2 + (isHigh ? 0 : 1);
  }

  /** Counts no further than `limit`. */
  #countDocuments(word: number, limit: number): number {
    const lists = this.#lists;
    let count = 0;
    for (const isHigh of [true, false]) {
      let isOpen = lists.open(this.#listOf(word, isHigh));
      for (; isOpen && count < limit; isOpen = lists.next()) {
        for (let i = lists.start; i < lists.end && count < limit; i += 1) {
          if (this.#owners[(lists.entries[i] as number) >>> IMPACT_BITS] !== NOBODY) count += 1;
        }
      }
    }
    return count;
  }

  /** Touches the documents of the first group. @returns how many. */
  #begin(group: Group, onlyHigh: boolean): number {
    let count = 0;
    this.#eachList(group, onlyHigh, (list, less, shift) => {
      count = this.#touchList(list, count, less, shift);
    });
    return count;
  }

  /** Touches the documents of a list beside the `count` that are touched already: a sum above zero tells them. */
  #touchList(list: number, count: number, less: number, shift: number): number {
    const lists = this.#lists;
    const sums = this.#sums;
    const touched = this.#touched;
    let next = count;
    for (let isOpen = lists.open(list); isOpen; isOpen = lists.next()) {
      const { entries, end } = lists;
      for (let i = lists.start; i < end; i += 1) {
        const entry = entries[i] as number;
        const document = entry >>> IMPACT_BITS;
        const impact = weigh(entry & IMPACT, less, shift);
        const sum = sums[document] as number;
        if (sum === 0) {
          touched[next] = document;
          next += 1;
        }
        if (impact > sum) sums[document] = impact;
      }
    }
    return next;
  }

  /** Marks which of the documents with `expected` hits hold a word of one more group. */
  #markList(list: number, expected: number, less: number, shift: number): void {
    const lists = this.#lists;
    const hits = this.#hits;
    const best = this.#best;
    for (let isOpen = lists.open(list); isOpen; isOpen = lists.next()) {
      const { entries, end } = lists;
      for (let i = lists.start; i < end; i += 1) {
        const entry = entries[i] as number;
        const document = entry >>> IMPACT_BITS;
        const hit = hits[document];
        if (hit === expected) {
          hits[document] = expected + 1;
          best[document] = weigh(entry & IMPACT, less, shift);
        } else if (hit === expected + 1) {
          const impact = weigh(entry & IMPACT, less, shift);
          if (impact > (best[document] as number)) best[document] = impact;
        }
      }
    }
  }

  /** Moves the touched documents with `hits` hits to the front and adds their scores. @returns how many. */
  #keepHits(count: number, hits: number): number {
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const document = this.#touched[i] as number;
      if (this.#hits[document] !== hits) continue;
      this.#sums[document] = (this.#sums[document] as number) + (this.#best[document] as number);
      this.#touched[i] = this.#touched[kept] as number;
      this.#touched[kept] = document;
      kept += 1;
    }
    return kept;
  }

  /** Writes down the first `count` of the touched documents, but for those that are gone, and forgets their sums. */
  #report(count: number): Found {
    const sums = this.#sums;
    const owners = this.#foundOwners;
    const scores = this.#foundScores;
    let found = 0;
    for (let i = 0; i < count; i += 1) {
      const document = this.#touched[i] as number;
      const owner = this.#owners[document] as number;
      owners[found] = owner;
      scores[found] = sums[document] as number;
      sums[document] = 0;
      if (owner !== NOBODY) found += 1;
    }
    return { count: found, owners, scores };
  }

  #eachList(group: Group, onlyHigh: boolean, visit: ListVisitor): void {
    const { exact, forms, beginnings } = group;
    const visitWord = (word: number, less: number, shift: number): void => {
      visit(this.#listOf(word, true), less, shift);
      if (!onlyHigh) visit(this.#listOf(word, false), less, shift);
    };
    if (exact !== undefined) visitWord(exact, 0, 0);
    for (const word of forms) if (word !== exact) visitWord(word, LESS_FOR_FORMS, 0);
    for (const word of beginnings) if (word !== exact) visitWord(word, 0, SHIFT_FOR_BEGINNINGS);
  }

  #nextDocument(): number {
    if (this.#documents >= MAX_DOCUMENTS) throw new RangeError('The text index holds as many texts as it can.');
    if (this.#documents === this.#owners.length) this.#makeRoom(this.#documents * 2);
    this.#documents += 1;
    return this.#documents - 1;
  }

  #makeRoom(size: number): void {
    const owners = new Int32Array(size).fill(NOBODY);
    owners.set(this.#owners);
    this.#owners = owners;
    this.#hits = new Uint8Array(size);
    this.#sums = new Uint16Array(size);
    this.#best = new Uint8Array(size);
    this.#foundOwners = new Int32Array(size);
    this.#foundScores = new Uint16Array(size);
    this.#touched = new Int32Array(size);
  }
}

type ListVisitor = (list: number, less: number, shift: number) => void;

function weigh(impact: number, less: number, shift: number): number {
  return Math.max(1, (impact - less) >> shift);
}
