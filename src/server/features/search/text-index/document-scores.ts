import { type BitSet, PLACE, WORD_BITS } from '#server/platform/number-sets/bit-set.ts';
import { type InvertedIndex, NO_OWNER, type ScoredList } from './inverted-index.ts';
import { BLOCK_ENTRIES, IMPACT, IMPACT_BITS } from './posting-block.ts';

/** Above this, a sum of groups would exceed the range of scores. */
const MAX_SUM = 0xffff;

/** Search result: `owners[i]` with `scores[i]`, unordered. Overwritten by the next search. */
export interface DocumentMatches {
  readonly count: number;
  readonly owners: Int32Array;
  readonly scores: Uint16Array;
}

export interface ScoredDocuments {
  readonly documents: Int32Array;
  readonly scores: Uint16Array;
}

/** What matches one group: lists of entries, and documents with its phrases. */
export interface GroupMatches {
  readonly lists: readonly ScoredList[];
  readonly phrases: readonly ScoredDocuments[];
}

/**
 * The documents that a search visits, with their scores. The memory is reused: `visited` begins with the documents that
 * still match, and everything by document is zero between searches.
 */
export class DocumentScores {
  readonly #index: InvertedIndex;
  visited = new Int32Array(0);
  /** The groups found in a document, as bits, while groups are collected. */
  hits = new Uint8Array(0);
  sums = new Uint16Array(0);
  /** The best score in the current group. */
  #best = new Uint16Array(0);
  #foundScores = new Uint16Array(0);
  /** The entries of a block that pass the filter. One more, because the branchless loop writes past the last one. */
  readonly #noted = new Uint32Array(BLOCK_ENTRIES + 1);

  constructor(index: InvertedIndex) {
    this.#index = index;
  }

  /** Call it before each search. @returns whether the index has grown. */
  makeRoom(): boolean {
    const size = this.#index.owners.length;
    if (size === this.hits.length) return false;
    this.visited = new Int32Array(size);
    this.hits = new Uint8Array(size);
    this.sums = new Uint16Array(size);
    this.#best = new Uint16Array(size);
    this.#foundScores = new Uint16Array(size);
    return true;
  }

  clearSums(from: number, to: number): void {
    for (let i = from; i < to; i += 1) this.sums[this.visited[i] as number] = 0;
  }

  /** Swaps the visited document at `place` with the one at `front`. */
  moveToFront(place: number, front: number): void {
    const document = this.visited[place] as number;
    this.visited[place] = this.visited[front] as number;
    this.visited[front] = document;
  }

  /** Visits the documents of the first group; their best scores become their sums. @returns how many. */
  begin({ lists, phrases }: GroupMatches): number {
    let count = 0;
    for (const list of lists) count = this.#beginList(list, count);
    for (const { documents, scores } of phrases) {
      for (let i = 0; i < documents.length; i += 1) {
        const document = documents[i] as number;
        const sum = this.sums[document] as number;
        if (sum === 0) {
          this.visited[count] = document;
          count += 1;
        }
        if ((scores[i] as number) > sum) this.sums[document] = scores[i] as number;
      }
    }
    return count;
  }

