import { LRUCache } from 'lru-cache';
import type { BitSet } from '#server/platform/number-sets/bit-set.ts';
import type { NumberLists } from '#server/platform/number-sets/number-lists.ts';
import type { DocumentMatches } from './document-scores.ts';
import type { Group } from './group.ts';
import { type InvertedIndex, NO_OWNER, type ScoredList } from './inverted-index.ts';
import type { Matcher } from './matcher.ts';
import { IMPACT, IMPACT_BITS } from './posting-block.ts';
import { NAME_WEIGHT } from './text-reader.ts';
import { wholeNameBonus } from './whole-names.ts';

const GROWTH = 1.5;
const INITIAL_SIZE = 1024;
/** Bytes of all cached matches together: those of a common word take about 10 KB in a million names. */
const MAX_BYTES = 3_000_000;
/** A larger entry would evict too many others. */
const MAX_ENTRY_BYTES = MAX_BYTES / 10;
/** Bytes of a cached entry without its matches. */
const ENTRY_BYTES = 300;

interface Sources {
  readonly index: InvertedIndex;
  readonly matcher: Matcher;
  /** The words of names. */
  readonly names: NumberLists;
}

/** Which matches of a word to find. */
export interface WantedNames {
  readonly group: Group;
  /** How many different words the search text has. */
  readonly typed: number;
  /** How many of the best matches. */
  readonly count: number;
  /** How much may be added to a score before the best ones are selected. */
  readonly boost: number;
  /** Only these owners; undefined: all. */
  readonly among: BitSet | undefined;
}

/**
 * Finds the best matches of a word that is in many names. Matches are selected while the longest list is decoded. A match is
 * dropped if `count` others score higher by more than the boost, so few are kept.
 */
export class BestNames {
  readonly #sources: Sources;
  readonly #cache = new LRUCache<string, DocumentMatches>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ owners, scores }) => ENTRY_BYTES + owners.byteLength + scores.byteLength,
  });
  /** Scratch memory: the matches that are kept, and how many have each score. */
  #owners = new Int32Array(INITIAL_SIZE);
  #scores = new Uint16Array(INITIAL_SIZE);
  #histogram = new Int32Array(INITIAL_SIZE);
  #kept = 0;
  /** The highest score that at least `count` matches reach. */
  #threshold = NAME_WEIGHT;
  /** How many reach it. */
  #above = 0;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The same as `find` among all owners, cached until a text changes. @param key tells what is wanted. Do not change the result. */
  findCached(key: string, wanted: WantedNames): DocumentMatches | undefined {
    const known = this.#cache.get(key);
    if (known) return known;
    const found = this.find(wanted);
    if (!found) return undefined;
    const best = this.#bestOf(found, wanted);
    this.#cache.set(key, best);
    return best;
  }

  /** Call it when a text changes. */
  forget(): void {
    this.#cache.clear();
  }

  /** @returns undefined if matches outside of names may rank as high: then score all matches. */
  find(wanted: WantedNames): DocumentMatches | undefined {
    const { matcher } = this.#sources;
    const { lists, phrases } = matcher.namesWith(wanted.group);
    const [longest, ...others] = this.#byLength(lists);
    if (!longest) return undefined;
    this.#begin();
    const { documents } = matcher;
    const visited = documents.begin({ lists: others, phrases });
    this.#readList(longest, wanted);
    for (let i = 0; i < visited; i += 1) {
      const document = documents.visited[i] as number;
      const score = documents.sums[document] as number;
      documents.sums[document] = 0;
      this.#offer(document, score, wanted);
    }
    const isSafe = this.#above >= wanted.count && this.#threshold >= NAME_WEIGHT + wanted.boost;
    return isSafe ? { count: this.#kept, owners: this.#owners, scores: this.#scores } : undefined;
  }

  /** A copy without the matches that were kept before better ones were found. */
  #bestOf({ count, owners, scores }: DocumentMatches, { boost }: WantedNames): DocumentMatches {
    const lowest = this.#threshold - boost;
    const places = Int32Array.from({ length: count }, (_, i) => i).filter((i) => (scores[i] as number) >= lowest);
    return {
      count: places.length,
      owners: places.map((i) => owners[i] as number),
      scores: Uint16Array.from(places, (i) => scores[i] as number),
    };
  }

  #begin(): void {
    this.#histogram.fill(0);
    this.#kept = 0;
    this.#above = 0;
    this.#threshold = NAME_WEIGHT;
  }

  #readList({ list, scores }: ScoredList, wanted: WantedNames): void {
    const { index, matcher, names } = this.#sources;
    const { lists, owners } = index;
    const { sums } = matcher.documents;
    const { lengths } = names;
    const { typed } = wanted;
    for (let isOpen = lists.open(list); isOpen; isOpen = lists.next()) {
      const { entries, end } = lists;
      const lowest = this.#threshold - wanted.boost;
      for (let i = 0; i < end; i += 1) {
        const entry = entries[i] as number;
        const document = entry >>> IMPACT_BITS;
        const sum = sums[document] as number;
        let score = scores[entry & IMPACT] as number;
        if (sum > 0) {
          sums[document] = 0;
          score = Math.max(sum, score);
        }
        // Most scores are too low: only the bonus for whole names could still raise them.
        const length = lengths[Math.max(0, owners[document] as number)];
        if (score >= lowest || length === 1 || length === typed) this.#offer(document, score, wanted);
      }
    }
  }

  /** Keeps a match unless it is too low. An unfinished word may score more elsewhere in the same text than it does here. */
  #offer(document: number, scoreOfWord: number, { typed, count, boost, among }: WantedNames): void {
    if (scoreOfWord < NAME_WEIGHT) return;
    const owner = this.#sources.index.owners[document] as number;
    if (owner === NO_OWNER) return;
    const score = scoreOfWord + wholeNameBonus(this.#sources.names.lengthOf(owner), 1, typed);
    if (score < this.#threshold - boost || (among && !among.has(owner))) return;
    if (this.#kept === this.#owners.length) this.#grow();
    this.#owners[this.#kept] = owner;
    this.#scores[this.#kept] = score;
    this.#kept += 1;
    if (score >= this.#threshold) this.#count(score, count);
  }

  #count(score: number, count: number): void {
    const histogram = this.#histogram;
    const counted = Math.min(score, histogram.length - 1);
    histogram[counted] = (histogram[counted] as number) + 1;
    this.#above += 1;
    while (this.#above - (histogram[this.#threshold] as number) >= count) {
      this.#above -= histogram[this.#threshold] as number;
      this.#threshold += 1;
    }
  }

  #grow(): void {
    const size = Math.ceil(this.#owners.length * GROWTH);
    const [owners, scores] = [new Int32Array(size), new Uint16Array(size)];
    owners.set(this.#owners);
    scores.set(this.#scores);
    this.#owners = owners;
    this.#scores = scores;
  }

  #byLength(lists: readonly ScoredList[]): ScoredList[] {
    const lengthOf = ({ list }: ScoredList): number => this.#sources.index.lists.lengthOf(list);
    return [...lists].sort((a, b) => lengthOf(b) - lengthOf(a));
  }
}
