import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { type BitSet, PLACE, WORD_BITS } from '#server/platform/number-sets/bit-set.ts';
import { FULL_SCALE, type Group } from './group.ts';
import { type AddOptions, ListSets } from './list-sets.ts';
import { IMPACT, IMPACT_BITS } from './posting-block.ts';
import { PostingLists } from './posting-lists.ts';
import { Renumbering } from './renumbering.ts';
import { isThing, ScoreTables } from './score-tables.ts';

const MAX_DOCUMENTS = 2 ** (32 - IMPACT_BITS);
/** The owner of a deleted document. */
export const NO_OWNER = -1;

const LESS_FOR_FORMS = 4;
const SCALE_OF_BEGINNINGS = FULL_SCALE / 2;

/** A list of entries, and the score of each impact in it. */
export interface ScoredList {
  readonly list: number;
  readonly scores: Uint16Array;
  /** Smaller impacts have no score; 0: all have one. */
  readonly minImpact: number;
  /** Entries that are no things do not count. */
  readonly onlyThings: boolean;
}

/**
 * Maps words to documents with their impact. Words are numbers; a document belongs to an owner and never changes: a new
 * text is a new document. Deleted documents stay in the lists until `sweep`, and are skipped.
 * Entries with the greatest impact (at least `high`) are kept in separate lists, so that they can be read alone.
 */
export class InvertedIndex {
  readonly #high: number;
  readonly lists = new PostingLists();
  readonly #tables = new ScoreTables();
  /** By document. */
  owners = new Int32Array(1024).fill(NO_OWNER);
  readonly #renumbering = new Renumbering();
  readonly #sets = new ListSets();
  #documents = 0;
  #free: number[] = [];
  #gone: number[] = [];

  constructor(high: number) {
    this.#high = high;
  }

  /** Number of deleted documents still in the lists. */
  get goneCount(): number {
    return this.#gone.length;
  }

  get liveCount(): number {
    return this.#documents - this.#free.length - this.#gone.length;
  }

  get bytes(): number {
    return this.lists.bytes;
  }

  /** @param words distinct words of the document; @param impacts of each, from 1 to 255. @returns the document's number. */
  add(owner: number, words: ArrayLike<number>, impacts: ArrayLike<number>): number {
    const document = this.#free.pop() ?? this.#nextDocument();
    this.owners[document] = owner;
    if (owner !== document) this.#renumbering.note(document, owner);
    for (let i = 0; i < words.length; i += 1) {
      const impact = impacts[i] as number;
      const list = listOf(words[i] as number, impact >= this.#high);
      this.lists.push(list, ((document << IMPACT_BITS) | impact) >>> 0);
      this.#sets.noteEntry(list, document, impact);
    }
    return document;
  }

  remove(document: number): void {
    this.owners[document] = NO_OWNER;
    this.#renumbering.note(document, document);
    this.#gone.push(document);
  }

  /** Adds the documents of a list that have a score to `into`, which has room for all documents. */
  addDocuments(scored: ScoredList, into: BitSet, options: AddOptions = {}): void {
    const length = this.lists.lengthOf(scored.list);
    const readInto = (set: BitSet, some?: BitSet): void =>
      some ? this.#readSome(scored, some, set) : this.#read(scored, set);
    this.#sets.addTo(into, scored, { length, documents: this.#documents, readInto }, options);
  }

  /** Replaces the members of `into`, which has room for them, by the owners of documents. */
  selectOwners(documents: BitSet, into: BitSet): void {
    this.#renumbering.translate(documents, this.owners, into);
  }

  /** Replaces the members of `into`, which has room for them, by the documents of owners. @param documentOf by owner */
  selectDocumentsOf(owners: BitSet, documentOf: Int32Array, into: BitSet): void {
    this.#renumbering.translate(owners, documentOf, into);
  }

  #read({ list, scores, minImpact, onlyThings }: ScoredList, into: BitSet): void {
    const { lists } = this;
    const { words } = into;
    if (minImpact === 0 && !onlyThings) {
      lists.addDocuments(list, words);
      return;
    }
    for (let isOpen = lists.open(list); isOpen; isOpen = lists.next()) {
      const { entries, end } = lists;
      for (let i = 0; i < end; i += 1) {
        const entry = entries[i] as number;
        const at = entry >>> (IMPACT_BITS + WORD_BITS);
        // 1 for a score above zero, without a branch.
        const bit = -(scores[entry & IMPACT] as number) >>> PLACE;
        words[at] = (words[at] as number) | (bit << ((entry >>> IMPACT_BITS) & PLACE));
      }
    }
  }