  /** Adds the documents of a list to the `count` already visited, which have a sum above zero. */
  #beginList({ list, scores }: ScoredList, count: number): number {
    const { lists } = this.#index;
    const { sums, visited } = this;
    let next = count;
    for (let isOpen = lists.open(list); isOpen; isOpen = lists.next()) {
      const { entries, end } = lists;
      for (let i = 0; i < end; i += 1) {
        const entry = entries[i] as number;
        const score = scores[entry & IMPACT] as number;
        if (score === 0) continue;
        const document = entry >>> IMPACT_BITS;
        const sum = sums[document] as number;
        if (sum === 0) {
          visited[next] = document;
          next += 1;
        }
        if (score > sum) sums[document] = score;
      }
    }
    return next;
  }

  /** Makes `into` the set of the documents of a group. @param among another set: only these documents */
  collect({ lists, phrases }: GroupMatches, into: BitSet, among?: BitSet): void {
    into.clear(this.sums.length);
    for (const [place, list] of lists.entries()) this.#index.addDocuments(list, into, { isEmpty: place === 0, among });
    for (const { documents } of phrases) into.add(among ? documents.filter((one) => among.has(one)) : documents);
  }

  /** Visits the members of a set. @returns how many. */
  visit(set: BitSet): number {
    return set.members(this.visited).length;
  }

  /** Notes the best scores of one more group for the visited documents, which are the members of `among`. */
  note({ lists, phrases }: GroupMatches, among: BitSet): void {
    for (const list of lists) this.#noteList(list, among);
    for (const { documents, scores } of phrases) {
      for (let i = 0; i < documents.length; i += 1) {
        const document = documents[i] as number;
        const score = scores[i] as number;
        if (among.has(document) && score > (this.#best[document] as number)) this.#best[document] = score;
      }
    }
  }

  #noteList({ list, scores }: ScoredList, among: BitSet): void {
    const { lists } = this.#index;
    const { words } = among;
    const best = this.#best;
    const noted = this.#noted;
    for (let isOpen = lists.open(list, among); isOpen; isOpen = lists.next()) {
      const { entries, end } = lists;
      let count = 0;
      for (let i = 0; i < end; i += 1) {
        const entry = entries[i] as number;
        const document = entry >>> IMPACT_BITS;
        noted[count] = entry;
        // Branchless, because a branch here would often be mispredicted.
        count += ((words[document >>> WORD_BITS] as number) >>> (document & PLACE)) & 1;
      }
      for (let i = 0; i < count; i += 1) {
        const entry = noted[i] as number;
        const document = entry >>> IMPACT_BITS;
        best[document] = Math.max(best[document] as number, scores[entry & IMPACT] as number);
      }
    }
  }

  /** Adds what was noted to the sums of the first `count` documents. */
  addNoted(count: number): void {
    for (let i = 0; i < count; i += 1) this.#addBest(this.visited[i] as number);
  }

  /** The same, and moves those of which something was noted to the front. @returns how many. */
  keepNoted(count: number): number {
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const document = this.visited[i] as number;
      if (this.#best[document] === 0) continue;
      this.#addBest(document);
      this.moveToFront(i, kept);
      kept += 1;
    }
    return kept;
  }

  /**
   * Adds the documents of one more group to the `count` already visited, whether or not they match the others, and adds
   * its scores. @param bit stands for the group in the hits. @returns how many are visited now.
   */
  collectHits({ lists, phrases }: GroupMatches, count: number, bit: number): number {
    const { lists: all } = this.#index;
    let next = count;
    const visit = (document: number, score: number): void => {
      const best = this.#best[document] as number;
      if (best === 0 && this.sums[document] === 0) {
        this.visited[next] = document;
        next += 1;
      }
      if (score > best) this.#best[document] = score;
    };
    for (const { list, scores } of lists) {
      for (let isOpen = all.open(list); isOpen; isOpen = all.next()) {
        for (let i = 0; i < all.end; i += 1) {
          const entry = all.entries[i] as number;
          const score = scores[entry & IMPACT] as number;
          if (score > 0) visit(entry >>> IMPACT_BITS, score);
        }
      }
    }
    for (const { documents, scores } of phrases)
      for (let i = 0; i < documents.length; i += 1) visit(documents[i] as number, scores[i] as number);
    for (let i = 0; i < next; i += 1) {
      const document = this.visited[i] as number;
      if (this.#best[document] === 0) continue;
      this.#addBest(document);
      this.hits[document] = (this.hits[document] as number) | bit;
    }
    return next;
  }

  /** Copies the first `count` visited documents, and clears their sums. @param score of a sum. */
  take(count: number, score: (sum: number) => number): ScoredDocuments {
    const documents = this.visited.slice(0, count);
    const scores = new Uint16Array(count);
    for (let i = 0; i < count; i += 1) {
      const document = documents[i] as number;
      scores[i] = score(this.sums[document] as number);
      this.sums[document] = 0;
    }
    return { documents, scores };
  }

  /** The first `count` visited documents, without deleted ones; clears their sums. */
  report(count: number): DocumentMatches {
    const { sums, visited } = this;
    const ownerOf = this.#index.owners;
    // Each is written where its document, or an earlier one, has been read.
    const owners = visited;
    const scores = this.#foundScores;
    let found = 0;
    for (let i = 0; i < count; i += 1) {
      const document = visited[i] as number;
      const owner = ownerOf[document] as number;
      owners[found] = owner;
      scores[found] = sums[document] as number;
      sums[document] = 0;
      if (owner !== NO_OWNER) found += 1;
    }
    return { count: found, owners, scores };
  }

  #addBest(document: number): void {
    this.sums[document] = Math.min(MAX_SUM, (this.sums[document] as number) + (this.#best[document] as number));
    this.#best[document] = 0;
  }
}
