import type { NumberLists } from '#server/platform/number-sets/number-lists.ts';
import { STOP_WORDS } from '../words/words.ts';
import type { DocumentMatches } from './document-scores.ts';
import { type Group, MAX_GROUPS, NO_WORDS } from './group.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { Matcher } from './matcher.ts';
import type { TermGroups } from './term-groups.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A set of owners with a membership test. */
export interface Circle {
  readonly owners: Int32Array;
  readonly holds: (owner: number) => boolean;
}

interface Sources {
  readonly vocabulary: Vocabulary;
  readonly index: InvertedIndex;
  readonly matcher: Matcher;
  readonly terms: TermGroups;
  /** The words of names, so that scans need not parse them. */
  readonly names: NumberLists;
}

/** Number of a name's words that are compared with other names. */
const MAX_TELLING = 32;
const NUMBER = /^\d+$/;
const WEIGHT_OF_UNIQUE = 2 ** 30;
export const NOTHING_FOUND: DocumentMatches = { count: 0, owners: new Int32Array(0), scores: new Uint16Array(0) };

/** Searches in names only: for suggestions and for similar products. */
export class NameSearch {
  readonly #sources: Sources;
  /** Scratch memory by word number; zero between searches. */
  #marks = new Uint8Array(0);

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Owners of names with all of these words, the last one as a prefix of any length. */
  search(words: readonly string[]): DocumentMatches {
    if (words.length === 0) return NOTHING_FOUND;
    return this.#sources.matcher.match(this.#groups(words), { onlyHigh: true });
  }

  /** An upper bound of the number of names that `search` would find, without searching. */
  count(words: readonly string[]): number {
    return Math.min(...this.#groups(words).map((group) => this.#sources.index.sizeOf(group, true)));
  }

  /** The first `limit` of `owners` that `search` would find: faster if most names match. */
  first(words: readonly string[], owners: Int32Array, limit: number): number[] {
    const groups = this.#groups(words);
    this.#makeRoom();
    for (const [index, group] of groups.entries()) this.#markGroup(group, 1 << index);
    const all = (1 << groups.length) - 1;
    const found: number[] = [];
    for (let i = 0; i < owners.length && found.length < limit; i += 1) {
      const owner = owners[i] as number;
      if (this.#sources.names.marksOf(owner, this.#marks) === all) found.push(owner);
    }
    for (const group of groups) this.#clearGroup(group);
    return found;
  }

  /**
   * Members of a set whose names share words with the owner's, most distinctive first: a word counts more the fewer
   * names contain it, in any form.
   * @param ranks tie-break by owner.
   */
  like(owner: number, circle: Circle, ranks: Uint32Array, limit: number): number[] {
    const { vocabulary, index, names } = this.#sources;
    this.#makeRoom();
    const groups: Group[] = [];
    const weights = new Float64Array(MAX_TELLING + 1);
    let sharing = 0;
    for (const word of names.of(owner)) {
      // A stop word, or another form of a previous word.
      if (word < STOP_WORDS.size || this.#marks[word] !== 0 || groups.length === MAX_TELLING) continue;
      const text = vocabulary.word(word);
      // A size or model number is no sign of similar products.
      if (NUMBER.test(text)) continue;
      const group = { exact: word, forms: vocabulary.formsOf(text), beginnings: NO_WORDS };
      groups.push(group);
      this.#markGroup(group, groups.length);
      const size = index.sizeOf(group, true);
      sharing += size;
      // Integers, whose sum does not depend on the order.
      weights[groups.length] = Math.round(WEIGHT_OF_UNIQUE / size);
    }
    const others = sharing < circle.owners.length ? this.#withAnyOf(groups) : circle.owners;
    const like: { owner: number; weight: number }[] = [];
    for (let i = 0; i < others.length; i += 1) {
      const other = others[i] as number;
      const weight = names.weightOf(other, this.#marks, weights);
      const last = like.length === limit ? like[limit - 1] : undefined;
      if (weight === 0 || (last && weight < last.weight) || other === owner || !circle.holds(other)) continue;
      const isBefore = (one: { owner: number; weight: number }): boolean =>
        weight > one.weight || (weight === one.weight && (ranks[other] as number) < (ranks[one.owner] as number));
      const place = like.findIndex(isBefore);
      like.splice(place === -1 ? like.length : place, 0, { owner: other, weight });
      if (like.length > limit) like.pop();
    }
    for (const group of groups) this.#clearGroup(group);
    return like.map((one) => one.owner);
  }

  /** Owners whose names contain a word of any group. */
  #withAnyOf(groups: readonly Group[]): Int32Array {
    const any = { exact: undefined, forms: groups.flatMap(({ forms }) => forms), beginnings: NO_WORDS };
    const { count, owners } = this.#sources.matcher.match([any], { onlyHigh: true });
    return owners.subarray(0, count);
  }

  #groups(words: readonly string[]): Group[] {
    return words
      .slice(0, MAX_GROUPS)
      .map((word, index) => this.#sources.terms.groupOf(word, index === words.length - 1, 1));
  }

  #makeRoom(): void {
    const { size } = this.#sources.vocabulary;
    if (size > this.#marks.length) this.#marks = new Uint8Array(size * 2);
  }

  /** Adds bits to the marks of a group's words. */
  #markGroup({ forms, beginnings }: Group, bits: number): void {
    for (const word of forms) this.#marks[word] = (this.#marks[word] as number) | bits;
    for (const word of beginnings) this.#marks[word] = (this.#marks[word] as number) | bits;
  }

  #clearGroup({ forms, beginnings }: Group): void {
    for (const word of forms) this.#marks[word] = 0;
    for (const word of beginnings) this.#marks[word] = 0;
  }
}