  /** The same for those of its documents that are in `among`. */
  #readSome({ list, scores }: ScoredList, { words: among }: BitSet, { words }: BitSet): void {
    const { lists } = this;
    for (let isOpen = lists.open(list); isOpen; isOpen = lists.next()) {
      const { entries, end } = lists;
      for (let i = 0; i < end; i += 1) {
        const entry = entries[i] as number;
        const at = entry >>> (IMPACT_BITS + WORD_BITS);
        const bit = -(scores[entry & IMPACT] as number) >>> PLACE;
        const word = bit << ((entry >>> IMPACT_BITS) & PLACE);
        words[at] = (words[at] as number) | (word & (among[at] as number));
      }
    }
  }

  /** Number of documents with the word. */
  frequencyOf(word: number): number {
    return this.countWith(word, 0, Number.POSITIVE_INFINITY);
  }

  /** Whether a document contains the word with at least this impact. */
  isUsedWith(word: number, minImpact: number, onlyThings = false): boolean {
    return this.countWith(word, minImpact, 1, onlyThings) > 0;
  }

  /** Counts documents that hold the word with at least this impact, no further than `limit`. */
  countWith(word: number, minImpact: number, limit: number, onlyThings = false): number {
    const counts = (impact: number): boolean => impact >= minImpact && !(onlyThings && !isThing(impact));
    const high = this.#countIn(listOf(word, true), counts, limit);
    return minImpact >= this.#high ? high : high + this.#countIn(listOf(word, false), counts, limit - high);
  }

  /** Number of entries of a group's words, including duplicates and deleted documents. */
  sizeOf(group: Group, onlyHigh: boolean): number {
    const sizeOfWord = (word: number): number =>
      this.lists.lengthOf(listOf(word, true)) + (onlyHigh ? 0 : this.lists.lengthOf(listOf(word, false)));
    let size = 0;
    for (const word of group.forms) size += sizeOfWord(word);
    for (const word of group.beginnings) size += sizeOfWord(word);
    for (const { word } of group.related ?? []) size += sizeOfWord(word);
    for (const { groups } of group.phrases ?? []) size += Math.min(...groups.map((one) => this.sizeOf(one, onlyHigh)));
    return size;
  }

  /** The lists of a group's words, without its phrases. */
  listsOf(
    { exact, forms, beginnings, related = [], minImpact = 0, onlyThings = false }: Group,
    onlyHigh: boolean,
  ): ScoredList[] {
    const found: ScoredList[] = [];
    const add = (word: number, scores: Uint16Array, counted = { minImpact, onlyThings }): void => {
      const [high, low] = [listOf(word, true), listOf(word, false)];
      const inHigh = { ...counted, minImpact: counted.minImpact <= this.#high ? 0 : counted.minImpact };
      // A low list has no words of names.
      if (!onlyHigh && this.lists.lengthOf(low) > 0) found.push({ list: low, scores, ...counted, onlyThings: false });
      if (this.lists.lengthOf(high) > 0) found.push({ list: high, scores, ...inHigh });
    };
    if (exact !== undefined) add(exact, this.#tables.of({ less: 0, scale: FULL_SCALE, minImpact, onlyThings }));
    const ofForms = this.#tables.of({ less: LESS_FOR_FORMS, scale: FULL_SCALE, minImpact, onlyThings });
    for (const word of forms) if (word !== exact) add(word, ofForms);
    const ofBeginnings = this.#tables.of({ less: 0, scale: SCALE_OF_BEGINNINGS, minImpact, onlyThings });
    for (const word of beginnings) if (word !== exact) add(word, ofBeginnings);
    for (const { word, ...how } of related) add(word, this.#tables.of({ less: 0, ...how }), how);
    return found;
  }

  /** Removes deleted documents from the lists of `words` words; yields after each. */
  *sweep(words: number): Generator<void> {
    const swept = this.#gone.length;
    for (let list = 0; list < words * 2; list += 1) {
      this.lists.filter(list, (entry) => this.owners[entry >>> IMPACT_BITS] !== NO_OWNER);
      yield;
    }
    this.#free.push(...this.#gone.splice(0, swept));
    this.#sets.clear();
  }

  save(to: SnapshotWriter): void {
    to.numbers(this.owners.subarray(0, this.#documents));
    to.numbers(Int32Array.from(this.#free));
    to.numbers(Int32Array.from(this.#gone));
    this.lists.save(to);
  }

  load(from: SnapshotReader): void {
    this.owners = from.numbers(Int32Array);
    this.#documents = this.owners.length;
    this.#free = [...from.numbers(Int32Array)];
    this.#gone = [...from.numbers(Int32Array)];
    this.lists.load(from);
    this.#sets.clear();
    this.#renumbering.reset();
    for (let document = 0; document < this.#documents; document += 1) {
      const owner = this.owners[document] as number;
      if (owner !== document) this.#renumbering.note(document, owner === NO_OWNER ? document : owner);
    }
  }

  /** Counts up to `limit`. */
  #countIn(list: number, counts: (impact: number) => boolean, limit: number): number {
    const { lists, owners } = this;
    let count = 0;
    for (let isOpen = lists.open(list); isOpen && count < limit; isOpen = lists.next()) {
      for (let i = 0; i < lists.end && count < limit; i += 1) {
        const entry = lists.entries[i] as number;
        if (counts(entry & IMPACT) && owners[entry >>> IMPACT_BITS] !== NO_OWNER) count += 1;
      }
    }
    return count;
  }

  #nextDocument(): number {
    if (this.#documents >= MAX_DOCUMENTS) throw new RangeError('The text index holds as many texts as it can.');
    if (this.#documents === this.owners.length) {
      const owners = new Int32Array(this.#documents * 2).fill(NO_OWNER);
      owners.set(this.owners);
      this.owners = owners;
    }
    this.#documents += 1;
    return this.#documents - 1;
  }
}

function listOf(word: number, isHigh: boolean): number {
  return word * 2 + (isHigh ? 0 : 1);
}
