import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { BitSet } from '#server/platform/number-sets/bit-set.ts';
import { NumberLists } from '#server/platform/number-sets/number-lists.ts';
import type { Lexicon } from '../words/lexicon.ts';
import { Spelling } from '../words/spelling.ts';
import { topicOf } from '../words/topic.ts';
import { BestNames, type WantedNames } from './best-names.ts';
import type { DocumentMatches } from './document-scores.ts';
import { alternativesGroup, type Group, type Phrase } from './group.ts';
import { InvertedIndex } from './inverted-index.ts';
import { Matcher } from './matcher.ts';
import { NameSearch, NOTHING_FOUND } from './name-search.ts';
import { type QueryPart, type QueryParts, QueryReader, type TextQuery } from './query-parts.ts';
import { TermGroups } from './term-groups.ts';
import { NAME_WEIGHT, type ReadText, type SearchableText, TextReader } from './text-reader.ts';
import { Vocabulary } from './vocabulary.ts';
import { preferWholeNames } from './whole-names.ts';

export interface TextMatches extends DocumentMatches {
  /** Words and filters that had to be left out because no text holds all. */
  readonly dropped: readonly string[];
}

/** Totals are cached only for words with at least this many matches, of which there are few. */
const MANY_MATCHES = 5_000;
/** Deleted texts are swept when there are this many and they are a quarter of all. */
const WORTH_SWEEPING = 1_000;
const NONE = -1;
/** A page of results. */
const FEW_MATCHES = 12;
const NOTHING_MATCHED = { ...NOTHING_FOUND, dropped: [] } as const;

/** An in-memory full-text index: weighted fields, stemming, prefixes, and spelling correction. */
export class TextIndex {
  readonly #vocabulary = new Vocabulary();
  readonly #spelling = new Spelling();
  readonly #index = new InvertedIndex(NAME_WEIGHT);
  readonly #matcher = new Matcher(this.#index);
  readonly #terms: TermGroups;
  readonly #queries: QueryReader;
  readonly #names = new NumberLists();
  readonly #bestNames = new BestNames({ index: this.#index, matcher: this.#matcher, names: this.#names });
  readonly #reader: TextReader;
  /** Searches in names. */
  readonly named: NameSearch;
  /** Numbers of matches of common words, until a text changes. */
  readonly #totals = new Map<string, number>();
  /** Scratch memory. */
  readonly #scored = new BitSet();
  readonly #named = new BitSet();
  /** Document by owner. */
  #documents = new Int32Array(1024).fill(NONE);

