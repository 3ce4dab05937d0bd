import { readMeasures } from '#domain/search/measure.ts';
import type { ReadFilter } from '#domain/search/search-intent.ts';
import { type Found, type Group, HEAD_OF_NAME, InvertedIndex, MAX_GROUPS } from './inverted-index.ts';
import { Lexicon } from './lexicon.ts';
import { NameWords } from './name-words.ts';
import { type PlannedTerm, planTerms } from './query-plan.ts';
import { Spelling } from './spelling.ts';
import { beginAlike, KEY_SIGN, type TermGroup, TermGroups } from './term-groups.ts';
import { Vocabulary } from './vocabulary.ts';
import { headOfName, indexedWords, STOP_WORDS, searchedWords } from './words.ts';

/** The searchable texts of a product: its name, and others by the names of their weights. */
export interface SearchableText {
  readonly name: string;
  /** What it has that is asked for by filters of a search text: its colours and sizes. */
  readonly keys?: readonly string[];
  readonly [field: string]: string | readonly string[] | undefined;
}

/** The highest weight. */
const NAME_WEIGHT = 128;
/** For a name that equals the search text: ranks above everything else. */
const WHOLE_NAME_BONUS = 128;
/** How much a colour or a size counts: as much as a tag. */
const KEY_WEIGHT = 32;

export interface TextMatches extends Found {
  /** The corrected search text, when a word occurs nowhere; null: unchanged. */
  readonly corrected: string | null;
  /** Words and filters that had to be left out because no text holds all. */
  readonly dropped: readonly string[];
}

/** What is looked for: words, and filters that only the text index knows about. */
export interface TextQuery {
  readonly text: string;
  readonly filters: readonly ReadFilter[];
}

/** A part of a search that is matched or dropped as a whole. */
interface QueryPart extends TermGroup {
  readonly label: string;
  readonly isOptional: boolean;
  readonly isHead: boolean;
  readonly isFilter: boolean;
  readonly isProduct: boolean;
  readonly isKnown: boolean;
}

/** A sorted set of owners with a membership test. */
export interface Circle {
  readonly owners: Int32Array;
  readonly holds: (owner: number) => boolean;
}

/** Deleted texts are swept when there are this many and they are a quarter of all. */
const WORTH_SWEEPING = 1_000;
/** Number of a name's words that are compared with other names. */
const MAX_TELLING = 32;
const WEIGHT_OF_UNIQUE = 2 ** 30;
const NONE = -1;
/** A page of results. */
const FEW_MATCHES = 12;
const NO_WORDS = new Int32Array(0);
const NOTHING = { count: 0, owners: new Int32Array(0), scores: new Uint16Array(0) } as const;
const NOTHING_MATCHED: TextMatches = { ...NOTHING, corrected: null, dropped: [] };

/** An in-memory full-text index: weighted fields, stemming, prefixes, and spelling correction. */
export class TextIndex {
  readonly #vocabulary = new Vocabulary();
  readonly #spelling = new Spelling();
  readonly #index = new InvertedIndex(NAME_WEIGHT);
  readonly #terms = new TermGroups({ vocabulary: this.#vocabulary, index: this.#index, spelling: this.#spelling });
  #lexicon = new Lexicon();
  #lexiconSpelling: LexiconSpelling | undefined;
  readonly #names = new NameWords();
  /** Document by owner. */
  #documents = new Int32Array(1024).fill(NONE);
  /** Scratch memory by word number: fields of the current text that contain it, or its marks. Zero in between. */
  #marks = new Uint8Array(1024);

  readonly #weights: readonly (readonly [field: string, weight: number])[];

  /**
   * @param weights powers of two below that of the name, by field. Each exceeds the sum of all lower ones: a word in
   * the name ranks above a word in all other fields.
   */
  constructor(weights: Readonly<Record<string, number>>) {
    this.#weights = Object.entries(weights).filter(([field]) => field !== 'name');
    // Added first, so that a lower number identifies them without a lookup.
    for (const word of STOP_WORDS) this.#spelling.add(this.#vocabulary.word(this.#vocabulary.add(word)));
  }

