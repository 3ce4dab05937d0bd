import { type Found, type Group, InvertedIndex, MAX_GROUPS } from './inverted-index.ts';
import { NameWords } from './name-words.ts';
import { Spelling } from './spelling.ts';
import { Vocabulary } from './vocabulary.ts';
import { indexedWords, isUnspaced, meaningfulWords, STOP_WORDS, searchedWords } from './words.ts';

/** What a product can be found by: its name, and more texts under the names of their weights. */
export interface SearchableText {
  readonly name: string;
  readonly [field: string]: string | readonly string[];
}

/** The highest weight there is. */
const NAME_WEIGHT = 128;
/** For a text whose whole name is what was searched: it comes before any other. */
const WHOLE_NAME_BONUS = 128;
/** A single letter would begin a tenth of all words. */
const SHORTEST_BEGINNING = 2;

export interface TextMatches extends Found {
  /** The text that was searched instead, when a word of it occurs nowhere; null: as it was typed. */
  readonly corrected: string | null;
}

/** Some of the owners, ascending, and whether one is among them. */
export interface Circle {
  readonly owners: Int32Array;
  readonly holds: (owner: number) => boolean;
}

/** Texts that are gone are swept out when they are this many and a quarter of all. */
const WORTH_SWEEPING = 1_000;
/** Words of a name that are compared with other names'. */
const MAX_TELLING = 32;
const WEIGHT_OF_UNIQUE = 2 ** 30;
const NONE = -1;
const NO_WORDS = new Int32Array(0);
const NOTHING = { count: 0, owners: new Int32Array(0), scores: new Uint16Array(0) } as const;

/** A full-text index in memory: weighted fields, forms of words, beginnings, and corrected spelling. */
export class TextIndex {
  readonly #vocabulary = new Vocabulary();
  readonly #spelling = new Spelling();
  readonly #index = new InvertedIndex(NAME_WEIGHT);
  readonly #names = new NameWords();
  /** Document of each owner. */
  #documents = new Int32Array(1024).fill(NONE);
  /** Scratch, by the word's number: fields of the text at hand that hold it, or what it is marked as. Zero in between. */
  #marks = new Uint8Array(1024);

  readonly #weights: readonly (readonly [field: string, weight: number])[];

  /**
   * @param weights powers of two below that of the name, by field. Each outweighs all below it together: a word in a name
   * beats a word in everything but the name.
   */
  constructor(weights: Readonly<Record<string, number>>) {
    this.#weights = Object.entries(weights).filter(([field]) => field !== 'name');
    // They come first, so that a number below theirs is known as one of them without looking it up.
    for (const word of STOP_WORDS) this.#spelling.add(this.#vocabulary.word(this.#vocabulary.add(word)));
  }

  /** Bytes of the lists and number of words, for measuring. */
  get size(): { readonly words: number; readonly bytes: number } {
    return { words: this.#vocabulary.size, bytes: this.#index.bytes };
  }

  /** Makes `text` the only text of `owner`. */
  set(owner: number, text: SearchableText): void {
    this.#removeDocument(owner);
    const words: number[] = [];
    this.#gather(words, text.name, NAME_WEIGHT);
    this.#names.set(owner, words);
    for (const [field, weight] of this.#weights) {
      for (const part of [text[field] ?? []].flat()) this.#gather(words, part, weight);
    }
    const impacts = this.#marks;
    const document = this.#index.add(
      owner,
      words.map((word) => [word, impacts[word] as number] as const),
    );
    this.#keepDocument(owner, document);
    for (const word of words) impacts[word] = 0;
  }

  delete(owner: number): void {
    this.#removeDocument(owner);
    this.#names.delete(owner);
  }

  /** Sorts new words in, so that the next search need not. */
  sort(): void {
    this.#vocabulary.sort();
  }

  /** Frees the room of texts that are gone, when it is worth it; others get a turn at each yield. */
  *tidy(): Generator<void> {
    const { goneCount, liveCount } = this.#index;
    if (goneCount > WORTH_SWEEPING && goneCount * 4 > liveCount) yield* this.sweep();
  }

  sweep(): Generator<void> {
    return this.#index.sweep(this.#vocabulary.size);
  }