  /** @param weights of the fields other than the name, as for `TextReader` */
  constructor(weights: Readonly<Record<string, number>>) {
    this.#reader = new TextReader(this.#vocabulary, weights, (word) => this.#spelling.add(word));
    const sources = { vocabulary: this.#vocabulary, index: this.#index, matcher: this.#matcher };
    this.#terms = new TermGroups({ ...sources, spelling: this.#spelling });
    this.#queries = new QueryReader(this.#terms);
    this.named = new NameSearch({ ...sources, terms: this.#terms, names: this.#names });
  }

  /** Synonyms count from the next search on. */
  setLexicon(lexicon: Lexicon): void {
    if (lexicon === this.#queries.lexicon) return;
    this.#queries.setLexicon(lexicon);
    this.#forgetSearches();
  }

  /** Bytes of the lists and number of words, for measurements. */
  get size(): { readonly words: number; readonly bytes: number } {
    return { words: this.#vocabulary.size, bytes: this.#index.bytes };
  }

  /** Sets the text of `owner`, replacing the previous one. */
  set(owner: number, text: SearchableText): void {
    this.setRead(owner, this.#reader.read(text));
  }

  /** The same for a text that has been read into words with the numbers of `numberOf`. */
  setRead(owner: number, { words, impacts, nameLength }: ReadText): void {
    this.#forgetSearches();
    this.#removeDocument(owner);
    this.#names.set(owner, words, nameLength);
    this.#keepDocument(owner, this.#index.add(owner, words, impacts));
  }

  /** The number of a word, new or known. */
  numberOf(word: string): number {
    return this.#reader.numberOf(word);
  }

  delete(owner: number): void {
    this.#forgetSearches();
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

  *save(to: SnapshotWriter): Generator<void> {
    yield* this.#vocabulary.save(to);
    this.#spelling.save(to);
    this.#index.save(to);
    this.#names.save(to);
    to.numbers(this.#documents);
  }

  *load(from: SnapshotReader): Generator<void> {
    yield* this.#vocabulary.load(from);
    this.#spelling.load(from);
    this.#index.load(from);
    this.#names.load(from);
    this.#documents = from.numbers(Int32Array);
    this.#forgetSearches();
  }

  /** Reads a search text for `search`, before the next change. */
  read(query: TextQuery): QueryParts {
    return this.#queries.read(query);
  }

  /**
   * Owners of texts with all terms of a search, the last one also as a beginning. Where no text has all of them, the least
   * telling ones are dropped.
   */
  search({ parts, wordCount, isNarrowed }: QueryParts): TextMatches {
    if (parts.length === 0) return NOTHING_MATCHED;
    const required = requiredOf(parts);
    const named = this.#mayBeginName(required) ? this.#searchName(required) : undefined;
    if (named) return named;
    const topic = this.#topicOf(parts, required);
    if (topic) {
      const found = this.#matchTopic(topic, parts);
      if (found.count > 0)
        return { ...found, dropped: required.filter(({ isFound }) => !isFound).map(({ label }) => label) };
    }
    const gift = parts.find(({ isGift, isFound }) => isGift && isFound);
    // If no product mentions the person a gift is for, any gift matches.
    if (gift && !required.includes(gift) && required.every(({ isNaming, isProduct }) => !isNaming && !isProduct))
      return { ...this.#matcher.match([gift.group]), dropped: required.map(({ label }) => label) };
    if (required.every(({ isFound }) => isFound)) {
      const found = this.#matchAll(required, parts, isNarrowed);
      if (found.count > 0) {
        preferWholeNames(found, this.#names, { words: required.length, typed: wordCount });
        return { ...found, dropped: [] };
      }
    }
    return this.#searchName(required) ?? this.#searchMost(required);
  }

  /** Names that have all words, of which one only describes the thing: 'linen desk' for 'Linen Desk Lamp'. */
  #searchName(required: readonly QueryPart[]): TextMatches | undefined {
    if (required.length < 2 || !required.every(({ isFound, inNames }) => isFound || inNames)) return undefined;
    const found = this.#matcher.match(groupsInNames(required), { onlyHigh: true });
    return found.count > 0 ? { ...found, dropped: [] } : undefined;
  }

  /**
   * Adds the owners that `search` finds to `into`, which has room for them: without scores, and several times as fast.
   * @returns false if few texts match or none; then use `search`
   */
  select({ parts, isNarrowed }: QueryParts, into: BitSet): boolean {
    const required = requiredOf(parts);
    const hasGift = parts.length > 1 && parts.some(({ isGift }) => isGift);
    if (hasGift || !required.every(({ isFound }) => isFound)) return false;
    if (this.#mayBeginName(required)) {
      if (!this.#matcher.select(groupsInNames(required), into, { onlyHigh: true })) return false;
      if (into.hasMoreThan(0)) return true;
    }
    const topic = this.#topicOf(parts, required);
    if (topic) return this.#matcher.select(this.#groupsOfTopic(topic, parts), into) && into.hasMoreThan(0);
    return this.#matcher.select(this.#groupsOf(required, isNarrowed), into) && into.hasMoreThan(FEW_MATCHES);
  }

  /** What `search` finds for a single word among some of the owners that `select` finds. */
  score({ parts, wordCount, isNarrowed }: QueryParts, owners: BitSet): DocumentMatches {
    const documents = this.#scored.clear(this.#index.owners.length);
    this.#index.addDocumentsOf(owners, this.#documents, documents);
    const found = this.#matcher.score(this.#groupsOf(parts, isNarrowed), documents);
    preferWholeNames(found, this.#names, { words: 1, typed: wordCount });
    return found;
  }

  /**
   * How many texts `search` finds for a single word; cached for common words. Undefined for several words, or few matches: then use
   * `search`. @param into scratch memory, as for `select`
   */
  count(query: QueryParts, into: BitSet): number | undefined {
    const part = query.isNarrowed ? undefined : singlePartOf(query.parts);
    if (!part) return undefined;
    const known = this.#totals.get(keyOf(part));
    if (known !== undefined) return known;
    return this.select(query, into) ? this.countSelected(query, into) : undefined;
  }

  /** How many owners `select` has found; cached for a single common word. */
  countSelected({ parts, isNarrowed }: QueryParts, selected: BitSet): number {
    const part = isNarrowed ? undefined : singlePartOf(parts);
    const known = part && this.#totals.get(keyOf(part));
    if (known !== undefined) return known;
    const count = selected.count();
    if (part && count >= MANY_MATCHES) this.#totals.set(keyOf(part), count);
    return count;
  }

  /**
   * The best matches of a search for one word that is in many names: the texts that have it elsewhere are not read. Any
   * other match scores less than `count` of these, even with `boost` added to its score.
   * Undefined: use `search` instead.
   */
  searchNames(
    { parts, wordCount }: QueryParts,
    wanted: Pick<WantedNames, 'count' | 'boost' | 'among'>,
  ): DocumentMatches | undefined {
    const part = singlePartOf(parts);
    if (!part) return undefined;
    const named = { ...wanted, group: part.group, typed: wordCount };
    if (wanted.among) return this.#bestNames.find(named);
    return this.#bestNames.findCached(`${keyOf(part)}:${wordCount}:${wanted.count}:${wanted.boost}`, named);
  }

  /** Owners of texts with any term of a search, such as a category's for a thing that it does not hold. */
  searchAny({ parts }: QueryParts): DocumentMatches {
    const found = parts.filter((part) => part.isFound && !part.isFilter);
    if (found.length === 0) return NOTHING_FOUND;
    return this.#matcher.match([alternativesGroup(found.map(({ group }) => ({ groups: [group], scale: 1 })))]);
  }

  #forgetSearches(): void {
    this.#terms.reset();
    this.#matcher.forgetPhrases();
    this.#bestNames.forget();
    this.#totals.clear();
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

  /**
   * Texts with all required parts. Of several terms, one that names a kind of product counts only where products are
   * named, and where few texts are found, at least one term must: "winter boots" are not socks to be worn in boots.
   */
  #matchAll(required: readonly QueryPart[], parts: readonly QueryPart[], isNarrowed: boolean): DocumentMatches {
    const isStrict = this.#isStrict(required, isNarrowed);
    const groups = this.#groupsOf(required, isNarrowed);
    const optional = parts.filter((part) => part.isOptional && part.isFound).map(({ group }) => group);
    const naming = required.filter((part) => part.isNaming && !part.isFilter);
    const found = this.#matcher.match(groups, { optional });
    if (!isStrict || found.count === 0 || found.count > FEW_MATCHES || naming.length === 0) return found;
    const named: Phrase[] = naming.map((part) => ({ groups: [this.#terms.namingGroup(part)], scale: 1 }));
    return this.#matcher.match([...groups, alternativesGroup(named)], { optional });
  }

  #isStrict(required: readonly QueryPart[], isNarrowed: boolean): boolean {
    return this.#queries.lexicon.size > 0 && (required.length > 1 || isNarrowed);
  }

  #groupsOf(required: readonly QueryPart[], isNarrowed: boolean): Group[] {
    const isStrict = this.#isStrict(required, isNarrowed);
    return required.map((part) => (isStrict ? this.#strictGroup(part) : part.group));
  }

  /** Whether the words are searched for in names first. */
  #mayBeginName(required: readonly QueryPart[]): boolean {
    return this.#queries.lexicon.size > 0 && isBeginning(required);
  }

  /** The topic of a search; undefined if its words are a name. */
  #topicOf(parts: readonly QueryPart[], required: readonly QueryPart[]): QueryPart | undefined {
    const topic = topicOf(parts, (part) => this.#weightOf(part));
    return topic && !(required.length > 1 && this.#isName(required)) ? topic : undefined;
  }

  /** Whether a name has all of these. */
  #isName(parts: readonly QueryPart[]): boolean {
    const groups = parts.map(({ group }) => group);
    const names = this.#named.clear(this.#documents.length);
    if (this.#matcher.select(groups, names, { onlyHigh: true })) return names.hasMoreThan(0);
    return this.#matcher.match(groups, { onlyHigh: true }).count > 0;
  }

  /** What texts about a topic have, with the filters of the search. */
  #groupsOfTopic(topic: QueryPart, parts: readonly QueryPart[]): Group[] {
    const filters = parts.filter(({ isFilter, isFound }) => isFilter && isFound);
    return [this.#terms.topicGroup(topic), ...filters.map(({ group }) => group)];
  }

  #matchTopic(topic: QueryPart, parts: readonly QueryPart[]): DocumentMatches {
    const optional = parts.filter((part) => part !== topic && part.isFound && !part.isFilter).map(({ group }) => group);
    return this.#matcher.match(this.#groupsOfTopic(topic, parts), { optional });
  }

  #strictGroup(part: QueryPart): Group {
    return part.isProduct && part.isNaming ? this.#terms.namingGroup(part) : part.group;
  }

  /** What holds the most telling of the parts of a search, if that is worth showing. */
  #searchMost(parts: readonly QueryPart[]): TextMatches {
    const found = parts.filter(({ isFound }) => isFound);
    const head = parts.find(({ isHead }) => isHead);
    const isHopeless =
      !found.some((part) => part.isNaming && !part.isFilter) || (head?.isProduct === true && !head.isFound);
    if (isHopeless) return NOTHING_MATCHED;
    const weights = found.map((part) => this.#weightOf(part));
    const required = found.reduce(
      (bits, part, index) => (part === head && part.isProduct ? bits | (1 << index) : bits),
      0,
    );
    const { held, ...matches } = this.#matcher.matchMost(
      found.map((part) => (parts.length > 1 ? this.#strictGroup(part) : part.group)),
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
      return NOTHING_MATCHED;
    }
    return { ...matches, dropped: parts.filter((part) => !kept.includes(part)).map(({ label }) => label) };
  }

  /** How much a part tells about what is looked for: the more, the fewer texts hold it. */
  #weightOf({ group, isHead, isProduct, isNaming, isFilter }: QueryPart): number {
    const rarity = Math.log2(2 + this.#index.liveCount / Math.max(1, this.#terms.sizeOf(group)));
    const role = isFilter ? 0.6 : (isProduct ? 1.6 : 1) * (isHead ? 1.3 : 1) * (isNaming ? 1 : 0.4);
    return rarity * role;
  }
}

const requiredOf = (parts: readonly QueryPart[]): QueryPart[] => parts.filter(({ isOptional }) => !isOptional);

const groupsInNames = (parts: readonly QueryPart[]): Group[] => parts.map(({ group, inNames }) => inNames ?? group);

/** Whether the words may begin a name: 'table tenn' begins that of a thing that is no table, and 'wool t' one of a throw. */
function isBeginning(parts: readonly QueryPart[]): boolean {
  const [last, before] = parts.toReversed();
  if (!last || !before || last.isKnown || last.isFilter) return false;
  return last.inNames !== undefined || (before.isHead && before.isProduct);
}

/** The only part of a search; undefined if it is not found. */
function singlePartOf(parts: readonly QueryPart[]): QueryPart | undefined {
  const [part, ...others] = parts;
  return !part?.isFound || others.length > 0 || part.isFilter || part.isOptional ? undefined : part;
}

/** Tells what parts find: a word that was corrected is complete, the same word as typed may be the beginning of others. */
const keyOf = ({ label, group: { beginnings, onlyThings = false } }: QueryPart): string =>
  `${label}:${beginnings.length}:${onlyThings}`;