  /** Synonyms count from the next search on. */
  setLexicon(lexicon: Lexicon): void {
    if (lexicon === this.#lexicon) return;
    this.#lexicon = lexicon;
    this.#lexiconSpelling = undefined;
  }

  /** Bytes of the lists and number of words, for measurements. */
  get size(): { readonly words: number; readonly bytes: number } {
    return { words: this.#vocabulary.size, bytes: this.#index.bytes };
  }

  /** Sets the text of `owner`, replacing the previous one. */
  set(owner: number, text: SearchableText): void {
    this.#removeDocument(owner);
    const words: number[] = [];
    this.#gather(words, text.name, NAME_WEIGHT);
    this.#names.set(owner, words);
    this.#markHead(text.name);
    for (const [field, weight] of this.#weights) {
      for (const part of [text[field] ?? []].flat()) this.#gather(words, part, weight);
    }
    for (const key of text.keys ?? []) this.#gatherWord(words, KEY_SIGN + key, KEY_WEIGHT);
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

  /** Frees the memory of deleted texts when worthwhile; yields to other work. */
  *tidy(): Generator<void> {
    const { goneCount, liveCount } = this.#index;
    if (goneCount > WORTH_SWEEPING && goneCount * 4 > liveCount) yield* this.sweep();
  }

  sweep(): Generator<void> {
    return this.#index.sweep(this.#vocabulary.size);
  }

  /**
   * Owners of texts with all terms of a search, the last one also as a beginning. Where no text has all of them, the least
   * telling ones are dropped.
   */
  search(query: TextQuery | string): TextMatches {
    const { text, filters } = typeof query === 'string' ? { text: query, filters: [] } : query;
    const corrections = new Map<string, string>();
    const parts = [
      ...planTerms(text, this.#lexicon, this.#terms.areJoined).flatMap((term) => this.#partsOf(term, corrections)),
      ...filters.map((filter) => this.#filterPart(filter)),
    ].slice(0, MAX_GROUPS);
    if (parts.length === 0) return NOTHING_MATCHED;
    const corrected = corrections.size === 0 ? null : respell(text, corrections);
    const required = parts.filter(({ isOptional }) => !isOptional);
    if (required.every(({ isFound }) => isFound)) {
      const found = this.#matchAll(required, parts);
      if (found.count > 0) {
        this.#preferWholeNames(found, required.length, new Set(searchedWords(text)).size);
        return { ...found, corrected, dropped: [] };
      }
    }
    return { ...this.#searchMost(required), corrected };
  }

  /** Owners of texts with any term of a search, such as a category's for a thing that it does not hold. */
  searchAny(text: string): Found {
    const parts = planTerms(text, this.#lexicon, this.#terms.areJoined).flatMap((term) =>
      this.#partsOf(term, new Map()),
    );
    const [first, ...others] = parts
      .filter(({ isFound }) => isFound)
      .map(({ group }) => ({ groups: [group], scale: 1 }));
    if (!first) return NOTHING;
    return this.#index.match([{ exact: undefined, forms: [], beginnings: NO_WORDS, phrases: [first, ...others] }]);
  }

  /** Owners of names with all of these words, the last one as a prefix of any length. */
  searchNames(words: readonly string[]): Found {
    if (words.length === 0) return NOTHING;
    return this.#index.match(this.#nameGroups(words), { onlyHigh: true });
  }

  /** An upper bound of the number of names that `searchNames` would find, without searching. */
  countNames(words: readonly string[]): number {
    return Math.min(...this.#nameGroups(words).map((group) => this.#index.sizeOf(group, true)));
  }

  /** The first `limit` of `owners` that `searchNames` would find: faster if most names match. */
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
   * Members of a set whose names share words with the owner's, most distinctive first: a word counts more the fewer
   * names contain it, in any form.
   * @param ranks tie-break by owner.
   */
  likeNames(owner: number, circle: Circle, ranks: Uint32Array, limit: number): number[] {
    const groups: Group[] = [];
    const weights = new Float64Array(MAX_TELLING + 1);
    let sharing = 0;
    for (const word of this.#names.wordsOf(owner)) {
      // A stop word, or another form of a previous word.
      if (word < STOP_WORDS.size || this.#marks[word] !== 0 || groups.length === MAX_TELLING) continue;
      const group = { exact: word, forms: this.#vocabulary.formsOf(this.#vocabulary.word(word)), beginnings: NO_WORDS };
      groups.push(group);
      this.#markGroup(group, groups.length);
      const size = this.#index.sizeOf(group, true);
      sharing += size;
      // Integers, whose sum does not depend on the order.
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

  /** Owners whose names contain a word of any group. */
  #withAnyOf(groups: readonly Group[]): Int32Array {
    const any = { exact: undefined, forms: groups.flatMap(({ forms }) => forms), beginnings: NO_WORDS };
    const { count, owners } = this.#index.match([any], { onlyHigh: true });
    return owners.subarray(0, count);
  }

  #nameGroups(words: readonly string[]): Group[] {
    return words.slice(0, MAX_GROUPS).map((word, index) => this.#terms.groupOf(word, index === words.length - 1, 1));
  }

  #gather(words: number[], text: string, weight: number): void {
    const keepsStopWords = weight === NAME_WEIGHT;
    for (const word of indexedWords(text)) {
      const known = this.#vocabulary.size;
      const number = this.#vocabulary.add(word);
      if (number < STOP_WORDS.size && !keepsStopWords) continue;
      this.#mark(words, { word, number, isNew: number === known }, weight);
    }
    for (const { key } of readMeasures(text))
      this.#gatherWord(words, KEY_SIGN + key, weight & ~NAME_WEIGHT || KEY_WEIGHT);
  }

  #gatherWord(words: number[], word: string, weight: number): void {
    const known = this.#vocabulary.size;
    const number = this.#vocabulary.add(word);
    this.#mark(words, { word, number, isNew: number === known }, weight);
  }

  #mark(
    words: number[],
    { word, number, isNew }: { word: string; number: number; isNew: boolean },
    weight: number,
  ): void {
    if (isNew) this.#addToVocabulary(word, number);
    if (this.#marks[number] === 0) words.push(number);
    this.#marks[number] = (this.#marks[number] as number) | weight;
  }

  /** Of a text whose name is gathered already. */
  #markHead(name: string): void {
    const head = headOfName(name);
    const number = head === undefined ? undefined : this.#vocabulary.numberOf(head);
    if (number !== undefined && this.#marks[number] !== 0)
      this.#marks[number] = (this.#marks[number] as number) | HEAD_OF_NAME;
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

  /** @param words how many were looked for; @param typed how many different ones the text has. */
  #preferWholeNames({ count, owners, scores }: Found, words: number, typed: number): void {
    for (let i = 0; i < count; i += 1) {
      const score = scores[i] as number;
      if (score < NAME_WEIGHT * words) continue;
      const length = this.#names.lengthOf(owners[i] as number);
      if (length === words || length === typed) scores[i] = score + WHOLE_NAME_BONUS;
    }
  }

  #addToVocabulary(word: string, number: number): void {
    this.#spelling.add(word);
    if (number < this.#marks.length) return;
    const larger = new Uint8Array(this.#marks.length * 2);
    larger.set(this.#marks);
    this.#marks = larger;
  }

  /** A term as it can be matched; a term of several words that is found nowhere is taken apart. */
  #partsOf(term: PlannedTerm, corrections: Map<string, string>): QueryPart[] {
    const found = this.#terms.termGroup(term);
    const isProduct = term.entry?.isProduct ?? false;
    const part = {
      label: term.words.join(' '),
      isOptional: term.isOptional,
      isHead: term.isHead,
      isFilter: false,
      isProduct,
      isKnown: term.entry !== undefined,
    };
    if (found.isFound || term.isOptional) return [{ ...part, ...found }];
    const isKind = this.#lexicon.entry(term.words.slice(-1))?.isProduct ?? false;
    if (term.words.length > 1 && (!isProduct || isKind))
      return term.words.flatMap((word, index) =>
        this.#partsOf(
          {
            ...term,
            words: [word],
            entry: this.#lexicon.entry([word]),
            isHead: term.isHead && index === term.words.length - 1,
          },
          corrections,
        ),
      );
    const [word = ''] = term.words;
    const correct = term.words.length > 1 || term.entry ? undefined : this.#correct(word);
    if (correct === undefined) return [{ ...part, ...found }];
    corrections.set(word, correct);
    const entry = this.#lexicon.entry([correct]);
    const respelt = this.#terms.termGroup({ ...term, words: [correct], entry, isLast: false });
    return [{ ...part, ...respelt, label: correct, isProduct: entry?.isProduct ?? false, isKnown: true }];
  }

  #filterPart(filter: ReadFilter): QueryPart {
    const found = this.#terms.filterGroup(filter);
    return {
      ...found,
      label: filter.label,
      isOptional: false,
      isHead: false,
      isFilter: true,
      isProduct: false,
      isKnown: true,
    };
  }

  /**
   * Texts with all required parts. Of several terms, one that names a kind of product counts only where products are
   * named, and where few texts are found, at least one term must: "winter boots" are not socks to be worn in boots.
   */
  #matchAll(required: readonly QueryPart[], parts: readonly QueryPart[]): Found {
    const isStrict = this.#lexicon.size > 0 && required.length > 1;
    const groups = isStrict ? required.map((part) => this.#strictGroup(part)) : required.map(({ group }) => group);
    const optional = parts.filter((part) => part.isOptional && part.isFound).map(({ group }) => group);
    const naming = required.filter((part) => part.isNaming && !part.isFilter);
    const found = this.#index.match(groups, { optional });
    if (!isStrict || found.count === 0 || found.count > FEW_MATCHES || naming.length === 0) return found;
    const anyNaming: Group = {
      exact: undefined,
      forms: [],
      beginnings: NO_WORDS,
      phrases: naming.map((part) => ({ groups: [this.#terms.namingGroup(part)], scale: 1 })),
    };
    return this.#index.match([...groups, anyNaming], { optional });
  }

  #strictGroup(part: QueryPart): Group {
    return part.isProduct && part.isNaming ? this.#terms.namingGroup(part) : part.group;
  }

  /** What holds the most telling of the parts of a search, if that is worth showing. */
  #searchMost(parts: readonly QueryPart[]): Omit<TextMatches, 'corrected'> {
    const found = parts.filter(({ isFound }) => isFound);
    const head = parts.find(({ isHead }) => isHead);
    const isHopeless =
      !found.some((part) => part.isNaming && !part.isFilter) || (head?.isProduct === true && !head.isFound);
    if (isHopeless) return { ...NOTHING, dropped: [] };
    const weights = found.map((part) => this.#weightOf(part));
    const required = found.reduce(
      (bits, part, index) => (part === head && part.isProduct ? bits | (1 << index) : bits),
      0,
    );
    const { held, ...matches } = this.#index.matchMost(
      found.map((part) => (found.length > 1 ? this.#strictGroup(part) : part.group)),
      weights,
      {
        required,
        anyOf: found.reduce((bits, part, index) => (part.isNaming && !part.isFilter ? bits | (1 << index) : bits), 0),
      },
    );
    const isHeld = (part: QueryPart): boolean => ((held >>> found.indexOf(part)) & 1) === 1;
    const kept = found.filter(isHeld);
    if (!kept.some((part) => part.isNaming && !part.isFilter)) {
      // Take nothing of what was found, and leave the scratch as it is.
      return { ...NOTHING, dropped: [] };
    }
    return { ...matches, dropped: parts.filter((part) => !kept.includes(part)).map(({ label }) => label) };
  }

  /** How much a part tells about what is looked for: the more, the fewer texts hold it. */
  #weightOf({ group, isHead, isProduct, isNaming, isFilter }: QueryPart): number {
    const rarity = Math.log2(2 + this.#index.liveCount / Math.max(1, this.#terms.sizeOf(group)));
    const role = isFilter ? 0.6 : (isProduct ? 1.6 : 1) * (isHead ? 1.3 : 1) * (isNaming ? 1 : 0.4);
    return rarity * role;
  }

  /** The nearest word of the catalogue, else the nearest that the lexicon knows other words for. */
  #correct(word: string): string | undefined {
    const correct = this.#terms.correctionOf(word) ?? this.#terms.correctionOf(`${word}s`);
    if (correct !== undefined) return correct;
    this.#lexiconSpelling ??= new LexiconSpelling(this.#lexicon);
    const known = this.#lexiconSpelling.closestTo(word);
    if (known === undefined) return undefined;
    const term = {
      words: [known],
      entry: this.#lexicon.entry([known]),
      isOptional: false,
      isHead: false,
      isLast: false,
    };
    return this.#terms.termGroup(term).isFound ? known : undefined;
  }
}

/** Corrects spelling by the words of a lexicon. */
class LexiconSpelling {
  readonly #words: readonly string[];
  readonly #spelling = new Spelling();

  constructor(lexicon: Lexicon) {
    this.#words = [...lexicon.words()].sort();
    for (const word of this.#words) this.#spelling.add(word);
  }

  closestTo(word: string): string | undefined {
    const number = this.#spelling.closestTo(
      word,
      (candidate) => this.#words[candidate] ?? '',
      (candidate) => (beginAlike(word, this.#words[candidate] ?? '') ? 1 : 0),
    );
    return number === undefined ? undefined : this.#words[number];
  }
}

function respell(text: string, corrections: ReadonlyMap<string, string>): string {
  return searchedWords(text)
    .map((word) => corrections.get(word) ?? word)
    .join(' ');
}