  /** Owners of texts with all words of `text`, the last one also as a beginning. */
  search(text: string): TextMatches {
    const words = meaningfulWords(text).slice(0, MAX_GROUPS);
    if (words.length === 0) return { ...NOTHING, corrected: null };
    const corrections = new Map<string, string>();
    const groups: Group[] = [];
    for (const [index, word] of words.entries()) {
      const group = this.#groupFor(word, index === words.length - 1);
      if (this.#isAnyUsed(group)) {
        groups.push(group);
        continue;
      }
      const correct = this.#correct(word);
      if (correct === undefined) return { ...NOTHING, corrected: null };
      corrections.set(word, correct);
      groups.push(this.#groupFor(correct, false));
    }
    const found = this.#index.match(groups);
    this.#preferWholeNames(found, groups.length);
    return { ...found, corrected: corrections.size === 0 ? null : respell(text, corrections) };
  }

  /** Owners of names with all of these words, the last one as a beginning of any length. */
  searchNames(words: readonly string[]): Found {
    if (words.length === 0) return NOTHING;
    return this.#index.match(this.#nameGroups(words), true);
  }

  /** At least as many names as `searchNames` would find, without finding them. */
  countNames(words: readonly string[]): number {
    return Math.min(...this.#nameGroups(words).map((group) => this.#index.sizeOf(group, true)));
  }

  /** The first `limit` of `owners` that `searchNames` would find: quicker than it if most names are found. */
  firstNamed(words: readonly string[], owners: Int32Array, limit: number): number[] {
    const groups = this.#nameGroups(words);
    for (const [index, group] of groups.entries()) this.#markGroup(group, 1 << index);
    const all = (1 << groups.length) - 1;
    const found: number[] = [];
    for (let i = 0; i < owners.length && found.length < limit; i += 1) {
      const owner = owners[i] as number;
      if (this.#names.marksOf(owner, this.#marks) === all) found.push(owner);
    }
    for (const group of groups) this.#clearGroup(group);
    return found;
  }

  /**
   * Those of a circle whose names share words with the owner's, the most telling first: a word counts the more the fewer
   * names it stands in, in any form.
   * @param ranks who comes first of those that are equally like it, by owner.
   */
  likeNames(owner: number, circle: Circle, ranks: Uint32Array, limit: number): number[] {
    const groups: Group[] = [];
    const weights = new Float64Array(MAX_TELLING + 1);
    let sharing = 0;
    for (const word of this.#names.wordsOf(owner)) {
      // A stop word, or a form of a word before.
      if (word < STOP_WORDS.size || this.#marks[word] !== 0 || groups.length === MAX_TELLING) continue;
      const group = { exact: word, forms: this.#vocabulary.formsOf(this.#vocabulary.word(word)), beginnings: NO_WORDS };
      groups.push(group);
      this.#markGroup(group, groups.length);
      const size = this.#index.sizeOf(group, true);
      sharing += size;
      // In whole numbers, whose sum is the same in any order.
      weights[groups.length] = Math.round(WEIGHT_OF_UNIQUE / size);
    }
    const others = sharing < circle.owners.length ? this.#withAnyOf(groups) : circle.owners;
    const like: { owner: number; weight: number }[] = [];
    for (let i = 0; i < others.length; i += 1) {
      const other = others[i] as number;
      const weight = this.#names.weightOf(other, this.#marks, weights);
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

  /** Owners whose names hold a word of some group. */
  #withAnyOf(groups: readonly Group[]): Int32Array {
    const any = { exact: undefined, forms: groups.flatMap(({ forms }) => forms), beginnings: NO_WORDS };
    const { count, owners } = this.#index.match([any], true);
    return owners.subarray(0, count);
  }

  #nameGroups(words: readonly string[]): Group[] {
    return words.slice(0, MAX_GROUPS).map((word, index) => this.#groupFor(word, index === words.length - 1, 1));
  }

  #gather(words: number[], text: string, weight: number): void {
    const keepsStopWords = weight === NAME_WEIGHT;
    for (const word of indexedWords(text)) {
      const known = this.#vocabulary.size;
      const number = this.#vocabulary.add(word);
      if (number < STOP_WORDS.size && !keepsStopWords) continue;
      if (number === known) this.#addToVocabulary(word, number);
      if (this.#marks[number] === 0) words.push(number);
      this.#marks[number] = (this.#marks[number] as number) | weight;
    }
  }

  #keepDocument(owner: number, document: number): void {
    if (owner >= this.#documents.length) {
      const documents = new Int32Array(Math.max(owner + 1, this.#documents.length * 2)).fill(NONE);
      documents.set(this.#documents);
      this.#documents = documents;
    }
    this.#documents[owner] = document;
  }

  #removeDocument(owner: number): void {
    const document = this.#documents[owner] ?? NONE;
    if (document === NONE) return;
    this.#documents[owner] = NONE;
    this.#index.remove(document);
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

  #preferWholeNames({ count, owners, scores }: Found, words: number): void {
    for (let i = 0; i < count; i += 1) {
      const score = scores[i] as number;
      if (score >= NAME_WEIGHT * words && this.#names.lengthOf(owners[i] as number) === words)
        scores[i] = score + WHOLE_NAME_BONUS;
    }
  }

  #addToVocabulary(word: string, number: number): void {
    this.#spelling.add(word);
    if (number < this.#marks.length) return;
    const larger = new Uint8Array(this.#marks.length * 2);
    larger.set(this.#marks);
    this.#marks = larger;
  }

  #groupFor(word: string, isLast: boolean, shortestBeginning = SHORTEST_BEGINNING): Group {
    const isBeginning = (isLast && word.length >= shortestBeginning) || (isUnspaced(word) && [...word].length === 1);
    return {
      exact: this.#vocabulary.numberOf(word),
      forms: this.#vocabulary.formsOf(word),
      beginnings: isBeginning ? this.#vocabulary.beginningWith(word) : NO_WORDS,
    };
  }

  #isAnyUsed({ forms, beginnings }: Group): boolean {
    const isUsed = (word: number): boolean => this.#index.isUsed(word);
    return forms.some(isUsed) || beginnings.some(isUsed);
  }

  #correct(word: string): string | undefined {
    const number = this.#spelling.closestTo(
      word,
      (candidate) => this.#vocabulary.word(candidate),
      (candidate) => this.#index.frequencyOf(candidate),
    );
    return number === undefined ? undefined : this.#vocabulary.word(number);
  }
}

function respell(text: string, corrections: ReadonlyMap<string, string>): string {
  return searchedWords(text)
    .map((word) => corrections.get(word) ?? word)
    .join(' ');
}
