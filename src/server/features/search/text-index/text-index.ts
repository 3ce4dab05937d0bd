import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { BitSet } from '#server/platform/number-sets/bit-set.ts';
import { NumberLists } from '#server/platform/number-sets/number-lists.ts';
import type { Lexicon } from '../words/lexicon.ts';
import { Spelling } from '../words/spelling.ts';
import { BestNames, type WantedNames } from './best-names.ts';
import type { DocumentMatches } from './document-scores.ts';
import { InvertedIndex } from './inverted-index.ts';
import { Matcher } from './matcher.ts';
import { NameSearch } from './name-search.ts';
import { PartsSearch, type TextMatches } from './parts-search.ts';
import { type QueryPart, type QueryParts, QueryReader, type TextQuery } from './query-parts.ts';
import { TermGroups } from './term-groups.ts';
import { NAME_WEIGHT, type ReadText, type SearchableText, TextReader } from './text-reader.ts';
import { Vocabulary } from './vocabulary.ts';
import { preferWholeNames } from './whole-names.ts';

/** Totals are cached only for words with at least this many matches, of which there are few. */
const MANY_MATCHES = 5_000;
/** Deleted texts are swept when there are this many and they are a quarter of all. */
const WORTH_SWEEPING = 1_000;
const NONE = -1;

/** An in-memory full-text index: weighted fields, stemming, prefixes, and spelling correction. */
export class TextIndex {
  readonly #vocabulary = new Vocabulary();
  readonly #spelling = new Spelling();
  readonly #index = new InvertedIndex(NAME_WEIGHT);
  readonly #matcher = new Matcher(this.#index);
  readonly #terms: TermGroups;
  readonly #queries: QueryReader;
  readonly #search: PartsSearch;
  readonly #names = new NumberLists();
  readonly #bestNames = new BestNames({ index: this.#index, matcher: this.#matcher, names: this.#names });
  readonly #reader: TextReader;
  /** Searches in names. */
  readonly named: NameSearch;
  /** Numbers of matches of common words, until a text changes. */
  readonly #totals = new Map<string, number>();
  /** Scratch memory. */
  readonly #scored = new BitSet();
  /** Document by owner. */
  #documents = new Int32Array(1024).fill(NONE);

  /** @param weights of the fields other than the name, as for `TextReader` */
  constructor(weights: Readonly<Record<string, number>>) {
    this.#reader = new TextReader(this.#vocabulary, weights, (word) => this.#spelling.add(word));
    const sources = { vocabulary: this.#vocabulary, index: this.#index, matcher: this.#matcher };
    this.#terms = new TermGroups({ ...sources, spelling: this.#spelling });
    this.#queries = new QueryReader(this.#terms);
    this.#search = new PartsSearch({
      index: this.#index,
      matcher: this.#matcher,
      terms: this.#terms,
      queries: this.#queries,
      names: this.#names,
      endOfOwners: () => this.#documents.length,
    });
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
   * Owners of texts with all terms of a search, the last one also as a prefix. If no text has all of them, the least significant
   * ones are dropped.
   */
  search(query: QueryParts): TextMatches {
    return this.#search.search(query);
  }

  /**
   * Replaces the members of `into`, which has room for them, by the owners that `search` finds: without scores, and several times as fast.
   * @returns false if few texts match or none; then use `search`
   */
  select(query: QueryParts, into: BitSet): boolean {
    return this.#search.select(query, into);
  }

  /** Owners of texts with any term of a search, for suggesting their categories when nothing has all terms. */
  searchAny(query: QueryParts): DocumentMatches {
    return this.#search.searchAny(query);
  }

  /** What `search` finds for a single word among some of the owners that `select` finds. */
  score(query: QueryParts, owners: BitSet): DocumentMatches {
    const documents = this.#scored.clear(this.#index.owners.length);
    this.#index.selectDocumentsOf(owners, this.#documents, documents);
    const found = this.#matcher.score(this.#search.groupsOf(query), documents);
    preferWholeNames(found, this.#names, { words: 1, typed: query.wordCount });
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
}

/** The only part of a search; undefined if it is not found. */
function singlePartOf(parts: readonly QueryPart[]): QueryPart | undefined {
  const [part, ...others] = parts;
  return !part?.isFound || others.length > 0 || part.isFilter || part.isOptional ? undefined : part;
}

/** Tells what parts find: a word that was corrected is complete, the same word as typed may be the beginning of others. */
const keyOf = ({ label, group: { beginnings, onlyThings = false } }: QueryPart): string =>
  `${label}:${beginnings.length}:${onlyThings}`;
